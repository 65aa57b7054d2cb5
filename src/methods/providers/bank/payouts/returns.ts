import type { Trx } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { money } from '../../../../lib/money.ts';
import type { NachaReturn } from '../payments/index.ts';
import { listOrders, noteReturn, type OrderRow } from './repository.ts';

interface Parts {
  logger: Logger;
  /** The accounts that the file may belong to. */
  accounts: readonly string[];
}

/**
 * Records the clearing house's reports on our payments, which are returns with their reasons, and payments to a
 * corrected account. They move no money and end no payment; a returned one is returned when the books have its credit,
 * which then has this reason (D42). Returns the reason why the file cannot be believed, which is that it names none of
 * our payments, or one otherwise than we sent it.
 */
export async function noteReturns(
  trx: Trx,
  { logger, accounts }: Parts,
  returns: readonly NachaReturn[],
): Promise<string | undefined> {
  const ids = [...new Set(returns.map(({ instructionId }) => instructionId))];
  const orders = new Map<string, OrderRow>();
  for (const account of accounts) {
    for (const order of await listOrders(trx, { account, ids })) orders.set(order.id, order);
  }
  const ours = returns.flatMap((one) => {
    const order = orders.get(one.instructionId);
    return order ? [{ ...one, order }] : [];
  });
  if (ours.length === 0) return 'It names no payment that was sent from here.';
  const wrong = ours.find((one) => !isOf(one, one.order));
  if (wrong) return `It names the payment ${wrong.order.id} otherwise than it was sent: ask the bank.`;
  for (const { order, kind, code } of ours) {
    const remark = kind === 'return' ? wordsOfReturn(code) : wordsOfChange(code);
    await noteReturn(trx, { id: order.id, code: kind === 'return' ? code : null, remark });
    logger.warn('bank remark on a payment', { order: order.id, words: remark });
  }
  return undefined;
}

function isOf({ kind, amount, isOfCredit }: NachaReturn, { batchId, amount: sent }: OrderRow): boolean {
  if (batchId === null || !isOfCredit) return false;
  return kind === 'change' ? amount.isZero() : amount.eq(money(sent));
}

function wordsOfReturn(code: string): string {
  return `${code}: the payee's bank returns it. It is returned when the credit is in the books.`;
}

/** By Nacha's codes; the right value is in the file. */
const CHANGES: Readonly<Record<string, string>> = {
  ...{ C01: 'account number', C02: 'routing number', C03: 'routing and account number', C04: 'name' },
  ...{ C05: 'kind of account', C06: 'account number and kind of account' },
  C07: 'routing number, account number and kind of account',
};

function wordsOfChange(code: string): string {
  const what = CHANGES[code] ?? 'something';
  return `${code}: it was paid, but the payee's bank has corrected the ${what}: change the saved destination before the next payment, to what the file says.`;
}
