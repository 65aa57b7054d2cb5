import type { Trx } from '../../../db/index.ts';
import { newId } from '../../../lib/ids.ts';
import { formatAmount, formatExact, ZERO } from '../../../lib/money.ts';
import {
  type Confirmation,
  type DepositProgress,
  ProviderFailure,
  type ReportedDeposit,
} from '../../index.ts';
import type { Parts } from './parts.ts';
import { findDeposit, noteOperation, recordOperation, type DepositDetails } from './repository.ts';
import { isFinal, toProgress, toReported } from './statement.ts';

export async function announceDeposit(
  trx: Trx,
  { providerReference, asset, amount, ...details }: ReportedDeposit,
): Promise<void> {
  await noteOperation<DepositDetails>(trx, {
    operation: 'deposit',
    idempotencyKey: providerReference,
    reference: providerReference,
    asset,
    amount: formatExact(amount),
    details,
    refusal: null,
  });
}

export async function progressOf(
  { db }: Parts,
  providerReference: string,
): Promise<DepositProgress | undefined> {
  const deposit = await findDeposit(db.read, { reference: providerReference });
  return deposit && !deposit.isDropped ? toProgress(deposit) : undefined;
}

export function confirmDeposit(
  { db, faults }: Parts,
  { providerReference }: Pick<ReportedDeposit, 'providerReference'>,
  signal: AbortSignal,
): Promise<Confirmation> {
  return faults.carryOut('confirm', signal, async ({ isRefused }) => {
    const deposit = await findDeposit(db.read, { reference: providerReference });
    if (!deposit) {
      throw new ProviderFailure('refused', `There is no deposit ${providerReference}.`);
    }
    if (deposit.isDropped) return { status: 'dropped' };
    if (isRefused) {
      await db.transaction((trx) => recordDrop(trx, providerReference));
      return { status: 'dropped' };
    }
    if (!isFinal(deposit)) return { status: 'seen' };
    const reported = toReported(deposit);
    if (!reported) throw new ProviderFailure('unavailable', 'It is not known where the deposit was sent to.');
    const { asset, network, amount, destination, payer } = reported;
    return { status: 'confirmed', asset, network, amount, destination, payer };
  });
}

/** Takes a deposit that was seen but never arrived off the statement. */
async function recordDrop(trx: Trx, providerReference: string): Promise<void> {
  await recordOperation(trx, {
    operation: 'drop',
    idempotencyKey: providerReference,
    reference: newId(),
    asset: '',
    amount: formatAmount(ZERO),
    details: {},
    refusal: null,
  });
}
