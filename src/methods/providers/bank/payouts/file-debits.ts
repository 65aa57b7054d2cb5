import type { Queryable } from '../../../../db/index.ts';
import { money, type Money, ZERO } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import type { FileEntry } from '../files/index.ts';
import type { NachaProfile } from '../payments/index.ts';
import { candidateMessageIds } from './message-id.ts';
import { listBatches, listOfBatch, listOpenBatches, type BatchRow } from './repository.ts';
import { groupsOf } from './stored-groups.ts';

/** Payments of one file that one debit covers. */
export interface PaidByFile {
  batch: string;
  orders: string[];
}

/**
 * The payments that the bank debits as one. These are all of a file, or all of a group in it, that were neither refused
 * nor debited before. They are found by the file's id, which the entry must name, and by exactly their sum. A NACHA
 * file has no id that banks repeat, so it is enough that the entry names the company, or counts the payments, if
 * exactly one open file or group has that sum. Undefined for none, and for several.
 */
export async function findPaidByFile(
  on: Queryable,
  account: BankAccountConfig,
  entry: FileEntry,
): Promise<PaidByFile | undefined> {
  const amount = entry.amount.negated();
  const named = await listBatches(on, { account: account.id, ids: candidateMessageIds(entry) });
  if (named.length > 0) return theOnly(await listParts(on, named, amount), entry);
  const profile = account.out?.profile;
  if (profile?.format !== 'nacha') return undefined;
  const parts = await listParts(on, await listOpenBatches(on, { account: account.id }), amount);
  return theOnly(
    namesCompany(entry, profile) ? parts : parts.filter(({ orders }) => orders.length === entry.batchOf),
    entry,
  );
}

/** The payments of a file, or of a group in it, with exactly this sum; undefined for none. `of`: the id of either. */
export async function findPartOf(
  on: Queryable,
  { account, of, amount }: { account: string; of: string; amount: Money },
): Promise<PaidByFile | undefined> {
  const batches = await listBatches(on, { account, ids: [of, of.replace(/-[0-9]+$/, '')] });
  const parts = await listParts(on, batches, amount);
  const own = parts.filter(({ group }) => group === of);
  const [only, ...others] = own.length > 0 ? own : parts;
  return others.length === 0 ? only : undefined;
}

interface Part extends PaidByFile {
  /** Undefined for the whole file. */
  group: string | undefined;
}

/** The open parts of some files with a sum. A part is a whole file or, failing that, a group. */
async function listParts(on: Queryable, batches: readonly BatchRow[], amount: Money): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { id: batch, groups } of batches) {
    const open = (await listOfBatch(on, { batch })).filter(({ state }) => state === 'exported');
    const part = (group: string | undefined, ids: readonly string[]): Part | undefined => {
      const own = open.filter(({ id }) => ids.includes(id));
      const sum = own.reduce((total, order) => total.plus(money(order.amount)), ZERO);
      return own.length > 0 && sum.eq(amount) ? { batch, group, orders: own.map(({ id }) => id) } : undefined;
    };
    const whole = part(
      undefined,
      open.map(({ id }) => id),
    );
    if (whole) parts.push(whole);
    else parts.push(...groupsOf(groups).flatMap(({ id, instructionIds }) => part(id, instructionIds) ?? []));
  }
  return parts;
}

/** Among several with the sum, the one of the named group, or with the counted number of payments. */
function theOnly(parts: readonly Part[], { references, batchOf }: FileEntry): PaidByFile | undefined {
  if (parts.length <= 1) return parts[0];
  const { paymentInformation } = references;
  const named = parts.filter(({ group }) => group !== undefined && group === paymentInformation);
  const counted = parts.filter(({ orders }) => orders.length === batchOf);
  return [named, counted].find((found) => found.length === 1)?.[0];
}

function namesCompany({ texts, references, party }: FileEntry, { company }: NachaProfile): boolean {
  const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const written = plain([party.name, ...texts, ...Object.values(references)].join(' '));
  return [company.id, company.name].some((name) => written.includes(plain(name)));
}
