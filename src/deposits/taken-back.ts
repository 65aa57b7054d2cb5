import type { Queryable, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import {
  availableOf,
  type Entry,
  exchange,
  findBalances,
  lockAvailable,
  postEntry,
  type Posting,
  postMovement,
  railOf,
} from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { wordsOf } from '../lib/errors/words.ts';
import { isId } from '../lib/ids.ts';
import { formatAmount, money, type Money, ZERO } from '../lib/money.ts';
import { isToldAgain, type Providers, type TakenBack } from '../methods/index.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../operators/index.ts';
import { findLink, findLinkMethod } from '../payment-links/index.ts';
import { OWNERS } from '../people/index.ts';
import { lockUnsentRefunds, sentBy, stopTransfer, type TransferKinds } from '../transfers/index.ts';
import { tellMembers } from '../treasury/index.ts';
import { isConvertedFirst } from './conversion.ts';
import { entryOf as entryOfDeposit, moveDeposit } from './deposit-state.ts';
import { depositsByReference, findDeposit, lockDeposit, lockedDeposits, type Deposit } from './repository.ts';
import * as repository from './taken-back-repository.ts';
import type { TakenBackDeposit } from './taken-back-repository.ts';
import { DEPOSIT_STEPS, stateOf, stepOf } from './transitions.ts';

export const WRITE_OFF_KIND = 'deposit.write_off';

interface Parts {
  events: EventRecorder;
  providers: Pick<Providers, 'find'>;
  kinds: TransferKinds;
  panelUrl: string;
}

/**
 * Records that a rail took back a final deposit, or a part of it (D58). An unmatched deposit that is taken back as a
 * whole ends there. Otherwise the account pays from the asset in which it was credited, as far as the balance goes, and
 * owes the rest; that value stays in the account until it is paid (`Leave`). Refunds of it that were not sent yet are
 * stopped. The link stays paid, because the account decides how to deal with its customer; its owners are notified.
 * Does nothing if it is already recorded; the same debit with another amount or deposit waits for an operator. Throws
 * if the deposit is unknown or not final yet, which may change, and for a second debit of one deposit, which an
 * operator must look at.
 */
export async function takeBackDeposit(
  trx: Trx,
  parts: Parts,
  provider: string,
  takenBack: TakenBack,
): Promise<void> {
  const { depositReference, reference, asset, amount } = takenBack;
  const known = await depositsByReference.first(trx, { provider, providerReference: depositReference });
  if (!known) throw new Error(`no deposit has the reference ${depositReference}`);
  const { accountId, id } = known;
  const fact = { asset, amount, of: `deposit ${id}` };
  if (await isKnown(trx, provider, reference, fact)) return;
  await stopRefunds(trx, parts.kinds, known, amount);
  const locked = await lockDeposit(trx, accountId, id);
  if (await isKnown(trx, provider, reference, fact)) return;
  // Also stops a refund whose amount was bought meanwhile.
  await stopRefunds(trx, parts.kinds, locked, amount);
  const deposit = await lockDeposit(trx, accountId, id);
  const before = await repository.findTakenBack(trx, { accountId, id });
  if (before) throw new Error(`deposit ${id} was already taken back as ${before.reference}`);
  if (DEPOSIT_STEPS[stateOf(deposit)].take_back === 'not_final') {
    throw new Error(`deposit ${id} is not final, so nothing can be taken back`);
  }
  if (asset !== deposit.asset || amount.gt(money(deposit.amount)) || amount.lte(0)) {
    throw new Error(
      `${amount.toFixed()} ${asset} cannot be taken back of the ${deposit.amount} ${deposit.asset} of deposit ${id}`,
    );
  }
  const owed = await book(trx, parts, deposit, amount);
  const now = await trx.now;
  await repository.insertTakenBack(trx, {
    ...{ accountId, id, provider, reference, asset, createdAt: now },
    amount: formatAmount(amount),
    owed: formatAmount(owed),
    message: wordsOf(takenBack.message),
    settledAt: owed.isZero() ? now : null,
  });
  const panel = `${parts.panelUrl}/accounts/${accountId}/deposits/${id}`;
  await tellMembers(trx, accountId, OWNERS, (words) =>
    words.takenBack({
      what: `${amount.toFixed()} ${asset}`,
      owed: owed.isZero() ? null : `${owed.toFixed()} ${asset}`,
      panel,
    }),
  );
}

/** Whether a debit was recorded before, with whatever facts. */
async function isKnown(
  trx: Trx,
  provider: string,
  reference: string,
  told: { asset: string; amount: Money; of: string },
): Promise<boolean> {
  const known = await repository.findDebit(trx, { provider, reference });
  if (!known) return false;
  const fact = { asset: known.asset, amount: money(known.amount), of: `deposit ${known.id}` };
  await isToldAgain(trx, { provider, kind: 'taken_back', reference }, fact, told);
  return true;
}

/**
 * The payer has the money again, so unsent refunds are released as far as they would send it a second time. This
 * happens before the deposit is locked, because its link is locked first.
 */
async function stopRefunds(
  trx: Trx,
  kinds: TransferKinds,
  deposit: Deposit,
  takenBack: Money,
): Promise<void> {
  const { accountId, id: depositId } = deposit;
  let excess = money(deposit.refundTotal).plus(takenBack).minus(money(deposit.amount));
  if (excess.lte(0)) return;
  for (const refund of await lockUnsentRefunds(trx, { accountId, depositId })) {
    if (excess.lte(0)) return;
    await stopTransfer(trx, kinds, refund, {
      reason: 'PROVIDER_REFUSED',
      words: 'The bank took the deposit back before it was refunded.',
    });
    excess = excess.minus(sentBy(refund).amount);
  }
}

/** Takes the amount from where the deposit's money is. Returns the account's debt. */
async function book(trx: Trx, { events, providers }: Parts, deposit: Deposit, amount: Money): Promise<Money> {
  const { asset } = deposit;
  const out: Posting = { asset, book: railOf(deposit.provider), amount };
  const entry = { ...entryOf(deposit), type: 'deposit_taken_back' } as const;
  if (stepOf(stateOf(deposit), 'take_back') && amount.eq(money(deposit.amount))) {
    await moveDeposit(trx, deposit, 'take_back');
    postEntry(trx, { ...entry, postings: [out, { asset, book: 'unmatched', amount: amount.negated() }] });
    return ZERO;
  }
  const source = await lockSource(trx, deposit, await payingAssets(trx, providers, deposit), amount);
  const paid = source.available.lt(amount) ? source.available : amount;
  const owed = amount.minus(paid);
  const postings = [
    out,
    ...payment(source.asset, asset, paid),
    { asset, book: 'owed', amount: owed.negated() } as const,
  ].filter((posting) => !posting.amount.isZero());
  if (paid.isZero()) postEntry(trx, { ...entry, postings });
  else await postMovement(trx, events, { ...entry, movement: 'reversal', postings });
  return owed;
}

/** The asset in which a deposit was credited, and whether it was exchanged for that. */
export interface Credited {
  asset: string;
  isExchanged: boolean;
}

/** The asset in which a deposit is, or will be, credited to its account's balance. */
export async function creditedAs(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
): Promise<Credited> {
  const { accountId, paymentLinkCode: code, asset } = deposit;
  if (deposit.status !== 'credited' || code === null) return { asset, isExchanged: false };
  const [link, method] = await Promise.all([
    findLink(on, { accountId, code }),
    findLinkMethod(on, { accountId, code, method: deposit.method }),
  ]);
  if (!link || !method) throw new Error(`the link of deposit ${deposit.id} is missing`);
  return { asset: link.currency, isExchanged: isConvertedFirst(providers, { link, method }) };
}

/**
 * The assets that pay for a deposit without an exchange, which are the credited one, if it is at par, and the received
 * one (D1).
 */
async function payingAssets(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
): Promise<string[]> {
  const { asset } = deposit;
  const credited = await creditedAs(on, providers, deposit);
  return credited.isExchanged || credited.asset === asset ? [asset] : [credited.asset, asset];
}

/** The first of the assets whose balance covers an amount, or else the first. */
async function lockSource(
  trx: Trx,
  { accountId }: Deposit,
  assets: readonly string[],
  amount: Money,
): Promise<{ asset: string; available: Money }> {
  const sources: { asset: string; available: Money }[] = [];
  for (const asset of assets) {
    const available = money(await lockAvailable(trx, accountId, asset));
    if (available.gte(amount)) return { asset, available };
    sources.push({ asset, available });
  }
  const [first] = sources;
  if (!first) throw new Error('no asset pays');
  return first;
}

/** A payment out of the balance in one asset, at par with another. */
function payment(source: string, asset: string, paid: Money): Posting[] {
  return [
    { asset: source, book: 'available', amount: paid.negated() },
    ...exchange(source, paid, asset, paid),
  ];
}

/** The balance that would pay the debt now, and its remainder; negative if it does not suffice. */
export async function foreseeSettlement(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  { accountId, id, owed }: TakenBackDeposit,
): Promise<{ asset: string; after: Money }> {
  const deposit = await findDeposit(on, accountId, id);
  const assets = await payingAssets(on, providers, deposit);
  const { balances } = await findBalances(on, accountId);
  const options = assets.map((asset) => ({
    asset,
    after: availableOf(balances, asset).minus(money(owed)),
  }));
  return options.find(({ after }) => after.gte(0)) ?? options[0] ?? { asset: deposit.asset, after: ZERO };
}

/**
 * Pays an account's debt for a deposit that was taken back, out of its available balance, in the credited asset if that
 * is at par. Throws `deposit_not_found`, `deposit_nothing_owed`, and `insufficient_funds` while the balance does not
 * cover all of it.
 */
export async function settleTakenBack(
  trx: Trx,
  { events, providers }: Pick<Parts, 'events' | 'providers'>,
  accountId: string,
  id: string,
): Promise<TakenBackDeposit> {
  const { deposit, takenBack } = await lockOwed(trx, accountId, id);
  const settled = await payOwed(trx, { events, providers }, deposit, takenBack);
  if (!settled) throw new DomainError('insufficient_funds');
  return settled;
}

/** Pays a locked debt if the balance covers all of it; undefined otherwise. */
export async function payOwed(
  trx: Trx,
  { events, providers }: Pick<Parts, 'events' | 'providers'>,
  deposit: Deposit,
  takenBack: TakenBackDeposit,
): Promise<TakenBackDeposit | undefined> {
  const { asset } = takenBack;
  const owed = money(takenBack.owed);
  const assets = await payingAssets(trx, providers, deposit);
  const source = await lockSource(trx, deposit, assets, owed);
  if (source.available.lt(owed)) return undefined;
  await postMovement(trx, events, {
    ...entryOf(deposit),
    type: 'taken_back_settled',
    movement: 'reversal',
    postings: [...payment(source.asset, asset, owed), { asset, book: 'owed', amount: owed }],
  });
  return settle(trx, takenBack, false);
}

/**
 * Requests another operator's approval for the deployment to bear an account's debt for a deposit that was taken back.
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

/** Books the debt as a loss of the service, in the account's own books. */
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

/** Locks an account's debt for a deposit. Throws `deposit_not_found` and `deposit_nothing_owed`. */
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

/** Caused by the rail, so it has no request. */
function entryOf(deposit: Deposit): Omit<Entry, 'type' | 'postings'> {
  return { ...entryOfDeposit(deposit), requestId: null };
}
