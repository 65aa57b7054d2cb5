import type { Queryable } from '../../../../db/index.ts';
import { money } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import { findByNumericReference, issuedAmong } from '../accounts/instructions.ts';
import type { FileEntry } from '../files/index.ts';
import { findPaidByFile } from '../payouts/file-debits.ts';
import { listOrders, type OrderRow } from '../payouts/repository.ts';
import { candidateInstructionIds, candidateReferences, numericCandidates } from '../references/index.ts';
import { fromJson } from './entry-json.ts';
import { shareReference, shareUetr } from './pairing.ts';
import { findReturnOf, findTakenBackOf, listCredits, type EntryKind } from './repository.ts';

/** The meaning of an entry, as far as rules can tell. */
export interface Class {
  kind: EntryKind;
  /** For a payout or its return, the order's or batch's id; for a deposit taken back, its identity. */
  subject: string | null;
  /** Our reference, if exactly one was found. */
  reference: string | null;
  /** For a payout, the orders that its debit covers. */
  settles: readonly string[];
}

/** An entry that no rule explains. */
export const UNKNOWN = { kind: 'unknown', subject: null, reference: null, settles: [] } as const;

/**
 * Classifies an entry (D42). A credit that may be our own money returning is never a payer's deposit. A debit without
 * an order, or of another amount than ordered, is unknown and raises an alarm, whatever it may turn out to be.
 */
export async function classify(
  on: Queryable,
  account: BankAccountConfig,
  entry: FileEntry,
  referenceOf = referencesAt(on, account),
): Promise<Class> {
  if (hasCode(entry, account.ownCodes)) return { ...UNKNOWN, kind: 'other' };
  return entry.amount.gt(0)
    ? classifyCredit(on, account, entry, referenceOf)
    : classifyDebit(on, account, entry);
}

async function classifyCredit(
  on: Queryable,
  account: BankAccountConfig,
  entry: FileEntry,
  referenceOf: ReferenceOf,
): Promise<Class> {
  const named = await listOrders(on, { account: account.id, ids: candidateInstructionIds(entry) });
  if (named.length > 0 || entry.kind === 'return') {
    const [order] = named;
    const isIt =
      order !== undefined &&
      named.length === 1 &&
      isReturnOf(account, entry, order) &&
      // A payment returns once.
      (await findReturnOf(on, { order: order.id })) === undefined;
    return isIt ? { ...UNKNOWN, kind: 'return', subject: order.id } : UNKNOWN;
  }
  return { ...UNKNOWN, kind: 'deposit', reference: await referenceOf(entry) };
}

/** Our reference that an entry names, if exactly one was found. */
export type ReferenceOf = (entry: FileEntry) => Promise<string | null>;

/** Looks each entry's reference up once, however often it is requested. */
export function referencesAt(on: Queryable, account: BankAccountConfig): ReferenceOf {
  const known = new Map<FileEntry, Promise<string | null>>();
  return (entry) => {
    const found = known.get(entry) ?? findReference(on, account, entry);
    known.set(entry, found);
    return found;
  };
}

/** With two references, a person must decide. A numeric one counts only without any other. */
async function findReference(
  on: Queryable,
  account: BankAccountConfig,
  entry: FileEntry,
): Promise<string | null> {
  const [reference, ...others] = await issuedAmong(on, candidateReferences(entry));
  if (reference !== undefined) return others.length === 0 ? reference : null;
  return (await findByNumericReference(on, account, numericCandidates(entry))) ?? null;
}

/**
 * The payee knows the payment's id, and could write it into a payment of a cent. So a returned payment must come back
 * in full, or less a fee within the operator's limit, if the bank itself marks it as a return.
 */
function isReturnOf(account: BankAccountConfig, { amount, kind }: FileEntry, order: OrderRow): boolean {
  const fee = money(order.amount).minus(amount);
  if (order.batchId === null || fee.isNegative()) return false;
  return fee.isZero() || (kind === 'return' && fee.lte(account.maxReturnFee));
}

async function classifyDebit(on: Queryable, account: BankAccountConfig, entry: FileEntry): Promise<Class> {
  if (entry.kind === 'taken_back') {
    const credit = await findTakenBack(on, account, entry);
    return credit === undefined ? UNKNOWN : { ...UNKNOWN, kind: 'taken_back', subject: credit };
  }
  // Checked first, because a charge can name the payment that it is for. An entry that merely looks like a charge may
  // be a theft, so only codes that the operator has listed count.
  if (hasCode(entry, account.costCodes)) return { ...UNKNOWN, kind: 'cost' };
  const named = await listOrders(on, { account: account.id, ids: candidateInstructionIds(ofOne(entry)) });
  const [order] = named;
  // A second debit for one order, or for one that the bank had refused, raises an alarm, like one of another amount.
  if (named.length === 1 && order?.state === 'exported' && money(order.amount).eq(entry.amount.negated())) {
    return { ...UNKNOWN, kind: 'pay_out', subject: order.id, settles: [order.id] };
  }
  const paid = await findPaidByFile(on, account, entry);
  return paid ? { ...UNKNOWN, kind: 'pay_out', subject: paid.batch, settles: paid.orders } : UNKNOWN;
}

/** Without the names of the file, because older ones contain the id of the first payment. */
function ofOne(entry: FileEntry): FileEntry {
  return { ...entry, references: { ...entry.references, message: null, paymentInformation: null } };
}

/**
 * By a reference of the bank that both have, and that no other credit has; never by the amount alone. A credit is taken
 * back once, so a second debit is unknown.
 */
async function findTakenBack(
  on: Queryable,
  account: BankAccountConfig,
  entry: FileEntry,
): Promise<string | undefined> {
  const { uetr, clearing, transaction, servicer, endToEnd } = entry.references;
  const rows = await listCredits(on, {
    account: account.id,
    least: entry.amount.negated().toFixed(),
    references: [uetr, clearing, transaction, servicer, endToEnd].filter((one) => one !== null),
  });
  const credits = rows.map(({ identity, entry: json }) => ({ identity, credit: fromJson(json) }));
  const same = [shareUetr, shareReference]
    .map((share) => credits.filter(({ credit }) => share(credit, entry)))
    .find((found) => found.length > 0);
  const [only, ...others] = same ?? [];
  if (!only || others.length > 0) return undefined;
  return (await findTakenBackOf(on, { deposit: only.identity })) ? undefined : only.identity;
}

/** The bank's own code, or its part before a space, is one that the operator listed. */
function hasCode({ code }: FileEntry, codes: readonly string[]): boolean {
  return (
    code !== null &&
    codes.some((one) => code === one || code.startsWith(`${one} `) || code.endsWith(` ${one}`))
  );
}
