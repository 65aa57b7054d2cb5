import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, parseAmount } from '../frame/index.ts';
import type { LimitOptions } from './limits-actions.ts';

const actions = () => import('./limits-actions.ts');

/** The limit of what one person may move out of an account alone (D44). */
export const registerLimitCommands: Register = (program, run) => {
  const limits = program
    .command('limits')
    .description(
      'how much one person may withdraw, refund to a named destination and convert alone in 24 hours',
    );

  limits
    .command('show')
    .description("an account's limit, and how much of it is used")
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments limits show --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).showLimit(foundation, account)),
    );

  limits
    .command('set')
    .description('set the limit, effective at once; without --amount, remove it')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--currency <currency>', 'MXN, USD or COP; see `payments currencies rates`')
    .option('--amount <amount>', 'in that currency', parseAmount)
    .recorded()
    .example('payments limits set --account $ACCOUNT --currency MXN --amount 50000')
    .action((options: LimitOptions) =>
      run(async (foundation) => (await actions()).setLimit(foundation, options)),
    );
};
