import type { Endpoint } from '../http/dispatch.ts';
import { amountOf, objectOf, pageOf, textOf, type Fields } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import { timeOf } from '../state/time.ts';
import { centavosOf, newId, pesos, type World } from '../state/world.ts';
import type { Collection, Collections } from './collections.ts';

export interface Attempt {
  id: string;
  collection: Collection;
  amount: number;
  state: 'created' | 'successful' | 'rejected' | 'failed';
  stateReason: string | null;
  key: string;
  payer: Payer;
  insertedAt: number;
  updatedAt: number;
}

interface Payer {
  name: string;
  document_number: string;
  account: string;
}

export interface Payment {
  key: string;
  /** Pesos. */
  amount: string;
  name?: string;
  document_number?: string;
  account?: string;
  /** Stays `created` until it is settled. */
  hold?: boolean;
  /** Fails outside of Mono, for this reason. */
  fails?: string;
}

const QUERY = [
  ...['page_number', 'page_size', 'sort', 'collection_id', 'state', 'key_value', 'end_to_end_id'],
  'tenant_account_id',
];
const SANDBOX_ERRORS = ['tx_unknown', 'tx_provider_unavailable', 'tx_breb_timeout', 'tx_risk_control'];

/** What payers do: an attempt either arrives, or the payer keeps the money. */
export function createAttempts(world: World, collections: Collections) {
  const { settings, clock, notices, receiving } = world;
  const all: Attempt[] = [];

  const end = (attempt: Attempt, state: Attempt['state'], reason: string | null = null): void => {
    if (attempt.state !== 'created') return;
    const { collection } = attempt;
    Object.assign(attempt, { state, stateReason: reason, updatedAt: clock.now() });
    const announcements: (() => void)[] = [];
    if (state === 'successful') {
      receiving.balance += attempt.amount;
      collection.paid += attempt.amount;
      collection.successful++;
      announcements.push(() => tell('collection.attempt_successful', attempt));
      if (collection.usageMode === 'single_use')
        announcements.push(() => collections.moveTo(collection, 'paid'));
    } else {
      collection.failed++;
      announcements.push(() => tell('collection.attempt_unsuccessful', attempt));
    }
    collection.updatedAt = clock.now();
    for (const announce of settings.paidFirst ? announcements.toReversed() : announcements) announce();
  };

  const tell = (type: string, attempt: Attempt): void => notices.announce(type, dataOf(attempt));

  const dataOf = (attempt: Attempt): object =>
    settings.attemptData === 'attempt' ? view(attempt) : collections.view(attempt.collection);

  /** Undefined while nothing speaks against it. */
  const faultOf = (
    { state, enabled, minimum, maximum, usageMode, paid }: Collection,
    amount: number,
  ): string | undefined => {
    if (!['ready', 'minimum_paid'].includes(state)) return 'collection_not_ready';
    if (!enabled) return 'collection_disabled';
    if (usageMode === 'single_use' && paid > 0) return 'collection_paid';
    if ((minimum !== null && amount < minimum) || (maximum !== null && amount > maximum))
      return 'amount_not_allowed';
    return undefined;
  };

  /** Undefined for a key that the directory does not have: then the payer's bank finds nobody. */
  const pay = ({ key, amount, hold = false, fails, ...payer }: Payment): Attempt | undefined => {
    clock.settle();
    const collection = collections.findByKey(key);
    if (!collection || ['created', 'failed'].includes(collection.state)) return undefined;
    const attempt: Attempt = {
      ...{
        id: newId('bbcolat'),
        collection,
        amount: centavosOf(amount),
        state: 'created',
        stateReason: null,
      },
      ...{ key: collection.key, insertedAt: clock.now(), updatedAt: clock.now() },
      payer: { name: 'María Pérez', document_number: '1020304050', account: '0550123456', ...payer },
    };
    all.push(attempt);
    const fault = faultOf(collection, attempt.amount);
    if (fault !== undefined) end(attempt, 'rejected', fault);
    else if (fails !== undefined) end(attempt, 'failed', fails);
    else if (!hold && settings.attemptMs === 0) end(attempt, 'successful');
    else if (!hold) clock.after(settings.attemptMs, () => end(attempt, 'successful'));
    return attempt;
  };

  const endpoints: Endpoint[] = [
    {
      ...{
        method: 'GET',
        path: '/api/v1/collections/attempts',
        source: 'attempts',
        scope: 'collections:readonly',
      },
      ...{ query: QUERY, lists: 'attempts' },
      handle({ query, note }) {
        note('pagination');
        const lag = settings.lagMs.attempts;
        if (lag > 0) note('lag');
        const shown = all
          .filter(({ insertedAt }) => insertedAt <= clock.now() - lag)
          .filter(({ collection }) => [undefined, collection.id].includes(query['collection_id']))
          .filter(({ collection }) => [undefined, collection.accountId].includes(query['tenant_account_id']))
          .filter(({ state }) => query['state'] === undefined || query['state'] === state);
        const { page, pagination } = pageOf(shown.toReversed(), query);
        return { attempts: page.map(view), pagination };
      },
    },
    {
      ...{
        method: 'POST',
        path: '/api/v1/sandbox/collections/attempts',
        source: 'attempt_made',
        scope: 'collections',
      },
      status: () => 202,
      handle({ body }) {
        const optional = ['creditor_key_type', 'payer', 'payment_id', 'error'];
        const fields = objectOf(body, 'body', ['creditor_key_value', 'amount'], optional);
        const error = fields['error'] === undefined ? undefined : textOf(fields, 'error');
        if (error !== undefined && !SANDBOX_ERRORS.includes(error))
          throw new Refusal(422, 'invalid_format', 'Invalid value: error');
        const centavos = amountOf(fields, 'amount');
        const attempt = pay({
          ...{ key: textOf(fields, 'creditor_key_value'), amount: (centavos / 100).toFixed(2) },
          ...(error === undefined ? {} : { fails: error.replace('tx_', '') }),
        });
        if (!attempt) throw new Refusal(404, 'key_not_found', 'No such key');
        return {
          ...{ collection_id: attempt.collection.id, attempt_id: attempt.id, transfer_id: newId('bbit') },
          attempt_state_reason: attempt.stateReason,
        };
      },
    },
  ];

  return {
    all,
    endpoints,
    pay,
    view,
    dataOf,
    settle(id: string, state: 'successful' | 'rejected' | 'failed', reason?: string): void {
      const attempt = all.find((one) => one.id === id);
      if (!attempt) throw new Error(`no attempt ${id}`);
      end(attempt, state, reason ?? null);
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;

function view({ collection, payer, ...attempt }: Attempt): Fields & { id: string } {
  return {
    ...{ id: attempt.id, collection_id: collection.id, amount: pesos(attempt.amount), state: attempt.state },
    ...{ state_reason: attempt.stateReason, key_type: 'alphanumeric', key_value: attempt.key },
    ...{ end_to_end_id: `E2E${attempt.id.slice(-12)}`, tenant_account_id: collection.accountId },
    payer: {
      ...{ full_name: payer.name, document_type: 'CC', document_number: payer.document_number },
      type: 'natural',
    },
    payer_account: { currency_code: 'COP', number: payer.account, type: 'savings' },
    ...{ inserted_at: timeOf(attempt.insertedAt), updated_at: timeOf(attempt.updatedAt) },
  };
}
