import { expect } from 'chai';
import { v7 } from 'uuid';
import { LogBatch, type NewLog } from '../../../src/request-logs/batch.ts';
import { insertLogs, makePartitions } from '../../../src/request-logs/repository.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import type { Person } from '../people.ts';

const HOUR_MS = 3600_000;

/** Puts a call of the account's key into the log, as of some hours ago, and returns its id. */
export async function writeCall(
  { foundation }: TestService,
  account: TestAccount,
  call: Partial<NewLog> = {},
  hoursAgo = 0,
): Promise<string> {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  const id = v7({ msecs: at.getTime() });
  const row: NewLog = {
    account_id: account.id,
    created_at: at.toISOString(),
    id,
    method: 'GET',
    path: '/v1/ping',
    query: null,
    headers: null,
    operation: 'getPing',
    status: 200,
    error_code: null,
    error_param: null,
    duration_ms: 3,
    ip: '192.0.2.7',
    credential_id: account.key.id,
    credential_name: 'Test key',
    credential_last_four: account.key.lastFour,
    idempotency_key: null,
    api_version: '2026-11-01',
    request_body: null,
    response_body: null,
    details: null,
    replayed: false,
    ...call,
  };
  const day = at.toISOString().slice(0, 10);
  const batch = new LogBatch();
  batch.add(row);
  await foundation.db.transaction(async (trx) => {
    if (hoursAgo > 0) await makePartitions(trx, { first: day, last: day });
    await insertLogs(trx, batch);
  });
  return id;
}

/** A page of the call log as a browser would show its entities. `part` comes after the log's own path. */
export async function readCallLog({ visitor }: Person, accountId: string, part = ''): Promise<string> {
  const { status, text } = await visitor.get(`/panel/accounts/${accountId}/call-log${part}`);
  expect(status, part).to.equal(200);
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
