import { findTransferHold, holdTransfers, resumeTransfers } from '../../deployment/index.ts';
import type { Foundation } from '../../composition/index.ts';
import type { Money } from '../../lib/money.ts';
import {
  decideTransfer,
  listDueTransfers,
  listStuckTransfers,
  type Resolution,
  RuledOut,
  type Transfer,
  type WaitingTransfer,
} from '../../transfers/index.ts';
import { InvalidUsage } from '../frame/index.ts';
import { viewRequest } from '../../operators/index.ts';

export async function listStuck({ db }: Foundation): Promise<object> {
  return { data: (await listStuckTransfers(db.read)).map(describeTransfer) };
}

export async function listWaiting({ db }: Foundation): Promise<object> {
  return { data: (await listDueTransfers(db.read)).map(describeWaiting) };
}

export async function hold({ db }: Foundation): Promise<object> {
  await db.transaction(holdTransfers);
  return { on_hold_since: (await findTransferHold(db.read))?.toISOString() ?? null };
}

export async function resume({ db }: Foundation): Promise<object> {
  await db.transaction(resumeTransfers);
  return { on_hold_since: null };
}

export interface ResolveOptions {
  retry?: boolean;
  maxSlippagePercent?: Money;
  settled?: string;
  failed?: string;
  reason?: string;
  evidence?: string;
}

/** Decides immediately, or requests another operator's approval where it takes two. */
export async function resolve(
  { db, providers, transferKinds: kinds, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  id: string,
  { reason, evidence, ...options }: ResolveOptions,
): Promise<object> {
  const decide = readDecision(options);
  const resolution = await decide((because) => RuledOut.ask({ db, providers }, id, because));
  return db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    const why = reason !== undefined && evidence !== undefined ? { reason, evidence } : undefined;
    const decided = await decideTransfer(trx, { kinds, approvals, by }, id, resolution, why);
    return 'request' in decided ? viewRequest(decided.request) : describeTransfer(decided.transfer);
  });
}

/** The decision; a failure needs the provider's promise first. */
function readDecision({ retry, maxSlippagePercent, settled, failed }: ResolveOptions) {
  type Decide = (ruleOut: (because: string) => Promise<RuledOut>) => Promise<Resolution> | Resolution;
  const given: Decide[] = [];
  if (retry)
    given.push(() => ({ retry, ...(maxSlippagePercent && { acceptedSlippage: maxSlippagePercent }) }));
  if (settled !== undefined) given.push(() => ({ settledAs: settled }));
  if (failed !== undefined) given.push(async (ruleOut) => ({ failed: await ruleOut(failed) }));
  const [decide] = given;
  if (!decide || given.length > 1) {
    throw new InvalidUsage('Pass one of --retry, --settled and --failed.');
  }
  if (maxSlippagePercent && !retry) throw new InvalidUsage('Pass --max-slippage-percent only with --retry.');
  return decide;
}

/** The most important columns first, because a narrow terminal shows no more. */
function describeWaiting(transfer: WaitingTransfer): object {
  const { id, delay: waitsFor, lastError } = transfer;
  const waitsSince = transfer.delayedSince?.toISOString() ?? null;
  return {
    id,
    waits_for: waitsFor,
    last_error: lastError,
    waits_since: waitsSince,
    ...describeTransfer(transfer),
  };
}

function describeTransfer(transfer: Transfer): object {
  return {
    id: transfer.id,
    kind: transfer.kind,
    status: transfer.status,
    asset: transfer.asset,
    amount: transfer.amount,
    account_id: transfer.accountId,
    attempts: transfer.attempts,
    last_error: transfer.lastError,
    stuck_at: transfer.stuckAt?.toISOString() ?? null,
    provider_reference: transfer.providerReference,
    failure_reason: transfer.failureReason,
    failure_message: transfer.failureMessage,
  };
}
