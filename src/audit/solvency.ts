import type { Database } from '../db/index.ts';
import { formatExact, money, ZERO, type Money } from '../lib/money.ts';
import { type Provider, PROVIDER_TIMEOUTS_MS, ProviderFailure } from '../methods/index.ts';
import { readOwed, type Owed, type OwedTransfer } from './repository.ts';

/** One line of the holdings. A negative amount covers another asset at par. */
export interface PlaceHolding {
  place: string;
  provider: string;
  amount: string;
  /** The block or time as of which it was read; null for money in transit. */
  as_of: string | null;
}

/** `short`: less is held than owed. `unknown`: apparently short, but a place that may hold the rest could not be read. */
export type Cover = 'covered' | 'short' | 'unknown';

export interface AssetSolvency {
  asset: string;
  cover: Cover;
  /** The debt to all accounts, which is available, pending and unmatched money. */
  owed: string;
  /** The sum of the places. */
  held: string;
  /** `held` less `owed`. */
  surplus: string;
  places: PlaceHolding[];
}

export interface UnreadHolding {
  place: string;
  provider: string;
  error: string;
}

export interface Solvency {
  /** Whether holdings cover the debts of each asset, and all places could be read. */
  ok: boolean;
  as_of: string;
  assets: AssetSolvency[];
  /** Places that could not be read, whose holdings are missing above. */
  errors: UnreadHolding[];
}

/** The figures of one asset while they are collected. */
interface Account {
  owed: Money;
  places: { place: string; provider: string; amount: Money; as_of: string | null }[];
}

interface Unread extends UnreadHolding {
  /** Any if undefined. */
  assets: readonly string[] | undefined;
}

/**
 * Compares per asset the deployment's holdings in all places with its debts to all accounts (D39). Holdings are read
 * from outside; our tables provide only the debts, and the part in transit. The books are read first, because anything
 * in them by then is outside already, or the provider reports it as missing. A shortage is read a second time, so that
 * money that moved between the two readings does not count as one. Changes nothing.
 */
export async function readSolvency(db: Database, providers: readonly Provider[]): Promise<Solvency> {
  const first = await compareOnce(db, providers);
  return first.assets.every(({ cover }) => cover === 'covered') ? first : compareOnce(db, providers);
}

async function compareOnce(db: Database, providers: readonly Provider[]): Promise<Solvency> {
  const owed = await db.snapshot(readOwed);
  const accounts = new Map<string, Account>();
  const accountOf = (asset: string): Account => {
    const account = accounts.get(asset) ?? { owed: ZERO, places: [] };
    accounts.set(asset, account);
    return account;
  };
  for (const { asset, amount } of owed.balances) accountOf(asset).owed = money(amount);
  const unread: Unread[] = [];
  await Promise.all(
    providers.map(async (provider) => {
      const { name } = provider;
      try {
        const held = await readProvider(provider, owed);
        for (const { asset, ...place } of held.places) accountOf(asset).places.push(place);
        unread.push(...held.unread.map((one) => ({ provider: name, ...one })));
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        unread.push({ provider: name, place: name, assets: undefined, error: error.message });
      }
    }),
  );
  for (const { asset, amount } of owed.inTransit) {
    const underWay = { place: 'between providers', provider: 'in transit', as_of: null };
    accountOf(asset).places.push({ ...underWay, amount: money(amount) });
  }
  for (const { cell, asset, amount } of owed.byCells) {
    const place = money(amount).gt(0) ? `held by cell ${cell}` : `held for cell ${cell}`;
    accountOf(asset).places.push({ place, provider: `cell ${cell}`, as_of: null, amount: money(amount) });
  }
  coverAtPar(accounts, owed, providers);
  const assets = [...accounts]
    .map(([asset, account]) => toAsset(asset, account, owed.families, unread))
    .sort((one, other) => one.asset.localeCompare(other.asset));
  return {
    ok: unread.length === 0 && assets.every(({ cover }) => cover === 'covered'),
    as_of: owed.at.toISOString(),
    assets,
    errors: unread.map(toError),
  };
}

