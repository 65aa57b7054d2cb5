import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { money } from '../../../src/lib/money.ts';
import type { ReportedDeposit } from '../../../src/methods/providers/provider.ts';
import type { RailAccess } from '../../../test/support/outside/rail/adapter.ts';
import { writeNotice } from '../../../test/support/outside/rail/notices.ts';
import type { Unpaid } from '../payments/stock.ts';

const AT_ONCE = 16;
const METHOD = 'SPEI';

/** A bank that says all in its notices, which it signs; nothing answers at its address. */
export const BANK: RailAccess = {
  name: 'bank',
  url: 'http://127.0.0.1:9',
  secret: randomBytes(32).toString('hex'),
};

/** What payers send for links: a final deposit for each, to its own destination, of exactly what is due. */
export async function paymentsOf(owner: pg.Client, unpaid: readonly Unpaid[]): Promise<ReportedDeposit[]> {
  const { rows } = await owner.query<Record<'code' | 'destination' | 'reference' | 'asset' | 'due', string>>(
    `select m.link_code as code, m.destination, m.reference, m.asset, m.amount_due as due
       from unnest($1::uuid[], $2::text[]) with ordinality as u (account_id, code, nth)
       join payment_link_methods m on m.account_id = u.account_id and m.link_code = u.code and m.method = $3
      order by u.nth`,
    [unpaid.map(({ account }) => account.id), unpaid.map(({ code }) => code), METHOD],
  );
  if (rows.length < unpaid.length) throw new Error(`${unpaid.length - rows.length} links have no ${METHOD}`);
  return rows.map(({ destination, reference, asset, due }) => ({
    ...{ method: METHOD, destination, reference, asset, network: null, amount: money(due), final: true },
    providerReference: randomUUID(),
    payer: { name: 'Juana Inés' },
  }));
}

/** Puts them into the inbox by the notices of the bank, as fast as they are received. */
export async function tellAll(url: string, deposits: readonly ReportedDeposit[]): Promise<void> {
  const left = deposits.values();
  const inTurn = async (): Promise<void> => {
    for (const deposit of left) await tell(url, deposit);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
}

async function tell(url: string, deposit: ReportedDeposit): Promise<void> {
  const { headers, body } = writeNotice(BANK.secret, { type: 'deposit', deposit });
  const response = await fetch(`${url}/providers/${BANK.name}/notices`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`a notice was answered by ${response.status}: ${await response.text()}`);
}
