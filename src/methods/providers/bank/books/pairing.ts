import type { FileEntry } from '../files/index.ts';
import { textOf } from './fingerprint.ts';

/** An entry, with our own reference if it was found in it. */
export interface Referred {
  entry: FileEntry;
  reference: string | null;
}

/** A movement that was reported before. */
export interface Known extends Referred {
  /** Whether this kind of file has reported it already, in which case only sure signs count. */
  isTold?: boolean;
}

/** A sign that two entries are one movement, reported in two files. */
interface Sign {
  /** Entries with an equal key have it. */
  keysOf(entry: FileEntry): string[];
  /** Whether it is no sign where several entries of the amount share the key. */
  isUnique?: boolean;
  /** Whether a bank that reports two movements in one kind of file cannot give it to both. */
  isSure: boolean;
  /** The maximum number of days between the two reports; undefined for any number. */
  withinDays?: number;
}

/**
 * The days between an early report and the books, or two files, which can have a weekend with holidays, or future value
 * dates, between them.
 */
export const MOST_DAYS_APART = 10;

const DAY_MS = 24 * 3600_000;

/** The surest first. */
const SIGNS: readonly Sign[] = [
  { keysOf: ({ references: { uetr } }) => (uetr === null ? [] : [uetr]), isSure: true },
  ...[
    { keysOf: (entry: FileEntry) => crossed(banksKeys(entry), partyKeys(entry)), isSure: true },
    { keysOf: banksKeys, isUnique: true, isSure: true },
    { keysOf: (entry: FileEntry) => crossed(payersKeys(entry), [textOf(entry)]), isSure: true },
    { keysOf: (entry: FileEntry) => [`${textOf(entry)} ${entry.valueDate ?? ''}`], isSure: true },
    { keysOf: payersKeys, isSure: false },
    // Our own reference alone, which `pairUp` also combines with each other sign.
    { keysOf: () => [''], isSure: false },
  ].map((sign) => ({ ...sign, withinDays: MOST_DAYS_APART })),
];
const OURS_ALONE = SIGNS.length - 1;

/**
 * Finds for each entry of a statement the movement that was reported before, in another kind of file or with another
 * text. Both have the same amount. Pairs are made by the best sign over the whole statement, each movement for one
 * entry only. First by a UETR, then by a bank's reference with the payer, or alone where no other entry of the amount
 * has it, then by the payer's reference, by an equal text and value date, and by our own reference. Two payments that
 * name two links are never one, nor those of two payers, whatever else they share.
 */
export function pairUp<Entry extends Referred, Before extends Known>(
  entries: readonly Entry[],
  known: readonly Before[],
): Map<Entry, Before> {
  const pairs = new Map<Entry, Before>();
  const taken = new Set<Before>();
  for (const [at, sign] of SIGNS.entries()) {
    for (const isNamed of at === OURS_ALONE ? [true] : [true, false]) {
      const left = entries.filter((one) => !pairs.has(one));
      const before = byKey(known, sign, isNamed);
      // Counted over all entries, including matched ones, because matching does not make a reference unique.
      const shared = sign.isUnique ? sharedKeys(sign, [entries, known]) : undefined;
      for (const one of left) {
        const lists = keysIn(one, sign, isNamed)
          .filter((key) => !shared?.has(keyWithoutName(key)))
          .flatMap((key) => [before.get(key) ?? []]);
        for (const list of lists) {
          while (list.length > 0 && taken.has(list.at(-1) as Before)) list.pop();
          const found = list.findLast((other) => !taken.has(other) && fits(one, other, sign));
          if (!found) continue;
          pairs.set(one, found);
          taken.add(found);
          break;
        }
      }
    }
  }
  return pairs;
}

function fits(one: Referred, other: Known, sign: Sign): boolean {
  const areNamed = one.reference !== null && other.reference !== null;
  if (areNamed && one.reference !== other.reference) return false;
  if (other.isTold && !sign.isSure) return false;
  if (sign.withinDays === undefined) return true;
  return (
    !contradicts(one.entry, other.entry, other.isTold ? [...ON_ITS_WAY, ...IN_ONE_KIND] : ON_ITS_WAY) &&
    (areNamed || !isOtherParty(one.entry.party, other.entry.party)) &&
    daysBetween(one.entry, other.entry) <= sign.withinDays
  );
}

