import { type Account, findAccount, lockAccount } from '../accounts/index.ts';
import type { Actor } from '../audit-log/index.ts';
import { readClock } from '../clock/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { type Destination, valueOf } from '../methods/index.ts';
import { recordNews } from '../notifications/index.ts';
import { insertApiRefund } from './api-refund-repository.ts';
import { requireApiRefund } from './api-refunds.ts';
import { describeShortly, isSameDestination } from './describe.ts';
import { requireCovered } from './held-back.ts';
import { listDestinations, type SavedDestination, type WaitsFor } from './repository.ts';
import { APPROVAL_WAIT_MS, demandOf } from './approvals.ts';
import { type Demand, ONE_PERSON } from './needs.ts';
import { listRuleUses } from './rule-repository.ts';
import { nameOf, requireRole, tellMembers, waitOfNewMember } from './members.ts';
import { OWNERS, TREASURERS } from '../people/index.ts';
import type { MoveKind, Wordings } from './member-emails.ts';
import * as requests from './repository.ts';

const DAY_MS = 24 * 3600_000;

/** An API key, which may only refund, and only to where the money came from (D41). */
interface KeyMover {
  credentialId: string;
  requestId: string;
}

/** The party that moves money, which is a member of the account, the operator, or an API key. */
export type Mover = Actor | KeyMover;

/** The recipient of a departure: a destination as it was typed, or a saved one. */
export type Payee = { named: Destination } | { saved: SavedDestination };

/** Money about to leave an account's balance, or to be exchanged. */
export interface MoneyOut {
  accountId: string;
  kind: MoveKind;
  asset: string;
  /** The debit of the balance, as a decimal in `asset`. */
  amount: Money;
  /** The account's cost, if the amount is bought for the departure; limits count this. */
  cost?: { asset: string; amount: Money };
  /**
   * `origin`: back to where it came from, as the rail itself knows it. `exchange`: it stays in the account. Otherwise
   * the named or saved destination. The withdrawals of a batch are one departure of their sum, so that none of them
   * stays below a limit that all of them exceed.
   */
  to: 'origin' | 'exchange' | Payee | { batch: string; payees: readonly Payee[] };
  /** The asset it is exchanged for, if it stays in the account. */
  into?: string;
  /** Its origin, which is the available balance unless it is a deposit that was never in it. */
  from?: 'unmatched';
  /** The deadline for a second person's approval, by default in 7 days. */
  expiresAt?: Date | null;
}

/** The obstacles that a departure waits for. */
export interface Wait {
  waitsFor: WaitsFor | null;
  /** The time from which it may be sent without approval; null is never. */
  goesAt: Date | null;
  /** The time at which its money is released unless it is approved; null if it is sent without approval. */
  expiresAt: Date | null;
  /** The approvals that the account's rules ask for; present exactly if it waits for a second person. */
  demand?: Demand;
}

/** The conditions of a departure now. Throws like `Leave.ask`. */
export async function foresee(on: Queryable, by: Mover, moneyOut: MoneyOut): Promise<Wait> {
  requireActive(await findAccount(on, { id: moneyOut.accountId }));
  const { wait } = await judge(on, by, moneyOut, await readClock(on));
  return wait;
}

/** Throws `account_not_found`, `account_suspended` or `account_blocked`. The account cannot be blocked meanwhile. */
export async function requireActiveAccount(trx: Trx, accountId: string): Promise<void> {
  requireActive(await lockAccount(trx, { id: accountId }));
}

/**
 * Permission for a departure to leave its account (D44). It is the single gate for withdrawals, refunds and conversions
 * by any party. Nothing is reserved without one, and only `ask` and `askAutomatically` create them.
 */
export class Leave {
  readonly goesAt: Date | null;
  /** Null for refunds that the account has automated. */
  readonly #by: Mover | null;
  readonly #departure: MoneyOut;
  readonly #wait: Wait;
  /** The saved destination of each payee; null for any other. */
  readonly #saved: Judgement['saved'];
  readonly #panelUrl: string;

  private constructor(by: Mover | null, moneyOut: MoneyOut, { wait, saved }: Judgement, panelUrl: string) {
    this.goesAt = wait.goesAt;
    this.#by = by;
    this.#departure = moneyOut;
    this.#wait = wait;
    this.#saved = saved;
    this.#panelUrl = panelUrl;
  }

