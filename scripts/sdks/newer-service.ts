import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Their names are the caller's own, so no later version adds to them. */
const CALLERS_OBJECTS = new Set(['metadata', 'echo']);
const HOP_BY_HOP = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'content-length',
  'date',
]);

/**
 * A later version of the service, as clients see it: a proxy that adds the field `x_new_field` to each object of each
 * JSON response.
 */
export async function startNewerService(target: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const answer = await fetch(target + request.url, {
        method: request.method ?? 'GET',
        // fetch would decompress the response but keep its header.
        headers: { ...endToEnd(request.headers), 'accept-encoding': 'identity' },
        body: body.length > 0 ? new Uint8Array(body) : null,
        redirect: 'manual',
      });
      const headers = endToEnd(Object.fromEntries(answer.headers));
      const isJson = headers['content-type']?.startsWith('application/json') ?? false;
      const sent = isJson
        ? JSON.stringify(withNewField(await answer.json()))
        : Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, headers).end(sent);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

function withNewField(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(withNewField);
  const fields = Object.entries(part).map(([name, value]) => [
    name,
    CALLERS_OBJECTS.has(name) ? (value as unknown) : withNewField(value),
  ]);
  return { ...Object.fromEntries(fields), x_new_field: { since: 'a later version' } };
}
