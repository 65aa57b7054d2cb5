import { createBatches, type Schedule } from '../../src/withdrawal-batches/batches.ts';
import { readText } from '../../src/withdrawal-batches/file.ts';
import type { TestAccount, TestService } from '../support/service.ts';
import { treasuryOf, type Treasurer } from '../treasury/rig.ts';

export const TODAY: Schedule = { executeOn: null, repeat: null, until: null, runs: null };

/** CLABEs with valid check digits. */
export const CLABES = ['032180000118359719', '646180157000000004', '002010077777777771'];

export function batchesOf(service: TestService) {
  const { withdrawals } = service.foundation;
  return createBatches({ withdrawals, requests: treasuryOf(service).requests });
}

/** What a person does with batches in the panel: they review a file, and request what they saw. */
export function batcher(service: TestService, account: TestAccount, { actor }: Treasurer) {
  const { db } = service.foundation;
  const batches = batchesOf(service);
  const orderOf = (file: string, schedule: Schedule) => ({
    title: 'Payroll',
    asset: 'MXNB',
    lines: readText(file),
    schedule,
  });
  const review = (file: string, schedule = TODAY) =>
    batches.preview(db.read, account.id, actor, orderOf(file, schedule));
  return {
    review,
    request: async (file: string, schedule = TODAY, confirmsDuplicates = false) => {
      const { checked } = await review(file, schedule);
      const order = { ...orderOf(file, schedule), digest: checked.digest, confirmsDuplicates };
      return db.transaction((trx) => batches.request(trx, account.id, actor, order));
    },
    requestAs: (file: string, digest: string) =>
      db.transaction((trx) =>
        batches.request(trx, account.id, actor, {
          ...orderOf(file, TODAY),
          digest,
          confirmsDuplicates: false,
        }),
      ),
    approve: (id: string) => db.transaction((trx) => batches.approve(trx, account.id, actor, id)),
    cancel: (id: string) =>
      db.transaction((trx) => batches.cancel(trx, account.id, actor, { id, reason: null })),
    skip: (id: string) => db.transaction((trx) => batches.skip(trx, account.id, actor, id)),
  };
}

/** A file of payments to the saved destination called Main account. */
export function fileOf(...amounts: string[]): string {
  return [
    'amount,destination,reference',
    ...amounts.map((amount, at) => `${amount},Main account,R${at}`),
  ].join('\n');
}

/** How many lines of a batch are in each state of a transfer. */
export async function linesOf({ database }: TestService, batchId: string): Promise<Record<string, number>> {
  const rows = await database.query(
    `select coalesce(t.status, 'none') as status, count(*)::integer as count
       from withdrawal_batch_lines l left join transfers t on t.id = l.withdrawal_id
      where l.batch_id = $1 group by 1`,
    [batchId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [String(status), Number(count)]));
}

export async function withdrawalIdsOf({ database }: TestService, batchId: string): Promise<string[]> {
  const rows = await database.query(
    'select withdrawal_id from withdrawal_batch_lines where batch_id = $1 order by line',
    [batchId],
  );
  return rows.map((row) => String(row['withdrawal_id']));
}

export async function runsOf({ database }: TestService, accountId: string): Promise<string[]> {
  const rows = await database.query(
    `select to_char(execute_on, 'YYYY-MM-DD') || ' ' || status as run from withdrawal_batches
      where account_id = $1 order by execute_on, created_at`,
    [accountId],
  );
  return rows.map(({ run }) => String(run));
}
