import { Option } from 'commander';
import type { Register } from '../deployment/register.ts';
import { parseHttpUrl } from '../frame/index.ts';
import type { ListenOptions } from './listen-actions.ts';

/** An API client like any other, which uses neither the deployment's database nor its secrets. */
export const registerListenCommand: Register = (program) => {
  program
    .command('listen')
    .description(
      "forward an account's events to a URL on this machine, signed like webhook deliveries; PAYMENTS_API_KEY has an API key with the scope webhooks:manage",
    )
    .requiredOption('--forward-to <url>', 'where your receiver listens', parseHttpUrl)
    .option('--url <url>', 'base URL of the API; by default, the one on this machine', parseHttpUrl)
    .option('--events <types>', 'only these types, separated by commas', (text: string) => text.split(','))
    .addOption(
      new Option(
        '--since <time>',
        'now: skip all earlier events; by default, begin with the oldest one kept, or where it stopped before',
      ).choices(['now']),
    )
    .option('--print-secret', 'print the signing secret that the receiver needs, and end')
    .example(
      'payments listen --forward-to http://localhost:4000/hooks',
      'payments listen --forward-to http://localhost:4000/hooks \\\n      --since now --events payment_link.paid,deposit.failed',
    )
    .action(async (options: ListenOptions) => (await import('./listen-actions.ts')).listen(options));
};
