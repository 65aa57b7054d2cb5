import type { Queryable, Trx } from '../../../../db/index.ts';
import { formatAmount } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import { FileRefused, type FileEntry, type FileStatement } from '../files/index.ts';
import { classify, type Class, type ReferenceOf } from './classify.ts';
import * as early from './early-repository.ts';
import type { ToldEntry } from './early-repository.ts';
import { toJson, withEntry } from './entry-json.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import type { KnownStatement } from './foresee.ts';
import { MOST_DAYS_APART, pairUp, type Referred } from './pairing.ts';
import * as repository from './repository.ts';
import type { Work } from './work.ts';

/**
 * Where early reports count, only one kind of file is accepted, because another kind's report of the same payment may
 * have nothing in common with it. Throws FileRefused for another kind than the account's first early file, or than the
 * operator's choice.
 */
export async function requireOneKind(
  on: Queryable,
  known: readonly KnownStatement[],
  format: string,
): Promise<void> {
  const kind = kindOf(format);
  for (const { statement, account } of known) {
    if (statement.role !== 'early' || account.early !== 'final') continue;
    const first = account.earlyFormat ?? (await early.findFirstEarly(on, { account: account.id }))?.format;
    if (typeof first !== 'string' || kindOf(first) === kind) continue;
    throw new FileRefused(
      `Early files of ${account.id} are ${kindOf(first)}, and this is ${kind}. Where they count at once, they must be of one kind, or one payment could count twice: early_format in BANK_ACCOUNTS_FILE says which.`,
    );
  }
}

/** `camt.054` of all its versions. */
function kindOf(format: string): string {
  return /^camt\.[0-9]{3}/.exec(format)?.[0] ?? format;
}

/** The entries of a statement that were reported early, by the best match over the whole statement. */
export async function findReported(
  trx: Trx,
  account: BankAccountConfig,
  entries: readonly FileEntry[],
  referenceOf: ReferenceOf,
): Promise<Map<FileEntry, repository.EntryRow>> {
  const rows = await early.listUnbooked(trx, { account: account.id, amounts: amountsOf(entries) });
  if (rows.length === 0) return new Map();
  const amounts = new Set(rows.map(({ amount }) => amount));
  const referred: Referred[] = [];
  for (const entry of entries) {
    if (!amounts.has(formatAmount(entry.amount))) continue;
    referred.push({ entry, reference: await referenceOf(entry) });
  }
  const known = rows.map((row) => ({ ...withEntry(row), row }));
  const pairs = pairUp(referred, known);
  return new Map([...pairs].map(([{ entry }, { row }]) => [entry, row]));
}

type Status = 'pending' | 'booked';

/**
 * Records an early file. Files overlap, and one payment can be reported twice, as when it is reported as pending and as
 * booked, with another value date, by another kind of file, or after it was booked. So an entry is new only if it has
 * no pair among all earlier reports. Of equal entries, only those beyond the number reported before are new.
 */
export async function takeEarly(work: Work, statement: FileStatement): Promise<void> {
  // Only the books prove that money left, or that something is wrong.
  const credits = statement.entries.filter(({ amount }) => amount.gt(0));
  for (const status of ['booked', 'pending'] as const) {
    const entries = credits.filter((entry) => entry.status === status);
    if (entries.length > 0) await takeOfStatus(work, { status, entries, currency: statement.currency });
  }
}

/** An entry of an early file with a new fingerprint. */
interface Fresh extends Referred {
  fingerprint: string;
  found: Class;
}

