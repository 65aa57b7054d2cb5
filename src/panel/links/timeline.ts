import { type AuditEntry, listEntriesOn } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import { listMovements, type Movement } from '../../ledger/index.ts';
import { parseRequestId } from '../../lib/ids.ts';
import { formatAmount, money, ZERO, type Money } from '../../lib/money.ts';
import { findLog } from '../../request-logs/index.ts';
import type { Conversion, PaymentConversion, Refund } from '../../transfers/index.ts';
import {
  type LinkMethod,
  type LinkWithMethods,
  type PaymentLink,
  receivedOf,
} from '../../payment-links/index.ts';
import { type Credit, creditOf } from '../conversions/credit.ts';
import * as repository from './timeline-repository.ts';

const MOST_MOVEMENTS = 100;

/** The origin of a link. */
export type Origin =
  | { by: 'key'; name: string; lastFour: string; requestId: string }
  | { by: 'person'; email: string }
  | { by: 'counter'; code: repository.ScanOrigin }
  /** The call is no longer in the log. */
  | { by: 'unknown' };

/** One step in a link's history, or caused by it. */
export type Step = { at: Date } & (
  | { kind: 'created'; origin: Origin }
  | { kind: 'quoted'; methods: LinkMethod[] }
  /** Money sent for it, which is to be confirmed, final, or not matching. */
  | { kind: 'seen' | 'received' | 'unmatched'; deposit: repository.LinkDepositRow }
  | { kind: 'confirmed'; deposit: repository.LinkDepositRow }
  /** A decision about unmatched money. */
  | { kind: 'resolved'; deposit: repository.LinkDepositRow }
  | { kind: 'converting' | 'not_converted'; conversion: PaymentConversion }
  /** `credit`: undefined if it did not pay the link. */
  | { kind: 'converted'; conversion: PaymentConversion; credit: Credit | undefined }
  /** `by` is the user; undefined if it was not done in the panel. */
  | { kind: 'paid' | 'reopened' | 'cancelled' | 'expired' | 'deleted'; by: string | undefined }
  | { kind: 'movement'; movement: Movement }
  | { kind: 'refund_requested'; refund: Refund; by: string | undefined }
  | { kind: 'refund_settled' | 'refund_failed' | 'refund_returned'; refund: Refund }
  | { kind: 'event'; event: repository.LinkEventRow }
);

/** The proceeds of a paid link, in its currency, which are the received amount less fee and refunds. */
export interface Proceeds {
  /** Null when the payer bore it. */
  fee: string | null;
  /** The cost of refunds that reached the payer or are in progress. */
  refunded: string;
  net: string;
}

/** A link with its complete history, in order. */
export interface Timeline {
  /** Undefined until the link is paid. */
  proceeds: Proceeds | undefined;
  steps: Step[];
  /** Newest first. */
  deposits: repository.LinkDepositRow[];
  /** Newest first. */
  refunds: Refund[];
}

/** The order of simultaneous steps. */
const ORDER: readonly Step['kind'][] = [
  'created',
  'quoted',
  'seen',
  'received',
  'confirmed',
  'converting',
  'converted',
  'not_converted',
  'unmatched',
  'resolved',
  'paid',
  'reopened',
  'cancelled',
  'expired',
  'deleted',
  'refund_requested',
  'refund_settled',
  'refund_failed',
  'refund_returned',
  'movement',
  'event',
];

/**
 * Everything that happened to a link and because of it, found by its code and by the one id of the request that created
 * it (D30). At most the newest hundred of each kind. Events, deliveries and the call itself are kept for 30 days.
 */
