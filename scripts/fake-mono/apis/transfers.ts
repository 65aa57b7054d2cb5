import type { Endpoint } from '../http/dispatch.ts';
import { amountOf, listOf, objectOf, pageOf, textOf, type Fields } from '../http/fields.ts';
import { notThere, Refusal } from '../http/refusal.ts';
import type { SourceName } from '../sources.ts';
import type { Settings } from '../state/settings.ts';
import { timeOf } from '../state/time.ts';
import { newId, pesos, type World } from '../state/world.ts';

export interface Transfer {
  id: string;
  externalId: string;
  accountId: string;
  amount: number;
  key: string;
  expected: { document_type: string; document_number: string } | null;
  state: string;
  stateReason: string | null;
  /** Whether the balance has its amount less. */
  isOut: boolean;
  fate: Fate;
  insertedAt: number;
  updatedAt: number;
}

/** What becomes of a transfer. `stuck`: it stays on its way. */
export interface Fate {
  end: 'successful' | 'failed' | 'stuck' | 'canceled' | 'reapplied' | 'reversed';
  reason?: string;
}

const STEPS = ['processing', 'target_resolved', 'held', 'sent_to_breb_provider'];
/** What a repeated external_id gets by each setting. */
const REPETITIONS = {
  duplicated: 'transfer_repeated',
  conflict: 'transfer_conflict',
  rejected: 'transfer_rejected',
  original: 'transfer_original',
  second: 'transfer_second',
} as const satisfies Record<Settings['repeated'], SourceName>;
const SUCCESS: Fate = { end: 'successful' };
const QUERY = [
  'external_id',
  'state',
  'transaction_at',
  'tenant_account_id',
  'key_value',
  'page_number',
  'page_size',
];
const MAX_CENTAVOS = 1_155_200_000;

