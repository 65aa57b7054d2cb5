import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { eventsOf } from '../../test/events/events.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  historyOf,
  injectFault,
  pay,
  readLink,
  requireLegalHistories,
} from '../../test/payment-links/links.ts';
import { until } from '../../test/support/poll.ts';
import { startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';

/** Longer than any claim lasts. */
const LEASE_S = 30;

describe('the conversion of a payment', function () {
  this.timeout(90_000);
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
  });

  const payConverted = async (): Promise<{ code: string; depositId: string }> => {
    const { code } = await createLink(account.api);
    const { body } = await pay(account.api, code, { method: 'USDC' });
    return { code, depositId: body.id };
  };
  const transfer = async (depositId: string) => {
    const [row] = await service.database.query(
      `select id, status, attempts, stuck_at, extract(epoch from due_at - service_now())::float8 as due_in_s
         from transfers where deposit_id = $1`,
      [depositId],
    );
    return row as { id: string; status: string; attempts: number; stuck_at: Date | null; due_in_s: number };
  };
  /** How often the provider converted the money of this link. */
  const conversionsAtProvider = async (code: string) => {
    const [row] = await service.database.query(
      `select count(*)::int as count from simulator_operations o
         join payment_link_methods m on m.quote_reference = o.details ->> 'quoteReference'
        where o.operation = 'convert' and o.refusal is null and m.link_code = $1`,
      [code],
    );
    return row?.['count'];
  };
  const requirePaidOnce = async (code: string): Promise<void> => {
    expect((await readLink(account.api, code)).status).to.equal('paid');
    expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'settle → paid']);
    expect(await conversionsAtProvider(code)).to.equal(1);
    const types = (await eventsOf(service, account.id)).map(({ type }) => type);
    expect(types).to.deep.equal([
      'balance.updated',
      'conversion.completed',
      'deposit.completed',
      'payment_link.paid',
    ]);
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '20000.00000000' });
    expect(await booksOf(service, account.id, 'pending')).to.deep.equal({});
    await requireAgreement();
  };
  const requireAgreement = async (): Promise<void> => {
    await requireLegalHistories(service);
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  };

  describe('by a worker that is killed', () => {
    let worker: RunningServer | undefined;

    afterEach(() => {
      worker?.process.kill('SIGKILL');
    });
    const startWorker = async (): Promise<RunningServer> =>
      (worker = await startServer({
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
        ROLES: 'worker',
      }));
    const kill = async ({ process, exited }: RunningServer): Promise<void> => {
      process.kill('SIGKILL');
      await exited;
    };

    for (const { when, setting, converted } of [
      { when: 'before the provider has acted', setting: { latencyMs: 60_000 }, converted: 0 },
      { when: 'after it acted but before it responded', setting: { answerDelayMs: 60_000 }, converted: 1 },
    ]) {
      it(`${when} is taken over by another, and done once`, async () => {
        await injectFault(service, 'convert', setting);
        const running = await startWorker();
        const { code, depositId } = await payConverted();
        const isReached = async () =>
          (await transfer(depositId)).status === 'sent' && (await conversionsAtProvider(code)) === converted;
        await until(isReached, { what: `the conversion is at the point ${when}` });
        await kill(running);

        expect((await readLink(account.api, code)).status).to.equal('processing');
        await behave(service);
        expect(await service.workers.transfers.runOnce(), 'its claim is still valid').to.equal(0);
        await advance(service, LEASE_S);
        await startWorker();
        const isPaid = async () => (await readLink(account.api, code)).status === 'paid';
        await until(isPaid, { what: 'another worker has finished it' });
        expect((await transfer(depositId)).attempts).to.equal(2);
        await requirePaidOnce(code);
      });
    }
  });
});