async function takeOfStatus(
  work: Work,
  { status, entries, currency }: { status: Status; entries: readonly FileEntry[]; currency: string },
): Promise<void> {
  const { trx, account } = work;
  const rows = await early.listAlike(trx, { account: account.id, ...likenessOf(entries) });
  const column = status === 'booked' ? 'toldBooked' : 'toldPending';
  const byFingerprint = new Map<string, ToldEntry[]>();
  for (const row of rows) {
    const fingerprint = row[column];
    if (fingerprint === null) continue;
    const same = byFingerprint.get(fingerprint);
    if (same) same.push(row);
    else byFingerprint.set(fingerprint, [row]);
  }
  const repeated = new Set<ToldEntry>();
  const fresh: Fresh[] = [];
  for (const entry of entries) {
    const fingerprint = fingerprintOf(account.id, currency, entry);
    const row = byFingerprint.get(fingerprint)?.pop();
    if (row) repeated.add(row);
    else {
      const found = await classify(trx, account, entry);
      fresh.push({ entry, fingerprint, found, reference: found.reference });
    }
  }
  if (fresh.length === 0) return;
  const known = rows
    .filter((row) => !repeated.has(row) && (!row.isDropped || row.isFinal))
    .map((row) => ({ ...withEntry(row), isTold: row[column] !== null }));
  const pairs = pairUp(fresh, known);
  for (const one of fresh) {
    const pair = pairs.get(one);
    if (pair) await noteAgain(work, status, one, pair);
    else if (one.found.kind === 'deposit') await insertEarly(work, { status, currency }, one);
  }
}

/** The features that a statement's entries share with possible duplicates, in any kind of file. */
function likenessOf(entries: readonly FileEntry[]): {
  amounts: string[];
  from: string;
  to: string;
  uetrs: string[];
} {
  const sorted = entries
    .flatMap(({ bookingDate, valueDate }) => [bookingDate, valueDate])
    .filter((day) => day !== null)
    .sort();
  return {
    amounts: amountsOf(entries),
    // Without a day, any day matches.
    from: sorted[0] === undefined ? '' : shifted(sorted[0], -MOST_DAYS_APART),
    to: sorted[0] === undefined ? '9' : shifted(sorted.at(-1) ?? '', MOST_DAYS_APART),
    uetrs: entries.flatMap(({ references: { uetr } }) => uetr ?? []),
  };
}

function amountsOf(entries: readonly FileEntry[]): string[] {
  return [...new Set(entries.map(({ amount }) => formatAmount(amount)))];
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 3600_000).toISOString().slice(0, 10);
}

/** An entry that could be a payer's text is only seen. */
function isFinalEarly({ early: counts, cap }: BankAccountConfig, status: Status, entry: FileEntry): boolean {
  if (status !== 'booked' || counts !== 'final' || entry.couldBeText) return false;
  return cap === undefined || entry.amount.lte(cap);
}

async function noteAgain(
  { trx, account }: Work,
  status: Status,
  { entry, fingerprint }: Fresh,
  pair: Pick<repository.EntryRow, 'id' | 'isBooked'>,
): Promise<void> {
  await early.told[status].note(trx, { id: pair.id, fingerprint });
  if (status === 'pending' || pair.isBooked) return;
  await repository.settleEarly(trx, {
    id: pair.id,
    isFinal: isFinalEarly(account, status, entry),
    entry: JSON.stringify(toJson(entry)),
    bookingDate: entry.bookingDate,
  });
}

async function insertEarly(
  { trx, account, total }: Work,
  { status, currency }: { status: Status; currency: string },
  { entry, fingerprint, found }: Fresh,
): Promise<void> {
  const isBooked = status === 'booked';
  const { count = 0 } = (await early.told[status].count(trx, { account: account.id, fingerprint })) ?? {};
  const { kind, subject, reference } = found;
  await repository.insertEntry(trx, {
    kind,
    subject,
    reference,
    account: account.id,
    // A pending report may have the same fingerprint.
    identity: identityOf(account.id, `early:${isBooked ? '' : 'pending:'}${fingerprint}`, count + 1),
    fingerprint,
    role: 'early',
    isPaired: false,
    toldPending: isBooked ? null : fingerprint,
    toldBooked: isBooked ? fingerprint : null,
    statement: null,
    amount: formatAmount(entry.amount),
    currency,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    isBooked,
    isFinal: isFinalEarly(account, status, entry),
    entry: JSON.stringify(toJson(entry)),
  });
  total.entry(kind);
}
