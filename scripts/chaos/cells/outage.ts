import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { RunningCell } from './deployment.ts';
import { get, shopOn, type Attempt, type Calls } from './shop.ts';

const CALLERS_PER_CELL = 3;
/** Between two calls of a caller: what is measured is the proxy, not a machine at its limit. */
const PAUSE_MS = 20;
/** What a call to a dead cell may take. */
const AT_ONCE_MS = 100;
/** Of those calls; the rest is this machine's own scheduling. */
const AT_ONCE_SHARE = 0.99;
/** A proxy asks a dead cell again once a second. */
const BACK_WITHIN_MS = 3_000;

export interface Outage {
  report: object;
  faults: string[];
}

/** Has all cells called while one of them loses its power, and judges what the others' callers and its own were answered. */
export async function loseOneCell(
  cells: readonly RunningCell[],
  calls: Calls,
  { durationMs, chance, isAlone }: { durationMs: number; chance: Chance; isAlone: boolean },
): Promise<Outage> {
  const attempts: Attempt[] = [];
  let isOver = false;
  const pause = (): Promise<unknown> => delay(PAUSE_MS);
  const shops = cells.flatMap((cell) => Array.from({ length: CALLERS_PER_CELL }, () => cell));
  const callers = shops.map((shop) => shopOn(shop, calls, attempts, () => isOver, pause));

  await delay(durationMs * (0.2 + 0.1 * chance.share()));
  const lost = chance.pick(cells);
  const killedMs = performance.now();
  let deadMs = 0;
  await Promise.all([
    lost.cutPower(() => delay(durationMs * 0.4)),
    // A moment later all that was on its way has failed.
    delay(AT_ONCE_MS).then(() => (deadMs = performance.now())),
  ]);
  const readyMs = performance.now();
  await delay(durationMs * 0.3);
  isOver = true;
  const acknowledged = await Promise.all(callers);

  const others = attempts.filter(({ cell }) => cell !== lost.cell);
  const own = attempts.filter(({ cell }) => cell === lost.cell);
  const failed = others.filter(({ status }) => status !== 201);
  const meanwhile = own.filter(({ startMs }) => startMs >= deadMs && startMs < readyMs);
  const refused = meanwhile.filter(({ status }) => status === 503);
  const odd = meanwhile.filter(({ status }) => status !== 503 && status !== 201);
  const slowFirst = refused.map(({ startMs, endMs }) => endMs - startMs).sort((one, other) => other - one);
  const late = slowFirst.filter((ms) => ms > AT_ONCE_MS);
  const back = own.find(({ startMs, status }) => startMs >= killedMs && status === 201);
  const backMs = Math.max(0, (back?.endMs ?? Infinity) - readyMs);
  const forgotten = await findForgotten(shops, acknowledged, calls);
  return {
    report: {
      killed: lost.cell,
      others: { calls: others.length, lost: failed.length, slowest_ms: slowest(others) },
      own: {
        ...{ refused: refused.length, late: late.length, slowest_ms: Math.round(slowFirst[0] ?? 0) },
        ...{ median_ms: Math.round(slowFirst[slowFirst.length >> 1] ?? 0), back_ms: Math.round(backMs) },
      },
    },
    faults: [
      ...failed.map(({ cell, status }) => `a call of cell ${cell}, which was alive, got ${status}`),
      ...odd.map(({ status }) => `a call of the dead cell got ${status}`),
      ...forgotten.map((reference) => `link ${reference} was acknowledged, but is not there`),
      ...(refused.length === 0 ? ['nothing was asked of the dead cell'] : []),
      ...(isAlone && late.length > refused.length * (1 - AT_ONCE_SHARE)
        ? [`${late.length} of ${refused.length} calls of the dead cell took more than ${AT_ONCE_MS} ms`]
        : []),
      ...(backMs > BACK_WITHIN_MS && (isAlone || !back)
        ? [`the cell was ready, but got no calls for ${Math.round(backMs)} ms`]
        : []),
    ],
  };
}

/** Links that are not there once, of all that were acknowledged. */
async function findForgotten(
  shops: readonly RunningCell[],
  acknowledged: readonly string[][],
  { agent, urls }: Calls,
): Promise<string[]> {
  const wrong: string[] = [];
  await Promise.all(
    shops.map(async (shop, index) => {
      for (const reference of acknowledged[index] ?? []) {
        const { body } = await get(urls[0] ?? '', `/v1/payment_links?reference=${reference}`, shop, agent);
        if ((body as { data?: unknown[] } | undefined)?.data?.length !== 1) wrong.push(reference);
      }
    }),
  );
  return wrong;
}

function slowest(attempts: readonly Attempt[]): number {
  return Math.round(attempts.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 0));
}
