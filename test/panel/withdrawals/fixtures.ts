import { randomUUID } from 'node:crypto';
import { listRules } from '../../../src/treasury/rule-repository.ts';
import { listDestinations } from '../../../src/treasury/repository.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { fund } from '../../transfers/rig.ts';
import { CLABE, treasurer } from '../../treasury/rig.ts';
import { readText } from '../../../src/withdrawal-batches/file.ts';
import { checkLines } from '../../../src/withdrawal-batches/check.ts';
import { batcher, TODAY } from '../../withdrawal-batches/rig.ts';
import type { RouteFixtures } from '../fixtures.ts';

/** A withdrawal that waits, requested by a member who is none of those that the test of access signs in. */
async function waiting(service: TestService, account: TestAccount): Promise<string> {
  await fund(account, 'MXNB', '1000');
  const somebody = await treasurer(service, account, 'finance');
  return (await somebody.withdraw(await somebody.save(), '150')).id;
}

/** The only rule of the account, which it would take a million to exceed. */
async function rule(service: TestService, account: TestAccount): Promise<string> {
  await service.database.query('delete from approval_rules where account_id = $1', [account.id]);
  await treasurer(service, account, 'finance');
  await (await treasurer(service, account, 'owner')).rule('1000000');
  const [made] = await listRules(service.foundation.db.read, { accountId: account.id });
  return made?.id ?? '';
}

/** No account saves it, so all that goes there waits. */
const UNSAVED = '646180157000000004';

const BATCH = {
  title: 'Payroll',
  asset: 'MXNB',
  lines: `amount,method,clabe\n100,SPEI,${UNSAVED}`,
  execute_on: '',
  repeats: 'none',
  until: '',
  runs: '',
};

/** The same for a batch. */
async function waitingBatch(service: TestService, account: TestAccount): Promise<string> {
  await fund(account, 'MXNB', '1000');
  const somebody = await treasurer(service, account, 'finance');
  const requested = await batcher(service, account, somebody).request(BATCH.lines, undefined, true);
  return requested.id;
}

async function repeatingBatch(service: TestService, account: TestAccount): Promise<string> {
  const somebody = await treasurer(service, account, 'finance');
  const [clock] = await service.database.query(
    `select to_char(service_now() + interval '2 days', 'YYYY-MM-DD') as day`,
  );
  const schedule = { ...TODAY, executeOn: String(clock?.['day']), repeat: { repeats: 'weekly' } as const };
  return (await batcher(service, account, somebody).request(BATCH.lines, schedule, true)).id;
}

export const WITHDRAWAL_FIXTURES: RouteFixtures = {
  makers: {
    withdrawal: waiting,
    rule,
    '/panel/accounts/:account/withdrawals/limits/rules/:rule/keep rule': async (service, account) => {
      const id = await rule(service, account);
      await service.database.query(
        `update approval_rules set ends_at = service_now() + interval '1 day' where account_id = $1 and id = $2`,
        [account.id, id],
      );
      return id;
    },
    batch: waitingBatch,
    '/panel/accounts/:account/withdrawals/batches/:batch/skip batch': repeatingBatch,
    destination: async (service, account) => (await treasurer(service, account, 'finance')).save(),
  },
  forms: {
    '/panel/accounts/:account/withdrawals/new': async (service, account) => {
      await fund(account, 'MXNB', '1000');
      const [saved] = await listDestinations(service.foundation.db.read, { accountId: account.id });
      const destination = saved?.id ?? (await (await treasurer(service, account, 'finance')).save());
      return { destination, asset: 'MXNB', amount: '100' };
    },
    '/panel/accounts/:account/withdrawals/batches/review': async (_service, account) => {
      await fund(account, 'MXNB', '1000');
      return BATCH;
    },
    '/panel/accounts/:account/withdrawals/batches/new': async (service, account) => {
      await fund(account, 'MXNB', '1000');
      const { db, withdrawals } = service.foundation;
      const lines = readText(BATCH.lines);
      const { digest } = await checkLines(db.read, withdrawals, {
        accountId: account.id,
        asset: 'MXNB',
        lines,
      });
      return { ...BATCH, digest, duplicates: 'yes' };
    },
    '/panel/accounts/:account/withdrawals/destinations/new': () => ({
      method: 'SPEI',
      label: `Bank ${randomUUID()}`,
      clabe: CLABE,
    }),
    '/panel/accounts/:account/withdrawals/limits': () => ({ currency: 'MXN', amount: '1000000' }),
    '/panel/accounts/:account/withdrawals/limits/rules': async (service, account) => {
      await treasurer(service, account, 'finance');
      return { kind: 'all', above: '1000000', rule_currency: 'MXN', needs: '1' };
    },
    '/panel/accounts/:account/withdrawals/:withdrawal/decline': () => ({ decision_reason: 'Unknown.' }),
    '/panel/accounts/:account/withdrawals/batches/:batch/cancel': () => ({ decision_reason: 'Unknown.' }),
  },
};
