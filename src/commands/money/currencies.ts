import { formatAmount, type Money } from '../../lib/money.ts';
import { changeCurrency, listCurrencies, type LinkCurrency } from '../../methods/catalogue.ts';
import { parsePositiveAmount, requireChange } from '../arguments.ts';
import { CommandFailure, type Register } from '../command.ts';

interface SetOptions {
  minAmount?: Money;
  maxAmount?: Money;
  conversionMinAmount?: Money;
}

export const registerCurrencyCommands: Register = (program, run) => {
  const currencies = program
    .command('currencies')
    .description('the currencies that links can be created in, and their limits');

  currencies
    .command('list')
    .description('the limits of all currencies')
    .action(() => run(async ({ db }) => ({ data: (await listCurrencies(db.read)).map(view) })));

  currencies
    .command('set <currency>')
    .description('change the limits for links created from now on')
    .option('--min-amount <amount>', 'the smallest link', parsePositiveAmount)
    .option('--max-amount <amount>', 'the largest link', parsePositiveAmount)
    .option(
      '--conversion-min-amount <amount>',
      'the smallest link that can be paid in an asset of another currency family',
      parsePositiveAmount,
    )
    .action((currency: string, options: SetOptions) =>
      run(async ({ db }) => {
        const change = requireChange({
          minAmount: options.minAmount,
          maxAmount: options.maxAmount,
          conversionMinAmount: options.conversionMinAmount,
        });
        const changed = await db.transaction((trx) => changeCurrency(trx, currency, change));
        if (!changed) throw new CommandFailure(`No link can be made in ${currency}.`);
        return view(changed);
      }),
    );
};

function view(currency: LinkCurrency): object {
  return {
    currency: currency.currency,
    min_amount: formatAmount(currency.minAmount),
    max_amount: formatAmount(currency.maxAmount),
    conversion_min_amount: formatAmount(currency.conversionMinAmount),
  };
}
