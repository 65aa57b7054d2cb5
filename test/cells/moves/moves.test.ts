import { expect } from 'chai';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import { createLink, pay } from '../../payment-links/links.ts';
import type { TestAccount } from '../../support/service.ts';
import { requireGoodBooks, startTwoCells, type TwoCells } from './two-cells.ts';

void OPERATOR;

describe('an account that moves to another cell', function () {
  this.timeout(120_000);
  let cells: TwoCells;

  before(async () => {
    cells = await startTwoCells();
  });
  after(() => cells?.close());

  /** What its owner sees of it, through one cell. */
  async function seenIn(cell: 0 | 1, { key }: TestAccount): Promise<object> {
    const api = cells.services[cell].client(key.secret);
    const seen: Record<string, unknown> = {};
    for (const path of [
      '/v1/balances',
      '/v1/payment_links?limit=100',
      '/v1/transactions?limit=100',
      '/v1/deposits?limit=100',
      '/v1/events?limit=100',
      '/v1/qr_codes?limit=100',
      '/v1/webhook_endpoints?limit=100',
    ]) {
      const { status, body } = await api.get(path);
      expect(status, path).to.equal(200);
      delete body.as_of;
      seen[path] = body;
    }
    return seen;
  }

  it('has everything that it had, and works', async () => {
    const [here, there] = cells.services;
    const account = await here.createAccount();
    await account.api.post('/v1/webhook_endpoints', { url: 'https://example.com/hook', enabled_events: ['*'] });
    await account.api.post('/v1/qr_codes', { name: 'Till', currency: 'MXNB', fixed_amount: null });
    const { code } = await createLink(account.api, { accepted_methods: ['SPEI', 'MXNB', 'USDC'] });
    expect((await pay(account.api, code, { method: 'MXNB' })).status).to.equal(201);
    const open = await createLink(account.api, { accepted_methods: ['SPEI'] });
    const original = await account.api.post(
      '/v1/payment_links',
      { amount: '10', currency: 'MXNB', description: 'x' },
      { idempotencyKey: 'first' },
    );
    const before = await seenIn(0, account);
    const steps: string[] = [];
    const report = await cells.move(account.id, { onStep: (step) => steps.push(step) });
    console.log(report, steps);
    const { api } = { api: there.client(account.key.secret) };
    expect(await seenIn(1, account)).to.deep.equal(before);
    const repeated = await api.post(
      '/v1/payment_links',
      { amount: '10', currency: 'MXNB', description: 'x' },
      { idempotencyKey: 'first' },
    );
    expect(repeated.text).to.equal(original.text);
    expect((await pay(api, open.code, { method: 'SPEI' })).status).to.equal(201);
    await requireGoodBooks(cells);
    expect((await account.api.get('/v1/balances')).status).to.equal(401);
  });
});
