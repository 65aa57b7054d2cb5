import type { Tag } from './mt-tags.ts';
import type { FileEntry } from './statement-file.ts';
import { accountOf, cleanTexts, referenceOrNull, textOrNull } from './texts.ts';

/** The content of field 86, in one of the forms used by banks. */
export interface Description extends Pick<FileEntry, 'code' | 'creditorReferences' | 'texts' | 'party'> {
  endToEnd: string | null;
  /** The reference that the account's owner had given the payment. */
  ownReference: string | null;
  returnCode: string | null;
  isCharge: boolean;
  isReturn: boolean;
}

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
/** After a full line, the next one may continue in the middle of a word. */
const FULL_LINE = 60;

export function readDescription(tags: readonly Tag[]): Description {
  const coded = tags.find(({ name }) => name === 'NS');
  if (coded) return numbered(coded.value.split('\n'));
  const joined = tags.map(({ value }) => value.split('\n').join(''));
  const [whole = ''] = joined;
  if (/^\s*\d{3}[^\w\s]\d\d/.test(whole)) return german(joined.join('').trim());
  if (tags.length === 1 && /^\/(EREF|TRTP|REMI|NAME|BENM|ORDP|IBAN|MARF|CSID|RTRN|PREF|CNTP)\//.test(whole))
    return slashed(whole);
  return { ...nothing(), texts: cleanTexts(tags.map(({ value }) => joinWords(value))) };
}

function nothing(): Description {
  return {
    code: null,
    creditorReferences: [],
    texts: [],
    party: { name: null, account: null, bic: null, routing: null },
    endToEnd: null,
    ownReference: null,
    returnCode: null,
    isCharge: false,
    isReturn: false,
  };
}

function joinWords(value: string): string {
  return value.split('\n').reduce((text, line) => {
    const last = text.slice(text.lastIndexOf('\n') + 1);
    return last.length >= FULL_LINE ? text + line : `${text}\n${line}`;
  });
}

/** Booking types of banks in Germany for returned transfers and for charges. */
const RETURNS = new Set(['159']);
const CHARGES = new Set(['805', '808', '809']);
/** Codewords of references and mandates, which are no text of the payer. */
const REFERENCES = new Set(['EREF', 'KREF', 'MREF', 'CRED', 'DEBT']);
/** Codewords within the purpose, at the start of a subfield. */
const CODEWORD = /^([A-Z]{4})[+:]/;

/** `166?00GUTSCHRIFT?20EREF+…?21SVWZ+…?30BIC?31IBAN?32NAME`, with any separator. */
function german(text: string): Description {
  const type = text.slice(0, 3);
  const separator = text.charAt(3).replace(/[?^$.*+|()[\]{}\\/-]/, '\\$&');
  const fields = text
    .slice(3)
    .split(new RegExp(`${separator}(?=\\d\\d)`))
    .filter((part) => part !== '')
    .map((part) => ({ code: Number(part.slice(0, 2)), content: part.slice(2) }));
  const at = (from: number, to: number) => fields.filter(({ code }) => code >= from && code <= to);
  const contentOf = (from: number, to = from) =>
    at(from, to)
      .map(({ content }) => content)
      .join('');
  const words = codewordsOf([...at(20, 29), ...at(60, 63)].map(({ content }) => content));
  const bank = contentOf(30).trim();
  const addition = contentOf(34).trim();
  return {
    ...nothing(),
    code: type,
    endToEnd: referenceOrNull(words.get('EREF')),
    ownReference: referenceOrNull(words.get('KREF')),
    texts: cleanTexts([
      contentOf(0),
      ...[...words].filter(([word]) => !REFERENCES.has(word)).map(([, value]) => value),
    ]),
    party: {
      name: textOrNull(contentOf(32, 33)),
      account: accountOf(contentOf(31)) || accountOf(contentOf(38)) || null,
      bic: BIC.test(bank) ? bank : null,
      routing: bank === '' || BIC.test(bank) ? null : textOrNull(bank),
    },
    // The other codes of this subfield are kinds of bookings, not reasons.
    returnCode: /^9(0\d|1[0-4])$/.test(addition) ? addition : null,
    isReturn: RETURNS.has(type) || /^9(0\d|1[0-4])$/.test(addition),
    isCharge: CHARGES.has(type),
  };
}

/** The purpose by codeword; the part before the first is under ''. */
function codewordsOf(subfields: readonly string[]): Map<string, string> {
  const words = new Map<string, string>();
  let current = '';
  for (const subfield of subfields) {
    const [start = '', word] = CODEWORD.exec(subfield) ?? [];
    if (word !== undefined && !words.has(word)) current = word;
    const content = word === current ? subfield.slice(start.length) : subfield;
    words.set(current, (words.get(current) ?? '') + content);
  }
  return words;
}

const SLASHED =
  /\/(TRTP|TRCD|IBAN|BIC|NAME|EREF|KREF|CREF|PREF|MARF|CSID|REMI|RTRN|BENM|ORDP|ADDR|ISDT|CNTP|PURP|ULTB|ULTD|NRTX|SVCL)\//g;

/** `/EREF/…/REMI/…/NAME/…/IBAN/…/RTRN/MS03/`. */
function slashed(text: string): Description {
  const values = new Map<string, string>();
  const marks = [...text.matchAll(SLASHED)].filter(({ index }, at, found) => {
    const before = found[at - 1];
    // `/CNTP/IBAN/…` names no keyword, because a counterparty's fields have no names.
    return before?.[1] !== 'CNTP' || index > before.index + before[0].length;
  });
  marks.forEach((mark, at) => {
    const value = text.slice(mark.index + mark[0].length, marks[at + 1]?.index);
    if (!values.has(mark[1] ?? '')) values.set(mark[1] ?? '', value);
  });
  const [account, bic, name] = values.get('CNTP')?.split('/') ?? [];
  const remittance = values.get('REMI') ?? '';
  const [, reference] = /^STRD\/(?:[A-Z]{3}\/)?(.*?)\/*$/.exec(remittance) ?? [];
  const returned = values.get('RTRN');
  return {
    ...nothing(),
    endToEnd: referenceOrNull(values.get('EREF')),
    creditorReferences: cleanTexts([reference]),
    texts: cleanTexts([
      values.get('TRTP'),
      reference ?? remittance.replace(/^USTD\/+/, '').replace(/\/+$/, ''),
      values.get('NRTX'),
    ]),
    party: {
      name: textOrNull(values.get('NAME')?.replace(/\/+$/, '') ?? name),
      account: accountOf(values.get('IBAN')?.replaceAll('/', '') ?? account) || null,
      bic: textOrNull(values.get('BIC')?.replaceAll('/', '') ?? bic),
      routing: null,
    },
    returnCode: textOrNull(returned?.replaceAll('/', '')),
    isReturn: returned !== undefined,
  };
}

/**
 * The `:NS:` of some banks has lines of two digits and a text. 01–14 purpose, 15 and 16 name, 17 booking text, 33 and
 * 34 account.
 */
function numbered(lines: readonly string[]): Description {
  const contentOf = (from: number, to = from) =>
    lines
      .filter((line) => Number(line.slice(0, 2)) >= from && Number(line.slice(0, 2)) <= to)
      .map((line) => line.slice(2));
  return {
    ...nothing(),
    texts: cleanTexts([...contentOf(17), contentOf(1, 14).join(' ')]),
    party: {
      name: textOrNull(contentOf(15, 16).join('')),
      account: accountOf(contentOf(34).join('')) || null,
      bic: null,
      routing: textOrNull(contentOf(33).join('')),
    },
  };
}
