import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Keeper } from './keeper.ts';
import type { Network } from './network.ts';

const KINDS = ['killed', 'frozen', 'cut_off', 'isolated', 'demoted', 'silent'] as const;
export type Kind = (typeof KINDS)[number];

/** How long everything works before a fault, and after it until a copy for the new standby takes its part of the machine. */
const CALM_MS = 2_000;
/** How late at most the old primary is ended, once the new one was promoted. */
const FENCED_WITHIN_MS = 3_000;
/** Longer than the service needs to notice that another server was promoted, also where it is busy. */
const ISOLATED_MS = 10_000;
/** Longer than it needs to notice that its connections are silent. */
const SILENT_MS = 6_000;
const READ_ONLY_MS = 500;

/** When what happened, on the clock of `performance`. */
export interface Fault {
  kind: Kind;
  /** The primary was about to become, and then was, as the kind says. */
  beginMs: number;
  startMs: number;
  /** The keeper noticed it, and promoted the standby. */
  noticedMs?: number;
  promotedMs?: number;
  /** From then on until the old primary was ended, the service reached both. */
  splitMs?: number;
  fencedMs?: number;
  /** There is a standby again, and the next fault may come. */
  restoredMs: number;
}

export interface Surroundings {
  keeper: Keeper;
  network: Network;
  /** Silences the connections of one process; new ones work. */
  silence: () => void;
}

/** Takes the primary away in one way after another, in each at least once, until told to stop. */
export async function failOver(
  surroundings: Surroundings,
  note: (fault: Fault) => void,
  isOver: () => boolean,
  chance: Chance,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let left: Kind[] = [...KINDS]; ; left = left.length === 0 ? [...KINDS] : left) {
    await delay(CALM_MS);
    if (isOver() && faults.length >= KINDS.length) break;
    const kind = chance.pick(left);
    left = left.filter((other) => other !== kind);
    const beginMs = performance.now();
    const course = await FAULTS[kind](surroundings, chance);
    await delay(CALM_MS);
    if (course.fencedMs !== undefined) await surroundings.keeper.rebuild();
    const fault = { kind, beginMs, ...course, restoredMs: performance.now() };
    note(fault);
    faults.push(fault);
  }
  await delay(CALM_MS);
  return faults;
}

type Course = Omit<Fault, 'kind' | 'beginMs' | 'restoredMs'>;

const FAULTS: Record<Kind, (surroundings: Surroundings, chance: Chance) => Promise<Course>> = {
  /** Its processes are gone, and the host says so. */
  async killed({ keeper }) {
    await keeper.primary.kill();
    return { ...(await replace(keeper)), fencedMs: await keeper.fence() };
  },
  /** Nothing on it goes on, and the host says nothing of that. */
  async frozen({ keeper }, chance) {
    await keeper.primary.freeze();
    const replaced = await replace(keeper);
    await delay(chance.share() * FENCED_WITHIN_MS);
    return { ...replaced, fencedMs: await keeper.fence() };
  },
  /** It lives, alone. At times the network comes back before it is ended: then it hears late what it was sent. */
  async cut_off({ keeper }, chance) {
    const { host } = keeper.primary;
    await host.cutOff();
    const replaced = await replace(keeper);
    const halfMs = (chance.share() * FENCED_WITHIN_MS) / 2;
    const isSplit = chance.happens(0.5);
    await delay(halfMs);
    if (!isSplit) return { ...replaced, fencedMs: await keeper.fence().finally(() => host.reconnect()) };
    const splitMs = performance.now();
    await host.reconnect();
    await delay(halfMs);
    return { ...replaced, splitMs, fencedMs: await keeper.fence() };
  },
  /** Standby and keeper do not reach it, and the service does. */
  async isolated({ keeper, network }) {
    await network.divide();
    const replaced = await replace(keeper, false);
    await delay(ISOLATED_MS);
    const fencedMs = await keeper.fence();
    await network.unite();
    return { ...replaced, splitMs: replaced.promotedMs, fencedMs };
  },
  /** A switchover. For a moment the old primary answers reads and takes no writes. */
  async demoted({ keeper }) {
    await keeper.refuseWrites();
    const startMs = performance.now();
    await delay(READ_ONLY_MS);
    return { startMs, promotedMs: await keeper.switchOver() };
  },
  async silent({ silence }) {
    silence();
    const startMs = performance.now();
    await delay(SILENT_MS);
    return { startMs };
  },
};

/** `isSeen`: the keeper reaches the old primary. */
async function replace(
  keeper: Keeper,
  isSeen = true,
): Promise<{ startMs: number; noticedMs: number; promotedMs: number }> {
  const startMs = performance.now();
  const noticedMs = await keeper.untilGone(isSeen);
  return { startMs, noticedMs, promotedMs: await keeper.promote() };
}
