import type { Database, Queryable, Tables, Trx } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import type { Outcome, Waiting } from '../../index.ts';

/**
 * The purpose of an order. `mint`: pesos that are exchanged at their destination. `leg`: pesos that were bought for
 * that first. `convert`: an exchange at a quote. `redeem`: one for one.
 */
export type Purpose = Tables['rail_orders']['purpose'];

/** The meaning of a provider's silence, and the time after which it applies. All in real time. */
export interface Terms {
  /** How long a request may be in progress. */
  answeredWithinMs: number;
  /** How long look-ups must have found nothing before a request without a response is repeated; 0: never. */
  repeatAfterMs: number;
  /** How long after the first request the provider recognises a repetition. */
  repeatForMs: number;
  /**
   * How long look-ups must have found nothing before a request without a response counts as never carried out. It is
   * longer than a request may be in progress, and than the provider's lists lag.
   */
  absentForMs: number;
}

/**
 * The meaning of an error for a request. `turned_away`: it was rejected unread, and will never be carried out.
 * `accepted`: the provider has the order. `used_before`: the id is known, so the order's outcome must be looked up.
 */
export type Said = 'turned_away' | 'accepted' | 'used_before' | undefined;

export interface Refusal {
  reason: FailureReason;
  message: string;
}

/** A provider's handling of orders. */
export interface OrderRail {
  provider: string;
  /** Its name in sentences for the operator. */
  name: string;
  terms: Terms;
  saidBy(error: unknown): Said;
  /** The keys for which no order is placed any more, where a key may have several orders, one after the other. */
  refusedKeys?: {
    find(on: Queryable, of: { key: string }): Promise<Refusal | undefined>;
    record(trx: Trx, refused: Refusal & { key: string }): Promise<unknown>;
  };
}

export interface Access {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  rail: OrderRail;
}

/**
 * The record of an order. All times are real ones, because a provider's responses do not follow the deployment's clock.
 */
export interface OrderRow extends Pick<
  Tables['rail_orders'],
  | 'id'
  | 'fingerprint'
  | 'body'
  | 'openRequests'
  | 'isAccepted'
  | 'reference'
  | 'message'
  | 'isRefused'
  | 'requestedAt'
  | 'doneAt'
  | 'returnedAt'
  | 'returnedWords'
  | 'alertedAt'
> {
  purpose: Purpose;
  reason: FailureReason | null;
}

/** The record of an order when it is looked up; undefined if this database does not know it. */
export type FoundOrder = OrderRow | undefined;

/** Money that a provider must move once. */
export interface Order<Made> {
  purpose: Purpose;
  /** The id by which the provider recognises it, which no other order of any provider has. */
  id: string;
  /** The key of its transfer. */
  idempotencyKey: string;
  /** The complete request, because the same order with a different request is an error. */
  requested: readonly string[];
  /**
   * Makes the body of the first request, which all others repeat to the byte. Throws a ProviderFailure of kind
   * `refused` if it can never be sent; returns the reason if it has to wait.
   */
  prepare(): Promise<{ body: string } | { waits: Waiting }>;
  /** Looks up the order of this body; undefined if the provider says that there is none. */
  find(known: FoundOrder, body: string): Promise<Made | undefined>;
  /** For a `find` that is not conclusive. Throws while something found may be this order. */
  requireAbsent?(known: OrderRow): Promise<void>;
  request(body: string, signal: AbortSignal): Promise<Made>;
  /** The provider's own id of it. */
  referenceOf(made: Made): string;
}

/** The order as the provider has it now, with its record; or the record while the provider does not show it. */
export type PlacedOrder<Made> =
  { made: Made; order: OrderRow } | { status: 'pending'; providerReference: string | null; waits?: Waiting };

/**
 * The state of an order's money. `watchForMs`: how long it may still change, as far as is known. `state`: the
 * provider's own word, which may be shown.
 */
export type OrderStatus =
  | { is: 'pending'; waits?: Waiting | undefined; state?: string | undefined }
  | { is: 'done'; watchForMs: number }
  | ({ is: 'refused'; watchForMs: number } & Refusal);

export function pending(reference: string | null, waits?: Waiting): Outcome & { status: 'pending' } {
  return { status: 'pending', providerReference: reference, ...(waits && { waits }) };
}
