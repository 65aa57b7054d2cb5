import { randomUUID } from 'node:crypto';
import { money, ZERO, type Money } from '../../../src/lib/money.ts';
import { amount, readBody, text, optional } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call, Endpoint } from '../http/router.ts';
import type { Arrival, Transfer } from '../state/clabes.ts';
import { zuluTime } from '../state/times.ts';
import { createPast } from '../../stand-in/past.ts';
import { newId, type World } from '../state/world.ts';
import type { Fundings } from './fundings.ts';
import type { Withdrawals } from './withdrawals.ts';

interface Transaction {
  id: string;
  amount: Money;
  currency: 'MXNB' | 'MXN';
  type: 'ISSUANCE' | 'REDEMPTION' | 'WITHDRAWAL';
  method: string;
  status: 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
  at: number;
  updatedAt: number;
}

const MINIMUM = 100;
const MAX_WITHDRAWAL = 10_000_000;
const BANK_ACCOUNT = {
  id: '0b338ba9-7c3a-4a13-964b-0c0ca6bb473e',
  tag: 'Own account',
  recipient_legal_name: 'Fake Company SA de CV',
  clabe: '646180110412345679',
  ownership: 'COMPANY_OWNED',
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Version 1, as documented. */
const UUID_V1 = /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Juno: MXNB for pesos, 1:1, and back. Served beside Bitso, with keys of its own; its paths are its own too. */
export function createJuno(world: World, fundings: Fundings, withdrawals: Withdrawals) {
  const { clock, settings, clabes, books } = world;
  const transactions = new Map<string, Transaction>();
  const past = createPast<Transaction>(clock);
  const repeats = new Map<string, { request: string; transaction: Transaction }>();
  let balance = ZERO;
  let held = ZERO;

  function add(transaction: Pick<Transaction, 'amount' | 'currency' | 'type' | 'method'>): Transaction {
    const at = clock.now();
    const stored = { ...transaction, id: randomUUID(), status: 'IN_PROGRESS' as const, at, updatedAt: at };
    transactions.set(stored.id, stored);
    past.keep(stored.id, stored);
    return stored;
  }

  function finish(transaction: Transaction, status: Transaction['status']): void {
    Object.assign(transaction, { status, updatedAt: clock.now() });
    past.keep(transaction.id, transaction);
  }

  function issue(transfer: Transfer): Arrival {
    if (transfer.amount.lt(MINIMUM))
      return { credited: false, reason: `Less than ${MINIMUM} MXN is sent back.` };
    if (transfer.wid !== undefined && !settings.bitsoTransferMints) return { credited: true, fid: null };
    const issuance = add({ amount: transfer.amount, currency: 'MXNB', type: 'ISSUANCE', method: 'SPEI' });
    clock.after(settings.mintMs, () => {
      if (!settings.mintFails) return mint(issuance);
      finish(issuance, 'FAILED');
      sendBack(transfer);
    });
    return { credited: true, fid: null };
  }

  function mint(issuance: Transaction): void {
    balance = balance.plus(issuance.amount);
    finish(issuance, 'COMPLETE');
  }

  /** Pesos that became nothing go back where they came from; others' banks are not played here. */
  function sendBack({ wid, amount: value }: Transfer): void {
    if (wid === undefined || settings.mintReturn === 'none') return;
    if (settings.mintReturn === 'deposit') fundings.credit('mxn', value, 'bt');
    else withdrawals.reverse(wid, 'REFUND_CREDITED_WITHDRAWAL', 'Emision fallida (Issuance failed)');
  }

  /** Without a transfer: the pesos are taken from the balance at Bitso. */
  function issueFromBalance(value: Money): Transaction {
    if (books.available('mxn').lt(value)) throw refuse('0379', 'The balance is too low');
    books.hold('mxn', value);
    const issuance = add({ amount: value, currency: 'MXNB', type: 'ISSUANCE', method: 'BITSO' });
    clock.after(settings.mintMs, () => {
      books.release('mxn', value);
      if (settings.mintFails) return finish(issuance, 'FAILED');
      const wid = newId();
      books.post('withdrawal', [{ currency: 'mxn', amount: value.negated() }], { wid, method: 'bt' });
      mint(issuance);
    });
    return issuance;
  }

  /** Something that spends MXNB: held at once, and taken when it is done. */
  function spend(transaction: Transaction, done: () => void): Transaction {
    held = held.plus(transaction.amount);
    clock.after(settings.mintMs, () => {
      held = held.minus(transaction.amount);
      balance = balance.minus(transaction.amount);
      finish(transaction, 'COMPLETE');
      done();
    });
    return transaction;
  }

  /** Once for a key: a repeat gets the state of the original. */
  function once({ headers, body, note }: Call, act: () => Transaction) {
    const key = headers['x-idempotency-key'];
    // It may be left out, as documented: then every call counts.
    if (key === undefined) return show(act(), note);
    if (!UUID_V1.test(key)) throw refuse('0304', 'X-Idempotency-Key must be a UUID of version 1');
    const request = JSON.stringify(body);
    const earlier = repeats.get(key);
    if (earlier && earlier.request !== request) throw refuse('0304', 'The key was used for something else');
    if (earlier) note('juno_repeated');
    const transaction = earlier?.transaction ?? act();
    repeats.set(key, { request, transaction });
    return show(transaction, note);
  }

  function requireFunds(wanted: Money): void {
    if (wanted.gt(balance.minus(held))) throw refuse('0379', 'The balance is too low');
  }

  function show(transaction: Transaction, note: Call['note']) {
    if (transaction.status === 'COMPLETE' && settings.junoWord === 'COMPLETED') note('juno_completed');
    if (transaction.type === 'ISSUANCE' && transaction.method === 'SPEI') note('juno_transfer_mints');
    return view(transaction);
  }

  const view = (one: Transaction) => ({
    ...{ id: one.id, amount: one.amount.toNumber(), currency: one.currency, transaction_type: one.type },
    ...{ method: one.method, summary_status: one.status === 'COMPLETE' ? settings.junoWord : one.status },
    ...{ created_at: zuluTime(one.at), updated_at: zuluTime(one.updatedAt) },
  });

  /** Juno's amounts are numbers in its documentation; strings are taken as well. */
  const withText = (body: unknown) => {
    const { amount: value } = (body ?? {}) as { amount?: unknown };
    return typeof value === 'number' ? { ...(body as object), amount: String(value) } : body;
  };

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'POST', path: '/mint_platform/v1/clabes', style: 'payload', access: 'juno', status: 201 },
      source: 'juno_clabe',
      handle: () => ({ clabe: clabes.issue({ receive: issue }), type: 'AUTO_PAYMENT' }),
    },
    {
      ...{ method: 'GET', path: '/mint_platform/v1/balances', style: 'payload', access: 'juno' },
      source: 'juno_balance',
      handle: () => ({
        balances: [
          {
            ...{ asset: settings.junoAsset, balance: balance.toNumber() },
            ...{ total: balance.toNumber(), on_hold: held.toNumber() },
            ...{ available: balance.minus(held).toNumber(), locked: 0 },
          },
        ],
      }),
    },
    {
      ...{ method: 'GET', path: '/mint_platform/v1/accounts/banks', style: 'payload', access: 'juno' },
      source: 'juno_bank_accounts',
      handle: () => [BANK_ACCOUNT],
    },
    {
      ...{ method: 'POST', path: '/mint_platform/v1/issuance', style: 'payload', access: 'juno' },
      source: 'juno_issuance',
      handle: (call) =>
        once(call, () => {
          const request = readBody(withText(call.body), {
            amount: amount(2),
            network: text({ max: 20, pattern: /^ARBITRUM$/ }),
            asset: text({ max: 4, pattern: /^MXNB$/ }),
          });
          const wanted = money(request.amount!);
          if (wanted.lt(MINIMUM)) throw refuse('0343', 'Invalid value: amount');
          return issueFromBalance(wanted);
        }),
    },
    {
      ...{ method: 'POST', path: '/mint_platform/v1/redemptions', style: 'payload', access: 'juno' },
      source: 'juno_redemption',
      handle: (call) =>
        once(call, () => {
          const body = withText(call.body);
          const fields = { amount: amount(2), asset: text({ max: 3, pattern: /^(mxn|MXN)$/ }) };
          const account = { destination_bank_account_id: optional(text({ max: 36, pattern: UUID })) };
          const request = readBody(body, { ...fields, ...account });
          const wanted = money(request.amount!);
          const toBank = request.destination_bank_account_id;
          if (toBank === undefined ? request.asset !== 'MXN' : toBank !== BANK_ACCOUNT.id) {
            throw refuse('0304', 'Invalid value: destination_bank_account_id');
          }
          if (wanted.lt(MINIMUM)) throw refuse('0343', 'Invalid value: amount');
          requireFunds(wanted);
          const method = toBank === undefined ? 'BITSO' : 'SPEI';
          return spend(add({ amount: wanted, currency: 'MXN', type: 'REDEMPTION', method }), () => {
            if (toBank === undefined) fundings.credit('mxn', wanted, 'bt');
          });
        }),
    },
    {
      ...{ method: 'POST', path: '/mint_platform/v1/withdrawals', style: 'payload', access: 'juno' },
      source: 'juno_withdrawal',
      handle: (call) =>
        once(call, () => {
          const body = withText(call.body) as { compliance?: unknown } | undefined;
          const rest = Object.fromEntries(
            Object.entries(body ?? {}).filter(([name]) => name !== 'compliance'),
          );
          const request = readBody(rest, {
            address: text({ max: 42, pattern: /^0x[0-9a-fA-F]{40}$/, code: '0315' }),
            amount: amount(6),
            asset: text({ max: 4, pattern: /^MXNB$/ }),
            blockchain: text({ max: 20, pattern: /^[A-Z]+$/ }),
          });
          const wanted = money(request.amount!);
          if (wanted.gt(MAX_WITHDRAWAL)) throw refuse('0343', 'Invalid value: amount');
          requireFunds(wanted);
          const method = request.blockchain!;
          return spend(
            add({ amount: wanted, currency: 'MXNB', type: 'WITHDRAWAL', method }),
            () => undefined,
          );
        }),
    },
    {
      ...{ method: 'GET', path: '/mint_platform/v1/transactions', style: 'payload', access: 'juno' },
      query: ['type', 'page', 'size'],
      source: 'juno_transaction',
      handle({ query, note }) {
        const { type, page = '0', size = '10' } = query;
        const lagMs = settings.lagMs.transactions;
        if (lagMs > 0) note('lag');
        const matching = past
          .list(lagMs)
          .filter((one) => type === undefined || one.type === type)
          .reverse();
        const [number, count] = [Number(page), Number(size)];
        if (!(number >= 0 && count > 0)) throw refuse('0304', 'Invalid value: page or size');
        const content = matching.slice(number * count, (number + 1) * count).map((one) => show(one, note));
        const pages = Math.ceil(matching.length / count);
        return {
          ...{ content, number, size: count, number_of_elements: content.length, total_pages: pages },
          ...{ total_elements: matching.length, first: number === 0, last: number >= pages - 1 },
        };
      },
    },
    {
      ...{ method: 'GET', path: '/mint_platform/v1/transactions/:id', style: 'payload', access: 'juno' },
      source: 'juno_transaction',
      handle({ params, note }) {
        const found = transactions.get(params['id'] ?? '');
        if (!found) throw refuse('1401', 'Not found');
        return show(found, note);
      },
    },
  ];

  return {
    endpoints,
    all: () => [...transactions.values()].map(view),
    balance: () => balance.toFixed(),
    /** MXNB from nowhere, to start with. */
    grant: (value: Money) => void (balance = balance.plus(value)),
    faults: (): string[] =>
      balance.minus(held).lt(0) || held.lt(0) ? ['MXNB: less than nothing is left'] : [],
  };
}

const refuse = (code: string, message: string): Refusal => new Refusal(code, message, 'juno_refused');

export type Juno = ReturnType<typeof createJuno>;
