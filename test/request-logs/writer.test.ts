import { expect } from 'chai';
import pg from 'pg';
import { readBodyShapes } from '../../src/contract/body-shapes.ts';
import { connect, type Database } from '../../src/db/connect.ts';
import { newId, newRequestId } from '../../src/lib/ids.ts';
import type { LogFields, Logger } from '../../src/lib/logger.ts';
import { createMetrics, type Metrics } from '../../src/lib/metrics.ts';
import { recordCall, type AnsweredCall } from '../../src/request-logs/record.ts';
import { createRedaction } from '../../src/request-logs/redaction.ts';
import { LogBatch, type NewLog } from '../../src/request-logs/batch.ts';
import { findLog, insertLogs } from '../../src/request-logs/repository.ts';
import { RequestLogWriter } from '../../src/request-logs/writer.ts';
import { itOnOneDay } from '../support/clock.ts';
import { contract } from '../support/contract.ts';
import { createTestDatabase, findWaiting, type TestDatabase } from '../support/database.ts';
import { until } from '../support/poll.ts';

const redaction = createRedaction(readBodyShapes(contract as never));

const NEW_LOG: NewLog = {
  account_id: newId(),
  created_at: new Date().toISOString(),
  id: newId(),
  method: 'GET',
  path: '/v1/ping',
  query: null,
  headers: null,
  operation: 'getPing',
  status: 200,
  error_code: null,
  error_param: null,
  duration_ms: 1,
  ip: '127.0.0.1',
  credential_id: newId(),
  credential_name: 'Web shop',
  credential_last_four: 'x7Qp',
  idempotency_key: null,
  api_version: '2026-11-01',
  request_body: null,
  response_body: null,
  details: null,
  replayed: false,
};

const CALL: AnsweredCall = {
  requestId: newRequestId(),
  accountId: newId(),
  credential: { id: newId(), name: 'Web shop', lastFour: 'x7Qp' },
  method: 'GET',
  path: '/v1/ping',
  query: undefined,
  headers: {},
  operation: 'getPing',
  status: 200,
  errorCode: null,
  durationMs: 1.4,
  ip: '127.0.0.1',
  apiVersion: '2026-11-01',
  replayed: false,
  requestBody: undefined,
  answerBody: { ok: true },
  isSummary: false,
};

function batchOf(...rows: NewLog[]): LogBatch {
  const batch = new LogBatch();
  for (const row of rows) batch.add(row);
  return batch;
}

