import type { Clock } from './clock.ts';

/** Keeps how things stood, for lists that lag behind. */
export interface Past<T> {
  /** Notes how a thing stands from now on. */
  keep(id: string, item: T): void;
  /** As it stood the given time ago; undefined when it was not there yet. */
  find(id: string, lagMs: number): T | undefined;
  /** All that were there then, the oldest first. */
  list(lagMs: number): T[];
}

export function createPast<T extends object>(clock: Clock): Past<T> {
  const states = new Map<string, { from: number; item: T }[]>();
  const find = (id: string, lagMs: number): T | undefined =>
    states.get(id)?.findLast(({ from }) => from <= clock.now() - lagMs)?.item;
  return {
    keep: (id, item) =>
      void states.set(id, [...(states.get(id) ?? []), { from: clock.now(), item: { ...item } }]),
    find,
    list: (lagMs) => [...states.keys()].flatMap((id) => find(id, lagMs) ?? []),
  };
}
