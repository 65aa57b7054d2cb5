import type { Database } from '../../../../db/index.ts';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { formatExact, money, ZERO, type Money } from '../../../../lib/money.ts';
import type { KnownDifferences } from '../../../../operators/index.ts';
import { listAddresses } from '../addresses/repository.ts';
import { MAX_ADDRESSES, readBalances, readCoins } from '../chain/balances.ts';
import type { Chain } from '../chain/chain.ts';
import type { CheckChain, Decimals } from '../chain/check.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import { listChains } from '../follower/chain-repository.ts';
import { readNonceAt } from '../sender/node.ts';
import { listHotWallets } from '../sender/wallet-repository.ts';
import { listCoinHoldings, listHoldings, listWalletHoldings } from './repository.ts';
import { listUnexplained } from '../follower/departure-repository.ts';

/** An address whose balance differs from the books; amounts are decimals in `asset`. */
interface HoldingDifference {
  address: string;
  asset: string;
  books: string;
  chain: string;
}

/** A hot wallet as of the same block. The books have its minimum balance, because others may send it more. */
interface WalletAudit {
  address: string;
  /** The number of transactions it has sent, by the chain, and the number of them that this database knows. */
  transactions: number;
  known_transactions: number;
  /** The chain's coin first, which is not in the books. */
  assets: { asset: string; books: string | null; chain: string }[];
}

export interface ChainAudit {
  network: string;
  ok: boolean;
  /** The final block as of which both sides were read; null when the chain could not be audited. */
  block: number | null;
  addresses: number;
  /** All deposit addresses together. Each token is exact; for the chain's coin, the books have the minimum. */
  assets: { asset: string; books: string; chain: string }[];
  hot_wallets: WalletAudit[];
  /** Transfers that left our wallets without an order, up to the head; latest first. */
  unexplained: (UnexplainedMove & { id?: string })[];
  /** The differences that are not acknowledged, each with its id if differences are recorded. */
  differences: (HoldingDifference & { id?: string })[];
  /** The differences that two operators have acknowledged (D45). */
  acknowledged: (HoldingDifference | UnexplainedMove)[];
  /** The reason why the chain could not be audited. */
  error?: string;
}

export interface UnexplainedMove {
  network: string;
  /** Its transaction and position among its logs, or the wallet and its first nonce. */
  reference: string;
  wallet: string;
  asset: string | null;
  amount: string | null;
  recipient: string | null;
  /** For transactions that moved no known token, their number. */
  transactions: number | null;
  block: number;
  found_at: string;
}

/** The first ones show the fault; no one reads more. */
const MAX_DIFFERENCES = 100;
/** For one page of addresses. */
const PAGE_MS = 15_000;

/**
 * Compares the balance of each of our addresses on a chain exactly with the books, as of the last final block that was
 * followed (D28), because only this finds a transfer that no endpoint ever reported. Changes nothing. A balance that
 * cannot be determined is not ok.
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
    hot_wallets: [],
    ...(await readUnexplained(db, chain.config.network, known)),
    differences: [],
  };
  try {
    const [row] = await listChains(db.read, { networks: [chain.config.network] });
    if (!row || row.finalHash === null) return { ...audit, error: 'no block is final yet' };
    audit.block = Number(row.finalBlock);
    const decimalsOf = await checked(chain, AbortSignal.timeout(PAGE_MS));
    const most = MAX_DIFFERENCES + ((await known?.countKnown()) ?? 0);
    const at = { audit, block: audit.block, most };
    await auditAddresses(db, chain, decimalsOf, at);
    await auditWallets(db, chain, decimalsOf, at);
    const isKnown = audit.hot_wallets.every((one) => one.transactions <= one.known_transactions);
    const marked = await known?.mark(`chains audit ${audit.network}`, audit.differences);
    if (marked) {
      audit.differences = marked.differences;
      audit.acknowledged.push(...marked.acknowledged);
    }
    return {
      ...audit,
      ok: audit.differences.length === 0 && audit.unexplained.length === 0 && isKnown,
    };
  } catch (error) {
    if (!isChainFailure(error) && !(error instanceof StartupError)) throw error;
    return { ...audit, error: error.message };
  }
}

/** The account of an audit, its block, and how many differences are listed at the most. */
interface Auditing {
  audit: ChainAudit;
  block: number;
  most: number;
}