/** Outgoing transfers to keys. */
export function createTransfers(world: World) {
  const { settings, clock, notices, sending } = world;
  const all: Transfer[] = [];
  /** By key: who holds it, where a test says so; everybody else holds any. */
  const holders = new Map<string, string>();
  const planned: Fate[] = [];
  let usual = SUCCESS;
  const answers = new Map<string, object>();

  const moveTo = (transfer: Transfer, state: string, reason: string | null = null): void => {
    Object.assign(transfer, { state, stateReason: reason, updatedAt: clock.now() });
    const isOut =
      state === 'successful' || (settings.leavesWhen === 'held' && STEPS.slice(2).includes(state));
    const isBack = ['failed', 'canceled', 'reversed'].includes(state);
    if (isOut && !transfer.isOut) sending.balance -= transfer.amount;
    if (isBack && transfer.isOut) sending.balance += transfer.amount;
    if (isOut || isBack) transfer.isOut = isOut;
    notices.announce(`outgoing_transfer.${state}`, view(transfer));
  };

  const step = (transfer: Transfer): void => {
    // Somebody has moved it elsewhere.
    if (transfer.state !== 'created' && !STEPS.includes(transfer.state)) return;
    const [next] = STEPS.slice(STEPS.indexOf(transfer.state) + 1);
    if (next === 'target_resolved' && isMismatch(transfer))
      return moveTo(transfer, 'failed', 'target_creditor_mismatch');
    if (next === 'held' && sending.balance < transfer.amount)
      return moveTo(transfer, 'failed', 'insufficient_funds');
    if (next !== undefined) {
      moveTo(transfer, next);
      return clock.after(settings.stepMs, () => step(transfer));
    }
    const { end, reason } = transfer.fate;
    if (end !== 'stuck') moveTo(transfer, end, reason ?? null);
  };

  const isMismatch = ({ key, expected }: Transfer): boolean => {
    const holder = holders.get(key);
    return expected !== null && holder !== undefined && holder !== expected.document_number;
  };

  const create = (item: unknown, accountId: string): Transfer => {
    const optional = ['description', 'expected_creditor', 'payment_id', 'metadata'];
    const fields = objectOf(item, 'transfers', ['external_id', 'amount', 'query'], optional);
    const query = objectOf(fields['query'], 'query', ['format', 'value'], []);
    textOf(query, 'format', /^plain_key$/);
    const expected =
      fields['expected_creditor'] === undefined
        ? null
        : objectOf(
            fields['expected_creditor'],
            'expected_creditor',
            ['document_type', 'document_number'],
            [],
          );
    const amount = amountOf(fields, 'amount');
    if (amount > MAX_CENTAVOS) throw new Refusal(422, 'amount_exceeds_max_limit', 'Too much');
    const transfer: Transfer = {
      ...{ id: newId('bbot'), externalId: textOf(fields, 'external_id'), accountId, amount },
      ...{ key: textOf(query, 'value', /^\S{1,92}$/), expected: expected as Transfer['expected'] },
      ...{ state: 'created', stateReason: null, isOut: false, fate: planned.shift() ?? usual },
      ...{ insertedAt: clock.now(), updatedAt: clock.now() },
    };
    all.push(transfer);
    notices.announce('outgoing_transfer.created', view(transfer));
    clock.after(settings.stepMs, () => step(transfer));
    return transfer;
  };

  const get = (id: string | undefined): Transfer => {
    const found = all.find((one) => one.id === id);
    if (!found) throw notThere('outgoing transfer');
    return found;
  };

  const send = (item: unknown, accountId: string): [array: string, entry: object] => {
    const externalId = String((Object(item) as Fields)['external_id']);
    const known = all.find((one) => one.externalId === externalId);
    if (known && settings.repeated === 'duplicated') return ['duplicated_transfers', view(known)];
    if (known && settings.repeated === 'conflict')
      throw new Refusal(409, 'conflict', 'The external_id was used', 'transfer_conflict');
    if (known && settings.repeated === 'rejected')
      return ['rejected_transfers', { external_id: externalId, reason: 'external_id_already_exists' }];
    try {
      return [settings.acceptedName, view(create(item, accountId))];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return ['rejected_transfers', { external_id: externalId, reason: error.code }];
    }
  };

  const endpoints: Endpoint[] = [
    {
      ...{
        method: 'POST',
        path: '/api/v1/outgoing_transfers',
        source: 'transfer_made',
        scope: 'outgoing_transfers',
      },
      status: () => 202,
      handle({ body, idempotencyKey, note }) {
        const fields = objectOf(body, 'body', ['tenant_account_id', 'transfers'], ['description']);
        const accountId = textOf(fields, 'tenant_account_id');
        if (accountId !== sending.id) throw new Refusal(404, 'tenant_account_not_found', 'No such account');
        if (idempotencyKey === undefined || idempotencyKey.length > 255)
          throw new Refusal(400, 'missing_idempotency_key', 'No X-Idempotency-Key');
        const before = answers.get(idempotencyKey);
        if (before && settings.repeated === 'original') {
          note('transfer_original');
          return before;
        }
        const answer: Record<string, unknown> = {
          ...{ id: newId('bbotb'), state: 'created', [settings.acceptedName]: [] },
          ...{ duplicated_transfers: [], rejected_transfers: [] },
        };
        for (const item of listOf(fields, 'transfers', 1_000)) {
          const { external_id } = Object(item) as Fields;
          if (all.some(({ externalId }) => externalId === external_id)) note(REPETITIONS[settings.repeated]);
          const [array, entry] = send(item, accountId);
          (answer[array] as object[]).push(entry);
        }
        answers.set(idempotencyKey, answer);
        return answer;
      },
    },
    {
      ...{
        method: 'GET',
        path: '/api/v1/outgoing_transfers',
        source: 'transfers',
        scope: 'outgoing_transfers:readonly',
      },
      ...{ query: QUERY, lists: 'transfers' },
      handle({ query, note }) {
        note('pagination');
        const lag = settings.lagMs.transfers;
        if (lag > 0) note('lag');
        const shown = all
          .filter(({ insertedAt }) => insertedAt <= clock.now() - lag)
          .filter(({ externalId }) => [undefined, externalId].includes(query['external_id']))
          .filter(({ accountId }) => [undefined, accountId].includes(query['tenant_account_id']))
          .filter(({ state }) => [undefined, state].includes(query['state']));
        const { page, pagination } = pageOf(shown.toReversed(), query);
        return { transfers: page.map(view), pagination };
      },
    },
    {
      ...{ method: 'GET', path: '/api/v1/outgoing_transfers/find_successful_by', source: 'transfers' },
      ...{ scope: 'outgoing_transfers:readonly', query: ['external_id'] },
      handle({ query }) {
        const found = all.find((one) => one.externalId === query['external_id']);
        if (!found) throw notThere('outgoing transfer');
        if (found.state !== 'successful')
          throw new Refusal(400, 'outgoing_transfer_bad_state', 'It is not successful', 'bad_state');
        return view(found);
      },
    },
    {
      ...{ method: 'GET', path: '/api/v1/outgoing_transfers/:id', source: 'transfer' },
      scope: 'outgoing_transfers:readonly',
      handle: ({ params }) => view(get(params['id'])),
    },
  ];

  return {
    all,
    endpoints,
    view,
    plan: (fates: Fate[]) => void planned.push(...fates),
    setUsual(fate: Fate = SUCCESS): void {
      usual = fate;
    },
    /** Moves a transfer to any state, also out of a final one. */
    move: (id: string, state: string, reason?: string) => moveTo(get(id), state, reason ?? null),
    holdBy: (key: string, documentNumber: string) => void holders.set(key, documentNumber),
  };
}

export type Transfers = ReturnType<typeof createTransfers>;

function view(transfer: Transfer): Fields & { id: string } {
  return {
    ...{
      id: transfer.id,
      external_id: transfer.externalId,
      amount: pesos(transfer.amount),
      description: null,
    },
    ...{
      state: transfer.state,
      state_reason: transfer.stateReason,
      payment_id: null,
      resolution_request_id: null,
    },
    ...{
      expected_creditor: transfer.expected,
      query: { format: 'plain_key', value: transfer.key },
      target: null,
    },
    ...{ timemarks: {}, tenant_account_id: transfer.accountId },
    ...{ inserted_at: timeOf(transfer.insertedAt), updated_at: timeOf(transfer.updatedAt) },
  };
}
