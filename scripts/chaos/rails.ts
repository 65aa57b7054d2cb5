import { setTimeout as delay } from 'node:timers/promises';
import type { Foundation } from '../../src/composition/foundation.ts';
import { changeMethod } from '../../src/methods/catalogue.ts';
import type { SettingRow } from '../../src/methods/providers/simulator/repository.ts';
import { startRail, type TestRail } from '../../test/support/outside/rail.ts';
import type { Chance } from './chance.ts';
import { persistently } from './processes.ts';

const METHODS = ['SPEI', 'WIRE', 'MXNB', 'USDC'] as const;
const MOVE_EVERY_MS = 3_000;
const WEATHER_CHANGES_EVERY_MS = 300;
const QUERY_TIMEOUT_MS = 30_000;

/** Two rails of other companies. Their books are on the Postgres that `chaos.ts` starts, which nobody kills. */
export interface Rails {
  readonly all: readonly TestRail[];
  find(name: string): TestRail | undefined;
  close(): Promise<void>;
}

/** `receiving`: north exchanges nothing. */
export async function openRails({ receiving = false } = {}): Promise<Rails> {
  const north = startRail('north', undefined, receiving ? { exchanges: false } : {});
  const all = await Promise.all([north, startRail('south')]);
  return {
    all,
    find: (name) => all.find(({ access }) => access.name === name),
    async close() {
      await Promise.all(all.map((rail) => rail.close()));
    },
  };
}

/** Spreads the methods over the rails and the simulator, and moves one every few seconds. Returns how often. */
export async function moveMethods(
  { db }: Foundation,
  rails: Rails,
  chance: Chance,
  isOver: () => boolean,
): Promise<number> {
  const names = rails.all.map(({ access }) => access.name);
  const move = (method: string, provider: string) =>
    persistently(() => db.transaction((trx) => changeMethod(trx, method, { provider })), QUERY_TIMEOUT_MS);
  for (const [place, method] of METHODS.entries()) await move(method, names[place % names.length]!);
  let moves = 0;
  while (!isOver()) {
    await delay(MOVE_EVERY_MS * (0.5 + chance.share()));
    // The simulator stays one of the providers, but carries less.
    await move(chance.pick(METHODS), chance.pick([...names, ...names, 'simulator']));
    moves++;
  }
  return moves;
}

type Fault = Partial<Omit<SettingRow, 'operation'>>;
const USUAL: Fault = {};
const SLOW: readonly Fault[] = [{ latencyMs: 300 }, { answerDelayMs: 300 }];
const ASKED: readonly Fault[] = [...SLOW, { failure: 'unavailable' }, { failure: 'lost_answer' }];
const PENDING: readonly Fault[] = Array.from({ length: 4 }, () => ({ failure: 'pending' }));
const MOVED: readonly Fault[] = [...ASKED, ...PENDING, { failure: 'refused' }];
const FAULTS: Record<SettingRow['operation'], readonly Fault[]> = {
  quote: ASKED,
  instructions: ASKED,
  confirm: ASKED,
  convert: MOVED,
  pay_out: MOVED,
  refund: MOVED,
};
const OPERATIONS = Object.keys(FAULTS) as SettingRow['operation'][];
/** Money that goes out meets most of it. */
const MISBEHAVING = [...OPERATIONS, 'pay_out', 'pay_out', 'refund', 'refund'] as const;

/** Lets the rails misbehave, one operation at a time, and behave again in the end. Returns how often. */
export async function makeWeather(rails: Rails, chance: Chance, isOver: () => boolean): Promise<number> {
  let faults = 0;
  while (!isOver()) {
    const rail = chance.pick(rails.all);
    const operation = chance.pick(MISBEHAVING);
    const isFault = chance.happens(0.5);
    await rail.set(operation, isFault ? chance.pick(FAULTS[operation]) : USUAL);
    if (isFault) faults++;
    await delay(WEATHER_CHANGES_EVERY_MS * chance.share());
  }
  for (const rail of rails.all) for (const operation of OPERATIONS) await rail.set(operation);
  return faults;
}
