import { expect } from 'chai';
import type { Entry } from '../../src/ledger/post.ts';
import type { Client } from '../support/client.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { arrival, entryOf, postAlone } from './entries.ts';

describe('balances and movements', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    api = account.api;
  });

  const post = (entry: Entry) => postAlone(service.foundation.db, entry);
  const balances = async () => (await api.get('/v1/balances')).body;
  const page = async (query: Record<string, string> = {}) => {
    const answer = await api.get(`/v1/transactions?${new URLSearchParams(query).toString()}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body as { data: any[]; has_more: boolean; next_cursor: string | null };
  };
  const walk = async (query: Record<string, string>, onPage?: () => Promise<unknown>) => {
    const movements: any[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, has_more, next_cursor } = await page(cursor === '' ? query : { ...query, cursor });
      expect(has_more).to.equal(next_cursor !== null);
      movements.push(...data);
      cursor = next_cursor;
      await onPage?.();
    }
    return movements;
  };

  describe('balances', () => {
    it('are empty for an account without money', async () => {
      const { as_of, ...body } = await balances();
      expect(body).to.deep.equal({ object: 'balance_list', account_id: account.id, data: [] });
      expect(Date.parse(as_of)).to.be.closeTo(Date.now(), 30_000);
    });

    it('are listed only for assets with funds, by name', async () => {
      await post(arrival(account.id, 'USDC', '2.5'));
      await post(arrival(account.id, 'MXNB', '100.00000001'));
      await post(
        entryOf(account.id, [
          ['rail:simulator', 'COP', '-9'],
          ['unmatched', 'COP', '9'],
        ]),
      );
      await post(arrival(account.id, 'USDT', '1'));
      await post(
        entryOf(account.id, [
          ['available', 'USDT', '-1'],
          ['rail:simulator', 'USDT', '1'],
        ]),
      );
      expect((await balances()).data.map((balance: any) => [balance.asset, balance.total])).to.deep.equal([
        ['MXNB', '100.00000001'],
        ['USDC', '2.50000000'],
      ]);
    });

    it('show what is available, what is pending, and the total', async () => {
      await post(arrival(account.id, 'MXNB', '100'));
      await post(
        entryOf(account.id, [
          ['available', 'MXNB', '-30.25'],
          ['pending', 'MXNB', '30.25'],
        ]),
      );
      expect((await balances()).data).to.deep.equal([
        {
          object: 'balance',
          asset: 'MXNB',
          available: '69.75000000',
          pending: '30.25000000',
          total: '100.00000000',
        },
      ]);
      await post(
        entryOf(account.id, [
          ['available', 'MXNB', '-69.75'],
          ['pending', 'MXNB', '69.75'],
        ]),
      );
      expect((await balances()).data[0]).to.include({ available: '0.00000000', pending: '100.00000000' });
    });

    it('are exact for amounts beyond floating-point precision', async () => {
      await post(arrival(account.id, 'MXNB', '99999999999.99999999'));
      await post(arrival(account.id, 'MXNB', '0.00000002'));
      expect((await balances()).data[0].available).to.equal('100000000000.00000001');
    });
  });

  describe('movements', () => {
    it('show only what changed the available balance', async () => {
      await post(
        arrival(account.id, 'MXNB', '100', {
          source: { object: 'deposit', id: 'dep' },
          paymentLinkCode: 'PL-AAAA-BBBB-CCCC',
          requestId: 'req_1',
        }),
      );
      await post(
        entryOf(account.id, [
          ['rail:simulator', 'MXNB', '-5'],
          ['unmatched', 'MXNB', '5'],
        ]),
      );
      const [movement, ...others] = (await page()).data;
      expect(others).to.deep.equal([]);
      const { id, created_at, ...rest } = movement;
      expect(rest).to.deep.equal({
        object: 'transaction',
        type: 'payment',
        asset: 'MXNB',
        amount: '100.00000000',
        balance_after: '100.00000000',
        source: { object: 'deposit', id: 'dep' },
        payment_link_code: 'PL-AAAA-BBBB-CCCC',
        request_id: 'req_1',
      });
      expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 30_000);
      expect((await api.get(`/v1/transactions/${id}`)).body).to.deep.equal(movement);
    });

    it('add up to the balance, each starting from the previous one', async () => {
      await Promise.all(
        Array.from({ length: 30 }, (_, index) => post(arrival(account.id, 'MXNB', `${index + 1}.1`))),
      );
      await Promise.all(
        Array.from({ length: 15 }, () =>
          post(
            entryOf(
              account.id,
              [
                ['available', 'MXNB', '-3.3'],
                ['fee', 'MXNB', '3.3'],
              ],
              { type: 'fee' },
            ),
          ),
        ),
      );
      const movements = (await walk({ limit: '10' })).reverse();
      expect(movements).to.have.length(45);
      let sum = 0n;
      for (const { amount, balance_after } of movements) {
        sum += units(amount);
        expect(units(balance_after)).to.equal(sum);
      }
      expect(units((await balances()).data[0].available)).to.equal(sum);
    });

    it('of a paid link end with the fee', async () => {
      await service.database.query(`update payment_methods set fee_fixed = 2 where method = 'SPEI'`);
      const { body: link } = await api.post('/v1/payment_links', {
        amount: '150',
        currency: 'MXNB',
        description: 'x',
      });
      const path = `/v1/test_helpers/payment_links/${link.code}/deposit`;
      const { body: deposit } = await api.post(path, { method: 'SPEI' });
      const { data } = await page({ payment_link_code: link.code });
      expect(data.map(({ type, amount, source }) => ({ type, amount, source }))).to.deep.equal([
        { type: 'fee', amount: '-2.00000000', source: { object: 'deposit', id: deposit.id } },
        { type: 'payment', amount: '150.00000000', source: { object: 'deposit', id: deposit.id } },
      ]);
    });

    it('can be filtered by everything at once, and are paged through once each', async () => {
      const codes = ['PL-AAAA-AAAA-AAAA', 'PL-BBBB-BBBB-BBBB'];
      for (const paymentLinkCode of codes) {
        for (const asset of ['MXNB', 'USDC']) {
          for (const type of ['payment', 'fee'] as const) {
            await post(arrival(account.id, asset, '1', { paymentLinkCode, type }));
          }
        }
      }
      await service.database.query(
        `with numbered as (select id, row_number() over (order by created_at, id) as n from ledger_postings
                            where account_id = $1 and book = 'available')
         update ledger_postings p set created_at = '2026-11-20T12:00:00Z'::timestamptz + ((n - 1) / 2) * interval '1 second'
           from numbered where numbered.id = p.id and p.account_id = $1`,
        [account.id],
      );
      const all = await walk({ limit: '3' });
      expect(all).to.have.length(8);
      const times = [undefined, '2026-11-20T12:00:01.000Z', '2026-11-20T12:00:02.000Z'];
      for (const type of [undefined, 'payment', 'fee']) {
        for (const asset of [undefined, 'MXNB', 'COP']) {
          for (const payment_link_code of [undefined, codes[0], 'PL-CCCC-CCCC-CCCC']) {
            for (const created_after of times) {
              for (const created_before of times) {
                const filters = defined({ type, asset, payment_link_code, created_after, created_before });
                const expected = all
                  .filter((movement) => !type || movement.type === type)
                  .filter((movement) => !asset || movement.asset === asset)
                  .filter(
                    (movement) => !payment_link_code || movement.payment_link_code === payment_link_code,
                  )
                  .filter((movement) => !created_after || movement.created_at >= created_after)
                  .filter((movement) => !created_before || movement.created_at <= created_before);
                expect(await walk({ ...filters, limit: '5' }), JSON.stringify(filters)).to.deep.equal(
                  expected,
                );
              }
            }
          }
        }
      }
    });

    it('are paged through once each while new ones are added', async () => {
      for (let index = 0; index < 12; index++) await post(arrival(account.id, 'MXNB', '1'));
      const before = (await page({ limit: '100' })).data;
      const seen = await walk({ limit: '5' }, () => post(arrival(account.id, 'MXNB', '1')));
      expect(seen).to.deep.equal(before);
    });

    it('have cursors that are only valid with their filters', async () => {
      for (let index = 0; index < 3; index++) await post(arrival(account.id, 'MXNB', '1'));
      const cursor = (await page({ limit: '1', asset: 'MXNB' })).next_cursor!;
      expect((await page({ asset: 'MXNB', cursor })).data).to.have.length(2);
      for (const query of [
        `cursor=${cursor}`,
        `cursor=${cursor}&asset=USDC`,
        `cursor=${cursor}&asset=MXNB&type=fee`,
      ]) {
        expect(refusal(await api.get(`/v1/transactions?${query}`)), query).to.deep.equal({
          status: 400,
          code: 'invalid_cursor',
          param: 'cursor',
        });
      }
    });

    it('refuse invalid filters', async () => {
      for (const [param, value] of [
        ['type', 'gift'],
        ['asset', 'mxnb'],
        ['created_after', 'yesterday'],
        ['created_before', '2026-11-20T25:00:00Z'],
        ['limit', '101'],
        ['source', 'deposit'],
      ] as const) {
        const answer = await api.get(`/v1/transactions?${param}=${encodeURIComponent(value)}`);
        expect(refusal(answer), param).to.deep.equal(invalid(param));
      }
    });

    it('are not found by any other id', async () => {
      await post(arrival(account.id, 'MXNB', '1'));
      const [rail] = await service.database.query(
        `select id from ledger_postings where account_id = $1 and book = 'rail:simulator'`,
        [account.id],
      );
      for (const id of [
        'x',
        '0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10',
        String(rail?.['id']),
        '%00',
        'a'.repeat(64),
      ]) {
        const answer = await api.get(`/v1/transactions/${id}`);
        expect(answer.status, id).to.equal(404);
      }
    });
  });
});

/** An amount in its smallest unit. */
function units(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

function defined(filters: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
