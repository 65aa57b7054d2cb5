/** What happens by chance, the same for the same seed: only when it happens differs from run to run. */
export interface Chance {
  /** From 0 to 1. */
  share(): number;
  happens(share: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: good enough to choose by, and short. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    share,
    happens: (limit) => share() < limit,
    pick: (items) => items[Math.floor(share() * items.length)] as (typeof items)[number],
  };
}
