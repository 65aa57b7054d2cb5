import type { Queryable, Trx } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';
import { STALE_MS } from './positions.ts';
import { listFloats, lockPromises, type FloatRow, type Promiser } from './repository.ts';
import { DEFAULT_SHARE, reservedShare, SHARE_OF_CODE, SHARE_OF_NETWORK } from './shares.ts';

/** An exchange by a provider. */
interface Exchange {
  provider: string;
  asset: string;
}

/**
 * The amounts that providers exchanging for others still have to sell, and the shares of these that may be promised
 * (D38).
 */
export interface Floats {
  /**
   * Whether a provider has enough of an asset to pay for an amount of the currency, judged by the operator's rates
   * before there is a quote, and whether a quote of this life (0: immediate) may reserve it. False while its holdings
   * are unknown.
   */
  cover(exchange: Exchange, amount: Money, lifeMs: number): boolean;
  /** Whether a quote for an amount of the asset is within all shares; if so, it counts for the next. */
  promise(exchange: Exchange, due: Money, lifeMs: number): boolean;
}

/** For payments of links in this currency. One query. */
export async function readFloats(
  on: Queryable,
  currency: string,
  { accountId, visitor }: Promiser,
): Promise<Floats> {
  const { qrCodeId = null, networkHash = null } = visitor ?? {};
  const known = await listFloats(on, { currency, accountId, qrCodeId, networkHash, staleMs: STALE_MS });
  const floats = known.map((row) => ({ ...row, room: roomOf(row, visitor) }));
  const find = ({ provider, asset }: Exchange) =>
    floats.find((one) => one.provider === provider && one.asset === asset);
  return {
    cover(exchange, amount, lifeMs) {
      const float = find(exchange);
      if (!float || float.unitCost === null) return false;
      const cost = amount.times(money(float.unitCost));
      const free = money(float.stock).minus(money(float.promised));
      return cost.lte(free) && cost.times(reservedShare(lifeMs)).lte(float.room);
    },

    promise(exchange, due, lifeMs) {
      const float = find(exchange);
      const reserved = due.times(reservedShare(lifeMs));
      if (!float || reserved.gt(float.room)) return false;
      float.room = float.room.minus(reserved);
      return true;
    },
  };
}

/** Like `readFloats`; until the transaction ends, no other transaction promises anything for the account. */
export async function lockFloats(trx: Trx, currency: string, promiser: Promiser): Promise<Floats> {
  await lockPromises(trx, { accountId: promiser.accountId });
  return readFloats(trx, currency, promiser);
}

/**
 * The amount that further quotes of the account may reserve. It is the rest of the account's share of the float and,
 * where anyone can request them, of the counter code's and the visitor's network's parts of that share.
 */
function roomOf(
  { stock, share, ofAccount, ofCode, ofNetwork }: FloatRow,
  visitor: Promiser['visitor'],
): Money {
  const whole = money(stock).times(share === null ? DEFAULT_SHARE : money(share));
  const ofAll = whole.minus(money(ofAccount));
  if (!visitor) return ofAll;
  const rooms = [
    whole.times(SHARE_OF_CODE).minus(money(ofCode)),
    whole.times(SHARE_OF_NETWORK).minus(money(ofNetwork)),
  ];
  return rooms.reduce((least, room) => (room.lt(least) ? room : least), ofAll);
}