describe('the writer of the call log', () => {
  let database: TestDatabase;
  let db: Database;
  let metrics: Metrics;
  let writer: RequestLogWriter;
  let said: { level: string; message: string; fields: LogFields }[];

  beforeEach(async () => {
    database = await createTestDatabase();
    said = [];
    const say =
      (level: string) =>
      (message: string, fields: LogFields = {}): void =>
        void said.push({ level, message, fields });
    const logger: Logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
    db = connect({ connectionString: database.url, maxTransactions: 2, logger });
    metrics = createMetrics();
    writer = new RequestLogWriter({ db, logger, metrics });
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });

  const record = (count: number): string[] =>
    Array.from({ length: count }, () => {
      const requestId = newRequestId();
      recordCall(writer, redaction, { ...CALL, requestId, accountId: newId() });
      return requestId;
    });
  const written = async (): Promise<string[]> => {
    const rows = await database.query("select 'req_' || replace(id::text, '-', '') as id from request_logs");
    return rows.map((row) => row['id'] as string);
  };
  const untilWritten = (count: number): Promise<void> =>
    until(async () => (await written()).length === count, { what: `${count} rows` });
  const untilSaid = (part: string): Promise<void> =>
    until(() => said.some(({ message }) => message.includes(part)), { what: `"${part}" in the log` });
  /** As the owner, keeps the service's role from writing, like a database in trouble. */
  const refuseWrites = () => database.query('revoke insert on request_logs from payments_app');
  const allowWrites = () => database.query('grant insert on request_logs to payments_app');

  it('writes a row soon, by itself', async () => {
    const ids = record(1);
    await untilWritten(1);
    expect(await written()).to.deep.equal(ids);
  });

  it('writes many rows, each once', async () => {
    const ids = record(1_234);
    await untilWritten(1_234);
    expect(await written()).to.have.members(ids);
    expect(said).to.deep.equal([]);
  });

  it('has written everything once it is closed', async () => {
    const ids = record(520);
    await writer.close();
    expect(await written()).to.have.members(ids);
  });

  it('keeps its rows while the database refuses them', async () => {
    await refuseWrites();
    const ids = record(3);
    await untilSaid('will be retried');
    ids.push(...record(2));
    await allowWrites();
    await untilWritten(5);
    expect(await written()).to.have.members(ids);
  });

  it('continues after its connection was cut in the middle of a batch', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin; lock table request_logs in exclusive mode');
    const ids = record(2);
    const waitingBatches = () => findWaiting(database, 'insert into request_logs%');
    await until(async () => (await waitingBatches()).length === 1, { what: 'a batch is waiting' });
    await database.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [
      await waitingBatches(),
    ]);
    await holder.query('rollback');
    await holder.end();
    await untilWritten(2);
    expect(await written()).to.have.members(ids);
  });

  it('stores a row once when it is sent again after a batch with an unknown outcome', async () => {
    await db.transaction((trx) => insertLogs(trx, batchOf(NEW_LOG)));
    await db.transaction((trx) => insertLogs(trx, batchOf(NEW_LOG, { ...NEW_LOG, id: newId() })));
    expect(await written()).to.have.length(2);
  });

  it('stores any characters', async () => {
    const strange = 'a\x1cb"\'\\,{}\t\n\\N ñ 😀';
    const row = {
      ...NEW_LOG,
      path: strange,
      credential_name: '',
      idempotency_key: strange,
      response_body: JSON.stringify({ strange: `${strange}\0\x1d\x1e\x1f\ud83d` }),
    };
    await db.transaction((trx) => insertLogs(trx, batchOf(row)));
    const [stored] = await database.query('select * from request_logs');
    expect({ ...stored, created_at: (stored?.['created_at'] as Date).toISOString() }).to.deep.equal({
      ...row,
      response_body: JSON.parse(row.response_body),
    });
  });

  it('stores the details of a change in a fraction of their length, and shows them whole', async () => {
    const fields = {
      object: 'payment_link',
      description: 'ñ😀'.repeat(200),
      url: 'https://pay.example.com/',
    };
    const requestId = newRequestId();
    const call = {
      ...CALL,
      requestId,
      method: 'POST',
      path: '/v1/payment_links',
      operation: 'createPaymentLink',
      headers: { 'user-agent': 'shop/1.0' },
      requestBody: { amount: '10', description: fields.description },
      answerBody: fields,
    };
    recordCall(writer, redaction, call);
    recordCall(writer, redaction, { ...call, requestId: newRequestId(), replayed: true });
    await untilWritten(2);
    const rows = await database.query(
      `select id, account_id, created_at as "createdAt", pg_column_size(l) as bytes from request_logs l order by replayed`,
    );
    const entries = [];
    for (const { id, account_id: accountId, createdAt } of rows)
      entries.push(await findLog(db.read, { id, accountId, createdAt } as never));
    const [packed, plain] = entries;
    expect(packed).to.deep.include({
      headers: { 'User-Agent': 'shop/1.0' },
      requestBody: call.requestBody,
      responseBody: fields,
    });
    expect({ ...packed, id: '', createdAt: '', replayed: true }).to.deep.equal({
      ...plain,
      id: '',
      createdAt: '',
    });
    expect(Number(rows[0]?.['bytes'])).to.be.lessThan(Number(rows[1]?.['bytes']) / 3);
  });

  it('stores a batch of any size', async () => {
    const body = JSON.stringify({ text: '😀ñ'.repeat(1_000) });
    const rows = Array.from({ length: 100 }, () => ({ ...NEW_LOG, id: newId(), response_body: body }));
    await db.transaction((trx) => insertLogs(trx, batchOf(...rows)));
    const stored = await database.query('select id, response_body from request_logs');
    expect(stored).to.have.deep.members(
      rows.map(({ id }) => ({ id, response_body: JSON.parse(body) as unknown })),
    );
  });

  it('stores a replacement for characters that cannot be stored', async () => {
    const row = { ...NEW_LOG, path: 'a\x1db\x1ec\x1fd\0', ip: '\x1d', idempotency_key: '\x1d' };
    await db.transaction((trx) => insertLogs(trx, batchOf(row)));
    const [stored] = await database.query('select path, ip, idempotency_key from request_logs');
    expect(stored).to.deep.equal({
      path: 'a\ufffdb\ufffdc\ufffdd\ufffd',
      ip: '\ufffd',
      idempotency_key: '\ufffd',
    });
  });

  it('drops rows beyond its capacity, and logs how many', async () => {
    await refuseWrites();
    const ids = record(10_005);
    await untilSaid('dropped');
    const { level, fields } = said.find(({ message }) => message.includes('dropped'))!;
    expect({ level, fields }).to.deep.equal({ level: 'warn', fields: { rows: 5 } });
    expect(await metrics.expose()).to.match(/^payments_request_log_dropped_total 5$/m);
    await allowWrites();
    await untilWritten(10_000);
    expect(await written()).to.have.members(ids.slice(0, 10_000));
    expect(said.filter(({ message }) => message.includes('dropped'))).to.have.length(1);
  });

  it('lets the process exit without the database, and logs what is lost', async () => {
    await refuseWrites();
    record(2);
    await writer.close();
    const lost = said.find(({ message }) => message.includes('lost at shutdown'));
    expect(lost?.fields).to.deep.equal({ rows: 2 });
  });

  itOnOneDay('creates the days it needs, and some ahead', async () => {
    await database.query(
      `do $$ declare name text; begin
         for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'request_logs'::regclass
         loop execute 'drop table ' || name; end loop;
       end $$`,
    );
    record(1);
    await untilWritten(1);
    const days = await database.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_logs'::regclass order by 1`,
    );
    const named = (offset: number): string =>
      `request_logs_${new Date(Date.now() + offset * 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`;
    expect(days.map((row) => row['name'])).to.deep.equal([-1, 0, 1, 2, 3].map(named));
  });

  it('recreates a day that was removed', async () => {
    record(1);
    await untilWritten(1);
    const [partition] = await database.query('select tableoid::regclass::text as name from request_logs');
    await database.query(`drop table ${String(partition?.['name'])}`);
    const ids = record(1);
    await untilWritten(1);
    expect(await written()).to.deep.equal(ids);
  });
});
