import { createServer, IncomingMessage, ServerResponse, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { RequestLimits } from '../config.ts';
import { DomainError } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Gate } from './authenticate.ts';
import { newCall, type Request } from './call.ts';
import { answerForError } from './error-reply.ts';
import { sendAnswer } from './reply.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How often Node looks for requests that are late. */
const TIMEOUT_CHECK_MS = 5_000;
/** Requests begun in one turn of the event loop, some milliseconds' work; and while connections are coming in. */
const MAX_BEGUN = 16;
const MAX_BEGUN_WHILE_CONNECTING = 2;

/**
 * Node's HTTP server with the limits of this service, and the app behind it.
 *
 * Express gives each request and answer its own prototype, which costs more than all routing on today's Node.
 * So the server makes them with that prototype from the start, and Express finds nothing left to do.
 */
export function createAppServer(app: Express, limits: RequestLimits, gate: Gate, logger: Logger): Server {
  class AppRequest extends IncomingMessage {
    readonly arrivedAtMs = performance.now();
  }
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  const server = createServer({
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse as never,
    maxHeaderSize: limits.headerBytes,
    // Node's own refusal has no envelope.
    requireHostHeader: false,
    requestTimeout: limits.timeoutMs,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, limits.timeoutMs),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  });
  // Their size is limited; beyond a number of them Node would leave out the rest, and say nothing.
  server.maxHeadersCount = 0;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      const refusal = new DomainError('invalid_request', { message: 'The request has no Host header.' });
      return void refuse(response, refusal, gate, logger);
    }
    request.url = pathAndQuery(request.url ?? '');
    app(request, response);
  };
  const begin = inShortTurns(server, serve);
  server.on('request', begin);
  // Node alone would refuse an expectation that it does not know, which every server may ignore.
  server.on('checkExpectation', begin);
  refuseUnparsed(server, limits, gate, logger);
  return server;
}

/** A whole address as proxies are sent it: every server must take it too (RFC 9112, 3.2.2), but none with a user. */
const WHOLE_ADDRESS = /^https?:\/\/[^/?#@]+(\/.*)?$/i;

/** Of the request line's target. What has no path is asked for as "/": for "*", Express would not even call us. */
function pathAndQuery(target: string): string {
  return target.startsWith('/') ? target : (WHOLE_ADDRESS.exec(target)?.[1] ?? '/');
}

/**
 * Begins some of the requests that arrived together, and the others in the next turns of the event loop, in their
 * order. Node accepts one new connection a turn: were hundreds of requests one turn's work, who connects meanwhile would
 * wait for minutes.
 */
function inShortTurns(server: Server, begin: RequestListener): RequestListener {
  const waiting: Parameters<RequestListener>[] = [];
  let begun = 0;
  let maxBegun = MAX_BEGUN;
  let isConnecting = false;
  server.on('connection', () => (isConnecting = true));
  const nextTurn = (): void => {
    begun = 0;
    maxBegun = isConnecting ? MAX_BEGUN_WHILE_CONNECTING : MAX_BEGUN;
    isConnecting = false;
    for (const [request, response] of waiting.splice(0, maxBegun)) run(request, response);
  };
  const run: RequestListener = (request, response) => {
    if (begun === 0) setImmediate(nextTurn);
    begun += 1;
    begin(request, response);
  };
  return (request, response) => {
    if (begun < maxBegun) run(request, response);
    else waiting.push([request, response]);
  };
}

function unparsedMessages(limits: RequestLimits): Partial<Record<string, string>> {
  return {
    HPE_HEADER_OVERFLOW: `The address and headers of a request may have up to ${limits.headerBytes / 1024} KiB.`,
    ERR_HTTP_REQUEST_TIMEOUT: `The request did not arrive whole within ${limits.timeoutMs / 1000} seconds.`,
  };
}

/**
 * What Node's parser refuses, or waits for in vain, gets the error envelope all the same: as the answer to the
 * request that is still arriving, or, when there is none, as an answer of its own.
 */
function refuseUnparsed(server: Server, limits: RequestLimits, gate: Gate, logger: Logger): void {
  const unparsed = unparsedMessages(limits);
  const refused = new WeakSet<Socket>();
  const newest = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => newest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Reported again for each further piece that arrives, and for clients that went away.
    if (refused.has(socket) || !socket.writable || error.code === 'ECONNRESET') return;
    refused.add(socket);
    const message = unparsed[error.code ?? ''] ?? 'This is not a valid HTTP request.';
    const refusal = new DomainError('invalid_request', { message, cause: error });
    const open = newest.get(socket);
    const response = open && !open.req.complete ? open : answerOfItsOwn(socket);
    // There is no answering while that of an earlier request is on its way.
    if (response) void refuse(response, refusal, gate, logger);
    else socket.destroy();
  });
}

function answerOfItsOwn(socket: Socket): ServerResponse | undefined {
  const response = new ServerResponse(new IncomingMessage(socket));
  try {
    response.assignSocket(socket);
  } catch {
    return undefined;
  }
  return response.on('finish', () => socket.destroySoon());
}

async function refuse(
  response: ServerResponse,
  refusal: DomainError,
  gate: Gate,
  logger: Logger,
): Promise<void> {
  const { call = newCall(response.req.socket.remoteAddress) } = response.req as Partial<Request>;
  const outcome: unknown = await gate.countAnonymous(call).then(
    () => refusal,
    (error: unknown) => error,
  );
  response.shouldKeepAlive = false;
  sendAnswer(response, call, answerForError(outcome, call, logger));
}
