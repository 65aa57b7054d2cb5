import type { Chance } from '../chaos/chance.ts';
import type { Clock } from '../stand-in/clock.ts';
import { money, type Money } from '../../src/lib/money.ts';
import type { Settings } from './settings.ts';
import type { SourceName } from './sources.ts';

/** What Bridge answers to a call that it does not do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  /** The field that is wrong. */
  readonly key: string | undefined;
  readonly source: SourceName;

  constructor(status: number, code: string, key?: string, source: SourceName = 'errors') {
    super(key === undefined ? code : `${code}: ${key}`);
    this.status = status;
    this.code = code;
    this.key = key;
    this.source = source;
  }
}

/** One movement of the wallet. */
export interface Movement {
  id: string;
  type: string;
  amount: Money;
  balance: Money;
  transferId: string | undefined;
  at: number;
}

/** What all parts of the server share. */
export interface World {
  settings: Settings;
  clock: Clock;
  chance: Chance;
  customer: { id: string; status: string; endorsement: string };
  wallet: { id: string; chain: string; initiationRequired: boolean };
  movements: Movement[];
}

export const iso = (ms: number): string => new Date(ms).toISOString();

export function balanceOf({ movements }: Pick<World, 'movements'>): Money {
  return movements.at(-1)?.balance ?? money('0');
}

/** Books money in, or with a negative amount out. */
export function book(
  world: World,
  entry: { type: string; amount: Money; transferId: string | undefined; id: string },
): void {
  const balance = balanceOf(world).plus(entry.amount);
  if (balance.isNegative()) throw new Error('the wallet would hold less than nothing');
  world.movements.push({ ...entry, balance, at: world.clock.now() });
}

/** A page of a list that is newest first. */
export function page<T extends { id: string }>(
  newestFirst: readonly T[],
  query: Record<string, string>,
  { max = 100, endingBefore }: { max?: number; endingBefore: Settings['endingBefore'] },
): { count: number; data: T[] } {
  const limit = Number(query['limit'] ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > max)
    throw new Refusal(400, 'invalid_parameters', 'limit');
  const placeOf = (id: string): number => {
    const place = newestFirst.findIndex((one) => one.id === id);
    if (place < 0) throw new Refusal(400, 'invalid_parameters', 'cursor');
    return place;
  };
  const { starting_after: after, ending_before: before } = query;
  if (after !== undefined && before !== undefined)
    throw new Refusal(400, 'invalid_parameters', 'ending_before');
  let data = newestFirst.slice(after === undefined ? 0 : placeOf(after) + 1).slice(0, limit);
  if (before !== undefined) {
    const newer = newestFirst.slice(0, placeOf(before));
    data = endingBefore === 'next' ? newer.slice(-limit) : newer.slice(0, limit);
  }
  return { count: data.length, data };
}

/** Refuses fields that are not documented, and those that are missing. */
export function readFields(
  value: unknown,
  known: readonly string[],
  needed: readonly string[] = [],
): Record<string, any> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'invalid_parameters', 'body');
  for (const name of Object.keys(value))
    if (!known.includes(name)) throw new Refusal(400, 'invalid_parameters', name, 'strict');
  for (const name of needed)
    if ((value as Record<string, unknown>)[name] === undefined)
      throw new Refusal(400, 'invalid_parameters', name);
  return value;
}

export function readAmount(value: unknown): Money {
  if (typeof value !== 'string' || !/^\d{1,13}(\.\d{1,2})?$/.test(value) || !money(value).gt(0))
    throw new Refusal(400, 'invalid_parameters', 'amount');
  return money(value);
}
