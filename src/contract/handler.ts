import type { Caller } from '../credentials/service.ts';
import type { Work } from '../idempotency/run-once.ts';
import type { MutationId, OperationId, OperationInput, Reply } from './operations.ts';

/** Operations that need no credential; held equal to the contract at boot. */
export const PUBLIC_OPERATIONS = ['getHealth'] as const satisfies OperationId[];
type PublicId = (typeof PUBLIC_OPERATIONS)[number];

type WithCaller<Op extends OperationId> = Op extends PublicId ? unknown : { caller: Caller };

export type ReadRequest<Op extends OperationId> = OperationInput<Op> & { requestId: string } & WithCaller<Op>;

export type MutationRequest<Op extends OperationId> = ReadRequest<Op> & { idempotencyKey: string };

/** The reply of a mutation is stored with what it did, sealed when it shows a secret. */
export type MutationWork<Op extends OperationId> = Work<Reply<Op> & { sealed?: boolean }>;

/**
 * A read answers. A mutation reads and refuses at most, and hands over its work: see `Work` for what that may do where.
 */
export type Handler<Op extends OperationId> = Op extends MutationId
  ? (request: MutationRequest<Op>) => Promise<MutationWork<Op>> | MutationWork<Op>
  : (request: ReadRequest<Op>) => Promise<Reply<Op>>;

/** All operations of the contract, none more and none less. */
export type Handlers = { [Op in OperationId]: Handler<Op> };
