import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import express, { Router, type Express, type ErrorRequestHandler, type RequestHandler } from 'express';
import { v7 } from 'uuid';
import type { ContractDocument } from '../contract/document.ts';
import { createCidrMatcher, unmapAddress } from '../lib/cidr.ts';
import { DomainError } from '../lib/errors.ts';
import { inspectJson } from '../lib/json.ts';
import type { Logger } from '../lib/logger.ts';
import { requireScopes, type Gate } from './authenticate.ts';
import { requireCaller, requireMatch } from './call.ts';
import { answerForError } from './error-reply.ts';
import { sendAnswer, type Answer } from './reply.ts';
import type { Call } from './call.ts';
import type { RouteIndex } from './routes.ts';
import { createRequestValidator } from './validate.ts';
import { chooseVersion, CURRENT_VERSION } from './versions.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** A request must have arrived whole by then. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

export interface ServerOptions {
  contract: ContractDocument;
  routes: RouteIndex;
  gate: Gate;
  /** Carries a validated call out. */
  dispatch: (call: Call, request: express.Request) => Promise<Answer>;
  /** What is served beside the API: reference, contract, pages. */
  pages: Router;
  trustedProxies: readonly string[];
  logger: Logger;
}

/** The HTTP server of the API: one chain of steps, in the order of D15. */
export async function createHttpServer(options: ServerOptions): Promise<Server> {
  const { routes, gate, dispatch, logger } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', createCidrMatcher(options.trustedProxies));
  const server = createAppServer(app);
  const validateRequest = await createRequestValidator(options.contract, app, routes.operations);

  const api = Router();
  api.use(async (request, _response, next) => {
    try {
      request.call.match = routes.match(request.method, request.path);
    } catch (error) {
      await gate.countAnonymous(request.call);
      throw error;
    }
    next();
  });
  api.use(async (request, _response, next) => {
    await gate.admit(request.call, requireMatch(request.call).operation, request.get('authorization'));
    next();
  });
  api.use((request, _response, next) => {
    request.call.version = chooseVersion(request.get('service-version'), request.call.version);
    requireScopes(request.call, requireMatch(request.call).operation);
    requireIdempotencyKey(request);
    next();
  });
  api.use(express.json({ limit: MAX_BODY_BYTES, inflate: false, strict: false, type: 'application/json' }));
  api.use((request, _response, next) => {
    inspectJson(request.body);
    next();
  });
  api.use(validateRequest);
  api.use(async (request, response) => {
    sendAnswer(response, request.call, await dispatch(request.call, request));
  });

  app.use(beginCall);
  // Called directly rather than mounted on a path: mounting rewrites each request's address.
  app.use((request, response, next) =>
    request.url.startsWith('/v1') ? api(request, response, next) : next(),
  );
  app.use(options.pages);
  app.use(async (request) => {
    await gate.countAnonymous(request.call);
    throw new DomainError('route_not_found');
  });
  app.use(((error, request, response, _next) => {
    sendAnswer(response, request.call, answerForError(error, request.call, logger));
  }) as ErrorRequestHandler);
  return server;
}

const beginCall: RequestHandler = (request, _response, next) => {
  request.call = {
    requestId: `req_${v7().replaceAll('-', '')}`,
    clientAddress: unmapAddress(request.ip ?? ''),
    version: CURRENT_VERSION,
    match: undefined,
    caller: undefined,
    rateLimit: undefined,
  };
  next();
};

/** Throws `idempotency_key_required`, or `invalid_request` for a key the spec does not allow. */
function requireIdempotencyKey(request: express.Request): void {
  if (!requireMatch(request.call).operation.mutates) return;
  requireCaller(request.call);
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

/**
 * Express gives each request and answer its own prototype, which costs more than all routing on today's Node.
 * So the server makes them with that prototype from the start, and Express finds nothing left to do.
 */
function createAppServer(app: Express): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  return createServer(
    {
      IncomingMessage: AppRequest,
      ServerResponse: AppResponse as never,
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    app,
  );
}
