import type { Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { lockAvailable, postEntry, postMovement, railOf, type Entry, type Posting } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { wordsOf } from '../lib/errors/words.ts';
import { isId } from '../lib/ids.ts';
import { formatAmount, money, type Money, ZERO } from '../lib/money.ts';
import type { TakenBack } from '../methods/index.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../operators/index.ts';
import { OWNERS } from '../people/index.ts';
import { tellMembers } from '../treasury/index.ts';
import { entryOf as entryOfDeposit } from './booking.ts';
import { moveDeposit } from './deposit-state.ts';
import { depositsByReference, lockDeposit, lockedDeposits, type Deposit } from './repository.ts';
import * as repository from './taken-back-repository.ts';
import type { TakenBackDeposit } from './taken-back-repository.ts';

export const WRITE_OFF_KIND = 'deposit.write_off';

interface Parts {
  events: EventRecorder;
  panelUrl: string;
}

/**
 * Records that a rail took back a final deposit, or a part of it (D58). An unmatched one that is taken back as a whole ends
 * there. Otherwise the account's available balance pays, as far as it goes, and the account owes the rest: nothing leaves
 * it before that is settled (`Leave`). The link stays paid, because what the account does about its customer is its own
 * affair; its owners are notified. Does nothing when it is recorded already. Throws if the deposit is unknown or not final
 * yet, which may change, and for a second debit of one deposit, which an operator must look at.
 */
export async function takeBackDeposit(
  trx: Trx,
  { events, panelUrl }: Parts,
  provider: string,
  takenBack: TakenBack,
): Promise<void> {
  const { depositReference, reference, asset, amount } = takenBack;
  const known = await depositsByReference.first(trx, { provider, providerReference: depositReference });
  if (!known) throw new Error(`no deposit has the reference ${depositReference}`);
  const deposit = await lockDeposit(trx, known.accountId, known.id);
  const { accountId, id } = deposit;
  const before = await repository.findTakenBack(trx, { accountId, id });
  if (before?.reference === reference) return;
  if (before) throw new Error(`deposit ${id} was already taken back as ${before.reference}`);
  if (deposit.status === 'failed' || deposit.confirmationDueAt !== null) {
    throw new Error(`deposit ${id} is not final, so nothing can be taken back`);
  }
  if (asset !== deposit.asset || amount.gt(money(deposit.amount)) || amount.lte(0)) {
    throw new Error(
      `${amount.toFixed()} ${asset} cannot be taken back of the ${deposit.amount} ${deposit.asset} of deposit ${id}`,
    );
  }
  const owed = await book(trx, events, deposit, amount);
  const now = await trx.now;
  await repository.insertTakenBack(trx, {
    ...{ accountId, id, provider, reference, asset, createdAt: now },
    amount: formatAmount(amount),
    owed: formatAmount(owed),
    message: wordsOf(takenBack.message),
    settledAt: owed.isZero() ? now : null,
  });
  const panel = `${panelUrl}/accounts/${accountId}/deposits/${id}`;
  await tellMembers(trx, accountId, OWNERS, (words) =>
    words.takenBack({
      what: `${amount.toFixed()} ${asset}`,
      owed: owed.isZero() ? null : `${owed.toFixed()} ${asset}`,
      panel,
    }),
  );
}

/** Takes it from where the deposit's money is. Returns what the account owes. */
async function book(trx: Trx, events: EventRecorder, deposit: Deposit, amount: Money): Promise<Money> {
  const { asset } = deposit;
  const out: Posting = { asset, book: railOf(deposit.provider), amount };
  const entry = { ...entryOf(deposit), type: 'deposit_taken_back' } as const;
  if (deposit.status === 'unmatched' && amount.eq(money(deposit.amount))) {
    await moveDeposit(trx, deposit, 'take_back');
    postEntry(trx, { ...entry, postings: [out, { asset, book: 'unmatched', amount: amount.negated() }] });
    return ZERO;
  }
  const available = money(await lockAvailable(trx, deposit.accountId, asset));
  const paid = available.lt(amount) ? available : amount;
  const owed = amount.minus(paid);
  const postings = [
    out,
    { asset, book: 'available', amount: paid.negated() } as const,
    { asset, book: 'owed', amount: owed.negated() } as const,
  ].filter((posting) => !posting.amount.isZero());
  if (paid.isZero()) postEntry(trx, { ...entry, postings });
  else await postMovement(trx, events, { ...entry, movement: 'reversal', postings });
  return owed;
}

/**
 * Pays what an account owes for a deposit that was taken back out of its available balance. Throws `deposit_not_found`,
 * `deposit_nothing_owed`, and `insufficient_funds` while the balance does not cover all of it.
 */
export async function settleTakenBack(
  trx: Trx,
  events: EventRecorder,
  accountId: string,
  id: string,
): Promise<TakenBackDeposit> {
  const { deposit, takenBack } = await lockOwed(trx, accountId, id);
  const { asset } = takenBack;
  const owed = money(takenBack.owed);
  if (money(await lockAvailable(trx, accountId, asset)).lt(owed)) throw new DomainError('insufficient_funds');
  await postMovement(trx, events, {
    ...entryOf(deposit),
    type: 'taken_back_settled',
    movement: 'reversal',
    postings: [
      { asset, book: 'available', amount: owed.negated() },
      { asset, book: 'owed', amount: owed },
    ],
  });
  return settle(trx, takenBack, false);
}

/**
 * Requests another operator's approval for the deployment to bear what an account owes for a deposit that was taken back.
 * Throws `deposit_not_found` and `deposit_nothing_owed`.
 */
export async function askToWriteOff(
  trx: Trx,
  approvals: Approvals,
  by: Operator,
  accountId: string,
  id: string,
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  const { takenBack } = await lockOwed(trx, accountId, id);
  const { asset, owed } = takenBack;
  return approvals.request(trx, by, {
    ...why,
    kind: WRITE_OFF_KIND,
    details: { account: accountId, deposit: id, asset, owed },
  });
}

/** Books it as a loss of the service, in the account's own books. */
export const WRITE_OFF_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [WRITE_OFF_KIND]: {
    async carryOut(trx, { details }) {
      const { account, deposit: id, owed: agreed } = details as Record<string, string>;
      if (account === undefined || id === undefined) throw new DomainError('operator_request_forged');
      const { deposit, takenBack } = await lockOwed(trx, account, id);
      if (takenBack.owed !== agreed) throw new DomainError('operator_request_forged');
      const owed = money(takenBack.owed);
      const { asset } = takenBack;
      postEntry(trx, {
        ...entryOf(deposit),
        type: 'taken_back_written_off',
        postings: [
          { asset, book: 'owed', amount: owed },
          { asset, book: 'fee', amount: owed.negated() },
        ],
      });
      await settle(trx, takenBack, true);
    },
  },
};

async function lockOwed(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<{ deposit: Deposit; takenBack: TakenBackDeposit }> {
  const missing = new DomainError('deposit_not_found', { message: `There is no deposit ${id}.` });
  if (!isId(id)) throw missing;
  const takenBack = await repository.lockTakenBack(trx, { accountId, id });
  if (!takenBack && !(await lockedDeposits.first(trx, { accountId, id }))) throw missing;
  if (!takenBack || takenBack.settledAt !== null) throw new DomainError('deposit_nothing_owed');
  return { deposit: await lockDeposit(trx, accountId, id), takenBack };
}

async function settle(trx: Trx, of: TakenBackDeposit, writtenOff: boolean): Promise<TakenBackDeposit> {
  const settled = { ...of, settledAt: await trx.now, writtenOff };
  await repository.settleTakenBack(trx, settled);
  return settled;
}

/** No request causes it: the rail does. */
function entryOf(deposit: Deposit): Omit<Entry, 'type' | 'postings'> {
  return { ...entryOfDeposit(deposit), requestId: null };
}
