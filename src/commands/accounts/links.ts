import { Option } from 'commander';
import { LINK_STATUSES } from '../../payment-links/index.ts';
import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, LIMIT_OPTION } from '../frame/index.ts';
import type { ListOptions } from './links-actions.ts';

const actions = () => import('./links-actions.ts');

export const registerLinkCommands: Register = (program, run) => {
  const links = program
    .command('links')
    .description('payment links; accounts create them through the API or the panel');

  links
    .command('list')
    .description("list an account's payment links, newest first")
    .requiredOption(...ACCOUNT_OPTION)
    .addOption(new Option('--status <status>').choices(LINK_STATUSES))
    .option(...LIMIT_OPTION)
    .option('--after <code>', 'start after this link')
    .example(
      'payments links list --account $ACCOUNT',
      'payments links list --account $ACCOUNT --status active --limit 20',
    )
    .action((options: ListOptions) =>
      run(async (foundation) => (await actions()).list(foundation, options), {
        empty:
          options.status === undefined
            ? 'This account has no payment links.'
            : `This account has no payment link that is ${options.status}.`,
      }),
    );

  links
    .command('show')
    .argument('<code>', 'the payment link, like PL-7K3M-9QXA-2B4C')
    .description('one payment link, with the amount due for each method')
    .example('payments links show PL-7K3M-9QXA-2B4C')
    .action((code: string) => run(async (foundation) => (await actions()).show(foundation, code)));
};
