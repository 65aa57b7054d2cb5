import { createHash } from 'node:crypto';
import type { FileEntry, FileStatement } from '../files/index.ts';

/**
 * Distinguishes entries. No reference of a bank is unique, so all of them count, with amount, days and text. Equal
 * entries of a day are distinguished by their order (`identityOf`).
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

/** Covers a statement's whole content, so that the same one is recognised in another file. */
export function statementIdentityOf(account: string, statement: FileStatement): string {
  const { role, id, page, opening, closing, entries, currency } = statement;
  const fingerprints = entries.map((entry) => fingerprintOf(account, currency, entry) + entry.status);
  return hashOf([
    ...[role, id, page && String(page.number), opening && opening.amount.toFixed(), opening && opening.date],
    ...[closing && closing.amount.toFixed(), closing && closing.date, ...fingerprints.sort()],
  ]);
}

/** The written text, without the spaces and line breaks that banks add. */
export function textOf({ creditorReferences, texts }: FileEntry): string {
  return [...creditorReferences, ...texts].join('').replaceAll(/\s/g, '');
}

function hashOf(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
