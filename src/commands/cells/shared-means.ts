import { resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { ownPlacesOf } from '../../rails/index.ts';

/** Something that two cells have in common although each needs its own. */
export interface Shared {
  /** The variable, or the bank account; never a secret. */
  what: string;
  cells: number[];
}

/** What a cell must have to itself. */
export interface Means {
  kind: string;
  /** Compared, and never shown. */
  value: string;
  /** What to call it. */
  what: string;
}

/**
 * Where the money of several cells would be in one place: both would hand out the same addresses of an extended public key,
 * take the other's deposits for their own, and count the same holdings as cover. Compares what the cells are configured with;
 * it cannot tell that two different API keys belong to one account at a provider.
 */
export function findShared(cells: readonly { cell: number; means: readonly Means[] }[]): Shared[] {
  const owners = new Map<string, { what: string; cells: number[] }>();
  for (const { cell, means } of cells) {
    for (const { kind, value, what } of means) {
      const key = `${kind} ${value}`;
      const owner = owners.get(key) ?? { what, cells: [] };
      owners.set(key, owner);
      if (!owner.cells.includes(cell)) owner.cells.push(cell);
    }
  }
  return [...owners.values()].filter((owner) => owner.cells.length > 1);
}

/** Of a cell's configuration. Throws StartupError if what it names cannot be read. */
export async function meansOf({ databaseUrl, dataDir, rails }: Config): Promise<Means[]> {
  const database: Means =
    databaseUrl === undefined
      ? { kind: 'DATA_DIR', value: resolve(dataDir), what: 'DATA_DIR' }
      : { kind: 'DATABASE_URL', value: databaseUrl, what: 'DATABASE_URL' };
  const places = await ownPlacesOf(rails);
  return [database, ...places.map(({ kind, value, what = kind }) => ({ kind, value, what }))];
}
