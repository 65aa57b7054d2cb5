import type { RequestListener, Server } from 'node:http';

/** Requests begun in one turn of the event loop, some milliseconds' work; and while connections are coming in. */
const MAX_BEGUN = 16;
const MAX_BEGUN_WHILE_CONNECTING = 2;

/**
 * Begins some of the requests that arrived together, and the others in the next turns of the event loop, in their
 * order. Node accepts one new connection a turn: were hundreds of requests one turn's work, who connects meanwhile would
 * wait for minutes.
 */
export function inShortTurns(server: Server, begin: RequestListener): RequestListener {
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
