import { randomUUID } from 'node:crypto';
import type { Entry } from '../../../src/ledger/post.ts';
import { arrival, entryOf, postAlone } from '../../ledger/entries.ts';
import type { TestAccount, TestService } from '../../support/service.ts';

/** The service's time, from now on. Sessions that were begun before may be over by then. */
export async function setTime({ database }: TestService, at: Date): Promise<void> {
  await database.query('update service_clock set advanced_by = $1::timestamptz - now()', [at]);
}

/** A link that is created, and paid at once if a method is given. Returns its code. */
export async function createLink(
  { api }: TestAccount,
  fields: { amount?: string; currency?: string; expires_at?: string } = {},
  method?: string,
): Promise<string> {
  const link = { amount: '1500', currency: 'MXNB', description: 'Order 7', ...fields };
  const { body } = await api.post('/v1/payment_links', link);
  const code = body.code as string;
  if (method !== undefined) await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method });
  return code;
}

/** Six weeks of payments by several methods, with fees and withdrawals; the last ones are real payments of links. */
export async function collectForWeeks(service: TestService, account: TestAccount, end: Date): Promise<void> {
  const { db } = service.foundation;
  const post = (entry: Entry) => postAlone(db, entry);
  const amounts = ['1200.5', '310', '4875.25', '99.99', '2600', '750', '18.5'];
  for (let day = 41; day > 0; day--) {
    if (day % 9 === 4) continue;
    await setTime(service, new Date(end.getTime() - day * 24 * 3600_000));
    const amount = amounts[day % amounts.length]!;
    await post(arrival(account.id, 'MXNB', amount, { method: 'SPEI', paymentLinkCode: linkCode(day) }));
    await post(spending(account.id, 'fee', 'MXNB', '4.5'));
    if (day % 3 === 0)
      await post(arrival(account.id, 'MXNB', '640', { method: 'USDC', paymentLinkCode: linkCode(day + 50) }));
    if (day % 5 === 0) await post(spending(account.id, 'withdrawal', 'MXNB', '350.12345678'));
    if (day % 4 === 0)
      await post(
        arrival(account.id, 'USDC', '120', { method: 'USDC', paymentLinkCode: linkCode(day + 100) }),
      );
  }
  await setTime(service, end);
}

/** Money that leaves the available balance. */
export function spending(
  accountId: string,
  type: 'fee' | 'withdrawal',
  asset: string,
  amount: string,
): Entry {
  const source = { object: type === 'fee' ? 'deposit' : type, id: randomUUID() };
  const fields = { type, source } as const;
  return entryOf(
    accountId,
    [
      ['available', asset, `-${amount}`],
      [type === 'fee' ? 'fee' : 'pending', asset, amount],
    ],
    fields,
  );
}

const linkCode = (number: number): string => `PL-TEST-0000-${String(number).padStart(4, '0')}`;
