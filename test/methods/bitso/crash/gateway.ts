import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between a process and Bitso, and sees each request of it. */
export interface BitsoGateway {
  url: string;
  /** Called before a request is passed on, and again before its response is; what it waits for holds both up. */
  onRequest: (endpoint: string, moment: 'before' | 'after') => Promise<void> | void;
  close(): Promise<void>;
}

export async function openGateway(bitso: string): Promise<BitsoGateway> {
  const gateway: BitsoGateway = { url: '', onRequest: () => undefined, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const endpoint = `${method} ${url.replace(/\?.*$/, '')}`;
      await gateway.onRequest(endpoint, 'before');
      const passed = ['authorization', 'content-type', 'x-idempotency-key'].flatMap((name) =>
        typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
      );
      const answer = await fetch(bitso + url, {
        method,
        headers: passed,
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      });
      const text = await answer.text();
      await gateway.onRequest(endpoint, 'after');
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
      // A process that was killed does not wait for its response.
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return gateway;
}
