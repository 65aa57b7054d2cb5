import { recordDeed } from '../../audit-log/record.ts';
import { readClock } from '../../clock/repository.ts';
import type { Queryable, Trx } from '../../db/connect.ts';
import { lockAvailable, findBalances } from '../../ledger/repository.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { money, type Money } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { OwnActor } from '../../people/access.ts';
import { stopTransfer, type TransferKinds } from '../../transfers/engine.ts';
import { notEnough } from '../../transfers/holding.ts';
import { lockTransfer, releaseTransfer } from '../../transfers/repository.ts';
import type { Withdrawal } from '../../transfers/transfer.ts';
import type { Withdrawals, WithdrawalTerms } from '../../transfers/withdrawals.ts';
import { describeShortly, partsOf } from '../describe.ts';
import { findDestination, lockDestination, type SavedDestination } from '../destinations/repository.ts';
import { findLimit } from '../limits/repository.ts';
import { requireActiveAccount, requireRole, tellMembers, TREASURERS } from '../members.ts';
import * as repository from './repository.ts';
import type { RequestRow, WaitsFor } from './repository.ts';

const APPROVAL_WAIT_MS = 7 * 24 * 3600_000;

export interface WithdrawalOrder {
  destinationId: string;
  /** The balance it is taken from. */
  asset: string;
  /** Decimal, in `asset`, including the fee. */
  amount: Money;
}

/** What a withdrawal waits for, and when it goes by itself; null is never. */
interface Wait {
  waitsFor: WaitsFor | null;
  goesAt: Date | null;
  /** When its money is given back, if nobody approves it. */
  expiresAt: Date | null;
}

export type Outlook = Wait & WithdrawalTerms & { saved: SavedDestination };

/**
 * Withdrawals that people ask for in the panel (D29). They go to saved destinations only. One that is above the
 * account's limit, together with what was withdrawn without a second person in the last 24 hours, waits until a second
 * person approves it, for 7 days at most. One to a destination that was saved less than 24 hours ago waits until then,
 * or until a second person approves one to it. Meanwhile its money is set aside like that of any withdrawal.
 */
