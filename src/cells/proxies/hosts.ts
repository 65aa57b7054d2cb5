import type { Cell } from '../cells-file.ts';

/** What a generated configuration is to be like. */
export interface ProxyOptions {
  /** Where calls come in. */
  port: number;
  /** The file that has a line for each call. */
  log: string;
  /** Where plain http is redirected to https; without it, everything is plain http. */
  tls?: { httpPort: number; /** Has fullchain.pem and privkey.pem. */ folder: string };
}

/** The cells by the host of their url, which names them where nothing else does. A host that several share names none. */
export function cellsByHost(cells: readonly Cell[]): Map<string, Cell> {
  const hosts = cells.map(({ url }) => new URL(url).hostname);
  const own = cells.filter((_, index) => hosts.filter((host) => host === hosts[index]).length === 1);
  return new Map(own.map((cell) => [new URL(cell.url).hostname, cell]));
}
