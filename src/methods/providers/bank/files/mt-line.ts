import { parseCommaAmount } from './amounts.ts';
import { nearestDay, onCalendar, parseShortDate } from './dates.ts';
import { bareEntry } from './entry.ts';
import { readDescription } from './mt-description.ts';
import type { Tag } from './mt-tags.ts';
import { FileRefused, type FileEntry } from './statement-file.ts';
import { cleanTexts, quoted, referenceOrNull } from './texts.ts';

/**
 * Value date, entry date (or four blanks), mark, funds letter, amount, type, reference for the owner, bank's reference.
 * Some banks put a blank before the type, or leave it out.
 * The mark comes first: `CR3000,` is a credit with funds letter R, `RC3000,` a credit taken back.
 */
const LINE =
  /^(\d{6})(\d{4}| {4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d[\d,.]*) *(?:([SNF][A-Z0-9 ]{3}|[A-Z]{3}[A-Z0-9])(.*?))?(?:\/\/(.*))?$/;
/** Codes of charges and commissions. */
const CHARGES = new Set(['CHG', 'COM']);

/** Field 61 with the fields 86 (or NS) that follow it. */
export function readLine(value: string, details: readonly Tag[]): FileEntry {
  const [line, ...supplement] = unbroken(value);
  const [match, date = '', day = '', mark = '', , amount = '', type = '', owner, bank] =
    LINE.exec(line) ?? [];
  if (match === undefined) throw new FileRefused(`The entry ${quoted(line)} cannot be read.`);
  const absolute = parseCommaAmount(amount);
  // Some banks put the other party's name behind the reference, after blanks.
  const [reference, ...words] = owner?.split(/ {2,}/) ?? [];
  const isCredit = mark === 'C' || mark === 'RD' || mark === 'EC';
  const valueDate = parseShortDate(date);
  const described = readDescription(details);
  const code = type.trim();
  const bare = bareEntry(isCredit ? absolute : absolute.negated());
  return {
    ...bare,
    status: mark.startsWith('E') ? 'pending' : 'booked',
    bookingDate: day.trim() === '' ? null : nearestDay(day, onCalendar(valueDate)),
    valueDate: onCalendar(valueDate),
    kind: kindOf({ ...described, mark, isCredit, code: code.slice(1) }),
    code: [code, described.code].filter((part) => part).join(' ') || null,
    references: {
      ...bare.references,
      servicer: referenceOrNull(bank),
      instruction: referenceOrNull(reference) ?? described.ownReference,
      endToEnd: described.endToEnd,
    },
    creditorReferences: described.creditorReferences,
    texts: [...cleanTexts([words.join(' '), supplement.join(' ')]), ...described.texts],
    party: described.party,
    reason: described.returnCode === null ? null : { code: described.returnCode, words: null },
  };
}

/** The whole first line, because some banks break it after the mark. */
function unbroken(value: string): [string, ...string[]] {
  const [first = '', second, ...rest] = value.split('\n').map((line) => line.trimEnd());
  if (second !== undefined && /^\d{6}(\d{4}| {4})?R?[CD][A-Z]?$/.test(first))
    return [first + second, ...rest];
  return [first, ...(second === undefined ? [] : [second, ...rest])];
}

interface Signs {
  mark: string;
  isCredit: boolean;
  /** The code of field 61, without its first letter. */
  code: string;
  isCharge: boolean;
  isReturn: boolean;
}

function kindOf({ mark, isCredit, code, isCharge, isReturn }: Signs): FileEntry['kind'] {
  if (mark === 'RC') return 'taken_back';
  if (mark === 'RD') return 'return';
  if (code === 'RTI') return isCredit ? 'return' : 'taken_back';
  if (isCredit && isReturn) return 'return';
  return !isCredit && (isCharge || CHARGES.has(code)) ? 'charge' : 'payment';
}
