import { findAccount } from '../accounts/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { recordMessage } from '../outbox/index.ts';
import { formatZoned } from '../pages/index.ts';
import { noticesFor, type Notice, type noticesFor as Wording } from './notices.ts';
import { UTC } from '../lib/time-zone.ts';
import type { UserLanguage } from './roles.ts';
import { findHome, listMembers, type Member } from './repository.ts';

export interface Addressee {
  id: string;
  email: string;
  language: UserLanguage | null;
}

/** `timeOf` writes a time in the account's time zone, which it names. */
type Write = (words: ReturnType<typeof Wording>, timeOf: (at: Date) => string) => Notice;

/** Writes to a user, on behalf of one of their accounts; users without an account get no mail. */
export async function tellUser(trx: Trx, user: Addressee, write: Write): Promise<void> {
  const home = await findHome(trx, { userId: user.id });
  if (home) await recordMessage(trx, await toMessage(trx, home.accountId, user, write));
}

/** Sends a one-time link, which the log must not show. */
export async function sendLink(trx: Trx, accountId: string, user: Addressee, write: Write): Promise<void> {
  await recordMessage(trx, {
    ...(await toMessage(trx, accountId, user, write)),
    confidential: true,
  });
}

/** For mail to an account's contact: the language of the member whose address it is, or else of an owner who chose one. */
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

/** Writes to the account's owners. */
export async function tellOwners(
  trx: Trx,
  accountId: string,
  members: readonly Member[],
  write: Write,
): Promise<void> {
  for (const { userId: id, email, language } of ownersAmong(members))
    await recordMessage(trx, await toMessage(trx, accountId, { id, email, language }, write));
}

function ownersAmong(members: readonly Member[]): Member[] {
  return members.filter(
    ({ role, acceptedAt, disabledAt }) => role === 'owner' && acceptedAt !== null && disabledAt === null,
  );
}

async function toMessage(trx: Trx, accountId: string, user: Addressee, write: Write) {
  const { timeZone = UTC } = (await findAccount(trx, { id: accountId })) ?? {};
  const { subject, body } = write(noticesFor(user.language), (at) =>
    formatZoned(user.language ?? 'en', at, timeZone),
  );
  return { accountId, recipient: user.email, subject: subject.slice(0, MAX_SUBJECT_LENGTH), body };
}

const MAX_SUBJECT_LENGTH = 200;
