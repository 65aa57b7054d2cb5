import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface Load {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: object;
}

/** What one contestant did in one turn. */
export interface Slice {
  perSecond: number;
  p99Ms: number;
}

/** Loads one address for some seconds. Throws when anything but a success came back: such a figure means nothing. */
export async function measure(
  url: string,
  load: Load,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Slice> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: load.method,
        path: load.path,
        headers: load.headers,
        ...(load.body && {
          body: JSON.stringify(load.body),
          setupRequest: (request) => ({
            ...request,
            headers: { ...load.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          }),
        }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.method} ${url}${load.path}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return { perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99 };
}

export function median(figures: number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
