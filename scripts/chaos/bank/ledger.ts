import type { Spec } from './accounts.ts';

/** What the bank books, by its own reckoning: in cents, positive for money in. */
export interface Entry {
  cents: bigint;
  kind: 'credit' | 'debit' | 'return' | 'fee' | 'taken_back' | 'own' | 'manual';
  /** The bank's own number of it. */
  servicer: string;
  endToEnd: string | null;
  transaction: string | null;
  texts: readonly string[];
  /** Whether the bank keeps the lines of the texts in an MT940, where a line can look like a field; `bent` if that misleads. */
  lines: 'joined' | 'kept' | 'bent';
  /** A creditor reference of ISO 11649, in the field for one. */
  creditorReference: string | null;
  party: { name: string; account: string } | null;
  reason: string | null;
  /** Whether the bank says by a code that it is a return; if not, only its text does. */
  isMarked: boolean;
  bookedOn: string;
}

export interface Statement {
  id: string;
  day: number;
  date: string;
  opening: bigint;
  closing: bigint;
  entries: readonly Entry[];
}

const DAY_MS = 24 * 3_600_000;
// Long ago: what is days ahead of the service's clock waits.
const FIRST_DAY = Date.UTC(2025, 10, 3);

export function dateOf(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}

/** One account's true book. */
export class AccountBook {
  readonly profile: Spec;
  balance: bigint;
  day = 0;
  readonly all: Entry[] = [];
  readonly statements: Statement[] = [];
  #today: Entry[] = [];
  #numbers = 0;

  constructor(profile: Spec) {
    this.profile = profile;
    this.balance = profile.opening;
  }

  /** Numbers it as banks do: with letters and digits that mean nothing elsewhere. */
  nextNumber(): string {
    return `${this.profile.currency}${String(++this.#numbers).padStart(8, '0')}`;
  }

  book(entry: Omit<Entry, 'bookedOn'>): Entry {
    const booked = { ...entry, bookedOn: dateOf(this.day) };
    this.balance += entry.cents;
    this.#today.push(booked);
    this.all.push(booked);
    return booked;
  }

  close(): Statement {
    const entries = this.#today;
    const sum = entries.reduce((total, { cents }) => total + cents, 0n);
    const statement = {
      id: `${this.profile.currency}-${String(this.day + 1).padStart(4, '0')}`,
      ...{
        day: this.day,
        date: dateOf(this.day),
        opening: this.balance - sum,
        closing: this.balance,
        entries,
      },
    };
    this.statements.push(statement);
    this.#today = [];
    this.day++;
    return statement;
  }
}
