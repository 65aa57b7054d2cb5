import type { Money } from '../../../../lib/money.ts';
import { MOST_NACHA_SUM, totalOf } from './amounts.ts';
import type { Payment, PaymentBatch } from './batch.ts';
import { creditorOf } from './creditor.ts';
import { groupsOf } from './groups.ts';
import { cents, digits, FILLER, line, shortDate, text } from './nacha-fields.ts';
import type { NachaProfile } from './profile.ts';

const BLOCK = 10;
const ADDENDA_TEXT = 80;
/** A, B … Z, 0 … 9: the files that a bank can tell apart on one day. */
const FILE_MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MOST_ENTRIES = 999_999;

const CREDITS_ONLY = '220';
const MIXED = '200';

/** A file of the US clearing house, with lines of 94 characters in blocks of ten. */
export function writeNacha(profile: NachaProfile, batch: PaymentBatch): string {
  const total = totalOf(batch.payments);
  if (total.gt(MOST_NACHA_SUM)) throw new Error('the payments are more than a NACHA file has room for');
  const groups = entryGroupsOf(profile, batch);
  const lines = [
    fileHeader(profile, batch),
    ...groups.flatMap((group, index) => batchLines(profile, batch, group, index + 1)),
  ];
  const entries = groups.flatMap((group) => group.entries);
  if (countOf(entries) > MOST_ENTRIES) throw new Error('a NACHA file has room for 999999 lines of payments');
  // The last line counts itself.
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(fileControl(entries, groups.length, blocks));
  while (lines.length < blocks * BLOCK) lines.push(FILLER);
  return lines.map((line) => `${line}\n`).join('');
}

interface Entry {
  code: string;
  routingNumber: string;
  accountNumber: string;
  amount: Money;
  isDebit: boolean;
  id: string;
  name: string;
  addenda: string;
  /** The number of the entry in the file, from 1. */
  sequence: number;
}

interface EntryGroup {
  secCode: string;
  entries: Entry[];
}

/** Companies are paid in one batch and persons in another, with continuous traces. */
function entryGroupsOf(profile: NachaProfile, batch: PaymentBatch): EntryGroup[] {
  let sequence = 0;
  return groupsOf(profile, batch).map(({ achKind = 'CCD', payments }) => {
    const entries = payments.map((payment) => entryOf(profile, payment, ++sequence));
    if (profile.offset !== undefined) {
      entries.push(offsetOf(profile.offset, { messageId: batch.messageId, payments }, ++sequence));
    }
    return { secCode: achKind, entries };
  });
}

function entryOf(profile: NachaProfile, payment: Payment, sequence: number): Entry {
  const { name, account, agent, isSavings } = creditorOf(profile, payment);
  if (!('number' in account) || agent === undefined || !('routingNumber' in agent)) {
    throw new Error('an ACH payment needs an account number and a routing number');
  }
  return {
    code: isSavings ? '32' : '22',
    routingNumber: agent.routingNumber,
    accountNumber: account.number,
    amount: payment.amount,
    isDebit: false,
    id: payment.instructionId,
    name,
    addenda: addendaOf(payment),
    sequence,
  };
}

function addendaOf({ remittance }: Payment): string {
  if (remittance === null) return '';
  return 'text' in remittance ? remittance.text : remittance.creditorReference;
}

/** The debit of the company's own account that balances the credits before it. */
function offsetOf(
  { routingNumber, accountNumber, accountType }: NonNullable<NachaProfile['offset']>,
  { messageId, payments }: Pick<PaymentBatch, 'messageId' | 'payments'>,
  sequence: number,
): Entry {
  return {
    code: accountType === 'savings' ? '37' : '27',
    routingNumber,
    accountNumber,
    amount: totalOf(payments),
    isDebit: true,
    // The statement shows it with this debit, if it shows anything.
    id: messageId,
    name: 'OFFSET',
    addenda: '',
    sequence,
  };
}

function fileHeader({ destination, origin }: NachaProfile, { createdAt, fileOfDay }: PaymentBatch): string {
  const modifier = FILE_MODIFIERS[fileOfDay - 1];
  if (modifier === undefined) throw new Error(`a bank takes at most ${FILE_MODIFIERS.length} files a day`);
  const created = createdAt.toISOString();
  return line(
    '101',
    destination.id.padStart(10),
    origin.id.padStart(10),
    shortDate(created),
    created.slice(11, 13) + created.slice(14, 16),
    modifier,
    '094101',
    text(destination.name, 23),
    text(origin.name, 23),
    text('', 8),
  );
}

function batchLines(profile: NachaProfile, batch: PaymentBatch, group: EntryGroup, number: number): string[] {
  const { company, odfi, description } = profile;
  const serviceClass = profile.offset === undefined ? CREDITS_ONLY : MIXED;
  const odfiAndNumber = odfi.slice(0, 8) + digits(number, 7);
  const header = line(
    '5',
    serviceClass,
    text(company.name, 16),
    text('', 20),
    text(company.id, 10),
    group.secCode,
    text(description, 10),
    text('', 6),
    shortDate(batch.executionDate),
    text('', 3),
    '1',
    odfiAndNumber,
  );
  const control = line(
    '8',
    serviceClass,
    digits(countOf(group.entries), 6),
    hashOf(group.entries),
    ...sumsOf(group.entries),
    text(company.id, 10),
    text('', 25),
    odfiAndNumber,
  );
  return [header, ...group.entries.flatMap((entry) => entryLines(profile, entry)), control];
}

function entryLines({ odfi }: NachaProfile, entry: Entry): string[] {
  const addenda = text(entry.addenda, ADDENDA_TEXT);
  const hasAddenda = addenda.trim() !== '';
  const detail = line(
    '6',
    entry.code,
    entry.routingNumber,
    entry.accountNumber.padEnd(17),
    cents(entry.amount, 10),
    text(entry.id, 15),
    text(entry.name, 22),
    '  ',
    hasAddenda ? '1' : '0',
    odfi.slice(0, 8) + digits(entry.sequence, 7),
  );
  return hasAddenda ? [detail, line('705', addenda, '0001', digits(entry.sequence, 7))] : [detail];
}

function fileControl(entries: readonly Entry[], batches: number, blocks: number): string {
  return line(
    '9',
    digits(batches, 6),
    digits(blocks, 6),
    digits(countOf(entries), 8),
    hashOf(entries),
    ...sumsOf(entries),
    text('', 39),
  );
}

/** Entries and addenda together. */
function countOf(entries: readonly Entry[]): number {
  return entries.reduce((count, { addenda }) => count + (text(addenda, 1).trim() === '' ? 1 : 2), 0);
}

/** The sum of the routing numbers without their check digits, of which the last ten digits count. */
function hashOf(entries: readonly Entry[]): string {
  const sum = entries.reduce((total, { routingNumber }) => total + BigInt(routingNumber.slice(0, 8)), 0n);
  return String(sum % 10n ** 10n).padStart(10, '0');
}

function sumsOf(entries: readonly Entry[]): string[] {
  return [true, false].map((isDebit) =>
    cents(totalOf(entries.filter((entry) => entry.isDebit === isDebit)), 12),
  );
}
