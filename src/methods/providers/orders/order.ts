import type { Database, Queryable, Tables, Trx } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import type { Outcome, Waiting } from '../../index.ts';

/**
 * What an order is for. `mint`: pesos that are exchanged where they are sent to. `leg`: those that were bought for that
 * first. `convert`: an exchange at a quote. `redeem`: one for one.
 */
export type Purpose = Tables['rail_orders']['purpose'];

/** What a provider's silence means, and after how long. All by the real time. */
export interface Terms {
  /** How long a request may be under way. */
  answeredWithinMs: number;
  /** For how long look-ups must have found nothing before a request without an answer is repeated; 0: not at all. */
  repeatAfterMs: number;
  /** For how long after the first request the provider recognizes a repetition. */
  repeatForMs: number;
  /**
   * For how long look-ups must have found nothing before a request without an answer counts as never carried out: longer
   * than it may be under way, and than the provider's lists lag.
   */
  absentForMs: number;
}

/**
 * What an error says of a request. `turned_away`: it was rejected unread, and will never be carried out. `accepted`: the
 * provider has the order. `used_before`: it knows the id, so what became of the order must be looked up.
 */
export type Said = 'turned_away' | 'accepted' | 'used_before' | undefined;

export interface Refusal {
  reason: FailureReason;
  message: string;
}

/** How a provider takes orders. */
export interface OrderRail {
  provider: string;
  /** In sentences for the operator. */
  name: string;
  terms: Terms;
  saidBy(error: unknown): Said;
  /** Where a key may have several orders, one after the other: the keys for which none is placed any more. */
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

/** What is kept of an order. All times are real ones, because a provider's answers do not follow the deployment's clock. */
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

/** What is known of an order when it is looked up; undefined if this database does not know it. */
export type FoundOrder = OrderRow | undefined;

/** Money that a provider must move once. */
export interface Order<Made> {
  purpose: Purpose;
  /** What the provider recognizes it by: no other order of any provider has it. */
  id: string;
  /** Of the transfer that it is for. */
  idempotencyKey: string;
  /** Everything that was asked for: the same order with anything else is a mistake. */
  asked: readonly string[];
  /**
   * Makes the body of the first request, which all others repeat to the byte. Throws a ProviderFailure of kind `refused` if
   * it can never be sent; returns what it waits for if it cannot be sent yet.
   */
  prepare(): Promise<{ body: string } | { waits: Waiting }>;
  /** Looks up what was, or would be, asked for by this body; undefined if the provider says that there is none. */
  find(known: FoundOrder, body: string): Promise<Made | undefined>;
  /** If `find` is not conclusive: throws while something found may be this order. */
  requireAbsent?(known: OrderRow): Promise<void>;
  request(body: string, signal: AbortSignal): Promise<Made>;
  /** The provider's own id of it. */
  referenceOf(made: Made): string;
}

/** The order as the provider has it now, with what is kept of it; or what is known while the provider does not show it. */
export type Placed<Made> =
  { made: Made; order: OrderRow } | { status: 'pending'; providerReference: string | null; waits?: Waiting };

/**
 * What became of an order's money. `watchForMs`: for how long it may still become something else, as far as is known. `state`:
 * the provider's own word, which may be shown.
 */
export type Standing =
  | { is: 'pending'; waits?: Waiting | undefined; state?: string | undefined }
  | { is: 'done'; watchForMs: number }
  | ({ is: 'refused'; watchForMs: number } & Refusal);

export function pending(reference: string | null, waits?: Waiting): Outcome & { status: 'pending' } {
  return { status: 'pending', providerReference: reference, ...(waits && { waits }) };
}
