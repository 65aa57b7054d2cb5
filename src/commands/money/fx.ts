import type { Register } from '../deployment/register.ts';
import { parseAmount, parsePercent, parseTime } from '../frame/index.ts';
import type { LimitOptions, ReportOptions } from './fx-actions.ts';

const actions = () => import('./fx-actions.ts');
const DEFAULT_DAYS = 30;

const NO_LIMITS = { empty: 'No limits are set: a price may deviate by 5 % from the last conversions.' };

export const registerFxCommands: Register = (program, run) => {
  const fx = program
    .command('fx')
    .description('FX exposure, results and limits of prices that are locked for payers');

  fx.command('limit')
    .description(
      'how much may be paid at locked prices and not be converted, and how far a price may deviate',
    )
    .requiredOption('--from <asset>', 'what payers send')
    .requiredOption('--to <asset>', 'what the links are in')
    .option(
      '--max-exposure <usd>',
      'in US dollars; above it, links in the second asset cannot be paid with the first',
      parseAmount,
    )
    .option('--unlimited', 'no such limit')
    .option(
      '--max-deviation-percent <percent>',
      "a provider's price that is further from the pair's last conversions is refused (5)",
      parsePercent,
    )
    .recorded()
    .example(
      'payments fx limit --from USDC --to MXNB --max-exposure 50000',
      'payments fx limit --from USDC --to MXNB --max-deviation-percent 3',
    )
    .action((options: LimitOptions) =>
      run(async (foundation, key) => (await actions()).limit(foundation, key, options), NO_LIMITS),
    );

  fx.command('limits')
    .description('the limits that were set')
    .example('payments fx limits')
    .action(() => run(async (foundation) => (await actions()).limits(foundation), NO_LIMITS));

  fx.command('report')
    .description('what is paid but not yet converted, and the gain or loss per day (UTC), pair and method')
    .option('--from <time>', `at or after; by default ${DEFAULT_DAYS} days before --to`, parseTime)
    .option('--to <time>', 'before; by default now', parseTime)
    .example('payments fx report', 'payments fx report --from 2026-11-01')
    .action((options: ReportOptions) =>
      run(async (foundation) => (await actions()).report(foundation, options, DEFAULT_DAYS)),
    );
};
