import { expect } from 'chai';
import pg from 'pg';
import { startService, runningOn, type TestAccount, type TestService } from '../support/service.ts';
import { advance, createLink, historyOf, MINUTE_S, readLink, requireLegalHistories } from './links.ts';

/** Several of the worker's batches. */
const MANY = 2_500;

describe('the expiry of links', () => {
  let service: TestService;
  let account: TestAccount;

  beforeEach(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  afterEach(() => service?.close());

  /** Creates old links that are all due. */
  const makeDue = (count: number) =>
    service.database.query(
      `insert into payment_links (account_id, code, status, amount, currency, description, metadata, fee_bearer,
                                  checkout_url, qr_svg, accepted_methods, created_at, expires_at)
       select $1, 'PL-OLD-' || n, 'active', 100, 'MXNB', 'x', '{}', 'merchant', 'https://x', '', '{SPEI}',
              now() - interval '8 days', now() - interval '1 day'
         from generate_series(1, $2::int) n`,
      [account.id, count],
    );
  const expiries = async () =>
    (
      await service.database.query(
        `select count(*)::int as steps, count(distinct link_code)::int as links from payment_link_transitions
          where trigger = 'expire' and to_status = 'expired'`,
      )
    )[0];

  it('marks thousands in one run, each with its history', async () => {
    await makeDue(MANY);
    const { code } = await createLink(account.api);
    expect(await service.workers.expiry.runOnce()).to.equal(MANY);
    expect(await expiries()).to.deep.equal({ steps: MANY, links: MANY });
    expect(await service.workers.expiry.runOnce()).to.equal(0);
    expect((await readLink(account.api, code)).status).to.equal('active');
    await requireLegalHistories(service);
  });

  it('happens once when several workers run at the same time', async () => {
    await makeDue(MANY);
    const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
    try {
      const workers = [service, other, service, other].map(({ workers }) => workers.expiry);
      const marked = await Promise.all(workers.map((worker) => worker.runOnce()));
      // Workers may have skipped links that another held, leaving them for the next run.
      const rest = await service.workers.expiry.runOnce();
      expect(marked.reduce((sum, count) => sum + count, rest)).to.equal(MANY);
      expect(marked.filter((count) => count > 0)).to.have.length.of.at.least(2);
    } finally {
      await other.close();
    }
    expect(await expiries()).to.deep.equal({ steps: MANY, links: MANY });
    await requireLegalHistories(service);
  });

  it('skips a link that is being paid, without waiting for it', async () => {
    const { code } = await createLink(account.api);
    await makeDue(10);
    await advance(service, 8 * 24 * 60 * MINUTE_S);
    const payer = new pg.Client({ connectionString: service.database.url });
    await payer.connect();
    try {
      await payer.query('begin');
      await payer.query('select 1 from payment_links where code = $1 for update', [code]);
      expect(await service.workers.expiry.runOnce()).to.equal(10);
      expect(await historyOf(service, code)).to.deep.equal([]);
      await payer.query('commit');
    } finally {
      await payer.end();
    }
    expect(await service.workers.expiry.runOnce()).to.equal(1);
    expect(await historyOf(service, code)).to.deep.equal(['expire → expired']);
  });
});
