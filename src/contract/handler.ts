import type { Caller } from '../credentials/index.ts';
import type { Work } from '../idempotency/index.ts';
import type { MutationId, OperationId, OperationInput, Reply } from './operations.ts';

/** Operations that need no credential; checked against the contract at startup. */
export const PUBLIC_OPERATIONS = ['getHealth'] as const satisfies OperationId[];
type PublicId = (typeof PUBLIC_OPERATIONS)[number];

type WithCaller<Op extends OperationId> = Op extends PublicId ? unknown : { caller: Caller };

export type ReadRequest<Op extends OperationId> = OperationInput<Op> & { requestId: string } & WithCaller<Op>;

export type MutationRequest<Op extends OperationId> = ReadRequest<Op> & { idempotencyKey: string };

/** A mutation's reply is stored in the transaction that does its work, sealed when it contains a secret. */
export type MutationWork<Op extends OperationId> = Work<Reply<Op> & { sealed?: boolean }>;

/** A read returns its reply. A mutation only reads or refuses, and returns its work. `Work` says what may run where. */
export type Handler<Op extends OperationId> = Op extends MutationId
  ? (request: MutationRequest<Op>) => Promise<MutationWork<Op>> | MutationWork<Op>
  : (request: ReadRequest<Op>) => Promise<Reply<Op>>;

/** A handler for every operation of the contract, and for nothing else. */
export type Handlers = { [Op in OperationId]: Handler<Op> };
