import type { Chance } from '../chance.ts';
import { CAP } from './accounts.ts';
import { camtEarly, camtPages } from './files.ts';
import { dateOf, type AccountBook, type Entry, type Statement } from './ledger.ts';
import type { OpenLink } from './people.ts';
import type { StatementFile, Teller } from './teller.ts';

/** What a bank's portal shows of some days, or a file says of them, in cents. */
export interface Figures {
  closing: bigint;
  credits: { count: number; sum: bigint };
  debits: { count: number; sum: bigint };
}

export interface Forgery {
  kind: string;
  file: StatementFile;
  /** What it says, which its forger types; unless they type what the portal shows. */
  says: Figures;
  /** What the portal shows of the same days. */
  shown: Figures;
}

export interface Links {
  below: OpenLink;
  above: OpenLink;
}

interface Making {
  book: AccountBook;
  links: Links;
  chance: Chance;
  teller: Teller;
  /** The last day that the service has closed. */
  closed: Statement;
  /** The day that the bank has not closed yet, as far as it is. */
  open: Statement;
}

export function figuresOf(...days: readonly Statement[]): Figures {
  const amounts = days.flatMap(({ entries }) => entries.map(({ cents }) => cents));
  const total = (own: readonly bigint[]) => ({
    count: own.length,
    sum: own.reduce((sum, cents) => sum + (cents < 0n ? -cents : cents), 0n),
  });
  return {
    closing: days.at(-1)!.closing,
    credits: total(amounts.filter((cents) => cents > 0n)),
    debits: total(amounts.filter((cents) => cents < 0n)),
  };
}

/**
 * A statement that somebody in finance made up. One person alone is believed in what goes on from the books up to the cap, so
 * on the open day it is above the cap, or the closing balance is the true one; of closed days it is anything.
 */
export function forgeryOf(making: Making): Forgery {
  return making.chance.pick(KINDS)(making);
}

export function openDayOf(book: AccountBook): Statement {
  const date = dateOf(book.day);
  const entries = book.all.filter(({ bookedOn }) => bookedOn === date);
  const opening = entries.reduce((balance, { cents }) => balance - cents, book.balance);
  return {
    id: `OPEN-${book.profile.currency}`,
    day: book.day,
    date,
    opening,
    closing: book.balance,
    entries,
  };
}

const credit = (making: Making, { due, reference }: OpenLink, { date }: Statement): Entry =>
  made(making, { date, cents: due, kind: 'credit', texts: [`Pago ${reference}`] });

const debit = (making: Making, cents: bigint, kind: 'own' | 'fee' | 'manual', { date }: Statement): Entry =>
  made(making, { date, cents: -cents, kind, texts: ['Cargo'] });

function made(
  { chance, book }: Making,
  { date, ...entry }: Pick<Entry, 'cents' | 'kind' | 'texts'> & { date: string },
): Entry {
  const number = `${book.profile.currency}F${Math.floor(chance.share() * 1e9)}`;
  return {
    ...{ servicer: number, endToEnd: null, transaction: `T${number}`, creditorReference: null, reason: null },
    ...{ isMarked: false, lines: 'joined', party: { name: 'Juan Paz', account: '5551234' }, bookedOn: date },
    ...entry,
  };
}

/** With more entries, in any place among the true ones. */
function withMore({ chance }: Making, statement: Statement, more: readonly Entry[], id: string): Statement {
  const entries = [...statement.entries];
  for (const entry of more) entries.splice(Math.floor(chance.share() * (entries.length + 1)), 0, entry);
  const closing = more.reduce((balance, { cents }) => balance + cents, statement.closing);
  return { ...statement, id, entries, closing };
}

function forgery(
  making: Making,
  kind: string,
  { forged, of, before = [] }: { forged: Statement; of: Statement; before?: readonly Statement[] },
): Forgery {
  const { teller, chance, book } = making;
  const format = chance.pick(['camt.053', 'MT940', 'BAI2'] as const);
  // A payer's lines would be a reason of their own.
  const plain = { ...forged, entries: forged.entries.map((one): Entry => ({ ...one, lines: 'joined' })) };
  const days = [...before, plain];
  const file = teller.file(book.profile, format, days, { kind: `forged: ${kind}`, isForged: true });
  return { kind, file, says: figuresOf(...days), shown: figuresOf(...before, of) };
}

/** One of the closed days that is below the cap even with the credit: one person may confirm it. */
function smallDayOf({ book, closed, links }: Making): Statement {
  const cap = BigInt(CAP[book.profile.id]) * 100n;
  const days = book.statements.slice(0, closed.day + 1).toReversed();
  return days.find((day) => figuresOf(day).credits.sum + links.below.due <= cap) ?? closed;
}

