import { OPERATOR } from '../../src/audit-log/record.ts';
import type { Trx } from '../../src/db/connect.ts';
import type { LinkRefundRequest } from '../../src/deposits/refunds.ts';
import type { Foundation } from '../../src/composition/foundation.ts';
import type { Work } from '../../src/idempotency/run-once.ts';
import { newId } from '../../src/lib/ids.ts';
import { money } from '../../src/lib/money.ts';
import type { DestinationParts } from '../../src/treasury/destination.ts';
import type { Conversion, Refund, Withdrawal } from '../../src/transfers/transfer.ts';
import type { WithdrawalRequest } from '../../src/transfers/withdrawals.ts';
import type { TestAccount } from '../support/service.ts';

/** Starts a withdrawal as the operator does: at once, unless the account's limit is reached. */
export async function startWithdrawal(
  { withdrawals }: Pick<Foundation, 'withdrawals'>,
  trx: Trx,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  return (await withdrawals.create(trx, OPERATOR, request)).withdrawal;
}

/** Starts a withdrawal of MXNB by SPEI, and returns its id. */
export function withdraw(account: TestAccount, amount: string): Promise<string> {
  return withdrawMxnb(account, amount, 'SPEI', { clabe: '032180000118359719' });
}

/** Starts a withdrawal of MXNB to an address on Arbitrum, and returns its id. */
export function withdrawOnChain(account: TestAccount, amount: string, address: string): Promise<string> {
  return withdrawMxnb(account, amount, 'MXNB', { address, network: 'Arbitrum' });
}

async function withdrawMxnb(
  { foundation, id: accountId }: TestAccount,
  amount: string,
  method: string,
  destination: DestinationParts,
): Promise<string> {
  const request = { accountId, asset: 'MXNB', amount: money(amount), method, destination, requestId: null };
  return (await foundation.db.transaction((trx) => startWithdrawal(foundation, trx, request))).id;
}

/** Confirms a quoted conversion as the operator does. */
export async function confirmConversion(
  { conversions }: Pick<Foundation, 'conversions'>,
  trx: Trx,
  accountId: string,
  id: string,
): Promise<Conversion> {
  return (await conversions.confirm(trx, OPERATOR, accountId, id)).conversion;
}

/** Starts a refund of a link as the operator does: of a converted payment, at a quote that is confirmed at once. */
export async function refundAsOperator(
  foundation: Foundation,
  request: Omit<LinkRefundRequest, 'reason'>,
): Promise<Refund> {
  const work = await refundWork(foundation, request);
  return foundation.db.transaction(typeof work === 'function' ? work : await work.ask(newId()));
}

/** What `refundAsOperator` does, to be run once. */
export async function refundWork(
  { refunds, refundQuotes, conversions }: Foundation,
  asked: Omit<LinkRefundRequest, 'reason'>,
): Promise<Work<Refund>> {
  const request = { ...asked, reason: null };
  const purchase = await refundQuotes.prepare(OPERATOR, request);
  if (!purchase) return async (trx) => (await refunds.refundLink(trx, OPERATOR, request)).refund;
  return {
    ask: async (providerKey) => {
      const quote = await conversions.requestQuote(purchase, providerKey);
      return async (trx) => {
        const { refund } = await refundQuotes.create(trx, OPERATOR, request, purchase, quote);
        return (await refundQuotes.confirm(trx, OPERATOR, asked.accountId, refund.id)).refund;
      };
    },
  };
}

/** The same for an unmatched deposit. */
export async function refundUnmatched(
  { inbox }: Pick<Foundation, 'inbox'>,
  trx: Trx,
  accountId: string,
  depositId: string,
  destination: DestinationParts = {},
): Promise<Refund> {
  return (await inbox.refund(trx, OPERATOR, accountId, depositId, { destination, reason: null })).refund;
}
