import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { findDepositAccount } from '../../src/deposits/records-repository.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { money } from '../../src/lib/money.ts';
import type { DestinationParts } from '../../src/treasury/destination.ts';
import type { Refund } from '../../src/transfers/transfer.ts';
import { eventsOf, type RecordedEvent } from '../events/events.ts';
import { behave, createLink, injectFault, pay } from '../payment-links/links.ts';
import type { TestAccount, TestService } from '../support/service.ts';
import { refundAsOperator, refundUnmatched } from './started.ts';

/** Longer than any claim of a transfer lasts. */
export const LEASE_S = 30;

/** Methods without conversion, so that the balance is what the payer sent. */
const METHOD_OF: Record<string, string> = { MXNB: 'MXNB', USDC: 'USDC', COP: 'BREB' };

/** Funds an account through a paid link. Returns the link and its deposit. */
export async function fund(
  { api }: TestAccount,
  currency: string,
  amount: string,
): Promise<{ code: string; depositId: string }> {
  const method = METHOD_OF[currency] ?? '';
  const { code } = await createLink(api, { amount, currency, accepted_methods: [method] });
  const { status, body } = await pay(api, code, { method });
  expect(status, JSON.stringify(body)).to.equal(201);
  return { code, depositId: body.id };
}

/** Resets to no fees and no faults; tests set what they need. */
export async function restore(service: TestService): Promise<void> {
  await behave(service);
  await injectFault(service, 'pay_out', {});
  await setFees(service, '0', '0');
  await service.database.query('update payment_methods set enabled = true');
}

export async function setFees({ database }: TestService, rate: string, fixed: string): Promise<void> {
  await database.query('update payment_methods set fee_rate = $1, fee_fixed = $2', [rate, fixed]);
}

/** A payer's own wallet: the address that an on-chain payment came from may be an exchange's. */
export const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

/** What a refund of a deposit must name: on chain a wallet, elsewhere nothing. */
export async function refundDestinationOf(
  { database }: TestService,
  depositId: string,
): Promise<DestinationParts> {
  const [row] = await database.query('select network from deposits where id = $1', [depositId]);
  const network = row?.['network'] as string | null;
  return network === null ? {} : { address: WALLET, network };
}

/** Refunds a link to its payer as the operator, all that is left of it unless an amount is given. */
export async function refundLink(
  service: TestService,
  accountId: string,
  code: string,
  amount?: string,
): Promise<Refund> {
  const [paying] = await service.database.query(
    `select id from deposits where payment_link_code = $1 and status = 'credited'`,
    [code],
  );
  const destination = paying ? await refundDestinationOf(service, String(paying['id'])) : {};
  const asked = amount === undefined ? undefined : money(amount);
  return refundAsOperator(service.foundation, { accountId, code, amount: asked, destination });
}

/** Sends an unmatched deposit back to its payer. */
export async function refundDeposit(service: TestService, depositId: string): Promise<Refund> {
  const { db, inbox } = service.foundation;
  const destination = await refundDestinationOf(service, depositId);
  const accountId = (await findDepositAccount(db.read, depositId)) ?? '';
  return db.transaction((trx) => refundUnmatched({ inbox }, trx, accountId, depositId, destination));
}

/** Available and pending by asset, from the API. */
export async function balancesOf({ api }: TestAccount): Promise<Record<string, string>> {
  const { body } = await api.get('/v1/balances');
  return Object.fromEntries(
    body.data.map((balance: any) => [balance.asset, `${balance.available} + ${balance.pending}`]),
  );
}

/** The account's movements caused by one record, oldest first. */
export async function movementsOf({ api }: TestAccount, id: string): Promise<string[]> {
  const { body } = await api.get('/v1/transactions?limit=100');
  return body.data
    .filter(({ source }: any) => source.id === id)
    .map(({ type, amount, asset, source }: any) => `${type} of ${source.object}: ${amount} ${asset}`)
    .reverse();
}

/** The postings of one type of entry for a record. */
export async function postingsOf({ database }: TestService, id: string, type: string): Promise<string[]> {
  const rows = await database.query(
    `select p.book, p.asset, p.amount from ledger_entries e
       join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
      where e.source_id = $1 and e.type = $2 order by p.asset, p.book`,
    [id, type],
  );
  return rows.map(({ book, asset, amount }) => `${String(book)} ${String(amount)} ${String(asset)}`);
}

/** What the provider's own books have for a transfer. */
export async function executionsOf({ database }: TestService, id: string): Promise<any[]> {
  return database.query(
    `select operation, reference, asset, amount, details from simulator_operations
      where idempotency_key like '%:' || $1 and refusal is null`,
    [id],
  );
}

/** A transfer as it is stored. */
export async function transferRow({ database }: TestService, id: string): Promise<any> {
  const [row] = await database.query(
    `select *, extract(epoch from due_at - service_now())::float8 as due_in_s from transfers where id = $1`,
    [id],
  );
  return row;
}

/** The events since the given ones, by type. */
export async function eventsSince(
  service: TestService,
  accountId: string,
  earlier: readonly RecordedEvent[],
): Promise<{ type: string; data: object }[]> {
  const known = new Set(earlier.map((event) => event.id));
  return (await eventsOf(service, accountId))
    .filter((event) => !known.has(event.id))
    .map(({ type, data }) => ({ type, data }));
}

/** Everything stored about an account's money, to check that a refusal left nothing behind. */
export async function traceOf({ database }: TestService, accountId: string): Promise<object> {
  const [row] = await database.query(
    `select (select json_agg(b order by asset, book) from ledger_balances b where account_id = $1) as balances,
            (select count(*) from ledger_entries where account_id = $1) as entries,
            (select json_agg(p order by id) from transfers p where account_id = $1) as transfers,
            (select json_agg(l order by code) from payment_links l where account_id = $1) as links,
            (select json_agg(d order by id) from deposits d where account_id = $1) as deposits,
            (select count(*) from events where account_id = $1) as events`,
    [accountId],
  );
  return row ?? {};
}

/** The message of a refusal; throws when the attempt succeeded or failed in any other way. */
export async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const outcome = await attempt.then(
    (answer) => new Error(`it was not refused but returned ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof DomainError) return outcome.message;
  throw outcome;
}

export async function requireSoundBooks({ foundation }: TestService): Promise<void> {
  const { discrepancies } = await foundation.db.snapshot(verifyLedger);
  expect(discrepancies).to.deep.equal([]);
}
