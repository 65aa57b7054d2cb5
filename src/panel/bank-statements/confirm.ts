import { recordAction } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { money } from '../../lib/money.ts';
import type { Foreseen, HandInAccount, OpenFile } from '../../methods/index.ts';
import { findMember } from '../../people/index.ts';
import { findRequester, objectionTo, waitOfNewMember } from '../../treasury/index.ts';
import type { MemberVisit } from '../request/route.ts';
import { findWrong } from './compare.ts';
import { getBankAccounts, getFile, type BankServices } from './access.ts';

/** Whether a person can confirm it at all. It must have what can be compared with the bank's portal. */
export function isConfirmable({ refused, isTooLarge, accounts }: Foreseen): boolean {
  const isComparable = accounts.every(({ closing, moved }) => closing !== null && moved !== undefined);
  return refused === null && !isTooLarge && isComparable;
}

/**
 * The reason why one person alone may not confirm the file. Its credits are above the account's `cap`, or could be made
 * up.
 */
export function needsTwo(
  { accounts }: Foreseen,
  configured: readonly HandInAccount[],
): 'cap' | 'made_up' | undefined {
  const isAboveCap = accounts.some(({ account, credits }) => {
    const cap = configured.find(({ id }) => id === account)?.cap;
    return cap !== undefined && money(credits).gt(cap);
  });
  if (isAboveCap) return 'cap';
  return accounts.some(({ couldBeMadeUp }) => couldBeMadeUp) ? 'made_up' : undefined;
}

/**
 * Imports a file for which a person typed what they read at the bank, which are the closing balances and the amounts
 * that moved. Where two people must confirm it, records the confirmation of the first. Throws `invalid_request` for
 * other input, and the reason why a member may not confirm it.
 */
export async function confirmFile(
  services: BankServices,
  visit: MemberVisit,
): Promise<'confirmed' | 'taken_in'> {
  const { db, handIns } = services;
  const { accountId, actor } = visit;
  const file = await getFile(services, visit);
  const { id, summary, confirmedBy } = file;
  if (file.doneAt !== null) throw invalidParam('done', 'It was taken in already.');
  if (!isConfirmable(summary)) throw invalidParam('summary', 'It cannot be confirmed.');
  const wrong = findWrong(visit, summary);
  if (wrong) throw invalidParam(wrong.about, 'It is not what the file says.');
  const isForTwo = needsTwo(summary, getBankAccounts(services, visit)) !== undefined;
  if (isForTwo && confirmedBy === null) {
    await db.transaction(async (trx) => {
      const key = { accountId, id, userId: visit.session.userId };
      if ((await handIns.files.confirm(trx, key)) === 0) throw invalidParam('done', 'Somebody was faster.');
      await recordAction(trx, accountId, actor, {
        action: 'bank_statement.confirmed',
        subject: id,
        details: detailsOf(file),
      });
    });
    return 'confirmed';
  }
  await requireNoObjection(services, visit, isForTwo ? confirmedBy : null);
  await takeIn(services, visit, file);
  return 'taken_in';
}

/** A member who joined within the last day cannot confirm alone (D44). Throws the objection. */
async function requireNoObjection(
  { db }: BankServices,
  { accountId, session: { userId } }: MemberVisit,
  confirmedBy: string | null,
): Promise<void> {
  const [member, now] = await Promise.all([findMember(db.read, { accountId, userId }), readClock(db.read)]);
  if (!member) throw new DomainError('forbidden');
  if (confirmedBy === null) {
    if (waitOfNewMember(member, now) !== null) throw new DomainError('member_too_new');
    return;
  }
  const objection = objectionTo(member, await findRequester(db.read, accountId, confirmedBy), now);
  if (objection !== undefined) throw new DomainError(objection);
}

async function takeIn(services: BankServices, visit: MemberVisit, file: OpenFile): Promise<void> {
  const { handIns } = services;
  const { accountId, actor, session } = visit;
  const { id, name, summary } = file;
  const taken = {
    bytes: await readContent(services, visit, file),
    name,
    by: actor.email,
    source: 'panel',
    account: file.bankAccount ?? undefined,
    among: getBankAccounts(services, visit).map((one) => one.id),
  } as const;
  const result = await handIns.take(taken, async (trx, imported) => {
    let agreed = true;
    for (const { account, closing } of summary.accounts) {
      // It waits, or was known, where the statements do not prove that balance.
      agreed = (await handIns.agree(trx, account, money(closing ?? ''))) && agreed;
    }
    const done = { accountId, id, userId: session.userId };
    const count = await handIns.files.finish(trx, {
      ...done,
      result: JSON.stringify({ ...imported, agreed }),
    });
    if (count === 0) throw invalidParam('done', 'Somebody was faster.');
    const { statements, entries, deposits, waiting } = imported;
    await recordAction(trx, accountId, actor, {
      action: 'bank_statement.taken_in',
      subject: id,
      details: { ...detailsOf(file), statements, entries, deposits, waits: waiting !== null, agreed },
    });
  });
  // The configuration, or what is known of it, has changed since its summary.
  if (result.refused !== null) throw invalidParam('refused', result.refused);
}

/** The same bytes as in the summary. */
async function readContent(
  { db, handIns, keyring }: BankServices,
  { accountId }: MemberVisit,
  { id, sha256 }: OpenFile,
): Promise<Buffer> {
  // Too long for the shared readers.
  const found = await db.transaction((trx) => handIns.files.findContent(trx, { accountId, id }));
  if (!found?.content) throw invalidParam('done', 'It was taken in already.');
  const bytes = Buffer.from(keyring.open(found.content, `bank_handed_in ${id}`), 'base64');
  if (handIns.hashOf(bytes) !== sha256) throw new Error('a file that was handed in is not the same any more');
  return bytes;
}

function detailsOf({ name, sha256, summary: { accounts } }: OpenFile): Record<string, string> {
  const balances = accounts.map(
    ({ account, closing, currency }) => `${account} ${closing ?? ''} ${currency}`,
  );
  const moved = accounts.map(
    ({ account, moved: told }) =>
      `${account} +${told?.credits.sum ?? ''} (${told?.credits.count ?? ''}) -${told?.debits.sum ?? ''} (${told?.debits.count ?? ''})`,
  );
  return { name, sha256, balances: balances.join(', '), moved: moved.join(', ') };
}
