import type { Foundation } from '../../composition/index.ts';
import { formatStored } from '../../lib/money.ts';
import { askToDecide, askToSwitchOff, listHeld } from '../../screening/index.ts';
import { viewRequest } from '../../operators/index.ts';

export async function list({ db }: Pick<Foundation, 'db'>, limit: number): Promise<object> {
  const rows = await listHeld(db.read, { limit });
  return {
    data: rows.map((row) => ({
      kind: row.kind,
      id: row.subjectId,
      account_id: row.accountId,
      amount: formatStored(row.amount),
      asset: row.asset,
      code: row.code,
      attempts: row.attempts,
      held_since: row.createdAt.toISOString(),
    })),
  };
}

export async function decide(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  what: Parameters<typeof askToDecide>[2],
): Promise<object> {
  return viewRequest(
    await db.transaction(async (trx) =>
      askToDecide(trx, { approvals, by: await operators.identify(trx, operatorKey) }, what),
    ),
  );
}

export async function switchOff(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  reason: string,
): Promise<object> {
  return viewRequest(
    await db.transaction(async (trx) =>
      askToSwitchOff(trx, { approvals, by: await operators.identify(trx, operatorKey) }, reason),
    ),
  );
}