  /**
   * The account must be active, and the user an owner or in finance. Money that returns to where it came from leaves
   * immediately. Everything else waits (D29):
   * - for the approvals of the account's rules that it exceeds, together with all that left within 24 hours without
   *   such approvals (D80);
   * - for a second person, or until the destination has been known for 24 hours;
   * - likewise while the user is new (`waitOfNewMember`).
   *
   * The operator's own destinations and requests do not wait, because the operator has no session that could be stolen.
   * The rules apply to the operator too. An account's departures are judged one at a time, so that two cannot both
   * stay below an amount. The value of its debts for deposits that were taken back stays in it (`requireCovered`,
   * D58).
   *
   * An API key's refund to where the money came from leaves immediately, within the account's limit for keys; anything
   * else from a key is refused (D41).
   *
   * Throws `account_not_found`, `account_suspended`, `account_blocked`, `account_owes_money`, `forbidden` and, for API
   * keys, `refund_origin_unknown`, `api_refunds_off` and `api_refund_limit_reached`.
   */
  static async ask(
    trx: Trx,
    by: Mover,
    moneyOut: MoneyOut,
    { panelUrl }: { panelUrl: string },
  ): Promise<Leave> {
    requireActive(await lockAccount(trx, { id: moneyOut.accountId }));
    return new Leave(by, moneyOut, await judge(trx, by, moneyOut, await trx.now), panelUrl);
  }

  /**
   * For refunds back to where the money came from that the account has automated (D7). Undefined while the account is
   * not active, in which case a person decides later.
   */
  static async askAutomatically(trx: Trx, moneyOut: MoneyOut & { to: 'origin' }): Promise<Leave | undefined> {
    if ((await lockAccount(trx, { id: moneyOut.accountId }))?.status !== 'active') return undefined;
    const wait = { ...AT_ONCE, goesAt: await trx.now };
    return new Leave(null, moneyOut, { wait, saved: [] }, '');
  }

  /**
   * For an exchange that pays the account's own debt (D58). It needs no permission, and stays in the account.
   * Departures of the account are judged before or after it.
   */
  static async payDebt(
    trx: Trx,
    { accountId, asset, amount }: Pick<MoneyOut, 'accountId' | 'asset' | 'amount'>,
  ): Promise<Leave> {
    if (!(await lockAccount(trx, { id: accountId }))) throw new DomainError('account_not_found');
    const moneyOut = { accountId, kind: 'conversion', asset, amount, to: 'exchange' } as const;
    return new Leave(null, moneyOut, { wait: { ...AT_ONCE, goesAt: await trx.now }, saved: [] }, '');
  }

  get waitsFor(): WaitsFor | null {
    return this.#wait.waitsFor;
  }

  /**
   * Once its transfer is stored, records its requester and the reason for its wait, and notifies the members concerned.
   * For a batch it is called with each transfer and the place of its payee. Members get one notice, with the first.
   */
  async record(trx: Trx, transferId: string, place = 0): Promise<void> {
    const { accountId, to } = this.#departure;
    const by = this.#by;
    if (by && 'credentialId' in by) {
      const { credentialId } = by;
      trx.defer(
        insertApiRefund(trx, { accountId, refundId: transferId, credentialId, createdAt: await trx.now }),
      );
      return;
    }
    if (to !== 'origin') {
      const needs = this.#wait.demand ?? ONE_PERSON;
      trx.defer(
        requests.insertRequest(trx, {
          accountId,
          transferId,
          destinationId: this.#saved[place]?.id ?? null,
          batchId: typeof to === 'object' && 'batch' in to ? to.batch : null,
          requestedBy: by?.userId ?? null,
          waitsFor: this.#wait.waitsFor,
          goesAt: this.#wait.goesAt,
          expiresAt: this.#wait.expiresAt,
          createdAt: await trx.now,
          approvalsNeeded: needs.approvals,
          ownersNeeded: needs.owners,
        }),
      );
    }
    if (by && place === 0) await this.#tell(trx, by, transferId);
  }

  async #tell(trx: Trx, by: Actor, transferId: string): Promise<void> {
    const { accountId, kind, asset, amount, to: out } = this.#departure;
    const { waitsFor, goesAt, expiresAt, demand } = this.#wait;
    const what = `${amount.toFixed()} ${asset}`;
    const page = typeof out === 'object' && 'batch' in out ? `batches/${out.batch}` : transferId;
    const panel = `${this.#panelUrl}/accounts/${accountId}/${kind}s/${page}`;
    if (waitsFor) {
      const at = goesAt ?? expiresAt ?? (await trx.now);
      const why = demand ?? (waitsFor === 'new_member' ? waitsFor : 'new_destination');
      await tellMembers(trx, accountId, TREASURERS, (words, timeOf) => {
        const to = this.#describeDestination(words);
        return words.waiting({ kind, what, to, by: nameOf(by, words), why, at: timeOf(at), panel });
      });
      if (kind !== 'conversion')
        await recordNews(trx, accountId, {
          what: `${kind}_waiting`,
          subject: transferId,
          amount: formatAmount(amount),
          asset,
        });
    } else if (kind === 'refund') {
      await tellMembers(trx, accountId, OWNERS, (words) =>
        words.refunded({ what, to: this.#describeDestination(words), by: nameOf(by, words), panel }),
      );
    }
  }

  #describeDestination(words: Wordings): string | null {
    const { to } = this.#departure;
    if (typeof to === 'string') return null;
    if ('batch' in to) return words.batch(to.payees.length);
    const [saved] = this.#saved;
    if (saved) return `${saved.label} (${describeShortly(saved.destination)})`;
    return 'named' in to ? describeShortly(to.named) : null;
  }
}