/**
 * A provider's holdings, with money in transit. A payout that has left is not missing, although it is owed to the
 * account until it is settled; nor is a deposit that is pending for an account until it is final.
 */
async function readProvider(provider: Provider, { transfers, deposits }: Owed) {
  const { name } = provider;
  const sent = transfers.filter((transfer) => transfer.provider === name);
  const seen = deposits.filter((deposit) => deposit.provider === name);
  const balances = await provider.readBalances(
    {
      sent: sent.map((transfer) => ({ idempotencyKey: keyOf(transfer), move: transfer.move })),
      seen: seen.map(({ providerReference }) => providerReference),
    },
    AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.balances),
  );
  const [left, absent] = [new Set(balances.left), new Set(balances.absent)];
  const onTheirWay = [
    ...sent
      .filter((transfer) => left.has(keyOf(transfer)))
      .map(({ asset, amount }) => ({ place: 'sent, not settled yet', asset, amount })),
    ...seen
      .filter(({ providerReference }) => absent.has(providerReference))
      .map(({ asset, amount }) => ({ place: 'deposits that are not there yet', asset, amount })),
  ];
  const sums = new Map<string, { place: string; asset: string; amount: Money }>();
  for (const { place, asset, amount } of onTheirWay) {
    const key = `${place} ${asset}`;
    sums.set(key, { place, asset, amount: (sums.get(key)?.amount ?? ZERO).plus(money(amount)) });
  }
  return {
    places: [
      ...balances.holdings.map(({ asOf, ...holding }) => ({ provider: name, ...holding, as_of: asOf })),
      ...[...sums.values()].map((one) => ({ provider: name, ...one, as_of: null })),
    ],
    unread: balances.unread,
  };
}

/** In the form of the transfer engine. */
function keyOf({ accountId, id }: OwedTransfer): string {
  return `${accountId}:${id}`;
}

/**
 * If a provider holds the assets of a family at par (D1), its surplus of one covers the shortage of the other, with a line
 * in each.
 */
function coverAtPar(
  accounts: ReadonlyMap<string, Account>,
  owed: Owed,
  providers: readonly Provider[],
): void {
  for (const [asset, account] of accounts) {
    for (const [other, lender] of accounts) {
      const isFamily = other !== asset && areFamily(owed.families, asset, other);
      for (const provider of isFamily ? providers : []) {
        if (!provider.holdsAtPar(other, asset)) continue;
        const { name } = provider;
        const own = sumOf(lender.places.filter((place) => place.provider === name));
        const amount = least(surplusOf(account).negated(), surplusOf(lender), own);
        if (amount.lte(0)) continue;
        account.places.push({ place: `held as ${other}, at par`, provider: name, amount, as_of: null });
        const given = { place: `held for ${asset}, at par`, provider: name, as_of: null };
        lender.places.push({ ...given, amount: amount.negated() });
      }
    }
  }
}

function toAsset(
  asset: string,
  account: Account,
  families: ReadonlyMap<string, string>,
  unread: readonly Unread[],
): AssetSolvency {
  const surplus = surplusOf(account);
  const mayBeElsewhere = unread.some(
    ({ assets }) => !assets || assets.some((one) => areFamily(families, one, asset)),
  );
  return {
    asset,
    cover: surplus.gte(0) ? 'covered' : mayBeElsewhere ? 'unknown' : 'short',
    owed: formatExact(account.owed),
    held: formatExact(sumOf(account.places)),
    surplus: formatExact(surplus),
    places: account.places.map((place) => ({ ...place, amount: formatExact(place.amount) })),
  };
}

/** A chain's coin belongs to no family. */
function areFamily(families: ReadonlyMap<string, string>, asset: string, other: string): boolean {
  return asset === other || (families.has(asset) && families.get(asset) === families.get(other));
}

function surplusOf({ owed, places }: Account): Money {
  return sumOf(places).minus(owed);
}

function sumOf(places: Account['places']): Money {
  return places.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}

function least(...amounts: [Money, ...Money[]]): Money {
  return amounts.reduce((smallest, amount) => (amount.lt(smallest) ? amount : smallest));
}

function toError({ place, provider, error }: Unread): UnreadHolding {
  return { place, provider, error };
}
