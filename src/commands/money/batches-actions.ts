import { readFile } from 'node:fs/promises';
import { OPERATOR } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatAmount, formatStored } from '../../lib/money.ts';
import { executionDateOf } from '../../methods/index.ts';
import { configuredPanelBaseUrl } from '../../people/index.ts';
import { createRequests } from '../../transfers/index.ts';
import {
  type Batches,
  type BatchOrder,
  createBatches,
  decodeFile,
  findBatch,
  listLines,
  readText,
} from '../../withdrawal-batches/index.ts';
import { requireAccount, requireAccountHere } from '../accounts/account.ts';
import { CommandFailure } from '../frame/index.ts';
import { waiting } from './deposits-actions.ts';
import { once } from './once.ts';

export interface BatchFileOptions {
  account: string;
  asset: string;
  file: string;
}

export interface BatchRequestOptions extends BatchFileOptions {
  digest: string;
  title: string;
  on?: string;
  duplicates?: true;
  idempotencyKey?: string;
}

function batchesOf({ config, withdrawals, transferKinds: kinds }: Foundation): Batches {
  const panelUrl = () => `${configuredPanelBaseUrl(config)}/panel`;
  return createBatches({ withdrawals, requests: createRequests({ withdrawals, kinds, panelUrl }) });
}

/** Throws CommandFailure for a file that is not there, and `invalid_request` for one that cannot be read. */
async function orderOf(
  { asset, file }: BatchFileOptions,
  { title = 'Batch', on = null }: { title?: string; on?: string | null },
): Promise<BatchOrder> {
  const bytes = await readFile(file).catch(() => {
    throw new CommandFailure(`The file ${file} cannot be read.`);
  });
  const schedule = { executeOn: on, repeat: null, until: null, runs: null };
  return { title, asset, lines: readText(decodeFile(bytes)), schedule };
}

/** Every line and what was found about it, and the digest with which the batch is requested. */
export async function checkBatch(foundation: Foundation, options: BatchFileOptions): Promise<object> {
  const { db } = foundation;
  const { account } = options;
  await requireAccount(db.read, account);
  const preview = await batchesOf(foundation).preview(db.read, account, OPERATOR, await orderOf(options, {}));
  const { checked, wait, sendsAt, same } = preview;
  return {
    digest: checked.digest,
    total: formatAmount(checked.total),
    fees: formatAmount(checked.fees),
    asset: checked.asset,
    waits_for: wait?.waitsFor ?? null,
    same_as_batch: same?.id ?? null,
    data: checked.lines.map(({ written, terms, problem, sameAs }) => ({
      line: written.line,
      reference: written.reference ?? null,
      amount: terms ? formatAmount(terms.amount) : written.amount,
      method: terms?.method.name ?? null,
      paid_by_bank_on: terms?.bankingDays ? executionDateOf(terms.bankingDays, sendsAt) : null,
      problem: problem?.message ?? null,
      same_as_line: sameAs ?? null,
    })),
  };
}

export async function requestBatch(foundation: Foundation, options: BatchRequestOptions): Promise<object> {
  const { account: accountId, digest, title, on, duplicates = false, idempotencyKey: key } = options;
  await requireAccountHere(foundation.db.read, accountId);
  const order = await orderOf(options, { title, on: on ?? null });
  // The digest stands for the file, whose path may change.
  const command = {
    accountId,
    key,
    name: 'withdrawals batch request',
    options: { digest, title, on, duplicates },
  };
  return once(foundation, command, () => async (trx) => {
    const requested = { ...order, digest, confirmsDuplicates: duplicates };
    const { id, waitsFor } = await batchesOf(foundation).request(trx, accountId, OPERATOR, requested);
    return { ...(await viewBatch(trx, accountId, id)), ...waiting(waitsFor) };
  });
}

export async function showBatch({ db }: Foundation, accountId: string, id: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const lines = await listLines(db.read, { accountId, batchId: id });
  return {
    ...(await viewBatch(db.read, accountId, id)),
    data: lines.map((line) => ({
      line: line.line,
      reference: line.reference,
      amount: formatStored(line.amount),
      method: line.method,
      status: line.status,
      waits_for: line.decision === null ? line.waitsFor : null,
      failure_reason: line.failureReason,
      withdrawal_id: line.withdrawalId,
    })),
  };
}

export async function cancelBatch(foundation: Foundation, accountId: string, id: string): Promise<object> {
  const { db } = foundation;
  await requireAccountHere(db.read, accountId);
  return db.transaction(async (trx) => {
    await batchesOf(foundation).cancel(trx, accountId, OPERATOR, { id, reason: null });
    return viewBatch(trx, accountId, id);
  });
}

async function viewBatch(on: Queryable, accountId: string, id: string): Promise<object> {
  const batch = await findBatch(on, { accountId, id });
  if (!batch) throw new DomainError('withdrawal_batch_not_found');
  const { title, asset, status, executeOn, total, lines, waiting: undecided } = batch;
  const counts = {
    lines,
    waiting: undecided,
    completed: batch.completed,
    failed: batch.failed,
    returned: batch.returned,
  };
  return {
    id,
    account_id: accountId,
    title,
    status,
    execute_on: executeOn,
    amount: formatStored(total),
    asset,
    failure_reason: batch.failureReason,
    requested_by: batch.requestedByEmail,
    ...counts,
  };
}
