import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Stands between a process and the server that it calls, and sees each request of it. */
export interface Gateway {
  url: string;
  /** Called before a request is passed on, and again before its response is; what it waits for holds both up. */
  onRequest: (what: string, moment: 'before' | 'after') => Promise<void> | void;
  close(): Promise<void>;
}

const PASSED_ON = ['authorization', 'content-type', 'x-idempotency-key'];

/** `nameOf` says what `onRequest` is told of a request. */
export async function openGateway(
  server: string,
  nameOf: (request: { method: string; path: string; body: string }) => string,
): Promise<Gateway> {
  const gateway: Gateway = { url: '', onRequest: () => undefined, close: () => Promise.resolve() };
  const listener = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const name = nameOf({ method, path: url.replace(/\?.*$/, ''), body });
      await gateway.onRequest(name, 'before');
      const passed = PASSED_ON.flatMap((header) =>
        typeof headers[header] === 'string' ? [[header, headers[header]] as [string, string]] : [],
      );
      const answer = await fetch(server + url, {
        method,
        headers: passed,
        ...(method === 'GET' ? {} : { body }),
      });
      const text = await answer.text();
      await gateway.onRequest(name, 'after');
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
      // A process that was killed does not wait for its response.
    })().catch(() => response.destroy());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  gateway.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  gateway.close = async () => {
    listener.closeAllConnections();
    listener.close();
    await once(listener, 'close');
  };
  return gateway;
}
