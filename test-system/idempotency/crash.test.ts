import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { createClient, type Answer } from '../../test/support/client.ts';
import { until } from '../../test/support/poll.ts';
import { startServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';

const ROUNDS = 2;
const CLIENTS = 24;

interface Attempt {
  linkKey: string;
  depositKey: string;
  body: { amount: string; currency: string; description: string };
  /** What the client saw before the server died. */
  link?: Answer;
  deposit?: Answer;
}

/** Repeats a call that a process refused as too many at once before it started it, when the refusal says. */
async function started(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 429) return answer;
    await delay(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/** A server process is killed while clients create and pay links; another process takes over. */
describe('a server killed in the middle of its work', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  async function workUntilKilled(): Promise<Attempt[]> {
    const sessions = `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'killed'`;
    const server = await startServer({
      DATABASE_URL: `${service.database.url}?application_name=killed`,
      SECRETS_KEY: service.secretsKey,
      ROLES: 'api',
    });
    const api = createClient(server.url, account.key.secret);
    const attempts: Attempt[] = [];
    const work = async (): Promise<void> => {
      for (;;) {
        const description = randomUUID();
        const attempt: Attempt = {
          linkKey: randomUUID(),
          depositKey: randomUUID(),
          body: { amount: '500', currency: 'MXNB', description },
        };
        attempts.push(attempt);
        attempt.link = await started(() =>
          api.post('/v1/payment_links', attempt.body, { idempotencyKey: attempt.linkKey }),
        );
        const path = `/v1/test_helpers/payment_links/${attempt.link.body.code}/deposit`;
        attempt.deposit = await started(() =>
          api.post(path, { method: 'SPEI' }, { idempotencyKey: attempt.depositKey }),
        );
      }
    };
    const clients = Array.from({ length: CLIENTS }, work);
    await until(() => attempts.filter(({ deposit }) => deposit).length >= 2 * CLIENTS, {
      what: 'some were paid',
    });
    expect(await service.database.query(sessions)).to.not.be.empty;
    server.process.kill('SIGKILL');
    const endings = await Promise.allSettled(clients);
    // Every client was cut off; none was refused.
    for (const ending of endings) {
      const { code } = (ending as PromiseRejectedResult).reason as NodeJS.ErrnoException;
      expect(code).to.be.oneOf(['ECONNRESET', 'ECONNREFUSED', 'EPIPE']);
    }
    await server.exited;
    // On a busy machine, Postgres takes a moment to notice; until then, the keys are in use.
    await until(async () => (await service.database.query(sessions)).length === 0, {
      what: 'Postgres ended the sessions of the killed process',
    });
    return attempts;
  }

  it('leaves every idempotency key usable at once, with exactly one effect', async () => {
    const attempts: Attempt[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const fresh = await workUntilKilled();
      attempts.push(...fresh);
      expect(fresh.filter(({ deposit }) => !deposit)).to.have.length.of.at.least(1);
      // Every client repeats its calls, now at another process.
      await Promise.all(
        fresh.map(async ({ linkKey, depositKey, body, link, deposit }) => {
          const retriedLink = await started(() =>
            account.api.post('/v1/payment_links', body, { idempotencyKey: linkKey }),
          );
          expect(retriedLink.status, retriedLink.text).to.equal(201);
          if (link) expect(retriedLink.text).to.equal(link.text);
          const path = `/v1/test_helpers/payment_links/${retriedLink.body.code}/deposit`;
          const retriedDeposit = await started(() =>
            account.api.post(path, { method: 'SPEI' }, { idempotencyKey: depositKey }),
          );
          expect(retriedDeposit.status, retriedDeposit.text).to.equal(201);
          expect(retriedDeposit.body.status).to.equal('credited');
          if (deposit) expect(retriedDeposit.text).to.equal(deposit.text);
        }),
      );
    }

    const query = (text: string) => service.database.query(text);
    const [links] = await query(
      `select count(*)::int as links, count(distinct description)::int as intents, count(distinct code)::int as codes,
              count(*) filter (where status = 'paid')::int as paid from payment_links`,
    );
    const count = attempts.length;
    expect(links).to.deep.equal({ links: count, intents: count, codes: count, paid: count });
    const [bare] = await query(
      `select count(*)::int as links from payment_links l
        where not exists (select from payment_link_methods m where m.account_id = l.account_id and m.link_code = l.code)`,
    );
    expect(bare).to.deep.equal({ links: 0 });
    const [quota] = await query('select sum(used)::int as used from money_quotas');
    expect(quota).to.deep.equal({ used: count });
    const [records] = await query('select count(*)::int as records from idempotency_records');
    expect(records).to.deep.equal({ records: 2 * count });

    const verification = await verifyLedger(service.foundation.db.read);
    expect(verification).to.deep.include({ ok: true, discrepancies: [] });
    const balances = await account.api.get('/v1/balances');
    expect(balances.body.data).to.have.length(1);
    const movements = await query(
      `select sum(amount)::text as sum from ledger_postings where book = 'available'`,
    );
    expect(movements[0]?.['sum']).to.equal(balances.body.data[0].available);
    const [locks] = await query(`select count(*)::int as held from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`);
    expect(locks).to.deep.equal({ held: 0 });
  });
});
