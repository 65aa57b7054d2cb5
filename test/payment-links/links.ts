import { expect } from 'chai';
import { advance as advanceClock } from '../../src/clock/repository.ts';
import type { Worker } from '../../src/lib/work/claim-worker.ts';
import { money } from '../../src/lib/money.ts';
import type { SimulatedOperation } from '../../src/methods/providers/simulator/operations.ts';
import {
  changeSetting,
  moveRate,
  type SettingRow,
} from '../../src/methods/providers/simulator/repository.ts';
import { nextStatus, type LinkStatus, type LinkTrigger } from '../../src/payment-links/transitions.ts';
import type { Answer, Client } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

/** The smallest amount that every method can pay, converted or not. */
export const PAYABLE_BY_ALL = '20000';
export const MINUTE_S = 60;
export const DAY_S = 24 * 3600;

export async function createLink(api: Client, fields: object = {}): Promise<any> {
  const request = { amount: PAYABLE_BY_ALL, currency: 'MXNB', description: 'Order', ...fields };
  const { status, body } = await api.post('/v1/payment_links', request);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

export async function readLink(api: Client, code: string): Promise<any> {
  return (await api.get(`/v1/payment_links/${code}`)).body;
}

export async function readMethod(api: Client, code: string, method: string): Promise<any> {
  return methodOf(await readLink(api, code), method);
}

export function methodOf(link: any, method: string): any {
  return link.methods.find((candidate: { method: string }) => candidate.method === method);
}

export function pay(api: Client, code: string, body: object): Promise<Answer> {
  return api.post(`/v1/test_helpers/payment_links/${code}/deposit`, body);
}

export function refreshQuote(api: Client, code: string, method: string): Promise<Answer> {
  return api.post(`/v1/payment_links/${code}/methods/${method}/quote`);
}

/** Advances the deployment's clock. */
export async function advance({ foundation }: TestService, seconds: number): Promise<void> {
  await foundation.db.transaction((trx) => advanceClock(trx, { seconds, mostS: 10 * 365 * DAY_S }));
}

/** The time on the deployment's clock in this many seconds. */
export async function serviceTimeIn({ database }: TestService, seconds: number): Promise<string> {
  const [row] = await database.query(`select service_now() + $1 * interval '1 second' as at`, [seconds]);
  return (row?.['at'] as Date).toISOString();
}

/** Changes how the provider behaves for one operation; settings not given are reset. */
export async function injectFault(
  { foundation }: TestService,
  operation: SimulatedOperation,
  setting: Partial<Omit<SettingRow, 'operation'>>,
): Promise<void> {
  const usual = { latencyMs: 0, answerDelayMs: 0, failure: 'none' as const };
  await foundation.db.transaction((trx) => changeSetting(trx, operation, { ...usual, ...setting }));
}

/** Removes all faults and market moves. */
export async function behave(service: TestService): Promise<void> {
  for (const operation of ['quote', 'instructions', 'confirm', 'convert', 'refund'] as const) {
    await injectFault(service, operation, {});
  }
  for (const asset of ['MXN', 'MXNB', 'USD', 'USDC', 'USDT', 'COP']) await moveMarket(service, asset, '0');
}

/** Moves an asset's value by a fraction. */
export async function moveMarket({ foundation }: TestService, asset: string, by: string): Promise<void> {
  await foundation.db.transaction((trx) => moveRate(trx, asset, money(by)));
}

/** Runs a worker until nothing is due. */
export async function runOut(worker: Worker): Promise<void> {
  while ((await worker.runOnce()) > 0);
}

/** Runs the workers, advancing the clock as needed, until nothing is waiting. */
export async function runToRest(service: TestService): Promise<void> {
  const { quotes, confirmations, transfers, expiry } = service.workers;
  for (let round = 0; round < 200; round += 1) {
    const done = await Promise.all(
      [quotes, confirmations, transfers, expiry].map((worker) => worker.runOnce()),
    );
    if (done.some((count) => count > 0)) continue;
    const [waiting] = await service.database.query(
      `select (select count(*) from deposits where status = 'pending')
            + (select count(*) from transfers where due_at is not null) as count`,
    );
    if (waiting?.['count'] === '0') return;
    await advance(service, 30);
  }
  throw new Error('the workers never finish');
}

/** The balances of one book of an account, by asset. */
export async function booksOf(
  { database }: TestService,
  accountId: string,
  book: string,
): Promise<Record<string, unknown>> {
  const rows = await database.query(
    'select asset, balance from ledger_balances where account_id = $1 and book = $2 and balance <> 0',
    [accountId, book],
  );
  return Object.fromEntries(rows.map(({ asset, balance }) => [asset, balance]));
}

/** A link's recorded triggers and states, oldest first. */
export async function historyOf({ database }: TestService, code: string): Promise<string[]> {
  const rows = await database.query(
    'select trigger, to_status from payment_link_transitions where link_code = $1 order by revision',
    [code],
  );
  return rows.map(({ trigger, to_status }) => `${String(trigger)} → ${String(to_status)}`);
}

interface HistoryRow {
  code: string;
  status: LinkStatus;
  last: number;
  deleted: boolean;
  steps: { revision: number; trigger: LinkTrigger; from: LinkStatus; to: string }[];
}

/** Fails unless all links, or those of one account, have a complete history of allowed transitions. */
export async function requireLegalHistories({ database }: TestService, accountId?: string): Promise<void> {
  const rows = (await database.query(
    `select l.code, l.status, l.revision as last, l.deleted_at is not null as deleted,
            coalesce(json_agg(json_build_object(
              'revision', t.revision, 'trigger', t.trigger, 'from', t.from_status, 'to', t.to_status)
              order by t.revision)
              filter (where t.revision is not null), '[]') as steps
       from payment_links l
       left join payment_link_transitions t on t.account_id = l.account_id and t.link_code = l.code
      where $1::uuid is null or l.account_id = $1
      group by l.account_id, l.code`,
    [accountId ?? null],
  )) as unknown as HistoryRow[];
  for (const { code, status, last, deleted, steps } of rows) {
    let present = 'active';
    for (const [index, { revision, trigger, from, to }] of steps.entries()) {
      const step = `${code}: step ${revision}, ${from} ${trigger} ${to}`;
      expect(revision, step).to.equal(index + 1);
      expect(from, step).to.equal(present);
      expect(nextStatus(from, trigger), step).to.equal(to);
      present = to;
    }
    expect(last, `${code} has its complete history`).to.equal(steps.length);
    expect(deleted ? 'deleted' : status, `${code} is in the state its history ends in`).to.equal(present);
  }
}
