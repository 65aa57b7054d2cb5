import { Option } from 'commander';
import type { Register } from '../deployment/register.ts';
import { type PaymentsCommand, REASON_OPTION } from '../frame/index.ts';
import type { PauseOptions, RailOptions } from './rails-actions.ts';

const actions = () => import('./rails-actions.ts');
const [REASON, , parseReason] = REASON_OPTION;

export const registerRailCommands: Register = (program, run) => {
  const rails = program
    .command('rails')
    .description('pause one provider, method or network without stopping the others');

  addScope(rails.command('pause'))
    .description('stop offering it to payers (in), or hold transfers over it (out)')
    .option(REASON, 'the reason, shown in the list', parseReason)
    .recorded({ beforeOperators: true })
    .example(
      'payments rails pause --direction both --network Polygon --reason "Endpoints"',
      'payments rails pause --direction in --method USDT',
    )
    .action((options: PauseOptions) =>
      run(async (foundation, key) => (await actions()).pause(foundation, key, options), NOTHING),
    );

  addScope(rails.command('resume'))
    .description('accept payments over it again, and send held transfers')
    .recorded()
    .example('payments rails resume --direction both --network Polygon')
    .action((options: RailOptions) =>
      run(async (foundation, key) => (await actions()).resume(foundation, key, options)),
    );

  rails
    .command('list')
    .description('what is paused, since when and why')
    .example('payments rails list')
    .action(() => run(async (foundation) => (await actions()).list(foundation), NOTHING));
};

const NOTHING = { empty: 'Nothing is paused.' };

function addScope(command: PaymentsCommand): PaymentsCommand {
  command
    .addOption(
      new Option('--direction <direction>', 'payments in, payments out, or both')
        .choices(['in', 'out', 'both'])
        .default('both'),
    )
    .option('--provider <name>', 'all methods of this provider')
    .option('--method <method>', 'one payment method')
    .option('--network <network>', 'one blockchain');
  return command;
}
