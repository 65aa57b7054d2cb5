import { expect } from 'chai';
import { eventsOf } from '../events/events.ts';
import {
  booksOf,
  createLink,
  historyOf,
  pay,
  readLink,
  requireLegalHistories,
} from '../payment-links/links.ts';
import type { TestAccount, TestService } from '../support/service.ts';
import { requireSoundBooks } from '../transfers/rig.ts';

/** Pays a new link in another asset, which is converted. */
export async function payConverted({ api }: TestAccount): Promise<{ code: string; depositId: string }> {
  const { code } = await createLink(api);
  const { body } = await pay(api, code, { method: 'USDC' });
  return { code, depositId: body.id };
}

/** The conversion of a deposit as it is stored. */
export async function conversionOf({ database }: TestService, depositId: string) {
  const [row] = await database.query(
    `select id, status, attempts, stuck_at, extract(epoch from due_at - service_now())::float8 as due_in_s
       from transfers where deposit_id = $1`,
    [depositId],
  );
  return row as { id: string; status: string; attempts: number; stuck_at: Date | null; due_in_s: number };
}

/** How often the provider converted the money of this link. */
export async function conversionsAtProvider({ database }: TestService, code: string): Promise<number> {
  const [row] = await database.query(
    `select count(*)::int as count from simulator_operations o
       join payment_link_methods m on m.quote_reference = o.details ->> 'quoteReference'
      where o.operation = 'convert' and o.refusal is null and m.link_code = $1`,
    [code],
  );
  return row?.['count'] as number;
}

/** The link is paid, and its money was converted, credited and told once. */
export async function requirePaidOnce(
  service: TestService,
  account: TestAccount,
  code: string,
): Promise<void> {
  expect((await readLink(account.api, code)).status).to.equal('paid');
  expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'settle → paid']);
  expect(await conversionsAtProvider(service, code)).to.equal(1);
  const types = (await eventsOf(service, account.id)).map(({ type }) => type);
  expect(types).to.deep.equal([
    'balance.updated',
    'conversion.completed',
    'deposit.completed',
    'payment_link.paid',
  ]);
  expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '20000.00000000' });
  expect(await booksOf(service, account.id, 'pending')).to.deep.equal({});
  await requireAgreement(service);
}

/** The books and the histories of all links are sound. */
export async function requireAgreement(service: TestService): Promise<void> {
  await requireLegalHistories(service);
  await requireSoundBooks(service);
}
