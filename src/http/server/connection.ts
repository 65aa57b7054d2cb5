// Node's HTTP server, with the undocumented behaviour that this service relies on. A response gets its connection, and
// says so by the event `socket`, once those to all earlier requests of that connection are sent. A connection that is
// marked as paused is not read. Guarded by test/http/server/connection.test.ts.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The requests that a client may send ahead; Node parses up to 64 KiB of them at once, and each takes some kilobytes.
 */
const MAX_AHEAD = 64;
/**
 * Time for the client to read the last response. Closing a connection with unread data resets it, which could lose the
 * response.
 */
const LAST_RESPONSE_MS = 1_000;

/** Node's internal state of a connection. */
interface Connection extends Socket {
  _paused: boolean;
  parser: { resume(): void } | null;
}

/**
 * Begins a request once the responses to all earlier ones of its connection are sent. Until then the connection is not
 * read, so requests that a client sends ahead wait with the client and delay no other client. One that sends too many
 * ahead has its connection closed after those that count.
 */
export function oneAtATime(begin: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, ServerResponse[]>();
  return (request, response) => {
    if (response.socket) return void begin(request, response);
    const { socket } = request;
    const waiting = ahead.get(socket) ?? [];
    ahead.set(socket, waiting);
    const last = waiting.at(-1);
    if (last && waiting.length >= MAX_AHEAD) return closeAfter(last);
    waiting.push(response);
    stopReading(socket);
    response.once('socket', () => {
      waiting.shift();
      if (waiting.length === 0 && !isLeft(socket)) readOn(socket);
      // The wait before was for its own client's earlier requests.
      Object.assign(request, { arrivedAtMs: performance.now() });
      // It may have been refused meanwhile, because its body is malformed.
      if (!response.headersSent) begin(request, response);
    });
  };
}

/**
 * Lets a response end before the request's body does, if the body is too long to be read just to keep the connection.
 */
export function leaveLongBody(response: ServerResponse, worthReading: number): void {
  const { req } = response;
  if (!req.complete && lengthOf(req) > worthReading) closeAfter(response);
}

/** The length of a body according to the headers. */
function lengthOf({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/** Reads no more of the connection, and closes it after this response. */
function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  leave(response.req.socket);
}

const left = new WeakSet<Socket>();
const isLeft = (socket: Socket): boolean => left.has(socket);

/** Reads no more of a connection, which is to be closed after a response. */
export function leave(socket: Socket): void {
  if (isLeft(socket)) return;
  left.add(socket);
  stopReading(socket);
  // Node calls it after the last response.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LAST_RESPONSE_MS).unref();
  };
}

function stopReading(socket: Socket): void {
  (socket as Connection)._paused = true;
  socket.pause();
}

function readOn(socket: Socket): void {
  const connection = socket as Connection;
  connection._paused = false;
  connection.parser?.resume();
  connection.resume();
}

/**
 * A client that waits for permission to send its body gets it when the body is read, so never if it is refused before.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    read(size);
  };
}
