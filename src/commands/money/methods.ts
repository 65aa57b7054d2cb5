import { formatAmount, type Money } from '../../lib/money.ts';
import { changeMethod, listMethods, QUOTE_LIFE_BOUNDS_MS, type Method } from '../../methods/catalogue.ts';
import {
  formatDuration,
  formatPercent,
  parseAmount,
  parseDuration,
  parsePercent,
  parseWithin,
  requireChange,
} from '../arguments.ts';
import { CommandFailure, parseBoolean, type Register } from '../command.ts';
import { requireProvider } from './providers.ts';

interface SetOptions {
  enabled?: boolean;
  provider?: string;
  minAmount?: Money;
  feePercent?: Money;
  feeFixed?: Money;
  decimals?: number;
  quoteLife?: number;
  spreadPercent?: Money;
}

export const registerMethodCommands: Register = (program, run) => {
  const methods = program.command('methods').description('payment methods, for all accounts');

  methods
    .command('list')
    .description('all methods, in the order in which they are offered')
    .action(() => run(async ({ db }) => ({ data: (await listMethods(db.read)).map(view) })));

  methods
    .command('set <method>')
    .description('change a method for links created from now on')
    .option('--enabled <boolean>', '', parseBoolean)
    .option('--provider <name>', 'which provider carries it; see `payments providers list`')
    .option('--min-amount <amount>', 'the smallest amount it carries, in the asset that is sent', parseAmount)
    .option('--fee-percent <percent>', "fee as a percentage of the link's amount", parsePercent)
    .option('--fee-fixed <amount>', "fixed fee, in the link's currency", parseAmount)
    .option('--decimals <number>', 'how many decimals of an amount the rail carries', parseWithin(0, 8))
    .option(
      '--quote-life <duration>',
      'how long an amount holds that needs a conversion, also for new quotes of links that exist',
      parseDuration(QUOTE_LIFE_BOUNDS_MS),
    )
    .option(
      '--spread-percent <percent>',
      "how much worse than the provider's the rate is when its quote is shorter than that",
      parsePercent,
    )
    .action((name: string, options: SetOptions) =>
      run(async ({ db, providers }) => {
        if (options.provider !== undefined) requireProvider(providers, options.provider);
        const change = requireChange({
          enabled: options.enabled,
          provider: options.provider,
          minAmount: options.minAmount,
          feeRate: options.feePercent,
          feeFixed: options.feeFixed,
          decimals: options.decimals,
          quoteLifeMs: options.quoteLife,
          spread: options.spreadPercent,
        });
        const changed = await db.transaction((trx) => changeMethod(trx, name, change));
        if (!changed) throw new CommandFailure(`There is no method ${name}.`);
        return view(changed);
      }),
    );
};

function view(method: Method): object {
  return {
    method: method.name,
    asset: method.asset,
    kind: method.kind,
    network: method.network,
    provider: method.provider,
    decimals: method.decimals,
    min_amount: formatAmount(method.minAmount),
    fee_percent: formatPercent(method.feeRate),
    fee_fixed: formatAmount(method.feeFixed),
    quote_life: formatDuration(method.quoteLifeMs),
    spread_percent: formatPercent(method.spread),
    enabled: method.enabled,
  };
}
