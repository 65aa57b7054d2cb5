import { formatEnvoy, formatNginx, readCellsFile, type ProxyOptions } from '../../cells/index.ts';
import { CommandFailure } from '../frame/command.ts';

const FORMATS = { nginx: formatNginx, envoy: formatEnvoy };

export interface ConfigOptions {
  for: 'nginx' | 'envoy';
  cells?: string;
  port?: number;
  httpPort: number;
  tls: string;
  plain?: true;
}

/** The configuration of a proxy in front of the cells that a file describes, by default CELLS_FILE. */
export function format(options: ConfigOptions, environment: NodeJS.ProcessEnv): string {
  const file = options.cells ?? environment['CELLS_FILE'];
  if (file === undefined) throw new CommandFailure('Pass the cells file with --cells, or set CELLS_FILE.');
  const { httpPort, tls: folder, plain } = options;
  const tls = plain ? undefined : { httpPort, folder };
  const given: ProxyOptions = { port: options.port ?? (tls ? 443 : 80), ...(tls && { tls }) };
  return FORMATS[options.for](readCellsFile(file), given);
}
