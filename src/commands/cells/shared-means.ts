import { resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { numberOf, readAccountsFile } from '../../methods/providers/bank/index.ts';

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

/** Of a cell's configuration. Throws StartupError if its bank accounts cannot be read. */
export function meansOf({ databaseUrl, dataDir, evm, bank, bitso, bridge, mono }: Config): Means[] {
  const accounts = bank ? readAccountsFile(bank.accountsFile) : [];
  const values: [kind: string, value: string | undefined, what?: string][] = [
    ['DATABASE_URL', databaseUrl],
    ['DATA_DIR', databaseUrl === undefined ? resolve(dataDir) : undefined],
    ['CHAIN_XPUB', evm?.xpub],
    ['BITSO_API_KEY', bitso?.apiKey],
    ['JUNO_API_KEY', bitso?.juno?.apiKey],
    ['BRIDGE_API_KEY', bridge?.apiKey],
    ['BRIDGE_CUSTOMER_ID', bridge?.customerId],
    ['BRIDGE_WALLET_ID', bridge?.walletId],
    ['MONO_CLIENT_ID', mono?.clientId],
    // Within a cell, one account may both receive and send.
    ['account at Mono', mono?.receivingAccount],
    ['account at Mono', mono?.sendingAccount],
    ...accounts.map((one): [string, string, string] => [
      'bank account',
      numberOf(one),
      `bank account ${one.id}`,
    ]),
  ];
  return values.flatMap(([kind, value, what = kind]) => (value === undefined ? [] : { kind, value, what }));
}
