import { money } from '../../src/lib/money.ts';
import { savePreferences } from '../../src/notifications/index.ts';
import type { Role } from '../../src/people/index.ts';
import { join, type Person } from '../panel/people.ts';
import type { TestAccount, TestService } from '../support/service.ts';

/** What a member chooses: kinds, a minimum like `100 MXNB`, and the hour of the digest. */
export interface Wanted {
  kinds?: readonly string[];
  minimum?: string;
  digestHour?: number | null;
}

/** Chooses what a member is told. */
export async function choose(
  { foundation }: TestService,
  account: TestAccount,
  { id: userId }: Pick<Person, 'id'>,
  { kinds = [], minimum, digestHour = null }: Wanted,
): Promise<void> {
  const [amount, currency] = minimum?.split(' ') ?? [];
  await foundation.db.transaction((trx) =>
    savePreferences(
      trx,
      { accountId: account.id, userId },
      { kinds, digestHour, minimum: amount && currency ? { amount: money(amount), currency } : null },
    ),
  );
}

/** A new member who is told this. */
export async function told(
  service: TestService,
  account: TestAccount,
  wanted: Wanted,
  role: Role = 'finance',
): Promise<Person> {
  const person = await join(service, account.id, role);
  await choose(service, account, person, wanted);
  return person;
}

/** The mails with news of the account that wait to be sent to someone, oldest first. */
export async function mailsTo(
  { database }: TestService,
  { email }: Pick<Person, 'email'>,
): Promise<{ subject: string; body: string }[]> {
  const rows = await database.query(
    `select subject, body from outbox_messages where recipient = $1 and subject like 'Café Azul: %' order by created_at, id`,
    [email],
  );
  return rows.map(({ subject, body }) => ({ subject: String(subject), body: String(body) }));
}