export async function readTimeline(
  on: Queryable,
  accountId: string,
  { link, methods }: LinkWithMethods,
): Promise<Timeline> {
  const { code, requestId } = link;
  const key = { accountId, code };
  const movementQuery = {
    accountId,
    paymentLinkCode: code,
    type: undefined,
    asset: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
    afterTime: undefined,
    afterId: undefined,
    limit: MOST_MOVEMENTS,
  };
  const [call, scanned, audited, transitions, deposits, transfers, movements] = await Promise.all([
    findCall(on, accountId, requestId),
    repository.findScannedCode(on, key),
    listEntriesOn(on, { accountId, subject: code }),
    repository.listTransitions(on, key),
    repository.listLinkDeposits(on, key),
    repository.listLinkTransfers(on, key),
    listMovements(on, movementQuery),
  ]);
  const subjects = [code, ...[...deposits, ...transfers].map(({ id }) => id)];
  const events = await repository.listEventsAbout(on, accountId, subjects);
  const refunds = transfers.filter((transfer) => transfer.kind === 'refund');
  const purchases = transfers.filter((transfer) => transfer.kind === 'conversion');
  const conversions = transfers.filter((transfer) => transfer.kind === 'payment_conversion');
  const byWhom = (at: Date, action: string): string | undefined =>
    // An audit entry is recorded in the transaction of its action.
    audited.find((entry) => entry.action === action && entry.createdAt.getTime() === at.getTime())
      ?.userEmail ?? undefined;
  const settled = transitions.find(({ toStatus }) => toStatus === 'paid')?.createdAt;
  const steps: Step[] = [
    { at: link.createdAt, kind: 'created', origin: originOf({ call, scanned, audited }) },
    ...stepsOfQuotes(link, methods),
    ...deposits.flatMap((deposit) => stepsOfDeposit(deposit, conversions, settled)),
    ...conversions.flatMap((conversion) => stepsOfConversion(conversion, { link, methods })),
    ...transitions.flatMap((transition) => stepsOfTransition(transition, byWhom)),
    ...refunds.flatMap((refund) => stepsOfRefund(refund, byWhom)),
    // These come newest first, and several of the same time in their order.
    ...movements
      .toReversed()
      .map((movement): Step => ({ at: movement.createdAt, kind: 'movement', movement })),
    ...events.toReversed().map((event): Step => ({ at: event.createdAt, kind: 'event', event })),
  ];
  const proceeds = proceedsOf({ link, methods }, costOf(link, refunds, purchases));
  return { proceeds, steps: steps.sort(byTime), deposits, refunds };
}

function proceedsOf({ link, methods }: LinkWithMethods, refunded: Money): Proceeds | undefined {
  const paidWith = methods.find(({ method }) => method === link.paidWithMethod);
  if (!paidWith) return undefined;
  const fee = link.feeBearer === 'merchant' ? money(paidWith.fee) : undefined;
  return {
    fee: fee ? formatAmount(fee) : null,
    refunded: formatAmount(refunded),
    net: formatAmount(
      receivedOf(link)
        .minus(refunded)
        .minus(fee ?? ZERO),
    ),
  };
}

/**
 * The cost of refunds in the link's currency. It is the amount that left the balance for them or, for a converted
 * payment, the amount that was paid to buy them.
 */
function costOf(
  { currency }: Pick<PaymentLink, 'currency'>,
  refunds: readonly Refund[],
  purchases: readonly Conversion[],
): Money {
  const costs = refunds
    .filter(({ status }) => status !== 'failed' && status !== 'returned')
    .map((refund) => {
      if (refund.conversionId === null) return refund;
      // A quote that was not confirmed costs nothing.
      return purchases.find(({ id, status }) => id === refund.conversionId && status !== 'requested');
    });
  return costs.reduce((sum, cost) => (cost?.asset === currency ? sum.plus(money(cost.amount)) : sum), ZERO);
}

function byTime(a: Step, b: Step): number {
  return a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);
}

type Call = { credentialName: string; credentialLastFour: string; requestId: string };

async function findCall(
  on: Queryable,
  accountId: string,
  requestId: string | null,
): Promise<Call | undefined> {
  const key = requestId === null ? undefined : parseRequestId(requestId);
  const log = key && (await findLog(on, { accountId, ...key }));
  return log && requestId !== null ? { ...log, requestId } : undefined;
}

function originOf(found: {
  call: Call | undefined;
  scanned: repository.ScanOrigin | undefined;
  audited: readonly AuditEntry[];
}): Origin {
  const { call, scanned, audited } = found;
  const email = audited.find(({ action }) => action === 'payment_link.created')?.userEmail;
  if (scanned) return { by: 'counter', code: scanned };
  if (email) return { by: 'person', email };
  if (!call) return { by: 'unknown' };
  const { credentialName: name, credentialLastFour: lastFour, requestId } = call;
  return { by: 'key', name, lastFour, requestId };
}

