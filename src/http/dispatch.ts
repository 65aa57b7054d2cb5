import {
  type ContractDocument,
  type Export,
  type Handlers,
  type OperationId,
  PUBLIC_OPERATIONS,
  toVersion,
} from '../contract/index.ts';
import type { Database } from '../db/index.ts';
import { keyedCall, type Work } from '../idempotency/index.ts';
import { inOneContext } from '../lib/one-context.ts';
import { createOperationRouter } from './adapters/openapi-backend.ts';
import type { Capacity, Slot } from './request/capacity.ts';
import { requireCaller, requireMatch, type Call, type Request } from './request/call.ts';
import { encodeExport } from './answers/export.ts';
import type { MutationRunner } from './mutation.ts';
import { JSON_CONTENT, SVG_CONTENT, type Answer } from './answers/reply.ts';
import type { Operation, RouteIndex } from './request/routes.ts';

type AnyHandler = (request: object) => unknown;
type AnyReply = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  svg?: string;
  export?: Export;
  sealed?: boolean;
};

/**
 * Wires the handlers to the contract's operations through openapi-backend. Throws at startup when an operation has no
 * handler, a handler has no operation, or contract and code disagree on which operations need no credential.
 */
export async function createDispatch(options: {
  contract: ContractDocument;
  routes: RouteIndex;
  handlers: Handlers;
  runMutation: MutationRunner;
  capacity: Capacity;
  db: Pick<Database, 'readingFor' | 'changing'>;
}): Promise<(call: Call, request: Request) => Promise<Answer>> {
  const { routes, handlers, runMutation, capacity, db } = options;
  requireSameOperations(routes.operations, handlers);

  const carryOut = await createOperationRouter(options.contract, routes.operations, (operation) => {
    const handler = handlers[operation.id as OperationId] as AnyHandler;
    return (call, request, slot) => {
      if (operation.isList)
        return db.readingFor(requireCaller(call).accountId, () => read(handler, call, request));
      if (!operation.mutates) return read(handler, call, request);
      return db.changing([requireCaller(call).accountId], () =>
        mutate(handler, call, request, slot, runMutation),
      );
    };
  });
  return (call, request) => capacity.carryOut((slot) => carryOut(call, request, slot));
}

async function read(handler: AnyHandler, call: Call, request: Request): Promise<Answer> {
  const asked = handlerRequest(call, request);
  const reply = (await handler(asked)) as AnyReply;
  return reply.export ? serialiseExport(reply, reply.export, asked.mediaType, call) : serialise(reply, call);
}

async function mutate(
  handler: AnyHandler,
  call: Call,
  request: Request,
  slot: Slot,
  run: MutationRunner,
): Promise<Answer> {
  const { operation } = requireMatch(call);
  const caller = requireCaller(call);
  const key = request.get('idempotency-key') ?? '';
  const { accountId, credentialId } = caller;
  const toAnswer = (reply: AnyReply): Answer & { sealed: boolean } => {
    const answer = serialise(reply, call);
    // A replay names the version that built it, whichever is requested by then.
    const headers = { 'Service-Version': call.version, ...answer.headers };
    return { sealed: reply.sealed ?? false, ...answer, headers };
  };
  const answer = await run({
    caller,
    call: keyedCall({
      accountId,
      credentialId,
      key,
      method: operation.method,
      path: request.path,
      body: call.echo?.identity ?? call.body,
    }),
    usesMoneyQuota: operation.usesMoneyQuota,
    prepare: async () => {
      const asked = { idempotencyKey: key, ...handlerRequest(call, request) };
      const work = (await handler(asked)) as Work<AnyReply>;
      if (typeof work === 'function') return async (trx) => toAnswer(await work(trx));
      return {
        ask: async (providerKey) => {
          const rest = await slot.waitOutside(accountId, () => work.ask(providerKey));
          return async (trx) => toAnswer(await rest(trx));
        },
      };
    },
  });
  return operation.echoesBody ? withEcho(answer, call) : answer;
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
function handlerRequest(call: Call, request: Request) {
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

async function serialiseExport(
  { status, headers }: AnyReply,
  exported: Export,
  mediaType: string,
  { version }: Call,
): Promise<Answer> {
  return {
    status,
    headers: { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers },
    text: '',
    stream: inOneContext(await encodeExport(exported, mediaType, version)),
  };
}

function serialise(reply: AnyReply, call: Call): Answer {
  const { status, headers, svg, body } = reply;
  if (svg !== undefined) return { status, headers: { ...SVG_CONTENT, ...headers }, text: svg };
  if (body === undefined) return { status, headers: { ...headers }, text: '' };
  const versioned = toVersion(body, call.version);
  return {
    status,
    headers: { ...JSON_CONTENT, ...headers },
    text: JSON.stringify(versioned),
    body: versioned,
  };
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
