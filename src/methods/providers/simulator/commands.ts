import { Argument, InvalidArgumentError, Option } from 'commander';
import { money, type Money } from '../../../lib/money.ts';
import { FAILURE_REASONS, type FailureReason } from '../../../lib/reasons.ts';
import { SIMULATED_FAILURES, SIMULATED_OPERATIONS, type SimulatedOperation } from './operations.ts';
import { parseId, parseWithin, type Register } from '../../../commands/frame/index.ts';
import type { SetOptions, SimulatorDeployment } from './actions.ts';

const actions = () => import('./actions.ts');
const MAX_DELAY_MS = 600_000;

export const registerSimulatorCommands: Register<SimulatorDeployment> = (program, run) => {
  const simulator = program
    .command('simulator')
    .description('control the simulated provider; test environment only');

  simulator
    .command('show')
    .description('show its settings by operation and its exchange rates')
    .example('payments simulator show')
    .action(() => run(async (foundation) => (await actions()).show(foundation)));

  simulator
    .command('set')
    .description('make an operation slow, or make it fail')
    .addArgument(new Argument('<operation>', 'the operation').choices(SIMULATED_OPERATIONS))
    .option('--latency-ms <number>', 'delay before it acts', parseWithin(0, MAX_DELAY_MS))
    .option('--answer-delay-ms <number>', 'delay between acting and responding', parseWithin(0, MAX_DELAY_MS))
    .addOption(
      new Option(
        '--failure <kind>',
        'lost_answer acts but never responds; pending, for operations that move money, does not act yet',
      ).choices(SIMULATED_FAILURES),
    )
    .example(
      'payments simulator set convert --failure unavailable',
      'payments simulator set pay_out --failure pending',
      'payments simulator set quote --latency-ms 2000 --failure none',
    )
    .action((operation: SimulatedOperation, options: SetOptions) =>
      run(async (foundation) => (await actions()).change(foundation, operation, options)),
    );

  simulator
    .command('move')
    .argument('<asset>', 'the asset, like USDC')
    .description("move an asset's rate up or down")
    .requiredOption('--by <percent>', 'relative to its normal rate; 0 restores it', parseMove)
    .example('payments simulator move USDC --by -5')
    .action((asset: string, { by }: { by: Money }) =>
      run(async (foundation) => (await actions()).move(foundation, asset, by)),
    );

  simulator
    .command('return')
    .argument('<id>', 'the withdrawal or refund', parseId('GET /v1/withdrawals'))
    .description('return the money of a settled withdrawal or refund, as banks do days later')
    .addOption(
      new Option('--reason <reason>', 'why it was returned').choices(FAILURE_REASONS).default('RETURNED'),
    )
    .example('payments simulator return $WITHDRAWAL --reason ACCOUNT_CLOSED')
    .action((id: string, { reason }: { reason: FailureReason }) =>
      run(async (foundation) => (await actions()).comeBack(foundation, id, reason)),
    );
};

/** A signed percentage, returned as a fraction; above -100, because no asset can lose all of its value. */
function parseMove(text: string): Money {
  const share = /^-?[0-9]{1,3}(\.[0-9]{1,6})?$/.test(text) ? money(text).shiftedBy(-2) : undefined;
  if (!share || share.lte(-1) || share.gte(9)) {
    throw new InvalidArgumentError(
      'It must be a percentage like 5 or -2.5, above -100 and below 900, with up to 6 decimals.',
    );
  }
  return share;
}
