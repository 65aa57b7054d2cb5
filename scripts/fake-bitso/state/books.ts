import { ZERO, money, type Money } from '../../../src/lib/money.ts';
import type { Clock } from '../../stand-in/clock.ts';

export interface Entry {
  eid: string;
  operation: 'funding' | 'withdrawal' | 'fee' | 'conversion';
  at: number;
  updates: { currency: string; amount: Money }[];
  details: Record<string, string | null>;
}

/** The account's money: what the ledger sums up to, of which some may be held for what is under way. */
export function createBooks(clock: Clock, newId: () => string) {
  const entries: Entry[] = [];
  const totals = new Map<string, Money>();
  const held = new Map<string, Money>();
  const of = (amounts: Map<string, Money>, currency: string) => amounts.get(currency) ?? ZERO;
  const available = (currency: string) => of(totals, currency).minus(of(held, currency));

  return {
    entries,
    available,
    held: (currency: string) => of(held, currency),
    total: (currency: string) => of(totals, currency),
    currencies: () => [...totals.keys()].sort(),
    /** Sets money aside that is available. */
    hold: (currency: string, amount: Money) => void held.set(currency, of(held, currency).plus(amount)),
    release: (currency: string, amount: Money) => void held.set(currency, of(held, currency).minus(amount)),
    post(operation: Entry['operation'], updates: Entry['updates'], details: Entry['details']): void {
      entries.push({ eid: newId(), operation, at: clock.now(), updates, details });
      for (const { currency, amount } of updates) totals.set(currency, of(totals, currency).plus(amount));
    },
    /** What is wrong with the books: nothing, unless this server has a fault. */
    faults(): string[] {
      return [...totals].flatMap(([currency, total]) => {
        const updates = entries
          .flatMap((entry) => entry.updates)
          .filter((update) => update.currency === currency);
        const sum = updates.reduce((earlier, { amount }) => earlier.plus(amount), money('0'));
        return [
          ...(sum.eq(total)
            ? []
            : [`${currency}: the ledger sums to ${sum.toFixed()}, not ${total.toFixed()}`]),
          ...(available(currency).gte(0) ? [] : [`${currency}: more is held than there is`]),
          ...(of(held, currency).gte(0) ? [] : [`${currency}: less than nothing is held`]),
        ];
      });
    },
  };
}

export type Books = ReturnType<typeof createBooks>;
