import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiAnswer, NoAnswer } from './api.ts';

/** In the API's form; failures that arise here have no request id, because no response has one. */
interface Failure {
  type: string;
  code: string;
  message: string;
  param?: string;
  request_id?: string;
}

/** An API error, with its envelope for programs. */
export function failureOf({ status, text, body, requestId, idempotencyKey }: ApiAnswer): CallToolResult {
  // A response without an envelope was sent by a component in front of the service.
  const { error } = (body ?? {}) as { error?: Failure };
  const failure = error ?? {
    type: 'api_error',
    code: `status_${status}`,
    message: text.slice(0, 500),
    ...(requestId !== null && { request_id: requestId }),
  };
  return toolError(failure, idempotencyKey);
}

/** For arguments from which no call can be built; nothing was sent. */
export function refusalOf(message: string, param?: string): CallToolResult {
  return toolError({
    type: 'invalid_request',
    code: 'invalid_arguments',
    message,
    ...(param !== undefined && { param }),
  });
}

/** No complete response came. A call that changes something may have done so, and can be repeated with its key. */
export function unansweredOf({ message, idempotencyKey: key }: NoAnswer): CallToolResult {
  const advice =
    key === undefined
      ? ''
      : ` The call may have been carried out: repeat it with idempotency_key "${key}" to find out.`;
  return toolError({ type: 'api_error', code: 'no_response', message: `${message}.${advice}` }, key);
}

/** All errors begin in the same way: `Error payment_link_not_found: …`. */
function toolError(failure: Failure, idempotencyKey?: string): CallToolResult {
  const { code, message, param, request_id: requestId } = failure;
  const where = [
    ...(param === undefined ? [] : [`param: ${param}`]),
    ...(requestId === undefined ? [] : [`request_id: ${requestId}`]),
  ];
  return {
    content: [
      {
        type: 'text',
        text: `Error ${code}: ${message}${where.length === 0 ? '' : ` (${where.join(', ')})`}`,
      },
    ],
    structuredContent: { error: { ...failure } },
    isError: true,
    _meta: {
      ...(requestId !== undefined && { request_id: requestId }),
      ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
    },
  };
}