/** The amounts that the payer was asked for, and since when; replaced quotes are no longer known. */
function stepsOfQuotes(link: PaymentLink, methods: readonly LinkMethod[]): Step[] {
  const byIssue = new Map<number, LinkMethod[]>();
  for (const method of methods.filter(({ amountDue }) => amountDue !== null)) {
    // Amounts that need no external call are issued before the link is written.
    const at = Math.max(method.instructionsIssuedAt?.getTime() ?? 0, link.createdAt.getTime());
    byIssue.set(at, [...(byIssue.get(at) ?? []), method]);
  }
  return [...byIssue].map(([at, quoted]) => ({ at: new Date(at), kind: 'quoted', methods: quoted }));
}

function stepsOfDeposit(
  deposit: repository.LinkDepositRow,
  conversions: readonly PaymentConversion[],
  settled: Date | undefined,
): Step[] {
  const { status, acceptedBy, unmatchedReason, createdAt: at, resolvedAt } = deposit;
  const isAccepted = acceptedBy !== null && unmatchedReason !== null;
  const conversion = conversions.findLast(isConversionOf(deposit));
  if (isAccepted) {
    const accepted = conversion?.createdAt ?? resolvedAt ?? at;
    return [
      { at, kind: 'unmatched', deposit },
      { at: accepted, kind: 'resolved', deposit },
    ];
  }
  const resolved: Step[] = resolvedAt ? [{ at: resolvedAt, kind: 'resolved', deposit }] : [];
  if (!conversion && !['pending', 'credited', 'failed'].includes(status))
    return [{ at, kind: 'unmatched', deposit }, ...resolved];
  const final = conversion?.createdAt ?? (status === 'credited' ? settled : undefined);
  if (final?.getTime() === at.getTime()) return [{ at, kind: 'received', deposit }, ...resolved];
  const confirmed: Step[] = final ? [{ at: final, kind: 'confirmed', deposit }] : [];
  return [{ at, kind: 'seen', deposit }, ...confirmed, ...resolved];
}

/**
 * Whether a conversion of the deposit's link is the deposit's. A deposit that was accepted may be converted together
 * with the one that completed the payment.
 */
export function isConversionOf(
  deposit: Pick<repository.LinkDepositRow, 'id' | 'acceptedBy' | 'unmatchedReason'>,
): (conversion: PaymentConversion) => boolean {
  const { id, acceptedBy, unmatchedReason } = deposit;
  const isAccepted = acceptedBy !== null && unmatchedReason !== null;
  return ({ depositId, status }) => depositId === id || (isAccepted && status !== 'failed');
}

function stepsOfConversion(conversion: PaymentConversion, { link, methods }: LinkWithMethods): Step[] {
  const { createdAt: at, finishedAt, status } = conversion;
  const started: Step = { at, kind: 'converting', conversion };
  if (!finishedAt) return [started];
  if (status !== 'settled') return [started, { at: finishedAt, kind: 'not_converted', conversion }];
  const method = methods.find((one) => one.method === conversion.method);
  const credit = method && creditOf(conversion, link, method);
  return [started, { at: finishedAt, kind: 'converted', conversion, credit }];
}

type ByWhom = (at: Date, action: string) => string | undefined;

function stepsOfTransition({ trigger, createdAt: at }: repository.TransitionRow, byWhom: ByWhom): Step[] {
  switch (trigger) {
    case 'pay':
    case 'settle':
      return [{ at, kind: 'paid', by: undefined }];
    case 'fail':
      return [{ at, kind: 'reopened', by: undefined }];
    case 'cancel':
      return [{ at, kind: 'cancelled', by: byWhom(at, 'payment_link.cancelled') }];
    case 'expire':
      return [{ at, kind: 'expired', by: undefined }];
    case 'delete':
      return [{ at, kind: 'deleted', by: byWhom(at, 'payment_link.deleted') }];
    // The deposit says so itself; a modified link stays in its state.
    case 'receive':
    case 'modify':
      return [];
  }
}

function stepsOfRefund(refund: Refund, byWhom: ByWhom): Step[] {
  const { createdAt: at, status, finishedAt, returnedAt } = refund;
  const end = status === 'failed' ? 'refund_failed' : 'refund_settled';
  return [
    { at, kind: 'refund_requested', refund, by: byWhom(at, 'refund.requested') },
    ...(finishedAt ? [{ at: finishedAt, kind: end, refund } as const] : []),
    ...(returnedAt ? [{ at: returnedAt, kind: 'refund_returned', refund } as const] : []),
  ];
}
