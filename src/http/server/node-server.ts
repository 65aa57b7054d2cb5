import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { RequestLimits } from '../../config/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { messageClassesOf } from '../adapters/express.ts';
import { answerForError } from '../answers/error-reply.ts';
import { sendAnswer } from '../answers/reply.ts';
import type { Gate } from '../request/authenticate.ts';
import { newCall, type Request } from '../request/call.ts';
import { inShortTurns } from './turns.ts';

const HEADERS_TIMEOUT_MS = 10_000;
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How often Node checks for requests that have timed out. */
const TIMEOUT_CHECK_MS = 5_000;

/** Node's HTTP server with the limits of this service, serving the app. */
export function createNodeServer(app: Express, limits: RequestLimits, gate: Gate, logger: Logger): Server {
  const server = createServer({
    ...messageClassesOf(app),
    maxHeaderSize: limits.headerBytes,
    // Node's own refusal has no error envelope.
    requireHostHeader: false,
    requestTimeout: limits.timeoutMs,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, limits.timeoutMs),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, limits.timeoutMs),
  });
  // Their total size is limited instead; beyond a maximum count, Node would silently drop headers.
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
  // Node would refuse an unknown Expect header, which servers may ignore.
  server.on('checkExpectation', begin);
  refuseUnparsed(server, limits, gate, logger);
  return server;
}

/** An absolute URL, as sent to proxies: servers must accept it too (RFC 9112, 3.2.2), but not with a user name. */
const WHOLE_ADDRESS = /^https?:\/\/[^/?#@]+(\/.*)?$/i;

/** Of the request line's target. One without a path counts as "/": for "*", Express would not even call us. */
function pathAndQuery(target: string): string {
  return target.startsWith('/') ? target : (WHOLE_ADDRESS.exec(target)?.[1] ?? '/');
}

function unparsedMessages(limits: RequestLimits): Partial<Record<string, string>> {
  return {
    HPE_HEADER_OVERFLOW: `The address and headers of a request may have up to ${limits.headerBytes / 1024} KiB.`,
    ERR_HTTP_REQUEST_TIMEOUT: `The request did not arrive whole within ${limits.timeoutMs / 1000} seconds.`,
  };
}

/**
 * What Node's parser refuses, or what times out, also gets the error envelope: as the response to the request that is
 * still arriving, or, when there is none, as a response of its own.
 */
function refuseUnparsed(server: Server, limits: RequestLimits, gate: Gate, logger: Logger): void {
  const unparsed = unparsedMessages(limits);
  const refused = new WeakSet<Socket>();
  const newest = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => newest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Emitted again for each further piece that arrives, and for clients that disconnected.
    if (refused.has(socket) || !socket.writable || error.code === 'ECONNRESET') return;
    refused.add(socket);
    // Browsers open connections in advance: they would take this for the response to a request that is just on its way.
    if (socket.bytesRead === 0) return void socket.destroy();
    const message = unparsed[error.code ?? ''] ?? 'This is not a valid HTTP request.';
    const refusal = new DomainError('invalid_request', { message, cause: error });
    const open = newest.get(socket);
    const response = open && !open.req.complete ? open : answerOfItsOwn(socket);
    // No response can be sent while that of an earlier request is on its way.
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
