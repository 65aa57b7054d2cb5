import { deterministicHex } from '../../../../lib/ids.ts';
import type { Money } from '../../../../lib/money.ts';
import { isClabe, ProviderFailure } from '../../../index.ts';
import { pagesBack, type Page } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import {
  amountOf,
  fieldsOf,
  listOf,
  optionalText,
  reader,
  textOf,
  timeOf,
  Unreadable,
  type Fields,
} from '../client/fields.ts';

const PAGE_SIZE = 100;
/** The allowed difference between Juno's clock and ours. */
const LEEWAY_MS = 10 * 60_000;

export interface JunoTransaction {
  id: string;
  type: 'ISSUANCE' | 'REDEMPTION' | 'other';
  status: 'done' | 'failed' | 'pending';
  amount: Money;
  createdAt: Date;
}

/** The balance of one asset at Juno. */
export interface JunoBalance {
  asset: string;
  amount: Money;
}

/** Juno's calls. Juno issues MXNB for pesos and redeems it, one for one. */
export interface JunoApi {
  /** The CLABE whose pesos become MXNB. */
  mintingClabe(signal: AbortSignal): Promise<string>;
  transaction(id: string, signal: AbortSignal): Promise<JunoTransaction>;
  /** Transactions of one type, from a time on, in no particular order. */
  transactionsSince(
    type: 'ISSUANCE' | 'REDEMPTION',
    since: Date,
    signal: AbortSignal,
  ): Promise<JunoTransaction[]>;
  /** Redeems MXNB for pesos at Bitso; a repeated key returns the state of the first request. */
  redeem(idempotencyKey: string, body: object, signal: AbortSignal): Promise<JunoTransaction>;
  /** Not documented, but used by many clients, all of which read `asset` and `balance`. */
  balances(signal: AbortSignal): Promise<JunoBalance[]>;
}

export function createJunoApi({ client }: { client: BitsoClient }): JunoApi {
  let clabe: string | undefined;
  return {
    async mintingClabe(signal) {
      if (clabe !== undefined) return clabe;
      const path = '/mint_platform/v1/clabes';
      // Always the same key, so that all processes share one CLABE.
      const headers = keyed('minting clabe');
      const made = fieldsOf(await client.call({ method: 'POST', path, body: {}, headers }, signal), 'clabe');
      const issued = textOf(made, 'clabe');
      if (!isClabe(issued) || textOf(made, 'type') !== 'AUTO_PAYMENT') throw new Unreadable('clabe');
      clabe = issued;
      return issued;
    },

    async transaction(id, signal) {
      const path = `/mint_platform/v1/transactions/${encodeURIComponent(id)}`;
      return transactionOf(await client.get(path, 'transaction', signal));
    },

    async transactionsSince(type, since, signal) {
      const read = async (after = '0'): Promise<Page<JunoTransaction>> => {
        const query = { type, page: after, size: PAGE_SIZE };
        const body = await client.get('/mint_platform/v1/transactions', 'transactions', signal, { query });
        const items = listOf(body['content'], 'transactions').map(transactionOf);
        const isLast = body['last'] === true || items.length === 0;
        return { items, next: isLast ? undefined : String(Number(after) + 1) };
      };
      const found: JunoTransaction[] = [];
      for await (const page of pagesBack(reader, read, { since, timeOf: ({ createdAt }) => createdAt }))
        found.push(...page);
      return found.filter(
        (one) => one.type === type && one.createdAt.getTime() >= since.getTime() - LEEWAY_MS,
      );
    },

    async redeem(idempotencyKey, body, signal) {
      const call = {
        method: 'POST',
        path: '/mint_platform/v1/redemptions',
        body,
        headers: keyed('redeem', idempotencyKey),
      } as const;
      return transactionOf(fieldsOf(await client.call(call, signal), 'redemption'));
    },

    async balances(signal) {
      const path = '/mint_platform/v1/balances';
      const { balances } = await client.get(path, 'balances', signal, { isBackground: true });
      return listOf(balances, 'balances').map((balance) => ({
        asset: assetOf(textOf(balance, 'asset').toUpperCase()),
        amount: amountOf(balance, 'balance'),
      }));
    },
  };
}

/** The body that has an amount of MXNB redeemed into the balance at Bitso. */
export function redemptionOf(amount: Money): object {
  return { amount: toNumber(amount), asset: 'MXN' };
}

/** Juno documents a version 1 UUID; this resembles one, and is always the same for the same parts. */
function keyed(...parts: string[]): Record<string, string> {
  const hex = deterministicHex('juno', ...parts);
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `1${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return { 'X-Idempotency-Key': uuid.join('-') };
}

/** Some clients have seen MXNBJ, as the token was called at first. */
function assetOf(code: string): string {
  return code === 'MXNBJ' ? 'MXNB' : code;
}

/** Juno's amounts are numbers. Throws rather than send one that has lost a digit. */
function toNumber(amount: Money): number {
  const number = Number(amount.toFixed());
  if (String(number) !== amount.toFixed()) throw new ProviderFailure('refused', 'The amount is too large.');
  return number;
}

function transactionOf(fields: Fields): JunoTransaction {
  const type = textOf(fields, 'transaction_type').toUpperCase();
  return {
    id: textOf(fields, 'id'),
    type: type === 'ISSUANCE' || type === 'REDEMPTION' ? type : 'other',
    status: statusOf((optionalText(fields, 'summary_status') ?? '').toUpperCase()),
    amount: amountOf(fields, 'amount'),
    createdAt: timeOf(fields, 'created_at'),
  };
}

/** Some clients have seen COMPLETED where COMPLETE is documented. */
function statusOf(status: string): JunoTransaction['status'] {
  if (status === 'COMPLETE' || status === 'COMPLETED') return 'done';
  return status === 'FAILED' ? 'failed' : 'pending';
}
