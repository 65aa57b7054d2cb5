import { readClock } from '../../clock/index.ts';
import { listMethods } from '../../methods/index.ts';
import { formatMoney } from '../../pages/index.ts';
import {
  type AnyConversion,
  conversions,
  findTransfer,
  type Refund,
  refunds,
  type Transfer,
  type Withdrawal,
  withdrawals,
} from '../../transfers/index.ts';
import { describeShortly } from '../../treasury/index.ts';
import { findTransfersByDestination, findTransfersByReference, type SearchTerm } from '../../search/index.ts';
import { withRequests } from '../approvals/requested.ts';
import { ConversionState, statusOf } from '../conversions/state.tsx';
import { CONVERSIONS } from '../conversions/texts.ts';
import { RefundState, withPurchases } from '../refunds/state.tsx';
import { objectPages } from '../request/paths.ts';
import { type MemberVisit, READERS } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { State as WithdrawalState } from '../withdrawals/state.tsx';
import { type Hit, type HitsOfKind, LIMIT } from './hit.ts';
import { SEARCH } from './texts.ts';

const ANY = {
  statuses: undefined,
  asset: undefined,
  method: undefined,
  paymentLinkCode: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  afterTime: undefined,
  afterId: undefined,
  limit: LIMIT,
};

/** Refunds, withdrawals and conversions by id, amount, the provider's reference or hash, or destination. */
export async function findTransfers(
  services: PanelServices,
  visit: MemberVisit,
  term: SearchTerm,
): Promise<HitsOfKind[]> {
  const { read } = services.db;
  const { accountId } = visit;
  const { id, amount, mark } = term;
  const mayRead = READERS.includes(visit.membership.role);
  const ofAmount = amount === undefined ? undefined : { ...ANY, accountId, amount };
  const found = await Promise.all([
    id === undefined ? [] : findTransfer(read, { accountId, id }).then((one) => (one ? [one] : [])),
    ofAmount ? refunds.list(read, ofAmount) : [],
    ofAmount ? conversions.list(read, ofAmount) : [],
    ofAmount && mayRead ? withdrawals.list(read, ofAmount) : [],
    mark === undefined ? [] : findByReference(services, accountId, mark),
    mark === undefined ? [] : findTransfersByDestination(read, { accountId, mark, limit: LIMIT }),
  ]);
  const transfers: Transfer[] = found.flat();
  return Promise.all([
    refundHits(
      services,
      visit,
      transfers.filter((one): one is Refund => one.kind === 'refund'),
    ),
    withdrawalHits(
      services,
      visit,
      mayRead ? transfers.filter((one): one is Withdrawal => one.kind === 'withdrawal') : [],
    ),
    conversionHits(
      services,
      visit,
      transfers.filter(
        (one): one is AnyConversion => one.kind === 'conversion' || one.kind === 'payment_conversion',
      ),
    ),
  ]);
}

/** A reference as it is, and as that of a transaction on any of the networks. */
async function findByReference(
  { db, providers }: PanelServices,
  accountId: string,
  mark: string,
): Promise<Transfer[]> {
  const isHash = /^0x[0-9a-f]{64}$/i.test(mark);
  const networks = isHash ? (await listMethods(db.read)).flatMap(({ network }) => network ?? []) : [];
  const onChain = [...new Set(networks)].map((network) => `${network}:${mark.toLowerCase()}`);
  return findTransfersByReference(db.read, {
    accountId,
    providers: providers.all.map(({ name }) => name),
    references: [mark, ...onChain],
    limit: LIMIT,
  });
}

async function refundHits(
  { db: { read } }: PanelServices,
  visit: MemberVisit,
  found: readonly Refund[],
): Promise<HitsOfKind> {
  const [requested, now] = await Promise.all([withPurchases(read, visit.accountId, found), readClock(read)]);
  const hits = requested.map((refund): Hit => {
    const { id, paymentLinkCode, method, amount, asset, destination, createdAt: at } = refund.transfer;
    return {
      id,
      href: objectPages.refund(visit, id),
      title: SEARCH[visit.language].refundTo(destination && describeShortly(destination)),
      notes: [method, paymentLinkCode],
      status: <RefundState of={refund} now={now} />,
      amount: { amount, asset },
      at,
    };
  });
  return { kind: 'refunds', hits };
}

async function withdrawalHits(
  { db: { read } }: PanelServices,
  visit: MemberVisit,
  found: readonly Withdrawal[],
): Promise<HitsOfKind> {
  const requested = await withRequests(read, visit.accountId, found);
  const hits = requested.map((withdrawal): Hit => {
    const { id, method, amount, asset, destination, createdAt: at } = withdrawal.transfer;
    return {
      id,
      href: objectPages.withdrawal(visit, id),
      title: SEARCH[visit.language].withdrawalTo(describeShortly(destination)),
      notes: [method],
      status: <WithdrawalState of={withdrawal} />,
      amount: { amount, asset },
      at,
    };
  });
  return { kind: 'withdrawals', hits };
}

async function conversionHits(
  { db: { read } }: PanelServices,
  visit: MemberVisit,
  found: readonly AnyConversion[],
): Promise<HitsOfKind> {
  const [requested, now] = await Promise.all([withRequests(read, visit.accountId, found), readClock(read)]);
  const { language } = visit;
  const hits = requested.map((conversion): Hit => {
    const { id, amount, asset, toAmount, toAsset, paymentLinkCode, createdAt: at } = conversion.transfer;
    return {
      id,
      href: objectPages.conversion(visit, id),
      title: CONVERSIONS[language].titleOf(
        formatMoney(language, amount, asset),
        formatMoney(language, toAmount, toAsset),
      ),
      notes: [paymentLinkCode],
      status: <ConversionState status={statusOf(conversion, now)} />,
      amount: { amount, asset },
      at,
    };
  });
  return { kind: 'conversions', hits };
}