/** The oldest last, so that removing one does not move the others. */
function byKey<One extends Referred>(
  known: readonly One[],
  sign: Sign,
  isNamed: boolean,
): Map<string, One[]> {
  const found = new Map<string, One[]>();
  for (const one of known.toReversed()) {
    for (const key of keysIn(one, sign, isNamed)) {
      const same = found.get(key);
      if (same) same.push(one);
      else found.set(key, [one]);
    }
  }
  return found;
}

const SEPARATOR = '\n';

/** With the amount and, if requested, our own reference, without which there is no key then. */
function keysIn({ entry, reference }: Referred, sign: Sign, isNamed: boolean): string[] {
  if (isNamed && reference === null) return [];
  return sign
    .keysOf(entry)
    .map((key) => [isNamed ? reference : '', entry.amount.toFixed(), key].join(SEPARATOR));
}

function keyWithoutName(key: string): string {
  return key.slice(key.indexOf(SEPARATOR));
}

/** The keys that several entries of one amount have, on either side. */
function sharedKeys(sign: Sign, sides: readonly (readonly Referred[])[]): Set<string> {
  const shared = new Set<string>();
  for (const side of sides) {
    const seen = new Set<string>();
    for (const one of side) {
      for (const key of new Set(keysIn(one, sign, false).map(keyWithoutName))) {
        if (seen.has(key)) shared.add(key);
        seen.add(key);
      }
    }
  }
  return shared;
}

type Name = keyof FileEntry['references'];

/** References given by intermediary banks do not change in transit. */
const ON_ITS_WAY: readonly Name[] = ['uetr', 'transaction', 'clearing'];

/** Within one kind of file, these are always equal too. */
const IN_ONE_KIND: readonly Name[] = ['servicer', 'endToEnd'];

const OF_BANKS = ['clearing', 'transaction', 'servicer'] as const;

function banksKeys({ references }: FileEntry): string[] {
  return OF_BANKS.flatMap((name) => (references[name] === null ? [] : [`${name} ${references[name]}`]));
}

/** The payer's own reference counts only with the payer. */
function payersKeys(entry: FileEntry): string[] {
  const { endToEnd } = entry.references;
  return endToEnd === null ? [] : crossed([endToEnd], partyKeys(entry));
}

function partyKeys({ party: { account, name } }: FileEntry): string[] {
  return [
    ...(account === null ? [] : [`account ${plain(account)}`]),
    ...(name === null ? [] : [`name ${plain(name)}`]),
  ];
}

function crossed(ones: readonly string[], others: readonly string[]): string[] {
  return ones.flatMap((one) => others.map((other) => `${one} ${other}`));
}

/**
 * Whether both have the same reference that a bank gives to one movement; the payer's own counts only with the payer.
 */
export function shareReference(one: FileEntry, other: FileEntry): boolean {
  if (shareUetr(one, other)) return true;
  const [keys, others] = [one, other].map((entry) => [...banksKeys(entry), ...payersKeys(entry)]);
  return keys?.some((key) => others?.includes(key)) === true;
}

export function shareUetr({ references: one }: FileEntry, { references: other }: FileEntry): boolean {
  return one.uetr !== null && one.uetr === other.uetr;
}

function contradicts(
  { references: mine }: FileEntry,
  { references: theirs }: FileEntry,
  names: readonly Name[],
): boolean {
  return names.some((name) => mine[name] !== null && theirs[name] !== null && mine[name] !== theirs[name]);
}

type Party = FileEntry['party'];

/** Only facts in both files can differ. One may write an IBAN where the other has its number, or cut a name. */
function isOtherParty(one: Party, other: Party): boolean {
  const isOtherName = differ(one.name, other.name, (long, short) => long.startsWith(short));
  const isOtherAccount = differ(one.account, other.account, (long, short) => long.endsWith(short));
  if (isOtherAccount === undefined) return isOtherName === true;
  return isOtherAccount && isOtherName !== false;
}

/** Undefined where one of them lacks it. */
function differ(
  one: string | null,
  other: string | null,
  covers: (long: string, short: string) => boolean,
): boolean | undefined {
  if (one === null || other === null) return undefined;
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length);
  return short === '' ? undefined : !covers(long, short);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The least distance between any two of their days; none where one has no day. */
function daysBetween(one: FileEntry, other: FileEntry): number {
  const [days = [], others = []] = [one, other].map(({ bookingDate, valueDate }) =>
    [bookingDate, valueDate].flatMap((day) => (day === null ? [] : [Date.parse(day) / DAY_MS])),
  );
  const apart = days.flatMap((day) => others.map((another) => Math.abs(day - another)));
  return apart.length === 0 ? 0 : Math.min(...apart);
}
