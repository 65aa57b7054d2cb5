import type { Database, Queryable, Trx } from '../db/index.ts';
import { findTransferHold } from '../deployment/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { MAX_WORDS_LENGTH } from '../lib/errors/words.ts';
import type { Money } from '../lib/money.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
  type RuleOutRequest,
} from '../methods/index.ts';
import * as progress from './progress-repository.ts';
import * as repository from './repository.ts';
import type { Transfer, TransferKindName } from './transfer.ts';
import { providerKey, type TransferKinds } from './kinds.ts';
import { fail, settle } from './outcomes.ts';

const MAX_REFERENCE_LENGTH = 200;

/** Proof that a transfer can never happen, as promised by its provider, with the operator's reason for giving it up. */
export class RuledOut {
  readonly #transferId: string;
  readonly because: string;

  private constructor(transferId: string, because: string) {
    this.#transferId = transferId;
    this.because = because;
  }

  isOf({ id }: Transfer): boolean {
    return id === this.#transferId;
  }

  /**
   * Asks the provider, outside any transaction (D26). Once it has promised, no attempt can move the money any more.
   * Throws `transfer_still_possible`, with advice, if it does not promise; `transfer_not_found`, `transfer_not_stuck`,
   * and `invalid_request` for a reason of the wrong length.
   */
  static async ask(
    { db, providers }: { db: Database; providers: Providers },
    id: string,
    because: string,
  ): Promise<RuledOut> {
    requireText('failed', 'The reason', because, MAX_WORDS_LENGTH);
    const transfer = await requireUndecided(db.read, id);
    const provider = providers.find(transfer.provider);
    if (!provider) throw stillPossible(id, `this process does not have the provider ${transfer.provider}`);
    const operation = OPERATIONS[transfer.kind];
    const request = { operation, idempotencyKey: providerKey(transfer) };
    try {
      await provider.ruleOut(request, AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money));
    } catch (error) {
      if (error instanceof ProviderFailure) throw stillPossible(id, error.message);
      throw error;
    }
    return new RuledOut(id, because);
  }
}

/** The provider's operation for each kind. */
const OPERATIONS = {
  withdrawal: 'pay_out',
  refund: 'refund',
  conversion: 'convert',
  payment_conversion: 'convert',
  rebalancing: 'pay_out',
} as const satisfies Record<TransferKindName, RuleOutRequest['operation']>;

/**
 * The transfer, if an operator may decide about it. It must be stuck or, while transfers are on hold, not finished.
 * Throws `transfer_not_found` and `transfer_not_stuck`.
 */
export async function requireUndecided(on: Queryable, id: string): Promise<Transfer> {
  const accountId = await repository.findTransferAccount(on, id);
  const transfer = accountId && (await repository.findTransfer(on, { accountId, id }));
  if (!transfer) throw notFound(id);
  const isOpen = transfer.status === 'held' || transfer.status === 'sent';
  if (!transfer.stuckAt && !(isOpen && (await findTransferHold(on)))) throw notStuck(transfer);
  return transfer;
}

function notFound(id: string): DomainError {
  return new DomainError('transfer_not_found', { message: `There is no transfer ${id}.` });
}

function notStuck({ id, status }: Transfer): DomainError {
  return new DomainError('transfer_not_stuck', { message: `Transfer ${id} is ${status} and not stuck.` });
}

function stillPossible(id: string, why: string): DomainError {
  return new DomainError('transfer_still_possible', {
    message: `Transfer ${id} may still happen, so its money cannot be released: ${why}`,
  });
}

/** A failure means that the transfer can no longer happen, so a provider must have ruled it out first. */
export type Resolution =
  /** `acceptedSlippage` is the fraction by which a conversion may fall short of its promise from now on (D28). */
  { retry: true; acceptedSlippage?: Money } | { settledAs: string } | { failed: RuledOut };

/**
 * Applies a decision on a stuck transfer that operators may take (`decideTransfer`). Asks the provider again, or
 * records its known outcome. While transfers are on hold, one that is not stuck can be decided, too; it is asked about
 * again only if it was sent. A failure is reported as OPERATOR_DECIDED, and the operator's reason is stored like a
 * provider's message. Throws `transfer_not_found`, `transfer_not_stuck`, `provider_reference_taken`, and
 * `invalid_request` for text of the wrong length.
 */
export async function resolveTransfer(
  trx: Trx,
  kinds: TransferKinds,
  id: string,
  resolution: Resolution,
): Promise<Transfer> {
  const transfer = await repository.lockTransferById(trx, { id });
  if (!transfer) throw notFound(id);
  // An unsent transfer is sent automatically once it may be; until then, it may wait for a second person (D44).
  if ('retry' in resolution && transfer.status === 'held') throw notStuck(transfer);
  if (!transfer.stuckAt && !(await progress.takeOver(trx, transfer))) throw notStuck(transfer);
  const undecided: Transfer = { ...transfer, status: 'sent' };
  if ('settledAs' in resolution) {
    const providerReference = await requireUnusedReference(trx, transfer, resolution.settledAs);
    await settle(trx, kinds, [{ transfer: undecided, done: { providerReference } }]);
  } else if ('failed' in resolution) {
    if (!resolution.failed.isOf(transfer)) throw new Error(`another transfer than ${id} was ruled out`);
    await fail(trx, kinds, undecided, { reason: 'OPERATOR_DECIDED', words: resolution.failed.because });
  } else {
    const { acceptedSlippage } = resolution;
    if (acceptedSlippage) await repository.acceptSlippage(trx, transfer, acceptedSlippage);
    await repository.retryTransfer(trx, transfer);
  }
  const resolved = await repository.findTransfer(trx, { accountId: transfer.accountId, id });
  if (!resolved) throw new Error(`transfer ${id} vanished`);
  return resolved;
}

/** Throws `provider_reference_taken`, and `invalid_request` for text of the wrong length. */
export async function requireUnusedReference(
  trx: Trx,
  transfer: Transfer,
  reference: string,
): Promise<string> {
  requireText('settled', "The provider's reference", reference, MAX_REFERENCE_LENGTH);
  const known = await repository.findTransferByReference(trx, { ...transfer, reference });
  // The reference may be its own, if the provider already reported it while the transfer was pending.
  if (known && known.id !== transfer.id)
    throw new DomainError('provider_reference_taken', {
      message: `The provider's reference ${reference} is another transfer's: ${known.id}.`,
    });
  return reference;
}

function requireText(param: string, what: string, text: string, maxLength: number): string {
  if (text.trim() === '' || text.length > maxLength) {
    throw invalidParam(param, `${what} must have 1 to ${maxLength} characters.`);
  }
  return text;
}
