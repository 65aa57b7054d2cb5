import type { Foundation } from '../../composition/index.ts';
import { viewRequest } from '../../operators/index.ts';

export async function list(
  { db, approvals }: Foundation,
  { all, limit }: { all?: true; limit: number },
): Promise<object> {
  const requests = await approvals.list(db.read, { ...(all ? {} : { waiting: true }), limit });
  return { data: requests.map((request) => ({ ...viewRequest(request), genuine: request.isGenuine })) };
}

export async function approve(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  id: string,
): Promise<object> {
  return viewRequest(
    await db.transaction(async (trx) =>
      approvals.approve(trx, await operators.identify(trx, operatorKey), id),
    ),
  );
}

export async function decline(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  id: string,
  reason: string | null,
): Promise<object> {
  return viewRequest(
    await db.transaction(async (trx) =>
      approvals.decline(trx, await operators.identify(trx, operatorKey), id, reason),
    ),
  );
}
