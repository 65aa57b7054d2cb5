import { parseMinorUnits } from './amounts.ts';
import { fundsLength, type Bai2Record } from './bai2-records.ts';
import { onCalendar, parseShortDate } from './dates.ts';
import { bareEntry } from './entry.ts';
import { FileRefused, type FileEntry } from './statement-file.ts';
import { accountOf, cleanTexts, quoted, referenceOrNull, textOrNull } from './texts.ts';

/** The meanings of type codes, besides the direction of the money, because banks choose codes freely. */
export type Bai2Kinds = Readonly<Record<string, FileEntry['kind']>>;

const KINDS: Bai2Kinds = {
  // ACH returns and their settlement, reversals of debits, rejected credits, returned cheques and wires.
  ...{
    168: 'return',
    252: 'return',
    255: 'return',
    257: 'return',
    258: 'return',
    261: 'return',
    266: 'return',
  },
  // Reversals of credits, corrections, deposited items that came back, ACH returns and reversals.
  ...{ 552: 'taken_back', 554: 'taken_back', 555: 'taken_back', 557: 'taken_back', 558: 'taken_back' },
  ...{ 661: 'charge', 698: 'charge' },
};
/** An informational record that moves no money. */
const NO_MONEY = '890';

interface Surroundings {
  currency: string;
  /** The group's as-of date. */
  date: string | null;
  kinds: Bai2Kinds;
}

/** Record 16; undefined if it moves no money. */
export function readBai2Entry(
  { fields, texts }: Bai2Record,
  { currency, date, kinds }: Surroundings,
): FileEntry | undefined {
  const [, type = '', amount = ''] = fields.map((field) => field.trim());
  if (!/^\d{3}$/.test(type)) throw new FileRefused(`${quoted(type)} is not a type code of BAI2.`);
  const absolute = parseMinorUnits(amount === '' ? '0' : amount, currency);
  if (type === NO_MONEY || absolute.isZero()) return undefined;
  if (absolute.isNegative())
    throw new FileRefused('An entry in the file has a sign, which its type code gives.');
  const isCredit = isCreditType(type);
  const bare = bareEntry(isCredit ? absolute : absolute.negated());
  const { words, plain } = codewordsOf(texts);
  const after = 3 + fundsLength(fields, 3);
  const fundsDate = fields[3]?.trim() === 'V' ? (fields[4]?.trim() ?? '') : '';
  return {
    ...bare,
    bookingDate: date === null ? null : onCalendar(date),
    valueDate: fundsDate === '' ? null : onCalendar(parseShortDate(fundsDate)),
    kind: Object.hasOwn(kinds, type) ? (kinds[type] ?? 'payment') : (KINDS[type] ?? 'payment'),
    code: type,
    references: {
      ...bare.references,
      servicer: referenceOrNull(fields[after]),
      instruction: referenceOrNull(fields[after + 1]),
      endToEnd: referenceOrNull(words.get('EREF')),
      clearing: referenceOrNull(words.get('CREF')),
    },
    texts: cleanTexts([words.get('REMI'), ...plain]),
    party: partyOf(words, isCredit),
    reason: reasonOf(plain),
  };
}

/** By the ranges of the standard, the last two of which are the bank's own. */
function isCreditType(type: string): boolean {
  const code = Number(type);
  if ((code >= 101 && code <= 399) || (code >= 920 && code <= 959)) return true;
  if ((code >= 401 && code <= 699) || (code >= 960 && code <= 999)) return false;
  throw new FileRefused(`The type code ${type} does not say whether money came in or went out.`);
}

const CODEWORD = /^(EREF|CREF|REMI|IDNM|CHKN|[DC](?:BNM|RNM|ACT|ABA|BIC)):\s*(.*)$/;

/** `EREF: …` in continuations, as Goldman Sachs writes them; anything else is text. */
function codewordsOf(texts: readonly string[]): { words: Map<string, string>; plain: string[] } {
  const words = new Map<string, string>();
  const plain: string[] = [];
  for (const text of texts) {
    const [, word, value = ''] = CODEWORD.exec(text.trim()) ?? [];
    if (word === undefined || words.has(word)) plain.push(text);
    else words.set(word, value);
  }
  return { words, plain: joined(plain) };
}

/** Continuations continue the same text. */
function joined(texts: readonly string[]): string[] {
  return texts.length > 0 ? [texts.join('\n')] : [];
}

function partyOf(words: ReadonlyMap<string, string>, isCredit: boolean): FileEntry['party'] {
  const side = isCredit ? 'D' : 'C';
  return {
    name: textOrNull(words.get(isCredit ? 'DBNM' : 'CRNM')),
    account: accountOf(words.get(`${side}ACT`)) || null,
    bic: textOrNull(words.get(`${side}BIC`)),
    routing: textOrNull(words.get(`${side}ABA`)),
  };
}

function reasonOf(texts: readonly string[]): FileEntry['reason'] {
  const [, code] = /\bReason: "?([A-Z]\d\d)\b/.exec(texts.join(' ')) ?? [];
  return code === undefined ? null : { code, words: null };
}
