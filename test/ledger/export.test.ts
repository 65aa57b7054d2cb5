import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createApi } from '../../src/composition/app.ts';
import type { Database } from '../../src/db/connect.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Entry } from '../../src/ledger/post.ts';
import { sharedContract } from '../support/contract.ts';
import { until } from '../support/poll.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { arrival, entryOf, postAlone } from './entries.ts';
import { accountWithHistory, isQuiet, openExport, recordPayments } from './long-history.ts';

const COLUMNS =
  'id,type,asset,amount,balance_after,source_object,source_id,payment_link_code,request_id,created_at\r\n';
const FIELDS = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' };

describe('the export of movements', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const post = (entry: Entry) => postAlone(service.foundation.db, entry);
  const exported = async (accept: string, query = '', headers: Record<string, string> = {}) => {
    const answer = await account.api.get(`/v1/transactions${query}`, { headers: { accept, ...headers } });
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  };
  const listed = async () => (await account.api.get('/v1/transactions?limit=100')).body.data as any[];
  const postTwo = async () => {
    await post(
      arrival(account.id, 'MXNB', '1500', {
        source: { object: 'deposit', id: 'says "hello",\r\nworld' },
        paymentLinkCode: 'PL-7K2M-9QX4-B1TZ',
        requestId: 'req_1',
      }),
    );
    await post(
      entryOf(
        account.id,
        [
          ['available', 'MXNB', '-22.5'],
          ['fee', 'MXNB', '22.5'],
        ],
        { type: 'fee', source: { object: 'deposit', id: 'd' } },
      ),
    );
    return listed();
  };

  it('is a CSV table, newest first, quoted where needed', async () => {
    const [fee, payment] = await postTwo();
    const { text, headers } = await exported('text/csv');
    expect(text).to.equal(
      COLUMNS +
        `${fee.id},fee,MXNB,-22.50000000,1477.50000000,deposit,d,,,${fee.created_at}\r\n` +
        `${payment.id},payment,MXNB,1500.00000000,1500.00000000,deposit,"says ""hello"",\r\nworld",` +
        `PL-7K2M-9QX4-B1TZ,req_1,${payment.created_at}\r\n`,
    );
    expect(Object.fromEntries(headers)).to.include(FIELDS);
    for (const name of ['x-request-id', 'service-version', 'ratelimit-limit', 'ratelimit-remaining']) {
      expect(headers.get(name), name).not.to.equal(null);
    }
  });

  it('is one line of JSON per movement, as in a page', async () => {
    const movements = await postTwo();
    const { text, headers } = await exported('application/x-ndjson');
    expect(text).to.equal(movements.map((movement) => `${JSON.stringify(movement)}\n`).join(''));
    expect(headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8');
  });

  it('uses "kind" for the type of a movement in the version that did', async () => {
    const [fee] = await postTwo();
    const old = { 'service-version': '2026-05-01' };
    const csv = (await exported('text/csv', '', old)).text.split('\r\n');
    expect(csv[0]).to.equal(COLUMNS.trim().replace('type', 'kind'));
    expect(csv[1]).to.match(new RegExp(`^${fee.id},fee,MXNB,`));
    const [line = ''] = (await exported('application/x-ndjson', '', old)).text.split('\n');
    const { type, ...rest } = fee;
    expect(JSON.parse(line)).to.deep.equal({ ...rest, kind: type });
  });

  it('is complete however many batches it takes, and respects the filters', async () => {
    await recordPayments(service, account.id, 2_500);
    await post(arrival(account.id, 'USDC', '1'));
    const lines = (await exported('application/x-ndjson')).text.trim().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
    expect(new Set(ids).size).to.equal(2_501);
    expect((await exported('text/csv', '?asset=MXNB')).text.split('\r\n')).to.have.length(2_502);
    expect((await exported('text/csv', '?asset=USDC')).text.split('\r\n')).to.have.length(3);
    expect((await exported('text/csv', '?type=refund')).text).to.equal(COLUMNS);
    const [newest] = await listed();
    const since = `?created_after=${newest.created_at}`;
    expect((await exported('application/x-ndjson', since)).text).to.equal(`${JSON.stringify(newest)}\n`);
    expect((await exported('application/x-ndjson', '?type=refund')).text).to.equal('');
  });

  it('contains nothing from other accounts', async () => {
    const stranger = await service.createAccount();
    await post(arrival(stranger.id, 'MXNB', '1'));
    expect((await exported('text/csv')).text).to.equal(COLUMNS);
  });

  it('is sent to clients that prefer it over a page', async () => {
    const csv = 'text/csv; charset=utf-8';
    const json = 'application/json; charset=utf-8';
    const preferences = {
      '*/*': json,
      'application/*': json,
      'image/png': json,
      nonsense: json,
      'text/*': csv,
      'TEXT/CSV': csv,
      'application/json;q=0.5, text/csv': csv,
      'text/csv;q=0.5, */*': json,
      'text/csv;q=0': json,
    };
    for (const [accept, type] of Object.entries(preferences)) {
      expect((await exported(accept)).headers.get('content-type'), accept).to.equal(type);
    }
  });

  it('takes no limit or cursor', async () => {
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      for (const [param, value] of [
        ['limit', '25'],
        ['cursor', 'x'],
      ]) {
        const answer = await account.api.get(`/v1/transactions?${param}=${value}`, { headers: { accept } });
        expect(refusal(answer)).to.deep.equal(invalid(param!));
      }
    }
  });

  it('reports a failure before it starts like any other response', async () => {
    await service.database.query('alter table ledger_entries rename to away');
    try {
      const answer = await account.api.get('/v1/transactions', { headers: { accept: 'text/csv' } });
      expect(refusal(answer)).to.deep.equal({ status: 500, code: 'internal_error' });
    } finally {
      await service.database.query('alter table away rename to ledger_entries');
    }
  });

  it('is left out of the call log', async () => {
    await postTwo();
    const requestId = (await exported('text/csv')).headers.get('x-request-id');
    const find = async () => await account.api.get(`/v1/request_logs/${requestId}`);
    await until(async () => (await find()).status === 200, { what: 'the call is in the log' });
    expect((await find()).body).to.deep.include({ status: 200, response_body: null });
  });

  describe('of hundreds of thousands of movements', () => {
    let longStanding: TestAccount;

    before(async () => {
      longStanding = await accountWithHistory(service);
    });

    it('stops reading when the client has disconnected', async () => {
      const { foundation } = service;
      let batches = 0;
      const snapshot: Database['snapshot'] = (work) => {
        batches++;
        return foundation.db.snapshot(work);
      };
      const own = { ...foundation, metrics: createMetrics(), db: { ...foundation.db, snapshot } };
      const api = await createApi(own, sharedContract, () => '');
      const { server } = api;
      try {
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const answer = await openExport(
          `${url}/v1/transactions`,
          longStanding.key.secret,
          'application/x-ndjson',
        );
        await once(answer, 'readable');
        answer.destroy();
        await until(() => isQuiet(service), { what: 'nothing is being read' });
        const { open: opened, idle } = foundation.db.usage();
        expect(idle).to.equal(opened);
        expect(batches).to.be.within(1, 39);
      } finally {
        server.close();
        await api.close();
      }
    });
  });
});