export interface Requests {
  /** What would become of an order now. Throws like `create`, except for the person's role. */
  preview(on: Queryable, accountId: string, order: WithdrawalOrder): Promise<Outlook>;
  /**
   * Throws `forbidden`, `account_suspended`, `account_blocked`, `destination_not_found`, `insufficient_funds`, and
   * `invalid_request` naming the method or amount that does not allow it.
   */
  create(
    trx: Trx,
    accountId: string,
    actor: OwnActor,
    order: WithdrawalOrder,
  ): Promise<{ withdrawal: Withdrawal; waitsFor: WaitsFor | null }>;
  /**
   * Lets a waiting withdrawal go now. Throws `forbidden`, `withdrawal_not_found`, `withdrawal_not_waiting` for one that
   * somebody has decided on meanwhile, and `second_person_required` for whoever asked for it.
   */
  approve(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<'approved'>;
  /**
   * Gives the money of a waiting withdrawal back; whoever asked for it takes it back by this. Throws `forbidden`,
   * `withdrawal_not_found` and `withdrawal_not_waiting`.
   */
  decline(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<'declined' | 'taken_back'>;
  /** Declines all that wait to go to a destination. Returns how many. */
  declineAllTo(trx: Trx, accountId: string, actor: OwnActor, destinationId: string): Promise<number>;
}

export function createRequests(options: {
  withdrawals: Withdrawals;
  kinds: TransferKinds;
  panelUrl: () => string;
}): Requests {
  const { withdrawals, kinds, panelUrl } = options;

  const decline = async (trx: Trx, { withdrawal, request }: Waiting, actor: OwnActor) => {
    const isOwn = request.requested_by === actor.userId;
    const decision = isOwn ? 'taken_back' : 'declined';
    const words = isOwn ? 'Taken back by whoever asked for it.' : "Declined by the account's people.";
    await stopTransfer(trx, kinds, withdrawal, { reason: 'NOT_APPROVED', words });
    trx.defer(repository.decideRequest(trx, withdrawal, decision, actor.userId));
    await recordWithdrawalDeed(trx, actor, `withdrawal.${decision}`, withdrawal, request.destination_label);
    return decision;
  };

  return {
    async preview(on, accountId, { destinationId, asset, amount }) {
      await requireActiveAccount(on, accountId);
      const found = isId(destinationId) ? await findDestination(on, accountId, destinationId) : undefined;
      const saved = requireSaved(found);
      const terms = await withdrawals.termsOf(on, toRequest(accountId, saved, { asset, amount }, null));
      const { balances } = await findBalances(on, accountId);
      const available = money(balances.find((balance) => balance.asset === asset)?.available ?? '0');
      if (available.lt(amount)) throw notEnough(available, asset, amount);
      return { ...terms, ...(await waitOf(on, saved, asset, amount, await readClock(on))), saved };
    },

    async create(trx, accountId, actor, { destinationId, asset, amount }) {
      await requireRole(trx, accountId, actor, TREASURERS);
      await requireActiveAccount(trx, accountId);
      const found = isId(destinationId) ? await lockDestination(trx, accountId, destinationId) : undefined;
      const saved = requireSaved(found);
      // One request of the account at a time, so that two cannot both stay within the limit.
      await lockAvailable(trx, accountId, asset);
      const now = await trx.now;
      const { waitsFor, goesAt, expiresAt } = await waitOf(trx, saved, asset, amount, now);
      const withdrawal = await withdrawals.create(trx, {
        ...toRequest(accountId, saved, { asset, amount }, actor.requestId),
        dueAt: goesAt,
      });
      trx.defer(
        repository.insertRequest(trx, {
          account_id: accountId,
          withdrawal_id: withdrawal.id,
          destination_id: saved.id,
          requested_by: actor.userId,
          waits_for: waitsFor,
          expires_at: expiresAt,
          created_at: now,
        }),
      );
      await recordWithdrawalDeed(trx, actor, 'withdrawal.requested', withdrawal, saved.label);
      if (waitsFor) {
        await tellMembers(trx, accountId, TREASURERS, (words) =>
          words.waiting({
            what: `${amount.toFixed()} ${asset}`,
            to: `${saved.label} (${describeShortly(saved.destination)})`,
            by: actor.email ?? '',
            waitsFor,
            at: formatTimestamp(goesAt ?? expiresAt ?? now),
            panel: `${panelUrl()}/accounts/${accountId}/withdrawals/${withdrawal.id}`,
          }),
        );
      }
      return { withdrawal, waitsFor };
    },

    async approve(trx, accountId, actor, id) {
      await requireRole(trx, accountId, actor, TREASURERS);
      await requireActiveAccount(trx, accountId);
      const { withdrawal, request } = await lockWaiting(trx, accountId, id);
      if (request.requested_by === actor.userId) throw new DomainError('second_person_required');
      trx.defer(releaseTransfer(trx, withdrawal));
      trx.defer(repository.decideRequest(trx, withdrawal, 'approved', actor.userId));
      await recordWithdrawalDeed(trx, actor, 'withdrawal.approved', withdrawal, request.destination_label);
      return 'approved';
    },

    async decline(trx, accountId, actor, id) {
      await requireRole(trx, accountId, actor, TREASURERS);
      return decline(trx, await lockWaiting(trx, accountId, id), actor);
    },

    async declineAllTo(trx, accountId, actor, destinationId) {
      let declined = 0;
      for (const id of await repository.listOpenTo(trx, accountId, destinationId)) {
        const waiting = await findWaiting(trx, accountId, id);
        if (!waiting) continue;
        await decline(trx, waiting, actor);
        declined++;
      }
      return declined;
    },
  };
}

/** Gives back the money of one withdrawal that nobody approved in time. Returns how many there were. */
export async function expireRequest(trx: Trx, kinds: TransferKinds): Promise<number> {
  const withdrawal = await repository.lockExpired(trx);
  if (!withdrawal) return 0;
  const words = 'Nobody approved it within 7 days.';
  await stopTransfer(trx, kinds, withdrawal, { reason: 'NOT_APPROVED', words });
  trx.defer(repository.decideRequest(trx, withdrawal, 'expired', null));
  return 1;
}

function requireSaved(found: SavedDestination | undefined): SavedDestination {
  if (!found) throw new DomainError('destination_not_found');
  return found;
}

function toRequest(
  accountId: string,
  { method, destination }: SavedDestination,
  { asset, amount }: Pick<WithdrawalOrder, 'asset' | 'amount'>,
  requestId: string | null,
) {
  return { accountId, asset, amount, method, destination: partsOf(destination), requestId };
}

async function waitOf(
  on: Queryable,
  { account_id: accountId, trusted_at: trustedAt }: SavedDestination,
  asset: string,
  amount: Money,
  now: Date,
): Promise<Wait> {
  const limit = (await findLimit(on, accountId, asset))?.amount ?? null;
  const alone = money(await repository.sumWithdrawnAlone(on, accountId, asset));
  if (limit !== null && alone.plus(amount).gt(money(limit))) {
    const expiresAt = new Date(now.getTime() + APPROVAL_WAIT_MS);
    return { waitsFor: 'second_person', goesAt: null, expiresAt };
  }
  return trustedAt > now
    ? { waitsFor: 'new_destination', goesAt: trustedAt, expiresAt: null }
    : { waitsFor: null, goesAt: now, expiresAt: null };
}

interface Waiting {
  withdrawal: Withdrawal;
  request: RequestRow;
}

/** Locks a withdrawal before it says whether it still waits, so that only one decision is made. */
async function lockWaiting(trx: Trx, accountId: string, id: string): Promise<Waiting> {
  const waiting = await findWaiting(trx, accountId, id);
  if (!waiting) throw new DomainError('withdrawal_not_waiting');
  return waiting;
}

/** Undefined when it waits no more. Throws `withdrawal_not_found`. */
async function findWaiting(trx: Trx, accountId: string, id: string): Promise<Waiting | undefined> {
  if (!isId(id)) throw new DomainError('withdrawal_not_found');
  // Sent together: the second sees what was committed before the lock was acquired.
  const [withdrawal, request] = await Promise.all([
    lockTransfer(trx, accountId, id),
    repository.findRequest(trx, accountId, id),
  ]);
  if (withdrawal?.kind !== 'withdrawal') throw new DomainError('withdrawal_not_found');
  const now = await trx.now;
  const isOpen =
    withdrawal.status === 'held' &&
    request !== undefined &&
    request.waits_for !== null &&
    request.decision === null &&
    (request.expires_at === null || request.expires_at > now);
  return isOpen ? { withdrawal, request } : undefined;
}

function recordWithdrawalDeed(
  trx: Trx,
  actor: OwnActor,
  action: string,
  { account_id: accountId, id, amount, asset }: Withdrawal,
  label: string,
): Promise<void> {
  return recordDeed(trx, accountId, actor, {
    action,
    subject: `${money(amount).toFixed()} ${asset} → ${label}`,
    details: { withdrawal: id },
  });
}
