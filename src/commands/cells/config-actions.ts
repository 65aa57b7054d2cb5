import { formatEnvoy, formatNginx, readCellsFile } from '../../cells/index.ts';
import { InvalidUsage } from '../frame/index.ts';

const PROXIES = {
  nginx: { format: formatNginx, log: '/var/log/nginx/payments.log' },
  envoy: { format: formatEnvoy, log: '/dev/stdout' },
};

export interface ConfigOptions {
  for: 'nginx' | 'envoy';
  cells?: string;
  port?: number;
  httpPort: number;
  tls: string;
  plain?: true;
  log?: string;
}

/** The configuration of a proxy in front of the cells that a file describes, by default CELLS_FILE. */
export function format(options: ConfigOptions, environment: NodeJS.ProcessEnv): string {
  const file = options.cells ?? environment['CELLS_FILE'];
  if (file === undefined) throw new InvalidUsage('Pass the cells file with --cells, or set CELLS_FILE.');
  const { httpPort, tls: folder, plain } = options;
  const tls = plain ? undefined : { httpPort, folder };
  const proxy = PROXIES[options.for];
  const { port = tls ? 443 : 80, log = proxy.log } = options;
  return proxy.format(readCellsFile(file), { port, log, ...(tls && { tls }) });
}
