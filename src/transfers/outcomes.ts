import type { Trx } from '../db/index.ts';
import { formatAmount } from '../lib/money.ts';
import * as progress from './progress-repository.ts';
import type { Failure } from './progress-repository.ts';
import type { Transfer, TransferKindName } from './transfer.ts';
import { nextTransferStatus } from './transitions.ts';
import { kindOf, type Done, type TransferKinds } from './kinds.ts';

/** A provider's completed work. */
export interface Settled {
  transfer: Transfer;
  done: Done;
}

export async function settle(trx: Trx, kinds: TransferKinds, settled: readonly Settled[]): Promise<void> {
  for (const { transfer } of settled) requireTransition(transfer, 'settle');
  const marked = await progress.markSettled(
    trx,
    settled.map(({ transfer, done }) => ({
      transfer,
      providerReference: done.providerReference,
      trackingKey: done.trackingKey ?? null,
      brought: done.brought ? formatAmount(done.brought) : null,
      toAmount: done.toAmount ? formatAmount(done.toAmount) : null,
      exchangeRate: done.exchangeRate ? formatAmount(done.exchangeRate) : null,
    })),
  );
  const ours = settled.filter(({ transfer }) => marked.has(transfer.id));
  for (const kind of Object.keys(kinds) as TransferKindName[]) {
    const transfers = ours.map(({ transfer }) => transfer).filter((transfer) => transfer.kind === kind);
    if (transfers[0]) await kindOf(kinds, transfers[0]).lockAhead?.(trx, transfers);
  }
  for (const { transfer, done } of ours) await kindOf(kinds, transfer).settle(trx, transfer, done);
}

export async function fail(
  trx: Trx,
  kinds: TransferKinds,
  transfer: Transfer,
  failure: Failure,
): Promise<void> {
  requireTransition(transfer, 'fail');
  await giveUp(trx, kinds, transfer, failure);
}

/**
 * Releases the money of a transfer that no provider was asked to carry out. The caller must have locked the transfer,
 * because a worker could claim it meanwhile.
 */
export async function stopTransfer(
  trx: Trx,
  kinds: TransferKinds,
  transfer: Transfer,
  failure: Failure,
): Promise<void> {
  requireTransition(transfer, 'stop');
  await giveUp(trx, kinds, transfer, failure);
}

async function giveUp(trx: Trx, kinds: TransferKinds, transfer: Transfer, failure: Failure): Promise<void> {
  if (!(await progress.markFailed(trx, transfer, failure))) return;
  await kindOf(kinds, transfer).fail(trx, transfer, failure.reason);
}

function requireTransition(transfer: Transfer, trigger: 'settle' | 'fail' | 'stop'): void {
  if (!nextTransferStatus(transfer.status, trigger)) {
    throw new Error(`transfer ${transfer.id} is ${transfer.status} and cannot ${trigger}`);
  }
}
