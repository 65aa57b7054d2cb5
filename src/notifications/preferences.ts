import { findAccount } from '../accounts/index.ts';
import { recordAction, type Actor } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import { findMember } from '../people/index.ts';
import { type Kind, KINDS, maySee } from './kinds.ts';
import {
  deletePreferences,
  findPreferences,
  openFeed,
  type Preferences,
  writePreferences,
} from './repository.ts';
import { firstDigest } from './schedule.ts';

interface Member {
  accountId: string;
  userId: string;
}

/** The news that a person or a chat wants. */
export interface Choices {
  kinds: readonly string[];
  /** Payments below it in its currency are not told; null for all. Above zero. */
  minimum: { amount: Money; currency: string } | null;
}

/** The choices of a member, by default none. */
export async function readPreferences(on: Queryable, member: Member): Promise<Preferences> {
  const none = { kinds: [], minimum: null, minimumCurrency: null };
  return (
    (await findPreferences(on, member)) ?? { ...none, digestHour: null, digestFrom: null, digestDueAt: null }
  );
}

/**
 * Changes what a member is told by e-mail; the digest is sent at an hour, from 0 to 23, of the account's time zone. Only
 * what happens from then on is told. Throws `invalid_request` naming `kinds`, `minimum` or `digest_hour`, and `forbidden`
 * for someone who does not belong to the account.
 */
export async function savePreferences(
  trx: Trx,
  member: Member,
  { digestHour, ...choices }: Choices & { digestHour: number | null },
): Promise<void> {
  const [account, membership] = await Promise.all([
    findAccount(trx, { id: member.accountId }),
    findMember(trx, member),
  ]);
  if (!account || !membership) throw new DomainError('forbidden');
  const columns = requireChoices(choices);
  if (!choices.kinds.every((kind) => maySee(membership.role, kind as Kind)))
    throw invalidParam('kinds', 'kinds names something that this role may not see.');
  if (digestHour !== null && (!Number.isInteger(digestHour) || digestHour < 0 || digestHour > 23))
    throw invalidParam('digest_hour', 'digest_hour must be a whole number from 0 to 23.');
  if (digestHour === null && columns.kinds.length === 0) {
    await deletePreferences(trx, member);
    return;
  }
  if (columns.kinds.length > 0) await openFeed(trx, { accountId: member.accountId });
  const before = await readPreferences(trx, member);
  await writePreferences(trx, {
    ...member,
    ...columns,
    ...digestOf(before, digestHour, account.timeZone, await trx.now),
  });
}

/** An unchanged hour keeps the period of the next digest. */
function digestOf(
  before: Preferences,
  digestHour: number | null,
  timeZone: string,
  now: Date,
): Pick<Preferences, 'digestHour' | 'digestFrom' | 'digestDueAt'> {
  if (digestHour === null) return { digestHour, digestFrom: null, digestDueAt: null };
  const { digestFrom, digestDueAt } = before;
  if (digestHour === before.digestHour) return { digestHour, digestFrom, digestDueAt };
  const { from, dueAt } = firstDigest(timeZone, digestHour, now);
  return { digestHour, digestFrom: from, digestDueAt: dueAt };
}

/** Throws `invalid_request` naming `kinds` for what is not known. */
export function requireChoices({
  kinds,
  minimum,
}: Choices): Pick<Preferences, 'kinds' | 'minimum' | 'minimumCurrency'> {
  if (!kinds.every((kind) => (KINDS as readonly string[]).includes(kind)))
    throw invalidParam('kinds', `kinds must be among ${KINDS.join(', ')}.`);
  return {
    kinds: KINDS.filter((kind) => kinds.includes(kind)),
    minimum: minimum && formatAmount(minimum.amount),
    minimumCurrency: minimum && minimum.currency,
  };
}

/** Ends all e-mails that a member has chosen, for the operator. False if there were none. */
export async function stopNotifications(
  trx: Trx,
  member: Member & { email: string },
  actor: Actor,
): Promise<boolean> {
  const { accountId, userId, email } = member;
  if ((await deletePreferences(trx, { accountId, userId })) === 0) return false;
  await recordAction(trx, accountId, actor, { action: 'notifications.stopped', subject: email });
  return true;
}