interface Judgement {
  wait: Wait;
  /** By the place of the payee. */
  saved: readonly (SavedDestination | null)[];
}

const AT_ONCE = { waitsFor: null, expiresAt: null } as const;

async function judge(on: Queryable, by: Mover, moneyOut: MoneyOut, now: Date): Promise<Judgement> {
  const { accountId, to } = moneyOut;
  await requireCovered(on, { ...moneyOut, ...costOf(moneyOut) });
  if ('credentialId' in by) {
    if (moneyOut.kind !== 'refund' || to !== 'origin') throw new DomainError('refund_origin_unknown');
    await requireApiRefund(on, accountId, costOf(moneyOut));
    return { wait: { ...AT_ONCE, goesAt: now }, saved: [] };
  }
  const { userId } = by;
  const member = userId === null ? null : await requireRole(on, accountId, { userId }, TREASURERS);
  if (to === 'origin') return { wait: { ...AT_ONCE, goesAt: now }, saved: [] };
  const saved = await findSaved(on, moneyOut);
  const demand = await demandOn(on, moneyOut);
  if (demand) {
    const expiresAt = moneyOut.expiresAt ?? new Date(now.getTime() + APPROVAL_WAIT_MS);
    return { wait: { waitsFor: 'second_person', goesAt: null, expiresAt, demand }, saved };
  }
  // Money that stays in the account waits neither for a destination nor for a new member.
  if (member === null || to === 'exchange') return { wait: { ...AT_ONCE, goesAt: now }, saved };
  const trustedAt = trustOf(saved, now);
  const knownAt = waitOfNewMember(member, now);
  if (knownAt && knownAt > trustedAt) {
    return { wait: { waitsFor: 'new_member', goesAt: knownAt, expiresAt: null }, saved };
  }
  return trustedAt > now
    ? { wait: { waitsFor: 'new_destination', goesAt: trustedAt, expiresAt: null }, saved }
    : { wait: { ...AT_ONCE, goesAt: now }, saved };
}

/** The saved destinations that it goes to, even if they were typed in again. */
async function findSaved(on: Queryable, { accountId, to }: MoneyOut): Promise<Judgement['saved']> {
  if (typeof to === 'string') return [];
  const payees = 'batch' in to ? to.payees : [to];
  const known = payees.every((payee) => 'saved' in payee) ? [] : await listDestinations(on, { accountId });
  return payees.map((payee) => ('saved' in payee ? payee.saved : savedAs(payee.named, known)));
}

/** If there are several with different names, the one known longest counts. */
export function savedAs(named: Destination, known: readonly SavedDestination[]): SavedDestination | null {
  const same = known.filter(({ destination }) => isSameDestination(destination, named));
  return same.sort((a, b) => a.trustedAt.getTime() - b.trustedAt.getTime())[0] ?? null;
}

/** The time from which all payees are trusted, because they wait together. */
function trustOf(saved: Judgement['saved'], now: Date): Date {
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const times = saved.map((one) => one?.trustedAt ?? tomorrow);
  return times.reduce((latest, time) => (time > latest ? time : latest), now);
}

async function demandOn(on: Queryable, moneyOut: MoneyOut): Promise<Demand | undefined> {
  const { accountId, kind } = moneyOut;
  const rules = await listRuleUses(on, { accountId, transferIds: [] });
  return demandOf(rules, kind, async ({ used, currency, amount }) => {
    const value = await valueOf(on, costOf(moneyOut), currency);
    return value.plus(used).gt(money(amount));
  });
}

function costOf({ asset, amount, cost }: MoneyOut): { asset: string; amount: Money } {
  return cost ?? { asset, amount };
}

function requireActive(account: Account | undefined): void {
  if (!account) throw new DomainError('account_not_found');
  if (account.status !== 'active') throw new DomainError(`account_${account.status}`);
}
