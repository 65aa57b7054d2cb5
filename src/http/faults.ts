import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import type { Faults } from '../faults/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { Answer } from './answers/reply.ts';
import { requireMatch, type Call, type Request } from './request/call.ts';
import { isTestHelper, type Operation } from './request/routes.ts';

/** After a fault, clients should not have to wait as long as for a real window. */
const RETRY_AFTER_S = 1;

/**
 * Carries out a validated call; undefined if the response must not be seen at all, because its request counts as lost.
 */
export type CarryOut = (call: Call, request: Request, response: Response) => Promise<Answer | undefined>;

/**
 * Whether faults can be requested. They cannot for a call without a key, which belongs to no account, nor for test
 * helpers, which always work.
 */
export function canFail({ path, scopes }: Operation): boolean {
  return scopes !== undefined && !isTestHelper(path);
}

/**
 * Lets a valid call fail as its account requested (test environment only). Refusals come before the call is carried
 * out, so that a retry with the same Idempotency-Key is like the first attempt, as after a real one.
 */
export function withFaults(faults: Faults, carryOut: CarryOut): CarryOut {
  return async (call, request, response) => {
    const { operation } = requireMatch(call);
    const fault =
      call.caller && canFail(operation)
        ? await faults.takeForCall(call.caller.accountId, operation.id)
        : undefined;
    switch (fault?.kind) {
      case 'rate_limited':
        if (call.rateLimit) call.rateLimit = { ...call.rateLimit, remaining: 0, resetS: RETRY_AFTER_S };
        throw new DomainError('rate_limit_exceeded');
      case 'internal_error':
        throw new DomainError('internal_error');
      case 'lost_request':
        response.destroy();
        return undefined;
      case 'lost_response':
        // The service itself notices nothing, so the call log has the response.
        return carryOut(call, request, response).finally(() => response.destroy());
      case 'late_response':
        return carryOut(call, request, response).finally(() => delay(fault.delayMs));
      default:
        return carryOut(call, request, response);
    }
  };
}