const newId = ({ chance }: Making): string => `H-${Math.floor(chance.share() * 1e9)}`;

const KINDS: readonly ((making: Making) => Forgery)[] = [
  ...(['own', 'fee', 'manual'] as const).map((code) => (making: Making) => {
    const { open, links } = making;
    const more = [credit(making, links.below, open), debit(making, links.below.due, code, open)];
    const forged = withMore(making, open, more, newId(making));
    return forgery(making, `a credit, and a debit by the code ${code}`, { forged, of: open });
  }),
  (making) => {
    const { open, links } = making;
    const half = links.below.due / 2n;
    const more = [
      credit(making, links.below, open),
      debit(making, half, 'own', open),
      debit(making, links.below.due - half, 'fee', open),
    ];
    const forged = withMore(making, open, more, newId(making));
    return forgery(making, 'a credit, and two debits', { forged, of: open });
  },
  (making) => {
    const { open, links } = making;
    const forged = withMore(making, open, [credit(making, links.above, open)], newId(making));
    return forgery(making, 'a credit above the cap', { forged, of: open });
  },
  (making) => {
    const { open, closed, links, book } = making;
    const forged = withMore(making, open, [credit(making, links.above, open)], newId(making));
    const before = book.statements.slice(closed.day, open.day);
    return forgery(making, 'a credit above the cap after true days', { forged, of: open, before });
  },
  (making) => {
    const { closed, links } = making;
    const forged = withMore(making, closed, [credit(making, links.above, closed)], closed.id);
    return forgery(making, 'a closed day with a credit above the cap', { forged, of: closed });
  },
  ...([newId, ({ closed }: Making) => closed.id] as const).map((idOf) => (making: Making) => {
    const of = smallDayOf(making);
    const forged = withMore(making, of, [credit(making, making.links.below, of)], idOf(making));
    return forgery(making, 'a closed day with a credit, below the cap', { forged, of });
  }),
  (making) => {
    const { closed, links } = making;
    const more = [credit(making, links.below, closed), debit(making, links.below.due, 'own', closed)];
    const forged = withMore(making, closed, more, newId(making));
    return forgery(making, 'a closed day with a credit and a debit', { forged, of: closed });
  },
  (making) => {
    const { links, book, teller } = making;
    const closed = smallDayOf(making);
    // It would go with the bank's own first page.
    const id = teller.pagedAs.get(closed) ?? closed.id;
    const forged = withMore(making, closed, [credit(making, links.below, closed)], id);
    const [, content] = camtPages(book.profile, forged);
    const kind = 'page 2 of a closed day';
    const file = teller.file(book.profile, 'camt.053', [forged], { kind, isForged: true, bends: true });
    const half = forged.entries.slice(Math.ceil(forged.entries.length / 2));
    return {
      ...{ kind, file: { ...file, content }, shown: figuresOf(closed) },
      says: figuresOf({ ...forged, entries: half }),
    };
  },
  (making) => {
    const { open, links, book, teller } = making;
    const forged = withMore(making, open, [credit(making, links.above, open)], newId(making));
    // At the end, so that it is on the second page.
    const entries = forged.entries.toSorted((one) => (one.cents === links.above.due ? 1 : -1));
    const [, content] = camtPages(book.profile, { ...forged, entries });
    const kind = 'page 2 of the open day';
    const file = teller.file(book.profile, 'camt.053', [forged], { kind, isForged: true });
    const half = entries.slice(Math.ceil(entries.length / 2));
    return {
      ...{ kind, file: { ...file, content }, shown: figuresOf(open) },
      says: figuresOf({ ...forged, entries: half }),
    };
  },
  (making) => {
    const of = smallDayOf(making);
    const kind = 'a true day under another id';
    const file = making.teller.file(making.book.profile, 'camt.053', [{ ...of, id: newId(making) }], {
      kind,
    });
    return { kind, file, says: figuresOf(of), shown: figuresOf(of) };
  },
  (making) => {
    const { open, links } = making;
    const forged = withMore(making, open, [credit(making, links.below, open)], newId(making));
    const one = forgery(making, 'a credit under the true figures', { forged, of: open });
    return { ...one, says: one.shown };
  },
  (making) => {
    const { open, links, book, teller } = making;
    const told = [{ entry: credit(making, links.below, open), status: 'BOOK' as const }];
    const kind = 'an early file';
    const file = teller.file(book.profile, 'camt.053', [open], { kind, isForged: true });
    const content = camtEarly(book.profile, 'camt.054', { id: newId(making), date: open.date, told });
    return { kind, file: { ...file, content }, says: figuresOf(open), shown: figuresOf(open) };
  },
];
