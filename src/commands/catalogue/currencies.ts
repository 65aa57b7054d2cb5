import type { Register } from '../deployment/register.ts';
import { parsePositiveAmount } from '../frame/index.ts';
import type { Money } from '../../lib/money.ts';
import type { SetOptions } from './currencies-actions.ts';

const actions = () => import('./currencies-actions.ts');

export const registerCurrencyCommands: Register = (program, run) => {
  const currencies = program
    .command('currencies')
    .description('the currencies of payment links, and their limits');

  currencies
    .command('list')
    .description('list the limits of all currencies')
    .example('payments currencies list')
    .action(() => run(async (foundation) => (await actions()).list(foundation)));

  currencies
    .command('set')
    .argument('<currency>', 'the currency, like MXNB')
    .description('change the limits for links created from now on')
    .option('--min-amount <amount>', 'the minimum amount of a link', parsePositiveAmount)
    .option('--max-amount <amount>', 'the maximum amount of a link', parsePositiveAmount)
    .option(
      '--conversion-min-amount <amount>',
      'the minimum amount of a link that can be paid in another currency family',
      parsePositiveAmount,
    )
    .recorded()
    .example('payments currencies set MXNB --min-amount 20 --max-amount 500000')
    .action((currency: string, options: SetOptions) =>
      run(async (foundation) => (await actions()).change(foundation, currency, options)),
    );

  currencies
    .command('rates')
    .description('what limits and estimates value each currency at')
    .example('payments currencies rates')
    .action(() => run(async (foundation) => (await actions()).listRates(foundation)));

  currencies
    .command('rate')
    .argument('<currency>', 'MXN, USD or COP')
    .description('set what limits and estimates value a currency at; providers quote payments')
    .requiredOption('--usd <amount>', 'US dollars for one unit', parsePositiveAmount)
    .recorded()
    .example('payments currencies rate MXN --usd 0.0571')
    .action((currency: string, { usd }: { usd: Money }) =>
      run(async (foundation) => (await actions()).setRate(foundation, currency, usd)),
    );
};