/** Compares all deposit addresses with the books, page by page, and adds up what they hold. */
async function auditAddresses(
  db: Database,
  chain: Chain,
  decimalsOf: Decimals,
  { audit, block, most }: Auditing,
): Promise<void> {
  const { coin } = chain.config;
  const sums = new Map([...decimalsOf.keys(), coin].map((asset) => [asset, { books: ZERO, chain: ZERO }]));
  const add = (asset: string, held: { books: Money; chain: Money }): void => {
    const sum = sums.get(asset);
    if (!sum) return;
    sum.books = sum.books.plus(held.books);
    sum.chain = sum.chain.plus(held.chain);
  };
  let after = -1;
  for (;;) {
    const page = await listAddresses(db.read, { after, limit: MAX_ADDRESSES });
    for (const holding of await comparePage(db, chain, decimalsOf, block, page)) {
      add(holding.asset, holding);
      if (!holding.books.eq(holding.chain)) addDifference(audit, holding, most);
    }
    for (const holding of await compareCoin(db, chain, block, page)) {
      add(coin, holding);
      if (holding.chain.lt(holding.books)) addDifference(audit, { ...holding, asset: coin }, most);
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
}

/** Compares the chain's coin at a page of addresses with the books. */
async function compareCoin(
  db: Database,
  chain: Chain,
  block: number,
  page: readonly { address: string }[],
): Promise<{ address: string; books: Money; chain: Money }[]> {
  const addresses = page.map(({ address }) => address);
  const { network } = chain.config;
  const booked = new Map(
    (await listCoinHoldings(db.read, { network, block, addresses })).map(({ address, amount }) => [
      address,
      money(amount),
    ]),
  );
  const coins = await readCoins(chain, { addresses, block }, AbortSignal.timeout(PAGE_MS));
  return addresses.map((address, index) => ({
    address,
    books: booked.get(address) ?? ZERO,
    chain: fromUnits(coins[index] ?? 0n, COIN_DECIMALS),
  }));
}

async function auditWallets(
  db: Database,
  chain: Chain,
  decimalsOf: Decimals,
  { audit, block, most }: Auditing,
): Promise<void> {
  const { network, coin, contracts } = chain.config;
  for (const { address } of await listHotWallets(db.read, { network })) {
    const signal = AbortSignal.timeout(PAGE_MS);
    const transactions = Number(await readNonceAt(chain, address, block, signal));
    // Read afterwards, because any transaction of ours in a block was stored before.
    const known = (await listHotWallets(db.read, { network })).find((wallet) => wallet.address === address);
    const [coins = 0n] = await readCoins(chain, { addresses: [address], block }, signal);
    const booked = new Map(
      (await listWalletHoldings(db.read, { network, block, wallet: address })).map(({ asset, amount }) => [
        asset,
        money(amount),
      ]),
    );
    const assets: WalletAudit['assets'] = [
      { asset: coin, books: null, chain: formatExact(fromUnits(coins, COIN_DECIMALS)) },
    ];
    for (const [asset, contract] of contracts) {
      const [units = 0n] = await readBalances(chain, { contract, addresses: [address], block }, signal);
      const there = fromUnits(units, decimalsOf.get(asset) ?? 0);
      const books = atLeastZero(booked.get(asset) ?? ZERO);
      assets.push({ asset, books: formatExact(books), chain: formatExact(there) });
      if (there.lt(books)) addDifference(audit, { address, asset, books, chain: there }, most);
    }
    const knownTransactions = Number(known?.nextNonce ?? transactions);
    audit.hot_wallets.push({ address, transactions, known_transactions: knownTransactions, assets });
  }
}

/** Transfers that left our wallets on a chain without an order; acknowledged ones are listed separately (D46). */
export async function readUnexplained(
  db: Pick<Database, 'read'>,
  network: string,
  known: KnownDifferences | undefined,
): Promise<Pick<ChainAudit, 'unexplained'> & { acknowledged: UnexplainedMove[] }> {
  const limit = MAX_DIFFERENCES + ((await known?.countKnown()) ?? 0);
  const rows = await listUnexplained(db.read, { network, limit });
  const moves = rows.map(({ amount, transactions, blockNumber, foundAt, ...row }) => ({
    ...row,
    amount: amount === null ? null : formatExact(ZERO.plus(amount)),
    transactions: transactions === null ? null : Number(transactions),
    block: Number(blockNumber),
    found_at: foundAt.toISOString(),
  }));
  const marked = await known?.mark(`chains audit ${network}`, moves);
  return { unexplained: marked?.differences ?? moves, acknowledged: marked?.acknowledged ?? [] };
}

interface Compared {
  address: string;
  asset: string;
  books: Money;
  chain: Money;
}

/** The balances of a page of addresses, on either side. */
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
    balances.forEach((units, index) => {
      const address = addresses[index] ?? '';
      const books = booked.get(`${asset} ${address}`) ?? money('0');
      booked.delete(`${asset} ${address}`);
      compared.push({ address, asset, books, chain: fromUnits(units, decimalsOf.get(asset) ?? 0) });
    });
  }
  // A token that is no longer in CHAINS_FILE is not read, though the books have it.
  const unnamed = [...booked].map(([key, books]) => {
    const [asset = '', address = ''] = key.split(' ');
    return { address, asset, books, chain: money('0') };
  });
  return [...compared, ...unnamed];
}

/** A wallet funded from elsewhere may have sent more than was swept into it. */
function atLeastZero(amount: Money): Money {
  return amount.lt(0) ? ZERO : amount;
}

function addDifference(audit: ChainAudit, { address, asset, books, chain }: Compared, most: number): void {
  if (audit.differences.length === most) return;
  audit.differences.push({ address, asset, books: formatExact(books), chain: formatExact(chain) });
}
