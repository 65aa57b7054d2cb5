import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Stands between a process and a node, and sees each request of it. */
export interface Gateway {
  url: string;
  /** Called before a request is passed on, and again before its response is; what it waits for holds both up. */
  onRequest: (method: string, moment: 'before' | 'after') => Promise<void> | void;
  close(): Promise<void>;
}

export async function openGateway(node: string): Promise<Gateway> {
  const gateway: Gateway = { url: '', onRequest: () => undefined, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const { method } = JSON.parse(body) as { method: string };
      await gateway.onRequest(method, 'before');
      const answer = await fetch(node, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
      const text = await answer.text();
      await gateway.onRequest(method, 'after');
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
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
