import type { Database, Trx } from '../../../../db/index.ts';
import type { Chain } from '../chain/chain.ts';
import {
  unsignSweeps,
  abandonOrders,
  insertCancellation,
  listTakenNonces,
  wantCancelled,
  type OrderKind,
  type TakenNonce,
} from './repository.ts';
import {
  decide,
  undecide,
  listHotWallets,
  listWatchedWallets,
  lockKnownWallet,
  setNextNonce,
  wakeWallet,
} from './wallet-repository.ts';
import { readNonceAt } from './node.ts';

/** The longest gap of nonces to fill with cancellations, because nodes keep about as many transactions of a wallet. */
const MAX_FILLED = 64;

/** The operator's commands for wallets' nonces. They need no keys, because the sender signs what is requested. */
export interface Nonces {
  /**
   * Brings the wallets of a network back in step with the chain. After transactions that this database does not know,
   * sending continues after them. If nothing was signed for a gap of nonces, so that nothing behind it can be mined, either
   * the gap is filled with cancellations or, if it is too long, sending continues at its beginning, and orders behind it are
   * made and signed again. Returns the wallets that were out of step.
   */
  adopt(network: string, signal: AbortSignal): Promise<AdoptedNonce[]>;
  /**
   * Requests that a nonce be used up by an empty transaction from the wallet to itself. It is the lowest nonce that is
   * not mined, or the given one. Its order fails once that is final, unless it is mined after all. Throws CannotCancel.
   */
  cancel(request: CancelRequest, signal: AbortSignal): Promise<WantedCancellation>;
}

export interface CancelRequest {
  network: string;
  nonce: bigint | undefined;
  /** Needed when several hot wallets have transactions that are not mined. */
  wallet: string | undefined;
}

export interface AdoptedNonce {
  address: string;
  /** The next nonce before, and now. */
  from: string;
  to: string;
  /** The number of nonces used up by cancellations. */
  filled: number;
  /** The number of orders that are signed again. */
  signed_again: number;
  /** The number of transactions that the wallet can still send before it must be rotated; null for any number. */
  nonces_left: string | null;
}

export interface WantedCancellation {
  address: string;
  nonce: string;
  /** The kind of its order; `nothing` for a nonce in a gap. */
  cancels: Exclude<OrderKind, 'cancel'> | 'nothing';
  /** The transfer's account and id, or another purpose of the order. */
  ordered_for: string | null;
}

/** The operator's request is not possible; the message gives the reason. */
export class CannotCancel extends Error {
  override readonly name = 'CannotCancel';
}

export function createNonces(db: Database, chains: readonly Chain[]): Nonces {
  const chainAt = (network: string): Chain => {
    const found = chains.find(({ config }) => config.network === network);
    if (!found) throw new Error(`there is no chain ${network}`);
    return found;
  };

  /** The wallet whose nonce is to be cancelled, with its first nonce that is not mined. */
  const chooseWallet = async (
    { network, wallet }: CancelRequest,
    signal: AbortSignal,
  ): Promise<{ address: string; mined: bigint }> => {
    const chain = chainAt(network);
    const { number } = await chain.newest(signal);
    const hot = (await listHotWallets(db.read, { network })).filter(
      ({ address }) => wallet === undefined || address === wallet.toLowerCase(),
    );
    const waiting: { address: string; mined: bigint }[] = [];
    for (const { address, nextNonce } of hot) {
      const mined = await readNonceAt(chain, address, number, signal);
      if (mined < BigInt(nextNonce)) waiting.push({ address, mined });
    }
    const [one, ...others] = waiting;
    if (!one) throw new CannotCancel(`Nothing waits to be mined from a hot wallet on ${network}.`);
    if (others.length === 0) return one;
    const addresses = waiting.map(({ address }) => address).join(', ');
    throw new CannotCancel(`Name one of these hot wallets with --wallet: ${addresses}.`);
  };

  return {
    async adopt(network, signal) {
      const chain = chainAt(network);
      const { number } = await chain.newest(signal);
      const adopted: AdoptedNonce[] = [];
      for (const address of await listWatchedWallets(db.read, network)) {
        const mined = await readNonceAt(chain, address, number, signal);
        const news = await db.transaction((trx) => adoptNonce(trx, chain, address, mined));
        if (news) adopted.push(news);
      }
      return adopted;
    },

    async cancel(request, signal) {
      const { network } = request;
      const { address, mined } = await chooseWallet(request, signal);
      const nonce = request.nonce ?? mined;
      return db.transaction(async (trx) => {
        const wallet = await lockKnownWallet(trx, { network, address });
        if (!wallet || nonce < mined || nonce >= BigInt(wallet.nextNonce)) {
          throw new CannotCancel(
            `Nonce ${nonce} of ${address} on ${network} cannot be cancelled: those from ${mined} to ${BigInt(wallet?.nextNonce ?? mined) - 1n} can.`,
          );
        }
        const [taken] = await listTakenNonces(trx, { network, wallet: address, from: nonce });
        const order = taken?.nonce === String(nonce) ? taken : undefined;
        const key = { network, wallet: address, nonce: String(nonce) };
        await (order ? wantCancelled(trx, key) : insertCancellation(trx, key, chainAt(network).config.coin));
        await wakeWallet(trx, wallet);
        const isOrdered = order && order.kind !== 'cancel';
        return {
          address,
          nonce: String(nonce),
          cancels: isOrdered ? (order.kind as Exclude<OrderKind, 'cancel'>) : 'nothing',
          ordered_for: isOrdered ? order.idempotencyKey : null,
        };
      });
    },
  };
}

