import { type ContractDocument, type Handlers, PUBLIC_OPERATIONS } from '../contract/index.ts';
import { type MoneyQuota, quotaStepsOf } from '../credentials/index.ts';
import type { Database } from '../db/index.ts';
import type { RunOnce, Work } from '../idempotency/index.ts';
import { registerHandlers, type HandlerOf } from './adapters/openapi-backend.ts';
import { toExport } from './answers/export.ts';
import {
  type Answer,
  type FreshAnswer,
  type HandlerReply,
  type Headers,
  toAnswer,
  toFreshAnswer,
} from './answers/reply.ts';
import type { Capacity, Slot } from './request/capacity.ts';
import { requireCaller, requireMatch, type Call, type Request } from './request/call.ts';
import type { Operation, RouteIndex } from './request/routes.ts';

interface Parts {
  runOnce: RunOnce;
  capacity: Capacity;
  db: Pick<Database, 'readingFor' | 'changing'>;
  handlerOf: HandlerOf;
}

/**
 * Carries out validated calls. Each takes a slot of the process, runs by the handler named like its operation, and is
 * done once if it changes something. Throws at startup when an operation has no handler, a handler has no operation, or
 * contract and code disagree on which operations need no credential.
 */
export async function createDispatch(
  options: Omit<Parts, 'handlerOf'> & { contract: ContractDocument; routes: RouteIndex; handlers: Handlers },
): Promise<(call: Call, request: Request) => Promise<Answer>> {
  const { contract, handlers, runOnce, capacity, db } = options;
  const { operations } = options.routes;
  requireSameOperations(operations, handlers);
  const parts = { runOnce, capacity, db, handlerOf: await registerHandlers(contract, operations, handlers) };
  return async (call, request) => {
    const slot = capacity.take();
    try {
      const carryOut = requireMatch(call).operation.mutates ? change : read;
      return await carryOut(parts, call, request, slot);
    } finally {
      slot.leave();
    }
  };
}

async function read({ db, handlerOf }: Parts, call: Call, request: Request): Promise<Answer> {
  const { operation } = requireMatch(call);
  const answer = async (): Promise<Answer> => {
    const input = inputOf(call, request);
    const reply = (await handlerOf(request, input)()) as HandlerReply;
    return reply.export
      ? toExport(reply, reply.export, input.mediaType, call.version)
      : toAnswer(reply, call.version);
  };
  // The answer is made in the same reading, because an export continues on the replica that it began on.
  return operation.isList ? db.readingFor(requireCaller(call).accountId, answer) : answer();
}

/** Runs a creating or modifying call once, and charges the daily quota in the same transaction (D16, D17). */
async function change(
  { db, runOnce, handlerOf }: Parts,
  call: Call,
  request: Request,
  { waitOutside }: Slot,
): Promise<Answer> {
  const { operation } = requireMatch(call);
  const caller = requireCaller(call);
  const { accountId, credentialId } = caller;
  const key = request.get('idempotency-key') ?? '';
  const input = { idempotencyKey: key, ...inputOf(call, request) };
  const once = await db.changing([accountId], runOnce<HandlerReply, FreshAnswer, MoneyQuota>, {
    call: {
      accountId,
      credentialId,
      key,
      method: operation.method,
      path: request.path,
      body: call.echo?.identity ?? call.body,
    },
    prepare: handlerOf(request, input) as () => Promise<Work<HandlerReply>>,
    answerOf: toFreshAnswer(call.version),
    waitOutside,
    ...quotaStepsOf(caller, operation.usesMoneyQuota),
  });
  const headers = quotaHeaders(once.atCommit);
  if (once.replayed) headers['Idempotent-Replay'] = 'true';
  const answer = { ...once.answer, headers: Object.assign(headers, once.answer.headers) };
  return operation.echoesBody ? withEcho(answer, call) : answer;
}

function quotaHeaders(quota: MoneyQuota): Headers {
  return {
    'RateLimit-Money-Limit': String(quota.limit),
    'RateLimit-Money-Remaining': String(quota.remaining),
    'RateLimit-Money-Reset': String(quota.resetS),
  };
}

/**
 * Inserts the body, as it was sent, where the handler left room for it. It is not stored with the response, because a
 * retry sends it again, and its hash proves that it is the same.
 */
function withEcho(answer: Answer, { echo }: Call): Answer {
  if (!echo) return answer;
  return {
    ...answer,
    // Within a string the quotation marks would be escaped, so this must be the field.
    text: answer.text.replace('"echo":null', () => `"echo":${echo.text}`),
    ...(answer.body !== undefined && { body: { ...answer.body, echo: echo.value } }),
  };
}

/** The input of a handler. Validation ensures that it matches the contract, which no type can express here. */
function inputOf(call: Call, request: Request) {
  const { operation, pathParams } = requireMatch(call);
  return {
    path: pathParams,
    query: call.query,
    body: call.body,
    requestId: call.requestId,
    caller: call.caller,
    mediaType: chooseMediaType(operation, request),
  };
}

/** The media type that the caller prefers, or the first; negotiated only where there is a choice. */
function chooseMediaType({ mediaTypes }: Operation, request: Request): string {
  const [first = ''] = mediaTypes;
  return (mediaTypes.length > 1 && request.accepts([...mediaTypes])) || first;
}

function requireSameOperations(operations: readonly Operation[], handlers: Handlers): void {
  const inContract = new Set(operations.map(({ id }) => id));
  const inCode = new Set(Object.keys(handlers));
  const unhandled = [...inContract].filter((id) => !inCode.has(id));
  const unknown = [...inCode].filter((id) => !inContract.has(id));
  if (unhandled.length > 0) throw new Error(`operations without a handler: ${unhandled.join(', ')}`);
  if (unknown.length > 0) throw new Error(`handlers without an operation: ${unknown.join(', ')}`);
  const open = operations.filter(({ scopes }) => !scopes).map(({ id }) => id);
  if (open.sort().join() !== [...PUBLIC_OPERATIONS].sort().join()) {
    throw new Error(`the contract leaves these operations without a credential: ${open.join(', ')}`);
  }
}
