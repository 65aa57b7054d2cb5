import { lockAccount } from '../accounts/index.ts';
import type { Handlers, Schemas } from '../contract/index.ts';
import type { Queryable } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Faults } from './faults.ts';
import { DELIVERY_FAULTS, insertFault, listFaults, removeFaults, removeSpentFaults } from './repository.ts';
import { viewFault } from './view.ts';

const MOST_FAULTS = 20;
const LIFE_MS = 3600_000;

type FaultOperations = 'createFault' | 'listFaults' | 'clearFaults';

interface FaultHandlersOptions {
  read: Queryable;
  /** Undefined in the live environment, which has no route to these handlers. */
  faults: Faults | undefined;
  /** The operations whose calls can be made to fail. */
  operations: readonly string[];
}

export function faultHandlers({
  read,
  faults,
  operations,
}: FaultHandlersOptions): Pick<Handlers, FaultOperations> {
  const requireFaults = (): Faults => {
    if (!faults) throw new DomainError('route_not_found');
    return faults;
  };
  return {
    createFault({ body, caller: { accountId } }) {
      requireSense(body, operations);
      return async (trx) => {
        // Prevents two simultaneous calls from both seeing room for the last fault.
        await lockAccount(trx, { id: accountId });
        await removeSpentFaults(trx, { accountId });
        if ((await listFaults(trx, { accountId })).length >= MOST_FAULTS) {
          throw invalidParam(
            'kind',
            `The account already has ${MOST_FAULTS} faults in effect. Remove them with DELETE /v1/test_helpers/faults.`,
          );
        }
        const now = await trx.now;
        const count = body.count ?? 1;
        const fault = {
          accountId,
          id: newId(),
          kind: body.kind,
          operation: body.operation ?? null,
          delayMs: body.delay_ms ?? null,
          count,
          remaining: count,
          createdAt: now,
          expiresAt: new Date(now.getTime() + LIFE_MS),
        };
        await insertFault(trx, fault);
        await requireFaults().changed(trx, accountId);
        return { status: 201, body: viewFault(fault) };
      };
    },
    async listFaults({ caller: { accountId } }) {
      const rows = await listFaults(read, { accountId });
      return {
        status: 200,
        body: { object: 'list', data: rows.map(viewFault), has_more: false, next_cursor: null },
      };
    },
    clearFaults:
      ({ caller: { accountId } }) =>
      async (trx) => {
        await removeFaults(trx, { accountId });
        await requireFaults().changed(trx, accountId);
        return { status: 204 };
      },
  };
}

/** Throws `invalid_request` for fields that do not go together, and for an operation that does not exist. */
function requireSense(
  { kind, operation, delay_ms: delayMs }: Schemas['CreateFaultRequest'],
  operations: readonly string[],
): void {
  const ofDelivery = DELIVERY_FAULTS.some((one) => one === kind);
  if (operation !== undefined && ofDelivery)
    throw invalidParam('operation', `operation is not allowed for ${kind}, which affects deliveries.`);
  if (operation !== undefined && !operations.includes(operation)) {
    throw invalidParam(
      'operation',
      'operation must be the operationId of a call that needs an API key and is not a test helper, like createPaymentLink.',
    );
  }
  const isLate = kind === 'late_response' || kind === 'late_delivery';
  if (isLate && delayMs === undefined) throw invalidParam('delay_ms', `delay_ms is required for ${kind}.`);
  if (!isLate && delayMs !== undefined)
    throw invalidParam('delay_ms', 'delay_ms is only allowed for late_response and late_delivery.');
}
