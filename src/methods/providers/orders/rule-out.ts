import { ProviderFailure } from '../../index.ts';
import {
  type Access,
  type FoundOrder,
  type OrderRow,
  type Purpose,
  type OrderRail,
  type OrderStatus,
} from './order.ts';
import { inMinutes } from './refusals.ts';
import * as repository from './repository.ts';

const RULED_OUT = { reason: 'OPERATOR_DECIDED', message: 'An operator ruled it out.' } as const;

/** An order that is to be ruled out, with its look-up. */
export interface Look {
  id: string;
  purpose: Purpose;
  /** `ended`: it moved nothing and never will. `why`: it may still move money, or has. */
  look(known: FoundOrder): Promise<'absent' | 'ended' | { why: string }>;
  /** For a `look` that is not conclusive. Throws while something found may be this order. */
  requireAbsent?(known: OrderRow): Promise<void>;
}

/**
 * Refuses a key for good, with all orders that it may have, including requests of attempts in progress. Throws a
 * ProviderFailure of kind `unavailable` while one of them may be carried out, or if it was.
 */
export async function ruleOut(
  { db, rail }: Pick<Access, 'db' | 'rail'>,
  key: string,
  looks: readonly Look[],
): Promise<void> {
  const { provider, name } = rail;
  if (await rail.refusedKeys?.find(db.read, { key })) return;
  const counted = { provider, key, ids: looks.map(({ id }) => id) };
  const before = await repository.countRequests(db.read, counted);
  for (const look of looks) await requireNoOrder({ db, rail }, look);
  await db.transaction(async (trx) => {
    await repository.lockKey(trx, { provider, key });
    for (const { id, purpose } of looks) {
      if (await repository.markRuledOut(trx, { id, provider, purpose, key, ...RULED_OUT })) continue;
      throw new ProviderFailure('unavailable', 'It was done meanwhile.');
    }
    // Counted last, because a concurrent request of one of them waits for this transaction, and finds it refused.
    if ((await repository.countRequests(trx, counted)) > before)
      throw new ProviderFailure('unavailable', `${name} is being asked to do it now.`);
    await rail.refusedKeys?.record(trx, { key, ...RULED_OUT });
  });
}

/** Absence counts only after the time of the terms, in which any request in progress has ended. */
async function requireNoOrder(
  { db, rail }: Pick<Access, 'db' | 'rail'>,
  { id, ...look }: Look,
): Promise<void> {
  const known = await repository.findOrder(db.read, { id });
  if (known?.isRefused) return;
  if (known?.doneAt) throw new ProviderFailure('unavailable', doneAs(String(known.reference)));
  const found = await look.look(known);
  if (found === 'ended') return;
  if (found !== 'absent') throw new ProviderFailure('unavailable', found.why);
  if (known?.isAccepted) {
    const as = known.reference === null ? '' : ` as ${known.reference}`;
    throw new ProviderFailure(
      'unavailable',
      `${rail.name} has accepted it${as}, and does not show it yet: ask again later.`,
    );
  }
  if (!known || known.openRequests === 0) return;
  await look.requireAbsent?.(known);
  const { absentForMs } = rail.terms;
  if (await db.transaction((trx) => repository.noteAbsence(trx, id, absentForMs))) return;
  throw new ProviderFailure(
    'unavailable',
    `A request got no answer, and ${rail.name} may have carried it out: ask again in ${inMinutes(absentForMs)}, when look-ups have found nothing for that long.`,
  );
}

/** The result of a look-up, by the state of the order's money. */
export function whetherEnded(
  rail: OrderRail,
  reference: string,
  status: OrderStatus,
): 'ended' | { why: string } {
  switch (status.is) {
    case 'done':
      return { why: doneAs(reference) };
    case 'pending':
      return { why: status.waits?.words ?? underWayAs(reference, rail, status.state) };
    case 'refused':
      // The next attempt has it refused, and then watched.
      return status.watchForMs > 0
        ? { why: underWayAs(reference, rail, 'refused, and may still move,') }
        : 'ended';
  }
}

/** The reason why a completed order is not ruled out. */
export function doneAs(reference: string): string {
  return `It was done: resolve it with --settled ${reference}.`;
}

/** The reason why an order in progress is not ruled out. */
export function underWayAs(
  reference: string,
  { name }: Pick<OrderRail, 'name'>,
  state = 'under way',
): string {
  return `It is ${state} at ${name} as ${reference}: resolve it with --retry to go on asking.`;
}
