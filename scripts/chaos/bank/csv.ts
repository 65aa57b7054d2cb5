import type { Spec } from './accounts.ts';
import { earlyNumberOf, plain } from './files.ts';
import type { Entry, Statement } from './ledger.ts';

/** An export of movements with the balance after each, as portals give it; it has no codes of the bank. */
export function csv(profile: Spec, ...statements: readonly Statement[]): string {
  const { separator, decimal, order } = profile.csv;
  const signed = (cents: bigint) => `${cents < 0n ? '-' : ''}${plain(cents, decimal)}`;
  let balance = statements[0]?.opening ?? 0n;
  const rows = statements
    .flatMap(({ entries }) => entries)
    .map((entry) => [
      ...[profile.number, entry.bookedOn, entry.party?.name ?? '', textOf(entry)],
      ...[earlyNumberOf(profile, entry), signed(entry.cents), signed((balance += entry.cents))],
    ]);
  const header = ['Account', 'Date', 'Name', 'Text', 'Reference', 'Amount', 'Balance'];
  return [header, ...(order === 'oldest_first' ? rows : rows.toReversed())]
    .map((row) => `${row.map((field) => quoted(field, separator)).join(separator)}\n`)
    .join('');
}

/** Whether the bank's own codes are missed by nobody: without them, some of its movements look like payments. */
export function canBeCsv(statements: readonly Statement[]): boolean {
  const entries = statements.flatMap((one) => one.entries);
  const isMissed = ({ kind, cents, endToEnd, texts }: Entry): boolean =>
    (kind === 'own' && cents > 0n) ||
    (kind === 'return' && endToEnd === null && !texts.some((text) => /\bP[0-9A-Z]{14}\b/i.test(text)));
  return entries.length > 0 && !entries.some(isMissed);
}

function textOf({ kind, texts, creditorReference, endToEnd }: Entry): string {
  return [
    ...(creditorReference === null ? [] : [creditorReference]),
    ...texts,
    ...(kind === 'credit' || endToEnd === null ? [] : [endToEnd]),
  ].join('\n');
}

function quoted(field: string, separator: string): string {
  const needs = ['"', '\n', '\r', separator].some((one) => field.includes(one));
  return needs ? `"${field.replaceAll('"', '""')}"` : field;
}
