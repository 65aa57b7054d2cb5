import type { Database } from '../../../../db/connect.ts';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { formatExact, money, type Money } from '../../../../lib/money.ts';
import type { KnownDifferences } from '../../../../operators/differences/differences.ts';
import { listAddresses } from '../addresses/repository.ts';
import { MAX_ADDRESSES, readBalances } from '../chain/balances.ts';
import type { Chain } from '../chain/chain.ts';
import type { CheckChain, Decimals } from '../chain/check.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { fromUnits } from '../chain/token.ts';
import { listChains } from '../follower/chains/repository.ts';
import { listHoldings } from './repository.ts';

/** An address that holds something else than the books say; amounts are decimals in `asset`. */
export interface HoldingDifference {
  address: string;
  asset: string;
  books: string;
  chain: string;
}

export interface ChainAudit {
  network: string;
  ok: boolean;
  /** The final block as of which both sides were read; null when the chain could not be audited. */
  block: number | null;
  addresses: number;
  /** Of all addresses together. */
  assets: { asset: string; books: string; chain: string }[];
  /** Those that nobody has acknowledged, each with its id where differences are kept on record. */
  differences: (HoldingDifference & { id?: string })[];
  /** Those that two operators have acknowledged (D45). */
  acknowledged: HoldingDifference[];
  /** Why the chain could not be audited. */
  error?: string;
}

/** Nobody reads more; the first ones show what is wrong. */
const MAX_DIFFERENCES = 100;
/** For one page of addresses. */
const PAGE_MS = 15_000;

/**
 * Compares what each of our addresses holds on a chain with the books, to the unit, as of the last final block that was
 * followed (D28): only this finds a transfer that no endpoint ever told of. Changes nothing. What cannot be found out
 * is not ok.
 */
export async function auditChain(
  db: Database,
  checked: CheckChain,
  chain: Chain,
  known?: KnownDifferences,
): Promise<ChainAudit> {
  const audit: ChainAudit = {
    network: chain.config.network,
    ok: false,
    block: null,
    addresses: 0,
    assets: [],
    differences: [],
    acknowledged: [],
  };
  try {
    const [row] = await listChains(db.read, [chain.config.network]);
    if (!row || row.final_hash === null) return { ...audit, error: 'no block is final yet' };
    audit.block = Number(row.final_block);
    const decimalsOf = await checked(chain, AbortSignal.timeout(PAGE_MS));
    const sums = new Map(
      [...decimalsOf.keys()].map((asset) => [asset, { books: money('0'), chain: money('0') }]),
    );
    const most = MAX_DIFFERENCES + ((await known?.countKnown()) ?? 0);
    let after = -1;
    for (;;) {
      const page = await listAddresses(db.read, { after, limit: MAX_ADDRESSES });
      for (const holding of await comparePage(db, chain, decimalsOf, audit.block, page)) {
        const sum = sums.get(holding.asset);
        if (sum) {
          sum.books = sum.books.plus(holding.books);
          sum.chain = sum.chain.plus(holding.chain);
        }
        if (!holding.books.eq(holding.chain)) addDifference(audit, holding, most);
      }
      audit.addresses += page.length;
      const last = page.at(-1);
      if (!last || page.length < MAX_ADDRESSES) break;
      after = last.index;
    }
    audit.assets = [...sums].map(([asset, sum]) => ({
      asset,
      books: formatExact(sum.books),
      chain: formatExact(sum.chain),
    }));
    const marked = await known?.mark(`chains audit ${audit.network}`, audit.differences);
    return { ...audit, ...marked, ok: (marked ?? audit).differences.length === 0 };
  } catch (error) {
    if (!isChainFailure(error) && !(error instanceof StartupError)) throw error;
    return { ...audit, error: error.message };
  }
}

interface Compared {
  address: string;
  asset: string;
  books: Money;
  chain: Money;
}

/** What a page of addresses holds, as either side has it. */
async function comparePage(
  db: Database,
  chain: Chain,
  decimalsOf: Decimals,
  block: number,
  page: readonly { address: string }[],
): Promise<Compared[]> {
  const { network, contracts } = chain.config;
  const addresses = page.map(({ address }) => address);
  const booked = new Map(
    (await listHoldings(db.read, { network, block, addresses })).map(({ asset, address, amount }) => [
      `${asset} ${address}`,
      money(amount),
    ]),
  );
  const compared: Compared[] = [];
  for (const [asset, contract] of contracts) {
    const balances = await readBalances(chain, { contract, addresses, block }, AbortSignal.timeout(PAGE_MS));
    balances.forEach((units, place) => {
      const address = addresses[place] ?? '';
      const books = booked.get(`${asset} ${address}`) ?? money('0');
      booked.delete(`${asset} ${address}`);
      compared.push({ address, asset, books, chain: fromUnits(units, decimalsOf.get(asset) ?? 0) });
    });
  }
  // A token that CHAINS_FILE no longer names is not asked about, though the books have it.
  const unnamed = [...booked].map(([key, books]) => {
    const [asset = '', address = ''] = key.split(' ');
    return { address, asset, books, chain: money('0') };
  });
  return [...compared, ...unnamed];
}

function addDifference(audit: ChainAudit, { address, asset, books, chain }: Compared, most: number): void {
  if (audit.differences.length === most) return;
  audit.differences.push({ address, asset, books: formatExact(books), chain: formatExact(chain) });
}
