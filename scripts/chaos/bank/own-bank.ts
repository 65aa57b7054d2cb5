import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chance } from '../chance.ts';
import { RETURN_FEE, SPECS, type Folders, type Spec } from './accounts.ts';
import type { Courier } from './courier.ts';
import { pain002, plain, type Early } from './files.ts';
import { AccountBook, dateOf, type Entry } from './ledger.ts';
import type { Teller } from './teller.ts';

/** A payer's transfer. */
export interface Transfer {
  profile: Spec;
  /** As booked, or as it will be. */
  entry: Entry;
  /** The day on which it is booked; undefined for one that is only ever announced. */
  bookedOn: number | undefined;
  isTold: boolean;
}

/** What the bank was asked to send out, and what it did. */
export interface Sent {
  id: string;
  profile: Spec;
  cents: bigint;
  account: string;
  fate: 'refused' | 'debited' | 'returned';
  debitOn: number;
  returnOn: number;
  /** What it has booked so far. */
  debits: number;
  isReturned: boolean;
  /** How it comes back; `anonymous` says of what by nothing. */
  shape: 'marked' | 'text' | 'unmarked' | 'anonymous';
  fee: bigint;
}

interface Books {
  book: AccountBook;
  folders: Folders;
  transfers: Transfer[];
}

const EARLY_SHARE = 0.6;

/** What a payer says of a payment. */
export type Paid = Pick<Entry, 'cents' | 'endToEnd' | 'texts' | 'creditorReference' | 'party'> &
  Partial<Pick<Entry, 'lines'>>;

/**
 * A small bank: it keeps one true book for each account, reads the payment files, and has its teller write of it what banks
 * write. Nothing of it is made from the service's code.
 */
export class OwnBank {
  readonly #books: Map<string, Books>;
  readonly #courier: Courier;
  readonly #chance: Chance;
  readonly teller: Teller;
  readonly #messages = new Set<string>();
  readonly sent: Sent[] = [];
  readonly transfers: Transfer[] = [];
  /** What nobody ordered, and whether the operators know what it was. */
  readonly manual: { entry: Entry; profile: Spec; isOwn: boolean }[] = [];
  readonly takenBack: { of: Transfer; entry: Entry }[] = [];
  readonly faults: string[] = [];

