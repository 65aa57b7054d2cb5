import type { Caller } from '../credentials/service.ts';
import type { Trx } from '../db/connect.ts';
import type { MutationId, OperationId, OperationInput, Reply } from './operations.ts';

/** Operations that need no credential; held equal to the contract at boot. */
export const PUBLIC_OPERATIONS = ['getHealth'] as const satisfies OperationId[];
type PublicId = (typeof PUBLIC_OPERATIONS)[number];

type WithCaller<Op extends OperationId> = Op extends PublicId ? unknown : { caller: Caller };

export type ReadRequest<Op extends OperationId> = OperationInput<Op> & { requestId: string } & WithCaller<Op>;

export type MutationRequest<Op extends OperationId> = ReadRequest<Op> & {
  idempotencyKey: string;
  /** The same for every retry of this call and for no other: what providers get as their idempotency key (D16). */
  effectKey: string;
};

/** What a mutation does in its transaction; its answer is stored there too, sealed when it shows a secret. */
export type Work<Op extends OperationId> = (trx: Trx) => Promise<Reply<Op> & { sealed?: boolean }>;

/**
 * A read answers. A mutation first does what lies outside the database (nothing, mostly) and then hands over
 * the work for the transaction, which the caller of the handler opens.
 */
export type Handler<Op extends OperationId> = Op extends MutationId
  ? (request: MutationRequest<Op>) => Promise<Work<Op>> | Work<Op>
  : (request: ReadRequest<Op>) => Promise<Reply<Op>>;

/** All operations of the contract, none more and none less. */
export type Handlers = { [Op in OperationId]: Handler<Op> };
