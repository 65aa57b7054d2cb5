import type { Foundation } from '../../composition/index.ts';
import { addOperator, listLog } from '../../operators/index.ts';

export async function add(
  foundation: Foundation,
  operatorKey: string | undefined,
  name: string,
): Promise<object> {
  const { key, worksFrom, request } = await foundation.db.transaction((trx) =>
    addOperator(trx, foundation, operatorKey, name),
  );
  return {
    name,
    key,
    works_from: worksFrom?.toISOString() ?? null,
    waits_for_approval: request?.id ?? null,
  };
}

export async function list({ db, operators }: Foundation): Promise<object> {
  const all = await operators.list(db.read);
  const nameOf = (id: string | null) => all.find((one) => one.id === id)?.name ?? null;
  return {
    data: all.map((operator) => ({
      name: operator.name,
      added_by: nameOf(operator.addedBy),
      works_from: operator.worksFrom.toISOString(),
      revoked_at: operator.revokedAt?.toISOString() ?? null,
      revoked_by: nameOf(operator.revokedBy),
    })),
  };
}

export async function rotate(
  { db, operators }: Foundation,
  operatorKey: string | undefined,
): Promise<object> {
  return db.transaction((trx) => operators.rotate(trx, operatorKey));
}

export async function revoke(
  { db, operators }: Foundation,
  operatorKey: string | undefined,
  name: string,
): Promise<object> {
  await db.transaction((trx) => operators.revoke(trx, operatorKey, name));
  return { name, revoked: true };
}

export async function showLog({ db }: Foundation, limit: number): Promise<object> {
  const rows = await listLog(db.read, { limit });
  return {
    data: rows.map(({ createdAt, operator, action, subject, details }) => ({
      at: createdAt.toISOString(),
      operator,
      action,
      subject,
      details,
    })),
  };
}
