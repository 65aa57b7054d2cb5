import type { Chance } from '../chance.ts';
import type { Folders, Spec } from './accounts.ts';
import { bai2 } from './bai2.ts';
import type { Courier } from './courier.ts';
import { canBeCsv, csv } from './csv.ts';
import { camt053, camtEarly, camtPages, type Early } from './files.ts';
import { dateOf, type AccountBook, type Entry, type Statement } from './ledger.ts';
import { mt940 } from './mt940.ts';
import type { Register } from './register.ts';

const FORMATS = {
  'camt.053': { write: camt053, ending: 'xml' },
  MT940: { write: mt940, ending: 'sta' },
  BAI2: { write: bai2, ending: 'bai' },
  CSV: { write: csv, ending: 'csv' },
};
export type Format = keyof typeof FORMATS;

export interface StatementFile {
  folder: string;
  name: string;
  content: string;
}

/** Or on that day or later, with this balance. */
export type HasClosed = (account: string, date: string, closing?: bigint) => Promise<boolean>;

interface Parts {
  folders: ReadonlyMap<string, Folders>;
  courier: Courier;
  chance: Chance;
  register: Register;
  /** Whether the service has closed a day: only then something else about it is a contradiction. */
  hasClosed: HasClosed;
}

/** Writes of the bank's books what banks write, in every format, range and order, and what comes of that on its way. */
export class Teller {
  readonly #parts: Parts;
  readonly #toldOtherwise = new Set<string>();
  /** The days in two messages that the operators have not accepted yet: nothing else may tell of them meanwhile. */
  readonly inHalves = new Set<Statement>();
  /** Under which id a day was told in pages. */
  readonly pagedAs = new Map<Statement, string>();
  #files = 0;
  isCalm = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** By which files are not read in the order in which they were written. */
  name(what: string, ending: string): string {
    const mixed = Math.floor(this.#parts.chance.share() * 0xffff)
      .toString(16)
      .padStart(4, '0');
    return `${mixed}-${what}-${this.#files++}.${ending}`;
  }

  /** Everything told so far today, again: such files overlap. Where they count, all are of one kind. */
  tellEarly({ profile, day }: AccountBook, told: readonly Early[]): void {
    const { chance } = this.#parts;
    const message = profile.renumbersEarly ? 'camt.054' : chance.pick(['camt.054', 'camt.052'] as const);
    const id = `N${profile.currency}${this.#files++}`;
    const content = camtEarly(profile, message, { id, date: dateOf(day), told });
    // Some are there only after the books.
    const isLate = chance.happens(0.2);
    const file = { folder: this.#folder(profile), name: this.name(id, 'xml'), content };
    this.#later(file, isLate ? [4, 10] : [0, 0]);
    this.#count(isLate ? `early ${message} that came late` : `early ${message}`);
  }

  /** A day, one to four times. */
  tell(book: AccountBook, statement: Statement): void {
    const { chance } = this.#parts;
    if (!this.isCalm && chance.happens(0.06) && this.#tellInHalves(book, statement)) return;
    this.#tellFirst(book, statement);
    for (let more = Math.floor(4 * chance.share()); more > 0; more--)
      for (const file of this.#tellAgain(book, statement)) this.#later(file, [0, 8]);
    if (this.isCalm) return;
    if (chance.happens(0.15)) this.#tamper(book, statement);
    if (chance.happens(0.15)) this.#forge(book, statement);
    if (chance.happens(0.12)) this.#restate(book, statement);
  }

  /** Once for each day, at somebody's request: in a format in which no payer's text is anything else. */
  tellOtherwise(book: AccountBook, days: { first: number; last: number }): void {
    for (const statement of book.statements.slice(days.first, days.last + 1)) {
      const key = `${book.profile.id} ${statement.day}`;
      if (this.#toldOtherwise.has(key)) continue;
      this.#toldOtherwise.add(key);
      const format = this.#formatOf([statement], ['camt.053', 'BAI2', 'CSV']);
      this.#later(this.file(book.profile, format, [statement], { kind: 'asked for' }), [0, 0]);
      this.#count('days asked for in another format');
    }
  }

  /** A file of these days, which is written down as what it is. */
  file(
    profile: Spec,
    format: Format,
    days: readonly Statement[],
    what: { kind: string; isForged?: boolean; bends?: boolean },
  ): StatementFile {
    const { write, ending } = FORMATS[format];
    const content = write(profile, ...days);
    return this.#register(profile, days, { ...what, content, ending, format });
  }

  #register(
    profile: Spec,
    days: readonly Statement[],
    file: {
      content: string;
      ending: string;
      kind: string;
      format: Format;
      isForged?: boolean;
      /** Whether what it makes of the true files of its days may wait, too. */
      bends?: boolean;
    },
  ): StatementFile {
    const { content, ending, kind, format, isForged = false, bends = false } = file;
    const name = this.name(days[0]!.id, ending);
    const isBent = days.some(({ entries }) => entries.some(({ lines }) => lines === 'bent'));
    this.#parts.register.add(name, {
      ...{ account: profile.id, kind: `${format} ${kind}`, isForged },
      ...{ first: days[0]!.day, last: days.at(-1)!.day, isBent: bends || (isBent && format === 'MT940') },
    });
    return { folder: this.#folder(profile), name, content };
  }

  /**
   * One day as two messages of an MT940, which could be one that a payer has broken: nothing else tells of it before two
   * operators have accepted them.
   */
  #tellInHalves({ profile }: AccountBook, statement: Statement): boolean {
    const { entries, opening, date } = statement;
    const at = Math.floor(entries.length / 2);
    if (at === 0 || entries.some(({ lines }) => lines === 'bent')) return false;
    const middle = entries.slice(0, at).reduce((balance, { cents }) => balance + cents, opening);
    const halves = [
      { ...statement, entries: entries.slice(0, at), closing: middle },
      { ...statement, entries: entries.slice(at), opening: middle },
    ];
    this.#count('days in two messages of one MT940');
    this.inHalves.add(statement);
    this.#later(this.file(profile, 'MT940', halves, { kind: 'in halves' }), [0, 0.5]);
    const format = this.#formatOf([statement]);
    this.#parts.courier.after(
      async () => {
        if (!(await this.#parts.hasClosed(profile.id, date, statement.closing))) return false;
        this.inHalves.delete(statement);
        return true;
      },
      this.file(profile, format, [statement], { kind: 'after its halves' }),
    );
    return true;
  }

  #tellFirst({ profile }: AccountBook, statement: Statement): void {
    const { chance, courier } = this.#parts;
    const format = this.#formatOf([statement]);
    const file = this.file(profile, format, [statement], { kind: 'first' });
    const dice = this.isCalm ? 1 : chance.share();
    this.#count(`${format} first`);
    if (dice < 0.1) {
      this.#count('statements that were missing for a while');
      this.#later(file, [6, 12]);
    } else if (dice < 0.25) {
      this.#count('statements out of order');
      this.#later(file, [2, 5]);
    } else if (dice < 0.35 && format !== 'CSV') {
      // An export that breaks off is one of fewer movements.
      this.#count('cut files');
      this.#parts.register.cut.add(file.name);
      const cutAt = Math.floor(file.content.length * (0.2 + 0.75 * chance.share()));
      courier.later({ ...file, afterMs: 0, cutAt });
    } else {
      this.#later(file, [0, 0.5]);
    }
    if (!chance.happens(0.3)) return;
    this.#count('statements that came twice');
    this.#later(this.file(profile, format, [statement], { kind: 'twice' }), [0, 8]);
  }

  /** The same days, as a bank tells them elsewhere: under another id, in another format, as a range, or in pages. */
  #tellAgain({ profile, statements }: AccountBook, statement: Statement): StatementFile[] {
    const { chance } = this.#parts;
    const id = `PORTAL-${profile.currency}-${this.#files++}`;
    const some = statements.slice(-2 - Math.floor(4 * chance.share()));
    const days = some.some((day) => this.inHalves.has(day)) ? [statement] : some;
    switch (chance.pick(['day', 'range', 'days', 'pages'] as const)) {
      case 'day': {
        const format = this.#formatOf([statement]);
        this.#count(`${format} of a day again`);
        return [this.file(profile, format, [{ ...statement, id }], { kind: 'again' })];
      }
      case 'days': {
        const format = this.#formatOf(days);
        this.#count(`${format} of several days`);
        return [this.file(profile, format, days, { kind: 'several days' })];
      }
      case 'range': {
        this.#count('camt.053 of a range of days');
        const [{ opening }] = days as [Statement];
        const entries = days.flatMap((day) => day.entries);
        const content = camt053(profile, { ...statement, id, opening, entries });
        const file = { content, ending: 'xml', kind: 'range', format: 'camt.053' } as const;
        return [this.#register(profile, days, file)];
      }
      case 'pages':
        this.#count('camt.053 in pages');
        this.pagedAs.set(statement, id);
        return camtPages(profile, { ...statement, id }).map((content) => {
          const file = { content, ending: 'xml', kind: 'page', format: 'camt.053' } as const;
          return this.#register(profile, [statement], file);
        });
    }
  }

  #formatOf(days: readonly Statement[], among: readonly Format[] = Object.keys(FORMATS) as Format[]): Format {
    return this.#parts.chance.pick(among.filter((format) => format !== 'CSV' || canBeCsv(days)));
  }

  /** An amount changed on its way: the sums are wrong then. */
  #tamper({ profile }: AccountBook, statement: Statement): void {
    const format = this.#formatOf([statement], ['camt.053', 'MT940']);
    const file = this.file(profile, format, [statement], { kind: 'tampered', isForged: true });
    const changed = file.content.replace(
      /(\d)([.,])(\d\d)(?=<\/Amt>|[A-Z]{4}|\r)/,
      (_, digit: string, point, cents) => [(Number(digit) + 1) % 10, point, cents].join(''),
    );
    this.#count('tampered files');
    this.#later({ ...file, content: changed }, [0, 0]);
  }