  constructor(parts: {
    folders: ReadonlyMap<string, Folders>;
    courier: Courier;
    chance: Chance;
    teller: Teller;
  }) {
    this.#courier = parts.courier;
    this.#chance = parts.chance;
    this.teller = parts.teller;
    this.#books = new Map(
      SPECS.map((profile) => [
        profile.id,
        { book: new AccountBook(profile), folders: parts.folders.get(profile.id)!, transfers: [] },
      ]),
    );
  }

  bookOf({ id }: Pick<Spec, 'id'>): AccountBook {
    return this.#of(id).book;
  }

  /** How many payers' transfers were booked, or will be. */
  get payments(): number {
    return this.transfers.filter(({ bookedOn }) => bookedOn !== undefined).length;
  }

  get entries(): { profile: Spec; entry: Entry }[] {
    return [...this.#books.values()].flatMap(({ book }) =>
      book.all.map((entry) => ({ profile: book.profile, entry })),
    );
  }

  /** Whether everything that it was asked to do is done. */
  get isQuiet(): boolean {
    const isUnderWay = ({ fate, debits, isReturned }: Sent) =>
      fate !== 'refused' && (debits === 0 || (fate === 'returned' && !isReturned));
    const days = new Map([...this.#books].map(([id, { book }]) => [id, book.day]));
    return (
      !this.sent.some(isUnderWay) &&
      !this.transfers.some(
        ({ bookedOn, profile }) => bookedOn !== undefined && bookedOn >= days.get(profile.id)!,
      )
    );
  }

  /** Takes a payer's transfer: booked today, or tomorrow; or, if it is recalled in time, never. */
  receive(profile: Spec, payment: Paid, when: 'booked' | 'never' = 'booked'): Transfer {
    const { book, transfers } = this.#of(profile.id);
    const number = book.nextNumber();
    const later = this.#chance.happens(0.4) ? 1 : 0;
    const transfer: Transfer = {
      profile,
      bookedOn: when === 'never' ? undefined : book.day + later,
      isTold: when === 'never' || this.#chance.happens(EARLY_SHARE),
      entry: {
        ...{ kind: 'credit', servicer: number, transaction: `T${number}`, reason: null, isMarked: false },
        ...{ lines: 'joined', ...payment, bookedOn: dateOf(book.day) },
      },
    };
    transfers.push(transfer);
    this.transfers.push(transfer);
    if (transfer.bookedOn === book.day) transfer.entry = book.book(transfer.entry);
    return transfer;
  }

  /** Takes the payment files, and tells what has arrived so far. */
  async midday(): Promise<void> {
    for (const one of this.#books.values()) {
      await this.#takeFiles(one);
      this.#tellEarly(one);
    }
  }

  endDay(): void {
    for (const one of this.#books.values()) {
      const { book } = one;
      const isQuiet = this.#chance.happens(0.12);
      if (!isQuiet) this.#bookPayments(book);
      if (!isQuiet && !this.teller.isCalm) this.#bookOthers(book);
      this.teller.tell(book, book.close());
      // What is booked on the next day, is booked as it begins.
      for (const transfer of one.transfers)
        if (transfer.bookedOn === book.day) transfer.entry = book.book(transfer.entry);
    }
  }

  #of(id: string): Books {
    return this.#books.get(id)!;
  }

  #bookPayments(book: AccountBook): void {
    const mine = this.sent.filter(({ profile, fate }) => profile === book.profile && fate !== 'refused');
    for (const one of mine) {
      if (one.debits === 0 && one.debitOn <= book.day) {
        one.debits++;
        book.book({
          ...blank(book, one.account),
          ...{ cents: -one.cents, kind: 'debit', endToEnd: one.id, texts: ['PAYOUT'] },
        });
        // Never on one day with it.
        one.returnOn = Math.max(one.returnOn, book.day + 1);
      } else if (one.fate === 'returned' && !one.isReturned && one.debits > 0 && one.returnOn <= book.day) {
        one.isReturned = true;
        book.book(returnOf(book, one));
      }
    }
  }

  #bookOthers(book: AccountBook): void {
    const { profile } = book;
    if (this.#chance.happens(0.3))
      book.book({ ...blank(book), cents: -BigInt(100 + book.day), kind: 'fee', texts: ['COMISION MENSUAL'] });
    if (this.#chance.happens(0.15)) {
      const cents = BigInt(100_000 + book.day) * (this.#chance.happens(0.5) ? 1n : -1n);
      book.book({ ...blank(book), cents, kind: 'own', texts: ['Between own accounts'] });
    }
    if (this.#chance.happens(0.1)) {
      const entry = book.book({
        ...{
          ...blank(book),
          cents: -BigInt(333_300 + book.day),
          kind: 'manual',
          texts: ['Ordered in the portal'],
        },
      });
      this.manual.push({ entry, profile, isOwn: this.#chance.happens(0.5) });
    }
    if (this.#chance.happens(0.25)) this.#takeBack(book);
  }

  /** What was booked on an earlier day, all of it. */
  #takeBack(book: AccountBook): void {
    const { profile, day } = book;
    const known = this.takenBack.map(({ of }) => of);
    const candidates = this.transfers.filter(
      (one) =>
        one.profile === profile &&
        one.bookedOn !== undefined &&
        one.bookedOn < day &&
        !known.includes(one) &&
        // Operators tell them apart by their amounts.
        this.transfers.filter((other) => other.profile === profile && other.entry.cents === one.entry.cents)
          .length === 1,
    );
    if (candidates.length === 0) return;
    const of = this.#chance.pick(candidates);
    const { cents, servicer, endToEnd, transaction, party } = of.entry;
    const entry = book.book({
      ...{ ...blank(book), cents: -cents, kind: 'taken_back', servicer, endToEnd, transaction, party },
      ...{ texts: ['RECALL'], reason: 'FRAD' },
    });
    this.takenBack.push({ of, entry });
  }

  /** What has arrived so far, each with the status that it has by then. */
  #tellEarly({ book, transfers }: Books): void {
    const { day } = book;
    const told = transfers
      .filter(({ isTold, bookedOn, entry }) => isTold && (bookedOn === day || entry.bookedOn === dateOf(day)))
      .map(({ entry, bookedOn }): Early => ({ entry, status: bookedOn === day ? 'BOOK' : 'PDNG' }));
    if (told.length > 0) this.teller.tellEarly(book, told);
  }

  async #takeFiles({ book, folders }: Books): Promise<void> {
    for (const name of await readdir(folders.out)) {
      if (name.endsWith('.partial')) continue;
      const path = join(folders.out, name);
      const text = await readFile(path, 'utf8');
      // Some carriers leave what they have taken, and take it again.
      if (!this.#chance.happens(0.3)) await rm(path);
      this.#takePayments(book, folders, text);
    }
  }

  /** Reads of a payment file what a bank needs: whom to pay how much, by which number. */
  #takePayments(book: AccountBook, folders: Folders, text: string): void {
    const at = (name: string, from: string) =>
      new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(from)?.[1] ?? '';
    const message = at('MsgId', text);
    if (this.#messages.has(message)) return this.#courier.count('payment files handed in again');
    this.#messages.add(message);
    this.#courier.count('payment files');
    const payments = text.split('<CdtTrfTxInf>').slice(1);
    let sum = 0n;
    const group = at('PmtInfId', text);
    const told: { id: string; status: string; reason: string | null }[] = [];
    for (const payment of payments) {
      const cents = BigInt(at('InstdAmt', payment).replace('.', ''));
      sum += cents;
      const one = this.#decide(book, { id: at('InstrId', payment), cents, account: payment });
      this.sent.push(one);
      const isRefused = one.fate === 'refused';
      told.push({ id: one.id, status: isRefused ? 'RJCT' : 'ACSP', reason: isRefused ? 'AC01' : null });
    }
    if (at('NbOfTxs', text) !== String(payments.length) || at('CtrlSum', text) !== plain(sum))
      this.faults.push(`the payment file ${message} has other sums than payments`);
    const refused = told.filter(({ status }) => status === 'RJCT');
    const says = this.#chance.pick(['all', 'refused'] as const);
    const list = says === 'all' ? told : refused;
    if (list.length === 0) return;
    const content = pain002(`S-${message}`, message, { id: group, payments: list });
    for (let times = this.#chance.happens(0.3) ? 2 : 1; times > 0; times--)
      this.#courier.later({
        ...{ folder: folders.in, name: this.teller.name('status', 'xml'), content },
        afterMs: 3_000 * this.#chance.share(),
      });
    this.#courier.count('status reports');
  }

  #decide(
    { profile, day }: AccountBook,
    { id, cents, account }: { id: string; cents: bigint; account: string },
  ): Sent {
    const dice = this.#chance.share();
    const fate = dice < 0.12 ? 'refused' : dice < 0.4 ? 'returned' : 'debited';
    const shape = this.#chance.pick(['marked', 'text', 'unmarked', 'anonymous'] as const);
    const bearsFee = shape !== 'unmarked' && this.#chance.happens(0.4);
    const number = /<CdtrAcct>.*?<Id>([A-Z0-9]+)<\/Id>/s.exec(account)?.[1] ?? '';
    const debitOn = day + Math.floor(this.#chance.share() * 2.5);
    return {
      ...{ id, profile, cents, account: number, fate, shape, debits: 0, isReturned: false, debitOn },
      returnOn: debitOn + 1 + Math.floor(this.#chance.share() * 2),
      fee: bearsFee ? RETURN_FEE - 100n : 0n,
    };
  }
}

function blank(book: AccountBook, account?: string) {
  return {
    ...{ servicer: book.nextNumber(), endToEnd: null, transaction: null, creditorReference: null },
    ...{ texts: [], lines: 'joined' as const },
    ...{ party: account === undefined ? null : { name: 'PAYEE', account }, reason: null, isMarked: false },
  };
}

function returnOf(book: AccountBook, { id, cents, fee, shape, account }: Sent): Omit<Entry, 'bookedOn'> {
  const base = { ...blank(book, account), cents: cents - fee, kind: 'return' as const, reason: 'AC04' };
  switch (shape) {
    case 'marked':
      return { ...base, isMarked: true, endToEnd: id, texts: ['RETURNED PAYMENT'] };
    case 'text':
      return { ...base, isMarked: true, texts: [`devolucion ${id.toLowerCase()} cuenta cancelada`] };
    case 'unmarked':
      return { ...base, reason: null, texts: [`YOUR PAYMENT ${id} COMES BACK`] };
    case 'anonymous':
      return { ...base, isMarked: true, texts: ['PAYEE MOVED AWAY'] };
  }
}
