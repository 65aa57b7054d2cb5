import { createHash } from 'node:crypto';
import type { FileEntry, FileStatement } from '../files/index.ts';

/**
 * What tells entries apart: no reference of a bank is unique, so all of them count, with amount, days and text. Equal
 * entries of a day are told apart by their place among them (`identityOf`).
 */
export function fingerprintOf(account: string, currency: string, entry: FileEntry): string {
  const { servicer, entry: own, endToEnd, transaction, uetr, clearing } = entry.references;
  return hashOf([
    ...[account, currency, entry.amount.toFixed(), entry.bookingDate, entry.valueDate],
    ...[servicer, own, endToEnd, transaction, uetr, clearing, textOf(entry)],
  ]);
}

/** The n-th entry with a fingerprint, from 1. */
export function identityOf(account: string, fingerprint: string, n: number): string {
  return `${account}:${fingerprint}#${n}`;
}

/** Of all that a statement says, so that the same one is recognized in another file. */
export function statementIdentityOf(account: string, statement: FileStatement): string {
  const { role, id, page, opening, closing, entries, currency } = statement;
  const fingerprints = entries.map((entry) => fingerprintOf(account, currency, entry) + entry.status);
  return hashOf([
    ...[role, id, page && String(page.number), opening && opening.amount.toFixed(), opening && opening.date],
    ...[closing && closing.amount.toFixed(), closing && closing.date, ...fingerprints.sort()],
  ]);
}

/** What was written, without the spaces and line breaks that banks add. */
export function textOf({ creditorReferences, texts }: FileEntry): string {
  return [...creditorReferences, ...texts].join('').replaceAll(/\s/g, '');
}

function hashOf(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
