import { resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { ownPlacesOf } from '../../rails/index.ts';

/** A resource that two cells share although each needs its own. */
interface Shared {
  /** The variable, or the bank account; never a secret. */
  what: string;
  cells: number[];
}

/** A resource that a cell must not share. */
export interface SharedResource {
  kind: string;
  /** Compared, and never shown. */
  value: string;
  /** The name of the resource. */
  what: string;
}

/**
 * Finds resources that would put the money of several cells in one place. Both would issue the same addresses of an
 * extended public key, book the other's deposits as their own, and count the same holdings as cover. Only
 * configurations are compared, so two API keys of one account at a provider are not detected.
 */
export function findShared(cells: readonly { cell: number; means: readonly SharedResource[] }[]): Shared[] {
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

/** Reads them from a cell's configuration. Throws StartupError if a file that it names cannot be read. */
export async function meansOf({ databaseUrl, dataDir, rails }: Config): Promise<SharedResource[]> {
  const database: SharedResource =
    databaseUrl === undefined
      ? { kind: 'DATA_DIR', value: resolve(dataDir), what: 'DATA_DIR' }
      : { kind: 'DATABASE_URL', value: databaseUrl, what: 'DATABASE_URL' };
  const places = await ownPlacesOf(rails);
  return [database, ...places.map(({ kind, value, what = kind }) => ({ kind, value, what }))];
}