  /** With a payment that never was, and right sums; but it does not go on from any balance. */
  #forge({ profile, all }: AccountBook, statement: Statement): void {
    const target = this.#parts.chance.pick(all.filter(({ kind }) => kind === 'credit'));
    if (target === undefined) return;
    const opening = statement.closing + BigInt(1_000_003 + 10 * this.#files);
    const entry: Entry = {
      ...{ ...target, lines: 'joined', bookedOn: statement.date },
      ...{ servicer: `F${target.servicer}`, transaction: `F${this.#files}` },
    };
    const id = this.#parts.chance.happens(0.5) ? statement.id : `F-${statement.id}`;
    const forged = { ...statement, id, opening, closing: opening + entry.cents, entries: [entry] };
    const format = this.#formatOf([forged]);
    const file = this.file(profile, format, [forged], { kind: 'forged', isForged: true });
    this.#later(file, [0, 0]);
    this.#count('forged statements');
  }

  /** The statement again with one payment more, once the service has the day. */
  #restate({ profile, all }: AccountBook, statement: Statement): void {
    const model = all.find(({ kind }) => kind === 'credit');
    if (model === undefined) return;
    const entry: Entry = {
      ...{ ...model, lines: 'joined', servicer: `R${model.servicer}`, transaction: null },
      bookedOn: statement.date,
    };
    const entries = [...statement.entries, entry];
    const restated = { ...statement, closing: statement.closing + entry.cents, entries };
    // An export that goes on within a day contradicts nothing.
    const format = this.#formatOf([restated], ['camt.053', 'MT940', 'BAI2']);
    const file = this.file(profile, format, [restated], { kind: 'restated', isForged: true });
    this.#parts.courier.after(() => this.#parts.hasClosed(profile.id, statement.date), file);
    this.#count('restated statements');
  }

  #folder({ id }: Spec): string {
    return this.#parts.folders.get(id)!.in;
  }

  #later(file: StatementFile, [least, most]: readonly [number, number]): void {
    const afterMs = 1_000 * (least + (most - least) * this.#parts.chance.share());
    this.#parts.courier.later({ ...file, afterMs });
  }

  #count(what: string): void {
    this.#parts.courier.count(what);
  }
}
