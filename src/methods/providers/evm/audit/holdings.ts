import type { Database } from '../../../../db/index.ts';
import { ZERO, type Money } from '../../../../lib/money.ts';
import { type Balances, type BalancesRequest, type Holding, toChecksumAddress } from '../../../index.ts';
import { MAX_ADDRESSES, readBalances, readCoins } from '../chain/balances.ts';
import type { Chain } from '../chain/chain.ts';
import type { CheckChain, Decimals } from '../chain/check.ts';
import { RpcUnavailable } from '../chain/rpc.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import { parseReference, referenceOf } from '../follower/reporter.ts';
import type { TransferKey } from '../follower/repository.ts';
import { isChainTrouble } from '../sender/failures.ts';
import { readNonceAt } from '../sender/node.ts';
import { listHotWallets } from '../sender/wallet-repository.ts';
import {
  listColdAddresses,
  listHeldAddresses,
  listKnownTransfers,
  listOrdersOfKeys,
  type KeyedOrder,
} from './repository.ts';

export interface HoldingsParts {
  db: Pick<Database, 'read'>;
  chains: readonly Chain[];
  checked: CheckChain;
  /** Where sweeps above the hot wallet's limit go, if this process knows it. */
  coldAddress: string | undefined;
}

/** The result of one chain. */
type ChainHoldings = Pick<Balances, 'holdings' | 'left' | 'absent'>;

/**
 * The holdings on all chains (D39), each as of one block. That is the chain's head, because a theft shows there at
 * once, and nodes have its state, which not all of them keep for the last final block. Deposits that may still vanish
 * are then on both sides. A chain that cannot be read is named.
 */
export async function readHoldings(
  parts: HoldingsParts,
  request: BalancesRequest,
  signal: AbortSignal,
): Promise<Balances> {
  const { db, chains } = parts;
  const orders = await listOrdersOfKeys(db.read, {
    keys: request.sent.map(({ idempotencyKey }) => idempotencyKey),
  });
  const seen = request.seen.flatMap((reference) => {
    const key = parseReference(reference);
    return key ? [{ reference, key }] : [];
  });
  const balances: Balances = { holdings: [], unread: [], left: [], absent: [] };
  await Promise.all(
    chains.map(async (chain) => {
      const { network, coin, contracts } = chain.config;
      try {
        const chainHoldings = await readChain(
          parts,
          chain,
          {
            orders: orders.filter((order) => order.network === network),
            seen: seen.filter(({ key }) => key.network === network),
          },
          signal,
        );
        balances.holdings.push(...chainHoldings.holdings);
        balances.left.push(...chainHoldings.left);
        balances.absent.push(...chainHoldings.absent);
      } catch (error) {
        if (!isChainTrouble(error)) throw error;
        balances.unread.push({ place: network, assets: [coin, ...contracts.keys()], error: error.message });
      }
    }),
  );
  return balances;
}

async function readChain(
  { db, checked, coldAddress }: HoldingsParts,
  chain: Chain,
  {
    orders,
    seen,
  }: { orders: readonly KeyedOrder[]; seen: readonly { reference: string; key: TransferKey }[] },
  signal: AbortSignal,
): Promise<ChainHoldings> {
  const { network } = chain.config;
  const decimalsOf = await checked(chain, signal);
  const { head: block } = await chain.heights(signal);
  const hash = await chain.blockHash(block, signal);
  const read = (place: string, addresses: readonly string[]): Promise<Holding[]> =>
    readPlace(chain, decimalsOf, { place: `${network} ${place}`, addresses, block }, signal);

  const hot = (await listHotWallets(db.read, { network })).map(({ address }) => address);
  const swept = await listColdAddresses(db.read, network);
  const cold = [...new Set([...swept, ...(coldAddress === undefined ? [] : [coldAddress])])];
  const holdings = [await readDepositAddresses(db, chain, read)];
  for (const address of hot) holdings.push(await read(`hot wallet ${toChecksumAddress(address)}`, [address]));
  for (const address of cold)
    holdings.push(await read(`cold address ${toChecksumAddress(address)}`, [address]));
  const left: string[] = [];
  for (const order of orders) {
    if (await hasLeft(chain, order, block, signal)) left.push(order.idempotencyKey);
  }
  const absent = await findAbsent(db, network, block, seen);
  // Otherwise money that moved between two places could be in neither, or in both.
  if ((await chain.blockHash(block, signal)) !== hash) {
    throw new RpcUnavailable(`${network} changed block ${block} while its balances were read`);
  }
  return { holdings: holdings.flat(), left, absent };
}

/**
 * All deposit addresses together, without those that are empty by our tables, because money there is owed to no
 * account.
 */
async function readDepositAddresses(
  db: Pick<Database, 'read'>,
  chain: Chain,
  read: (place: string, addresses: readonly string[]) => Promise<Holding[]>,
): Promise<Holding[]> {
  const { network } = chain.config;
  const sums = new Map<string, Holding>();
  let page: string[] = [];
  do {
    page = await listHeldAddresses(db.read, { network, after: page.at(-1) ?? '', limit: MAX_ADDRESSES });
    for (const holding of await read('deposit addresses', page)) {
      const earlier = sums.get(holding.asset)?.amount ?? ZERO;
      sums.set(holding.asset, { ...holding, amount: earlier.plus(holding.amount) });
    }
  } while (page.length === MAX_ADDRESSES);
  return [...sums.values()];
}

/** The total of some addresses, the coin first and then each token. */
async function readPlace(
  chain: Chain,
  decimalsOf: Decimals,
  { place, addresses, block }: { place: string; addresses: readonly string[]; block: number },
  signal: AbortSignal,
): Promise<Holding[]> {
  const { coin, contracts } = chain.config;
  const asOf = `block ${block}`;
  const sumOf = (balances: readonly bigint[], decimals: number): Money =>
    fromUnits(
      balances.reduce((sum, balance) => sum + balance, 0n),
      decimals,
    );
  const coins = await readCoins(chain, { addresses, block }, signal);
  const holdings = [{ place, asset: coin, amount: sumOf(coins, COIN_DECIMALS), asOf }];
  for (const [asset, contract] of contracts) {
    const balances = await readBalances(chain, { contract, addresses, block }, signal);
    holdings.push({ place, asset, amount: sumOf(balances, decimalsOf.get(asset) ?? 0), asOf });
  }
  return holdings;
}

/** Whether one of an order's transactions has moved its money by a block, as the chain itself says. */
async function hasLeft(
  chain: Chain,
  order: KeyedOrder,
  block: number,
  signal: AbortSignal,
): Promise<boolean> {
  if ((await readNonceAt(chain, order.wallet, block, signal)) <= BigInt(order.nonce)) return false;
  for (const hash of order.hashes) {
    const receipt = await chain.receipt(hash, signal);
    if (receipt) return receipt.succeeded && receipt.blockNumber <= block;
  }
  return false;
}

async function findAbsent(
  db: Pick<Database, 'read'>,
  network: string,
  block: number,
  seen: readonly { reference: string; key: TransferKey }[],
): Promise<string[]> {
  const known = await listKnownTransfers(
    db.read,
    network,
    seen.map(({ key }) => key),
  );
  const there = known
    .filter((row) => ['seen', 'final'].includes(row.status) && Number(row.blockNumber) <= block)
    .map(referenceOf);
  return seen.map(({ reference }) => reference).filter((reference) => !there.includes(reference));
}
