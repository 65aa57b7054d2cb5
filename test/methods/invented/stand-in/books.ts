import { randomInt, randomUUID } from 'node:crypto';
import type { createClock } from '../../../../scripts/stand-in/clock.ts';
import { money, ZERO } from '../../../../src/lib/money.ts';
import { Refusal } from './refusal.ts';

export interface Account {
  client_id: string;
  label: string;
  number: string;
}

export interface Party {
  name: string;
  number: string;
  routing_number: string;
}

export interface Deposit {
  id: string;
  account: Pick<Account, 'number' | 'label'>;
  amount: string;
  currency: string;
  sender: Party;
  state: 'pending' | 'credited' | 'rejected';
}

export interface Asked {
  amount: string;
  currency: string;
  to: Party;
}

export interface Payment extends Asked {
  id: string;
  client_id: string;
  state: 'processing' | 'paid' | 'failed' | 'returned';
  reason?: string;
}

interface Entry {
  id: string;
  type: 'deposit' | 'payment' | 'return';
  booked_at: string;
  deposit?: Deposit;
  payment?: Payment;
}

const PROCESSED_AFTER_MS = 20;

/** What Tern knows. */
export function createBooks(clock: ReturnType<typeof createClock>, openingBalance: string) {
  const accounts = new Map<string, Account>();
  const deposits = new Map<string, Deposit>();
  const payments = new Map<string, Payment>();
  const ledger: Entry[] = [];
  let isHolding = false;

  const book = (type: Entry['type'], of: Pick<Entry, 'deposit' | 'payment'>): void => {
    const id = `led_${String(ledger.length + 1).padStart(9, '0')}`;
    ledger.push({ id, type, booked_at: new Date(clock.now()).toISOString(), ...of });
  };
  const balance = (): string =>
    ledger
      .map(({ type, deposit, payment }) =>
        type === 'payment' ? money(payment!.amount).negated() : money((deposit ?? payment)!.amount),
      )
      .reduce((sum, amount) => sum.plus(amount), money(openingBalance))
      .toFixed(2);
  const endPayment = (payment: Payment, reason?: string): void => {
    if (payment.state !== 'processing') return;
    payment.state = reason === undefined ? 'paid' : 'failed';
    if (reason === undefined) book('payment', { payment });
    else payment.reason = reason;
  };

  return {
    ...{ deposits, payments, ledger, balance },

    open(client_id: string, label: string): Account {
      const account = accounts.get(client_id) ?? { client_id, label, number: digits(12) };
      accounts.set(client_id, account);
      return account;
    },

    receive(number: string, amount: string, name: string): Deposit {
      const account = [...accounts.values()].find((one) => one.number === number);
      if (!account) throw new Error('there is no such account');
      const sender = { name, number: digits(10), routing_number: '101019644' };
      const { label } = account;
      const deposit: Deposit = {
        ...{ id: `dep_${randomUUID()}`, account: { number, label }, amount, currency: 'USD', sender },
        state: 'pending',
      };
      deposits.set(deposit.id, deposit);
      return deposit;
    },

    screen(state: 'credited' | 'rejected', only?: string): void {
      for (const deposit of deposits.values()) {
        if (deposit.state !== 'pending' || (only ?? deposit.id) !== deposit.id) continue;
        deposit.state = state;
        if (state === 'credited') book('deposit', { deposit });
      }
    },

    pay(client_id: string, asked: Asked): Payment {
      const known = payments.get(client_id);
      if (known) {
        const { amount, currency, to } = known;
        if (JSON.stringify({ amount, currency, to }) === JSON.stringify(asked)) return known;
        throw new Refusal(409, 'client_id_used');
      }
      if (money(asked.amount).gt(money(balance()).minus(underWay())))
        throw new Refusal(422, 'insufficient_funds');
      const payment: Payment = { id: `pay_${randomUUID()}`, client_id, ...asked, state: 'processing' };
      payments.set(client_id, payment);
      clock.after(PROCESSED_AFTER_MS, () => isHolding || endPayment(payment));
      return payment;
    },

    /** Payments stay under way until `endAll`. */
    hold: () => void (isHolding = true),
    /** Ends all payments that are under way: with a reason, none of them was made. */
    endAll(reason?: string): void {
      for (const payment of payments.values()) endPayment(payment, reason);
      isHolding = false;
    },

    giveBack(id: string): Payment {
      const payment = [...payments.values()].find((one) => one.id === id)!;
      if (payment.state === 'paid') {
        Object.assign(payment, { state: 'returned', reason: 'account_closed' });
        book('return', { payment });
      }
      return payment;
    },
  };

  function underWay() {
    return [...payments.values()]
      .filter(({ state }) => state === 'processing')
      .reduce((sum, { amount }) => sum.plus(amount), ZERO);
  }
}

export type Books = ReturnType<typeof createBooks>;

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
