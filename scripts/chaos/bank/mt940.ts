import { FEE_CODE, OWN_CODE, type Spec } from './accounts.ts';
import { earlyNumberOf, plain } from './files.ts';
import type { Entry, Statement } from './ledger.ts';

const MT_LINE = 65;

/** An MT940, in which there is less room; of several days, a message for each. */
export function mt940(profile: Spec, ...statements: readonly Statement[]): string {
  return statements.map((statement) => message(profile, statement)).join('\r\n') + '\r\n';
}

function message(profile: Spec, { day, date, opening, closing, entries }: Statement): string {
  const balance = (cents: bigint) => balanceOf(profile, date, cents);
  return [
    ...[':20:STARTUMS', `:25:${profile.number}`, `:28C:${numberOf({ day })}/001`],
    `:60F:${balance(opening)}`,
    ...entries.flatMap((entry) => mtEntry(profile, entry)),
    ...[`:62F:${balance(closing)}`, '-'],
  ].join('\r\n');
}

export const numberOf = ({ day }: Pick<Statement, 'day'>): string => String(day + 1).padStart(5, '0');

export const shortDate = (date: string): string => date.replaceAll('-', '').slice(2);

export function balanceOf({ currency }: Spec, date: string, cents: bigint): string {
  return `${cents < 0n ? 'D' : 'C'}${shortDate(date)}${currency}${plain(cents, ',')}`;
}

function mtEntry(profile: Spec, entry: Entry): string[] {
  const { cents, bookedOn, endToEnd, kind, lines } = entry;
  const date = shortDate(bookedOn);
  const owner = kind === 'debit' && endToEnd !== null ? endToEnd : 'NONREF';
  const words = [
    ...(entry.creditorReference === null ? [] : [entry.creditorReference]),
    ...entry.texts,
    ...(kind === 'credit' || endToEnd === null ? [] : [endToEnd]),
    ...(entry.party === null ? [] : [entry.party.name]),
  ];
  const text = lines === 'joined' ? broken(words.join(' ')) : words.join('\r\n');
  // Without a number in common with its early files, nothing could tell that both mean one payment.
  const line = [date, date.slice(2), markOf(entry), plain(cents, ','), mtCode(entry), owner];
  return [`:61:${line.join('')}//${earlyNumberOf(profile, entry)}`, `:86:${text}`];
}

function markOf({ cents, kind }: Entry): string {
  if (kind === 'taken_back') return 'RC';
  return cents > 0n ? 'C' : 'D';
}

function mtCode({ kind, isMarked }: Entry): string {
  if (kind === 'return' && isMarked) return 'NRTI';
  return kind === 'fee' ? FEE_CODE.mt : kind === 'own' ? OWN_CODE.mt : 'NTRF';
}

/** Anywhere, also within a word; but no line of SWIFT begins with a hyphen or a colon. */
function broken(text: string): string {
  const lines: string[] = [];
  for (let rest = text; rest !== '';) {
    let at = Math.min(MT_LINE, rest.length);
    while (at > 1 && /^[-: ]/.test(rest.slice(at))) at--;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return lines.length === 0 ? 'NOTHING' : lines.join('\r\n');
}
