import type { Trx } from '../db/index.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import {
  findLinkMethod,
  type LinkMethod,
  linkMethods,
  lockedLinks,
  lockLink,
  type MethodInstructions,
  type PaymentLink,
} from '../payment-links/index.ts';
import { lockDeposit, lockedDeposits, setDepositStatus, type Deposit } from './repository.ts';
import { nextDepositStatus, type DepositTrigger } from './transitions.ts';

/** The reason for which an unmatched deposit is accepted as its link's payment: a person's decision, or the arrival of its rest. */
export type Accepter = 'person' | 'rest';

/** The triggers that resolve an unmatched deposit. */
const RESOLVING: readonly DepositTrigger[] = ['accept', 'return', 'take_back'];
/** The triggers by which an unmatched deposit is accepted as its link's payment (D7, D40). */
const ACCEPTING: readonly DepositTrigger[] = ['credit', 'convert'];

/**
 * Moves a locked deposit to its next state. `reason` is why it was not credited; without one, the deposit keeps the
 * reason it has. `accepter` credits an unmatched deposit. Throws if the trigger is not allowed in the current state.
 */
export async function moveDeposit(
  trx: Trx,
  deposit: Deposit,
  trigger: DepositTrigger,
  {
    reason,
    accepter = 'person',
  }: { reason?: UnmatchedReason | undefined; accepter?: Accepter | undefined } = {},
): Promise<Deposit> {
  const status = nextDepositStatus(deposit.status, trigger);
  if (!status) throw new Error(`deposit ${deposit.id} is ${deposit.status} and cannot ${trigger}`);
  const acceptedBy = acceptedByAfter(deposit, trigger, accepter);
  const resolves = RESOLVING.includes(trigger) || (status === 'credited' && deposit.unmatchedReason !== null);
  const moved: Deposit = {
    ...deposit,
    status,
    unmatchedReason: reason ?? deposit.unmatchedReason,
    acceptedBy,
    confirmationDueAt: null,
    resolvedAt: resolves ? await trx.now : null,
  };
  const { accountId, id, unmatchedReason, resolvedAt } = moved;
  setDepositStatus(trx, { accountId, id, status, reason: unmatchedReason, acceptedBy, resolvedAt });
  return moved;
}

/** The acceptance lapses once the deposit is not to pay its link any more. */
function acceptedByAfter(
  { status, acceptedBy }: Deposit,
  trigger: DepositTrigger,
  accepter: Accepter,
): Deposit['acceptedBy'] {
  if (!ACCEPTING.includes(trigger)) return null;
  return status === 'unmatched' ? accepter : acceptedBy;
}

/** A deposit that pays a link, with that link. */
export interface Payment {
  deposit: Deposit;
  link: PaymentLink;
  method: LinkMethod;
}

/** All that pays a link: a deposit, or several of one asset that add up (D7). The method is the last one's. */
export interface WholePayment extends Pick<Payment, 'link' | 'method'> {
  deposits: readonly Deposit[];
}

/**
 * The fields that identify a deposit's link. The method can change while the deposit is only seen, and both when an
 * unmatched deposit is assigned to another link.
 */
export type PaymentKey = Pick<Deposit, 'accountId' | 'id' | 'paymentLinkCode' | 'method'>;

/** Locks a payment that is being settled: the link before the deposit, as everywhere. */
export async function lockPayment(trx: Trx, key: PaymentKey): Promise<Payment> {
  const { accountId, id, method: name } = key;
  const code = requireLink(key);
  const [link, method, deposit] = await Promise.all([
    lockLink(trx, accountId, code),
    findLinkMethod(trx, { accountId, code, method: name }),
    lockDeposit(trx, accountId, id),
  ]);
  if (!link || !method) throw new Error(`the link of deposit ${id} is missing`);
  // Its worker tries again with the link that it has now.
  if (deposit.paymentLinkCode !== code) throw new Error(`deposit ${id} was assigned to another link`);
  return { deposit, link, method };
}

/** Locks many payments in advance for the calls of `lockPayment` that follow. `links` are those of new deposits. */
export async function lockAhead(
  trx: Trx,
  payments: readonly PaymentKey[],
  links: readonly Pick<MethodInstructions, 'accountId' | 'linkCode' | 'method'>[] = [],
): Promise<void> {
  const all = [...payments.map((key) => ({ ...key, linkCode: requireLink(key) })), ...links];
  await Promise.all([
    lockedLinks.ahead(
      trx,
      all.map(({ accountId, linkCode: code }) => ({ accountId, code })),
    ),
    linkMethods.ahead(trx, all),
    lockedDeposits.ahead(trx, payments),
  ]);
}

function requireLink({ id, paymentLinkCode: code }: PaymentKey): string {
  if (code === null) throw new Error(`deposit ${id} was made for no link`);
  return code;
}
