import type { Trx } from '../db/index.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import { findLinkMethod, type LinkMethod, type PaymentLink, lockLink } from '../payment-links/index.ts';
import { findDeposit, lockDeposit, setDepositStatus, type Deposit } from './repository.ts';
import { nextDepositStatus, type DepositTrigger } from './transitions.ts';

/** The triggers that resolve an unmatched deposit. */
const RESOLVING: readonly DepositTrigger[] = ['accept', 'return'];

/**
 * Moves a locked deposit to its next state. `reason` is why it was not credited; without one, the deposit keeps the
 * reason it has. Throws if the trigger is not allowed in the current state.
 */
export async function moveDeposit(
  trx: Trx,
  deposit: Deposit,
  trigger: DepositTrigger,
  reason?: UnmatchedReason,
): Promise<Deposit> {
  const status = nextDepositStatus(deposit.status, trigger);
  if (!status) throw new Error(`deposit ${deposit.id} is ${deposit.status} and cannot ${trigger}`);
  const moved: Deposit = {
    ...deposit,
    status,
    unmatchedReason: reason ?? deposit.unmatchedReason,
    confirmationDueAt: null,
    resolvedAt: RESOLVING.includes(trigger) ? await trx.now : null,
  };
  trx.defer(
    setDepositStatus(trx, {
      accountId: moved.accountId,
      id: moved.id,
      status,
      reason: moved.unmatchedReason,
      resolvedAt: moved.resolvedAt,
    }),
  );
  return moved;
}

/** A deposit that pays a link, with that link. */
export interface Payment {
  deposit: Deposit;
  link: PaymentLink;
  method: LinkMethod;
}

/** Locks a payment that is being settled: the link before the deposit, as everywhere. */
export async function lockPayment(trx: Trx, accountId: string, depositId: string): Promise<Payment> {
  const { paymentLinkCode: code, method: name } = await findDeposit(trx, accountId, depositId);
  if (code === null) throw new Error(`deposit ${depositId} was made for no link`);
  const [link, method, deposit] = await Promise.all([
    lockLink(trx, accountId, code),
    findLinkMethod(trx, { accountId, code, method: name }),
    lockDeposit(trx, accountId, depositId),
  ]);
  if (!link || !method) throw new Error(`the link of deposit ${depositId} is missing`);
  return { deposit, link, method };
}
