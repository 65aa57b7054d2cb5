import { Argument, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import type { Foundation } from '../foundation.ts';
import { money, type Money } from '../lib/money.ts';
import { FAILURE_REASONS, type FailureReason } from '../lib/reasons.ts';
import {
  changeSetting,
  listRates,
  listSettings,
  moveRate,
  SIMULATED_FAILURES,
  SIMULATED_OPERATIONS,
  type SimulatedFailure,
  type SimulatedOperation,
} from '../methods/providers/simulator/repository.ts';
import type { BaseRate } from '../methods/providers/simulator/rates.ts';
import { returnTransfer } from '../transfers/engine.ts';
import { lockTransferById } from '../transfers/repository.ts';
import { nextTransferStatus } from '../transfers/transitions.ts';
import { formatPercent, parseWithin, requireChange } from './arguments.ts';
import { CommandFailure, requireId, type Register } from './command.ts';

const MAX_DELAY_MS = 600_000;
/** What moves money: a rail may not be done with it yet. */
const PENDING_OPERATIONS: readonly SimulatedOperation[] = ['convert', 'pay_out', 'refund'];

interface SetOptions {
  latencyMs?: number;
  answerDelayMs?: number;
  failure?: SimulatedFailure;
}

export const registerSimulatorCommands: Register = (program, run) => {
  const simulator = program
    .command('simulator')
    .description('how the simulated provider behaves; only in the test environment');

  simulator
    .command('show')
    .description('its settings for each operation, and its exchange rates')
    .action(() =>
      run(async ({ db, config }) => {
        requireTest(config);
        const [settings, rates] = await Promise.all([listSettings(db.read), listRates(db.read)]);
        return { data: settings, rates: rates.map(viewRate) };
      }),
    );

  simulator
    .command('set')
    .description('make it slow, or make it fail')
    .addArgument(new Argument('<operation>').choices(SIMULATED_OPERATIONS))
    .option('--latency-ms <number>', 'delay before it acts', parseWithin(0, MAX_DELAY_MS))
    .option('--answer-delay-ms <number>', 'delay between acting and responding', parseWithin(0, MAX_DELAY_MS))
    .addOption(
      new Option(
        '--failure <kind>',
        'lost_answer acts but never responds; pending, of what moves money, does not act yet',
      ).choices(SIMULATED_FAILURES),
    )
    .action((operation: SimulatedOperation, options: SetOptions) =>
      run(async ({ db, config }) => {
        requireTest(config);
        const { latencyMs: latency_ms, answerDelayMs: answer_delay_ms, failure } = options;
        const change = requireChange({ latency_ms, answer_delay_ms, failure });
        if (failure === 'pending' && !PENDING_OPERATIONS.includes(operation)) {
          throw new CommandFailure(`Only ${PENDING_OPERATIONS.join(', ')} can be pending.`);
        }
        return db.transaction((trx) => changeSetting(trx, operation, change));
      }),
    );

  simulator
    .command('move <asset>')
    .description('let an asset gain or lose value')
    .requiredOption('--by <percent>', 'relative to its normal rate; 0 restores it', parseMove)
    .action((asset: string, options: { by: Money }) =>
      run(async ({ db, config }) => {
        requireTest(config);
        const moved = await db.transaction((trx) => moveRate(trx, asset, options.by));
        if (!moved) throw new CommandFailure(`The simulator does not trade ${asset}.`);
        return { asset, moved_by_percent: formatPercent(options.by) };
      }),
    );

  simulator
    .command('return <id>')
    .description('let the money of a settled withdrawal or refund come back, as banks do days later')
    .addOption(
      new Option('--reason <reason>', 'why it came back').choices(FAILURE_REASONS).default('RETURNED'),
    )
    .action((id: string, options: { reason: FailureReason }) =>
      run((foundation) => {
        requireTest(foundation.config);
        return comeBack(foundation, id, options.reason);
      }),
    );
};

/** The bank of the receiver sends it back: in the provider's books, and at once in ours. */
async function comeBack({ db, simulator, transferKinds }: Foundation, id: string, reason: FailureReason) {
  return db.transaction(async (trx) => {
    const transfer = await lockTransferById(trx, requireId(id, 'transfer'));
    if (!transfer) throw new CommandFailure(`There is no transfer ${id}.`);
    const { kind, status, provider_reference: reference } = transfer;
    if (reference === null || !nextTransferStatus(status, 'return')) {
      throw new CommandFailure(`Transfer ${id} is ${status}; only a settled one comes back.`);
    }
    const returned = await simulator?.announceReturn(trx, reference, reason);
    if (!simulator || !returned) {
      throw new CommandFailure(`Transfer ${id} is a ${kind} that the simulator did not send out.`);
    }
    await returnTransfer(trx, transferKinds, simulator.name, returned);
    return { id, kind, status: 'returned', reason };
  });
}

function requireTest(config: Config): void {
  if (config.environment !== 'test')
    throw new CommandFailure('The provider is simulated in the test environment only.');
}

function viewRate({ asset, usd, movedBy }: BaseRate): object {
  return { asset, usd: usd.toFixed(), moved_by_percent: formatPercent(movedBy) };
}

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
