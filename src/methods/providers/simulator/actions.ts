import { CommandFailure, formatPercent, requireChange } from '../../../commands/frame/index.ts';
import type { Database } from '../../../db/index.ts';
import { inSnakeCase } from '../../../lib/case.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { Money } from '../../../lib/money.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import {
  lockTransferById,
  nextTransferStatus,
  returnTransfer,
  type TransferKinds,
} from '../../../transfers/index.ts';
import type { SimulatedFailure, SimulatedOperation } from './operations.ts';
import type { BaseRate } from './rates.ts';
import { changeSetting, listRates, listSettings, moveRate } from './repository.ts';
import type { Simulator } from './simulator.ts';

/** The parts of a deployment that these commands use. */
export interface SimulatorDeployment {
  config: { environment: Environment };
  db: Database;
  rails: { simulator: Simulator | undefined };
  transferKinds: TransferKinds;
}

/** The operations that move money, which a rail may leave unfinished. */
const PENDING_OPERATIONS: readonly SimulatedOperation[] = ['convert', 'pay_out', 'refund'];

export async function show({ db, config }: SimulatorDeployment): Promise<object> {
  requireTest(config);
  const [settings, rates] = await Promise.all([listSettings(db.read), listRates(db.read)]);
  return { data: settings.map(inSnakeCase), rates: rates.map(viewRate) };
}

export interface SetOptions {
  latencyMs?: number;
  answerDelayMs?: number;
  failure?: SimulatedFailure;
}

export async function change(
  { db, config }: SimulatorDeployment,
  operation: SimulatedOperation,
  { latencyMs, answerDelayMs, failure }: SetOptions,
): Promise<object> {
  requireTest(config);
  const change = requireChange({ latencyMs, answerDelayMs, failure });
  if (failure === 'pending' && !PENDING_OPERATIONS.includes(operation)) {
    throw new CommandFailure(`Only ${PENDING_OPERATIONS.join(', ')} can be pending.`);
  }
  return inSnakeCase(await db.transaction((trx) => changeSetting(trx, operation, change)));
}

export async function move({ db, config }: SimulatorDeployment, asset: string, by: Money): Promise<object> {
  requireTest(config);
  const moved = await db.transaction((trx) => moveRate(trx, asset, by));
  if (!moved) throw new CommandFailure(`The simulator does not trade ${asset}.`);
  return { asset, moved_by_percent: formatPercent(by) };
}

/** The receiving bank returns it, first in the provider's books, then immediately in ours. */
export async function comeBack(
  { db, config, rails: { simulator }, transferKinds }: SimulatorDeployment,
  id: string,
  reason: FailureReason,
): Promise<object> {
  requireTest(config);
  return db.transaction(async (trx) => {
    const transfer = await lockTransferById(trx, { id });
    if (!transfer) throw new CommandFailure(`There is no transfer ${id}.`);
    const { kind, status, providerReference: reference } = transfer;
    if (reference === null || !nextTransferStatus(status, 'return')) {
      throw new CommandFailure(`Transfer ${id} is ${status}; only a settled transfer can be returned.`);
    }
    const returned = await simulator?.announceReturn(trx, reference, reason);
    if (!simulator || !returned) {
      throw new CommandFailure(`Transfer ${id} is a ${kind} that the simulator did not send.`);
    }
    await returnTransfer(trx, transferKinds, simulator.name, returned);
    return { id, kind, status: 'returned', reason };
  });
}

function requireTest(config: SimulatorDeployment['config']): void {
  if (config.environment !== 'test')
    throw new CommandFailure('The provider is simulated in the test environment only.');
}

function viewRate({ asset, usd, movedBy }: BaseRate): object {
  return { asset, usd: usd.toFixed(), moved_by_percent: formatPercent(movedBy) };
}