/**
 * In one transaction with the wallet locked. An order behind a gap must never be minable both at its old nonce and at a
 * new one. Either it keeps its nonce and the gap is filled, or the wallet never reaches the nonce before the first
 * abandoned one (`nonce_limit`, see `lockFunded`). Re-signing without that limit would pay twice as soon as later
 * payments had used up the gap, because signed transactions stay valid forever.
 */
async function adoptNonce(
  trx: Trx,
  { config: { network, coin } }: Chain,
  address: string,
  mined: bigint,
): Promise<AdoptedNonce | undefined> {
  const wallet = await lockKnownWallet(trx, { network, address });
  if (!wallet) return undefined;
  const taken = await listTakenNonces(trx, { network, wallet: address, from: mined });
  const { next, filled, unreachable } = planFrom(mined, taken);
  if (next === BigInt(wallet.nextNonce) && filled.length === 0) return undefined;
  const [first] = unreachable;
  const limit = first ? BigInt(first.nonce) : null;
  if (first) await abandon(trx, { network, wallet: address }, unreachable);
  for (const nonce of filled) {
    await insertCancellation(trx, { network, wallet: address, nonce: String(nonce) }, coin);
  }
  await setNextNonce(trx, wallet, { nonce: next, limit });
  if (filled.length > 0) await wakeWallet(trx, wallet);
  const lowest = least(limit, wallet.nonceLimit === null ? null : BigInt(wallet.nonceLimit));
  return {
    address,
    from: wallet.nextNonce,
    to: String(next),
    filled: filled.length,
    signed_again: unreachable.length,
    nonces_left: lowest === null ? null : String(lowest - 1n - next),
  };
}

/** Lists, from the first nonce that is not mined on, the gaps to fill and the orders that are too far behind one. */
function planFrom(
  mined: bigint,
  taken: readonly TakenNonce[],
): { next: bigint; filled: bigint[]; unreachable: readonly TakenNonce[] } {
  const filled: bigint[] = [];
  let next = mined;
  for (const [index, { nonce }] of taken.entries()) {
    const missing = Number(BigInt(nonce) - next);
    if (filled.length + missing > MAX_FILLED) return { next, filled, unreachable: taken.slice(index) };
    for (let count = 0; count < missing; count += 1) filled.push(next + BigInt(count));
    next = BigInt(nonce) + 1n;
  }
  return { next, filled, unreachable: [] };
}

async function abandon(
  trx: Trx,
  { network, wallet }: { network: string; wallet: string },
  orders: readonly TakenNonce[],
): Promise<void> {
  const over = orders.find(({ status }) => status !== 'open');
  if (over)
    throw new Error(`nonce ${over.nonce} of ${wallet} on ${network} is final, but before it is a gap`);
  const keys = orders.map(({ idempotencyKey }) => idempotencyKey);
  await abandonOrders(trx, { network, wallet, from: BigInt(orders[0]?.nonce ?? 0) });
  await undecide(trx, { keys });
  await unsignSweeps(trx, { network, keys });
  // Orders that an operator cancelled are not made again.
  for (const { kind, idempotencyKey: key, cancelWantedAt } of orders) {
    if (cancelWantedAt === null || (kind !== 'pay_out' && kind !== 'refund')) continue;
    await decide(trx, key, { reason: 'OPERATOR_DECIDED', message: 'An operator cancelled it.' });
  }
}

function least(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
