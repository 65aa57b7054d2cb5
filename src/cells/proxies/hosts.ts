import type { Cell } from '../cells-file.ts';

/** The options of a generated configuration. */
export interface ProxyOptions {
  /** The port for calls. */
  port: number;
  /** The access log. */
  log: string;
  /** Redirects plain http to https; without it, everything is plain http. */
  tls?: { httpPort: number; /** Has fullchain.pem and privkey.pem. */ folder: string };
}

/** The cells by the host of their URL, which names them where nothing else does. A shared host names none. */
export function cellsByHost(cells: readonly Cell[]): Map<string, Cell> {
  const hosts = cells.map(({ url }) => new URL(url).hostname);
  const own = cells.filter((_, index) => hosts.filter((host) => host === hosts[index]).length === 1);
  return new Map(own.map((cell) => [new URL(cell.url).hostname, cell]));
}
