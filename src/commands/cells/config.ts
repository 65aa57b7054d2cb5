import { InvalidArgumentError, Option } from 'commander';
import { parseWithin, type PaymentsCommand } from '../frame/index.ts';
import type { ConfigOptions } from './config-actions.ts';

const parsePort = parseWithin(1, 65_535);

/** `print` writes to the terminal. */
export function registerConfigCommand(cells: PaymentsCommand, print: (text: string) => void): void {
  cells
    .command('config')
    .description('print the configuration of the proxy in front of all cells')
    .addOption(new Option('--for <proxy>', 'the proxy').choices(['nginx', 'envoy']).makeOptionMandatory())
    .option('--cells <file>', 'the file that describes the cells; default: CELLS_FILE')
    .option('--port <number>', 'the port for calls; default: 443, or 80 with --plain', parsePort)
    .option('--http-port <number>', 'the port that redirects plain http', parsePort, 80)
    .option(
      '--tls <folder>',
      'the folder with fullchain.pem and privkey.pem, as the proxy sees it',
      parsePath,
      '/etc/payments/tls',
    )
    .option(
      '--log <file>',
      'the log of calls; default: /var/log/nginx/payments.log, Envoy: /dev/stdout',
      parsePath,
    )
    .option('--plain', 'plain http, on a network of your own only')
    .example(
      'payments cells config --for nginx > /etc/nginx/conf.d/payments.conf',
      'payments cells config --for envoy --cells cells.json > envoy.yaml',
    )
    .action(async (options: ConfigOptions) => {
      const { format } = await import('./config-actions.ts');
      print(format(options, process.env));
    });
}

/** It becomes part of a configuration, unquoted. */
function parsePath(text: string): string {
  if (!/^\/[\w./-]{1,200}$/.test(text))
    throw new InvalidArgumentError('It must be a path like /etc/payments.');
  return text.replace(/\/+$/, '');
}
