import { InvalidArgumentError } from 'commander';
import { isNetworkName } from '../../methods/index.ts';
import type { Register } from '../deployment/register.ts';
import {
  parseAmount,
  parseBoolean,
  parseDuration,
  parsePercent,
  parsePositiveAmount,
  parseWithin,
} from '../frame/index.ts';
import type { SetOptions } from './methods-actions.ts';

const actions = () => import('./methods-actions.ts');
/** The allowed life of a quote; the database enforces the same bounds. */
const QUOTE_LIFE_BOUNDS_MS = { min: 60_000, max: 20 * 24 * 3600 * 1000 };

export const registerMethodCommands: Register = (program, run) => {
  const methods = program.command('methods').description('payment methods, for all accounts');

  methods
    .command('list')
    .description('list all methods, in the order in which payers see them')
    .example('payments methods list')
    .action(() => run(async (foundation) => (await actions()).list(foundation)));

  methods
    .command('set')
    .argument('<method>', 'the method, like SPEI')
    .description('change a method for links created from now on')
    .option('--enabled <boolean>', 'whether new links offer it', parseBoolean)
    .option('--provider <name>', 'the provider that handles it; see `payments providers list`')
    .option(
      '--exchange <name>',
      'the provider that exchanges what it receives for links in another currency; `none`: its own',
    )
    .option('--network <name>', 'the chain of an on-chain method, as CHAINS_FILE names it', parseNetwork)
    .option('--min-amount <amount>', 'the minimum amount, in the asset that is sent', parseAmount)
    .option(
      '--max-amount <amount>',
      'the maximum that the rail carries at once, in the asset that is sent; `none`: no maximum',
      parseMaximum,
    )
    .option('--fee-percent <percent>', "fee as a percentage of the link's amount", parsePercent)
    .option('--fee-fixed <amount>', "fixed fee, in the link's currency", parseAmount)
    .option('--decimals <number>', 'the number of decimals that the rail supports', parseWithin(0, 8))
    .option(
      '--quote-life <duration>',
      'how long a converted amount is guaranteed; also applies to new quotes of existing links',
      parseDuration(QUOTE_LIFE_BOUNDS_MS),
    )
    .option(
      '--spread-percent <percent>',
      "markup on the provider's rate when the provider's quote expires before ours",
      parsePercent,
    )
    .option(
      '--max-slippage-percent <percent>',
      'how far a conversion may fall short of its quote before it needs an operator',
      parsePercent,
    )
    .recorded()
    .example(
      'payments methods set SPEI --fee-percent 1.5 --fee-fixed 3',
      'payments methods set BREB --max-amount 11552000',
      'payments methods set WIRE --enabled false',
      'payments methods set USDC --provider evm --network Arbitrum',
      'payments methods set USDC --exchange bitso',
      'payments methods set USDC --quote-life 72h --spread-percent 0.5',
      'payments methods set SPEI --max-slippage-percent 2',
    )
    .action((name: string, options: SetOptions) =>
      run(async (foundation) => (await actions()).change(foundation, name, options)),
    );
};

function parseMaximum(text: string): SetOptions['maxAmount'] {
  return text === 'none' ? text : parsePositiveAmount(text);
}

function parseNetwork(text: string): string {
  if (!isNetworkName(text)) throw new InvalidArgumentError('It must be a name like Arbitrum.');
  return text;
}
