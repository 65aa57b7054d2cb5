import type { Server } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import type { RequestLimits } from '../lib/request-limits.ts';
import { chooseVersion, type ContractDocument } from '../contract/index.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import { DomainError, NotExecuted, Overloaded } from '../lib/errors/errors.ts';
import { describeError, type Logger } from '../lib/logger.ts';
import { clientAddressOf, createApp } from './adapters/express.ts';
import { requestValidatorOf, type RequestValidator } from './adapters/express-openapi-validator.ts';
import { createDeprecationNotice } from './answers/deprecation.ts';
import { createErrorReply } from './answers/error-reply.ts';
import { sendAnswer, streamAnswer, type Answer } from './answers/reply.ts';
import { requireScopes, type Gate } from './request/gate.ts';
import { createBodyReader } from './request/body.ts';
import { isOfApi, newCall } from './request/call.ts';
import type { CarryOut } from './faults.ts';
import type { Operation, RouteIndex } from './request/routes.ts';
import { traceRequest } from './server/telemetry.ts';
import { createNodeServer } from './server/node-server.ts';

/** A request waits this long for its turn, because after that a refusal serves the caller better. */
const MAX_WAIT_MS = 1_000;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

export interface ServerOptions {
  contract: ContractDocument;
  routes: RouteIndex;
  gate: Gate;
  /** Carries out a validated call. */
  carryOut: CarryOut;
  /** Called for each call with its response, once that is on its way. */
  observers: readonly ((request: Request, answer: Answer) => void)[];
  /** Called for each request that is not a call of the API. */
  onPage: (request: Request, response: Response) => void;
  /** Throws for a request to another cell. */
  requireOwnCell: (request: Request) => void;
  /** The routes beside the API, which are the reference, the contract and the pages. */
  pages: Router;
  limits: RequestLimits;
  trustedProxies: readonly string[];
  /** The base URL of the reference. */
  baseUrl: () => string;
  logger: Logger;
}

export interface HttpServer {
  server: Server;
  /** Does work that would otherwise delay the first requests. */
  warmUp: () => Promise<void>;
}

/** The steps of a call, as the server's options make them. */
interface Parts extends ServerOptions {
  readBody: ReturnType<typeof createBodyReader>;
  validate: RequestValidator['validate'];
  withDeprecation: ReturnType<typeof createDeprecationNotice>;
  errorReply: ReturnType<typeof createErrorReply>;
}

/**
 * The HTTP server of the API, which is one chain of steps. Each check costs more or reveals more than
 * the one before, so a request is refused as early as possible (D15).
 */
export async function createHttpServer(options: ServerOptions): Promise<HttpServer> {
  const { routes, gate } = options;
  const app = createApp(options.trustedProxies);
  const validator = await requestValidatorOf(options.contract, routes.operations);
  const parts = partsOf(options, validator);
  const server = createNodeServer(app, options.limits, gate, parts.errorReply);
  app.use(beginCall, traceRequest, (request, _response, next) => {
    options.requireOwnCell(request);
    next();
  });
  app.use((request, response, next) => {
    if (isOfApi(request)) return serve(parts, request, response);
    options.onPage(request, response);
    next();
  });
  app.use(options.pages);
  app.use(async (request) => {
    await gate.countUnmatched(request.call, request.headers.authorization);
    throw routes.notFound(request.path);
  });
  app.use((async (error, request, response, _next) =>
    fail(parts, error, request, response)) as ErrorRequestHandler);
  return { server, warmUp: validator.warmUp };
}

function partsOf(options: ServerOptions, { validate }: RequestValidator): Parts {
  return {
    ...options,
    readBody: createBodyReader(options.limits),
    validate,
    withDeprecation: createDeprecationNotice(options.baseUrl),
    errorReply: createErrorReply(options),
  };
}

// One function rather than a router with a step each, and no path to mount it on, for which Express would rewrite
// each request's URL.
async function serve(parts: Parts, request: Request, response: Response): Promise<void> {
  try {
    const decided = await decide(parts, request, response);
    if (decided) answer(parts, request, response, decided);
  } catch (error) {
    await fail(parts, error, request, response);
  }
}

/** Undefined if the response must not be seen at all, because its request counts as lost. */
async function decide(parts: Parts, request: Request, response: Response): Promise<Answer | undefined> {
  const { routes, gate, readBody } = parts;
  const { call } = request;
  const { authorization } = request.headers;
  try {
    call.match = routes.match(request.method, request.path);
  } catch (error) {
    await gate.countUnmatched(call, authorization);
    throw error;
  }
  const { operation } = call.match;
  await gate.admit(call, operation, authorization);
  try {
    call.version = chooseVersion(request.get('service-version'), call.version);
    requireScopes(call, operation);
    requireIdempotencyKey(request, operation);
  } catch (refusal) {
    // For the call log, which shows the request as sent.
    await readBody(request).catch(() => undefined);
    throw refusal;
  }
  await readBody(request);
  await parts.validate(request);
  const decided = await parts.carryOut(call, request, response);
  return decided && operation.deprecations
    ? parts.withDeprecation(request, decided, operation.deprecations)
    : decided;
}

function answer({ logger, observers }: Parts, request: Request, response: Response, decided: Answer): void {
  // A failure after the response was sent can no longer be reported to the caller.
  if (response.headersSent) return;
  if (decided.stream) {
    streamAnswer(response, request.call, decided, decided.stream).catch((error: unknown) => {
      if (error instanceof DatabaseAway) return;
      logger.error('response aborted', { request_id: request.call.requestId, ...describeError(error) });
    });
  } else {
    sendAnswer(response, request.call, decided);
  }
  for (const observe of observers) observe(request, decided);
}

async function fail(parts: Parts, error: unknown, request: Request, response: Response): Promise<void> {
  if (error instanceof NotExecuted) {
    // The store that counts calls may be overloaded too; the response is sent anyway.
    await parts.gate.excuse(request.call, request.headers.authorization).catch(() => undefined);
  }
  answer(parts, request, response, parts.errorReply(error, request.call));
}

/**
 * Throws `rate_limit_exceeded` for a request that waited too long for its turn, because the service is overloaded then.
 */
const beginCall: RequestHandler = (request, _response, next) => {
  const { arrivedAtMs } = request;
  request.call = newCall(clientAddressOf(request), request.get('traceparent'), arrivedAtMs);
  // A provider would not send its notice again after a 429 (D27).
  const isNotice = request.url.startsWith('/providers/');
  if (performance.now() - arrivedAtMs > MAX_WAIT_MS && !isNotice) throw new Overloaded();
  next();
};

/** Throws `idempotency_key_required`, or `invalid_request` for a key of another form (D16). */
function requireIdempotencyKey(request: Request, { mutates }: Operation): void {
  if (!mutates) return;
  const key = request.get('idempotency-key');
  if (key === undefined || key === '')
    throw new DomainError('idempotency_key_required', { param: 'Idempotency-Key' });
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw new DomainError('invalid_request', {
      param: 'Idempotency-Key',
      message: 'Idempotency-Key must be a UUID, or 1 to 255 printable ASCII characters.',
    });
  }
}
