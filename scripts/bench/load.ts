import autocannon from 'autocannon';

/** One kind of request that a load generator repeats. */
export interface Load {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: object;
  /** The status that every response must have. */
  status: number;
  /** What varies per request: a key, an address, a link. */
  vary?: () => { path?: string; headers?: Record<string, string> };
}

/** What one contestant did in one turn. */
export interface Slice {
  perSecond: number;
  p99Ms: number;
  /** The processor time of a call, where it was read. */
  cpuUs?: { service: number; postgres: number };
}

/** Loads one URL for a few seconds. Throws when any response had another status: the figure would mean nothing. */
export async function measure(
  url: string,
  { vary, ...load }: Load,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Slice> {
  const headers = { ...load.headers, ...(load.body && { 'content-type': 'application/json' }) };
  const body = load.body && JSON.stringify(load.body);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: load.method,
        path: load.path,
        headers,
        ...(body !== undefined && { body }),
        ...(vary && {
          setupRequest: (request) => {
            const { path = load.path, headers: own } = vary();
            return { ...request, path, headers: { ...headers, ...own } };
          },
        }),
      },
    ],
  });
  const answers = Object.entries(result.statusCodeStats ?? {});
  if (result.errors > 0 || answers.some(([status]) => Number(status) !== load.status)) {
    const counts = answers.map(([status, { count }]) => `${count} × ${status}`).join(', ');
    throw new Error(`${load.method} ${url}${load.path}: ${counts}, ${result.errors} errors`);
  }
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** The quantile of the figures, interpolated between the two nearest. */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
