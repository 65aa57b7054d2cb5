import { Option } from 'commander';
import { REASON_OPTION } from '../arguments.ts';
import type { PaymentsCommand, Register } from '../command.ts';
import type { PauseOptions, RailOptions } from './rails-actions.ts';

const actions = () => import('./rails-actions.ts');
const [REASON, , parseReason] = REASON_OPTION;

export const registerRailCommands: Register = (program, run) => {
  const rails = program
    .command('rails')
    .description('pause what goes wrong: one provider, method or network, without stopping the others');

  addScope(rails.command('pause'))
    .description('offer it to payers no more (in), or let what is to be sent by it wait (out)')
    .option(REASON, 'why, for whoever looks at the list', parseReason)
    .example(
      'payments rails pause --direction both --network Polygon --reason "Endpoints"',
      'payments rails pause --direction in --method USDT',
    )
    .action((options: PauseOptions) =>
      run(async (foundation, key) => (await actions()).pause(foundation, key, options), NOTHING),
    );

  addScope(rails.command('resume'))
    .description('take payments by it again, and send what waits')
    .example('payments rails resume --direction both --network Polygon')
    .action((options: RailOptions) =>
      run(async (foundation, key) => (await actions()).resume(foundation, key, options), NOTHING),
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
    .option('--provider <name>', 'all that this provider carries')
    .option('--method <method>', 'one payment method')
    .option('--network <network>', 'one blockchain');
  return command;
}
