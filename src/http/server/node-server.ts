import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { RequestLimits } from '../../lib/request-limits.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { clientAddressOf, messageClassesOf } from '../adapters/express.ts';
import type { ErrorReply } from '../answers/error-reply.ts';
import { sendAnswer } from '../answers/reply.ts';
import type { Gate } from '../request/gate.ts';
import { newCall, type Request } from '../request/call.ts';
import { continueWhenRead, leave, leaveLongBody, oneAtATime } from './connection.ts';
import { inShortTurns } from './short-turns.ts';

const HEADERS_TIMEOUT_MS = 10_000;
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Node checks this often for requests that have timed out. */
const TIMEOUT_CHECK_MS = 5_000;

/** Node's HTTP server with the limits of this service, serving the app. */
export function createNodeServer(
  app: Express,
  limits: RequestLimits,
  gate: Gate,
  errorReply: ErrorReply,
): Server {
  const server = createServer({
    ...messageClassesOf(app, (response) => leaveLongBody(response, limits.bodyBytes)),
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
    const fault = faultOfHost(request);
    if (fault !== undefined) {
      return void refuse(response, new DomainError('invalid_request', { message: fault }), gate, errorReply);
    }
    request.url = pathAndQuery(request.url ?? '');
    app(request, response);
  };
  const newest = new WeakMap<Socket, ServerResponse>();
  const inTurn = oneAtATime(inShortTurns(server, serve));
  const begin: RequestListener = (request, response) => {
    newest.set(request.socket, response);
    inTurn(request, response);
  };
  server.on('request', begin);
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    begin(request, response);
  });
  // Node would refuse an unknown Expect header, which servers may ignore.
  server.on('checkExpectation', begin);
  refuseUnparsed(server, limits, (socket) => newest.get(socket), gate, errorReply);
  return server;
}

/** Proxies could take a different Host header than ours for the valid one. */
function faultOfHost({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The request has more than one Host header.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
}

/** An absolute URL, as sent to proxies. Servers must accept it too (RFC 9112, 3.2.2), but not with a user name. */
const WHOLE_ADDRESS = /^https?:\/\/[^/?#@]+(\/.*)?$/i;

/**
 * The path and query of the request line's target. A target that is not a URL becomes a path that does not exist,
 * because for "*", Express would not even call us.
 */
function pathAndQuery(target: string): string {
  if (target.startsWith('/')) return target;
  const address = WHOLE_ADDRESS.exec(target);
  return address ? (address[1] ?? '/') : `/${target}`;
}

function unparsedMessages(limits: RequestLimits): Partial<Record<string, string>> {
  return {
    HPE_HEADER_OVERFLOW: `The address and headers of a request may have up to ${limits.headerBytes / 1024} KiB.`,
    ERR_HTTP_REQUEST_TIMEOUT: `The request did not arrive whole within ${limits.timeoutMs / 1000} seconds.`,
  };
}

/**
 * A request that Node's parser refuses, or that times out, also gets the error envelope, as the response to the request
 * that is still arriving or, when there is none, as a response of its own, after those to all earlier requests.
 */
function refuseUnparsed(
  server: Server,
  limits: RequestLimits,
  newestOf: (socket: Socket) => ServerResponse | undefined,
  gate: Gate,
  errorReply: ErrorReply,
): void {
  const unparsed = unparsedMessages(limits);
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Emitted again for each further piece that arrives, and for clients that disconnected.
    if (refused.has(socket) || !socket.writable || error.code === 'ECONNRESET') return;
    refused.add(socket);
    // Browsers open connections in advance, and would take this for the response to a request that is just on its way.
    if (socket.bytesRead === 0) return void socket.destroy();
    leave(socket);
    const message = unparsed[error.code ?? ''] ?? 'This is not a valid HTTP request.';
    const refusal = new DomainError('invalid_request', { message, cause: error });
    const refuseIt = (response: ServerResponse): void => void refuse(response, refusal, gate, errorReply);
    const refuseAlone = (): void => (socket.writable ? refuseIt(answerOfItsOwn(socket)) : undefined);
    const open = newestOf(socket);
    if (!open || (open.writableFinished && open.req.complete)) refuseAlone();
    else if (open.req.complete) open.once('finish', refuseAlone);
    else if (!open.headersSent) refuseIt(open);
    // It already has its response, and this was the rest of its body.
    else if (open.writableFinished) socket.destroy();
    else open.once('finish', () => socket.destroySoon());
  });
}

function answerOfItsOwn(socket: Socket): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  return response.on('finish', () => socket.destroySoon());
}

async function refuse(
  response: ServerResponse,
  refusal: DomainError,
  gate: Gate,
  errorReply: ErrorReply,
): Promise<void> {
  const { call = newCall(clientAddressOf({ ip: undefined, socket: response.req.socket })) } =
    response.req as Partial<Request>;
  const outcome: unknown = await gate.countAnonymous(call).then(
    () => refusal,
    (error: unknown) => error,
  );
  response.shouldKeepAlive = false;
  sendAnswer(response, call, errorReply(outcome, call));
}
