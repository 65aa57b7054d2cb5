import { findAccount } from '../accounts/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { recordMessage } from '../outbox/index.ts';
import { formatZoned } from '../pages/index.ts';
import { wordingsFor, type MemberEmail, type Wordings } from './member-emails.ts';
import { type TimeZone, UTC } from '../lib/time-zone.ts';
import type { UserLanguage } from './roles.ts';
import { findHome, listMembers, type Member } from './repository.ts';

export interface Addressee {
  id: string;
  email: string;
  language: UserLanguage | null;
}

/** `timeOf` writes a time in the account's time zone, which it names. */
type Write = (words: Wordings, timeOf: (at: Date) => string) => MemberEmail;

/** Writes to a user, on behalf of one of their accounts; users without an account get no mail. */
export async function tellUser(trx: Trx, user: Addressee, write: Write): Promise<void> {
  const home = await findHome(trx, { userId: user.id });
  if (!home) return;
  const timeZone = await timeZoneOf(trx, home.accountId);
  await recordMessage(trx, toMessage(home.accountId, timeZone, user, write));
}

/** Sends a one-time link, which the log must not show. */
export async function sendLink(trx: Trx, accountId: string, user: Addressee, write: Write): Promise<void> {
  const timeZone = await timeZoneOf(trx, accountId);
  await recordMessage(trx, { ...toMessage(accountId, timeZone, user, write), confidential: true });
}

/**
 * The language for mail to an account's contact. It is that of the member with this address, or else of an owner who
 * chose one.
 */
export async function languageOfContact(
  on: Queryable,
  accountId: string,
  address: string,
): Promise<UserLanguage> {
  const members = await listMembers(on, { accountId });
  const addressee = members.find(({ email }) => email.toLowerCase() === address.toLowerCase());
  const owner = ownersAmong(members).find(({ language }) => language !== null);
  return addressee?.language ?? owner?.language ?? 'en';
}

/** Writes to an address of the account that may belong to none of its users. */
export async function tellContact(trx: Trx, accountId: string, email: string, write: Write): Promise<void> {
  const language = await languageOfContact(trx, accountId, email);
  const timeZone = await timeZoneOf(trx, accountId);
  await recordMessage(trx, toMessage(accountId, timeZone, { email, language }, write));
}

/** Writes to the account's owners. */
export async function tellOwners(
  trx: Trx,
  accountId: string,
  members: readonly Member[],
  write: Write,
): Promise<void> {
  const timeZone = await timeZoneOf(trx, accountId);
  for (const { email, language } of ownersAmong(members))
    await recordMessage(trx, toMessage(accountId, timeZone, { email, language }, write));
}

function ownersAmong(members: readonly Member[]): Member[] {
  return members.filter(
    ({ role, acceptedAt, disabledAt }) => role === 'owner' && acceptedAt !== null && disabledAt === null,
  );
}

async function timeZoneOf(trx: Trx, accountId: string): Promise<TimeZone> {
  return (await findAccount(trx, { id: accountId }))?.timeZone ?? UTC;
}

function toMessage(
  accountId: string,
  timeZone: TimeZone,
  user: Pick<Addressee, 'email' | 'language'>,
  write: Write,
) {
  const { subject, body } = write(wordingsFor(user.language), (at) =>
    formatZoned(user.language ?? 'en', at, timeZone),
  );
  return { accountId, recipient: user.email, subject: subject.slice(0, MAX_SUBJECT_LENGTH), body };
}

const MAX_SUBJECT_LENGTH = 200;
