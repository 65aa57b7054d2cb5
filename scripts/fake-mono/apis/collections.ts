import { randomBytes } from 'node:crypto';
import type { Call, Endpoint } from '../http/dispatch.ts';
import { amountOf, listOf, objectOf, pageOf, textOf } from '../http/fields.ts';
import { notThere, Refusal } from '../http/refusal.ts';
import { timeOf } from '../state/time.ts';
import { newId, pesos, type World } from '../state/world.ts';

type State = 'created' | 'ready' | 'minimum_paid' | 'paid' | 'discarded' | 'failed';

export interface Collection {
  id: string;
  externalId: string;
  usageMode: string;
  accountId: string;
  state: State;
  stateReason: string | null;
  enabled: boolean;
  key: string;
  minimum: number | null;
  maximum: number | null;
  paid: number;
  successful: number;
  failed: number;
  expiresAt: number | null;
  insertedAt: number;
  updatedAt: number;
  qrs: Qr[];
}

interface Qr {
  id: string;
  amount: number;
  emvco: string;
  expiresAt: number;
  canceled: boolean;
}

const OPEN: readonly State[] = ['created', 'ready', 'minimum_paid'];
const LIST_QUERY = [
  'external_id',
  'enabled',
  'usage_mode',
  'tenant_account_id',
  'page_number',
  'page_size',
  'sort',
];
const OPTIONAL = [
  ...[
    'total_minimum_amount',
    'total_maximum_amount',
    'expires_at',
    'expires_in',
    'reference',
    'nickname',
    'metadata',
  ],
];

/** Collections with their keys and QRs. */
export function createCollections(world: World) {
  const { settings, clock, notices, receiving } = world;
  const all: Collection[] = [];

  const moveTo = (collection: Collection, state: State, reason: string | null = null): void => {
    Object.assign(collection, { state, stateReason: reason, updatedAt: clock.now() });
    notices.announce(`collection.${state}`, view(collection));
  };

  const create = (
    item: unknown,
    accountId: string,
  ): { created?: Collection; duplicated?: Collection; rejected?: object } => {
    const externalId = String(Object(item)['external_id']);
    try {
      const fields = objectOf(item, 'collections', ['external_id', 'usage_mode'], OPTIONAL);
      const known = all.find((one) => one.externalId === textOf(fields, 'external_id'));
      // As measured: the old amount stays, whatever the new one is.
      if (known) return { duplicated: known };
      const expiresAt = fields['expires_at'] === undefined ? null : Date.parse(textOf(fields, 'expires_at'));
      if (Number.isNaN(expiresAt) || (expiresAt !== null && expiresAt <= Date.now()))
        throw new Refusal(422, 'invalid_expiration', 'expires_at must be in the future');
      const amount = (name: string): number | null =>
        fields[name] === undefined ? null : amountOf(fields, name);
      const collection: Collection = {
        ...{ id: newId('bbcol'), externalId, accountId, state: 'created', stateReason: null, enabled: true },
        usageMode: textOf(fields, 'usage_mode', /^(single|multiple)_use$/),
        key: `@MONO${randomBytes(5).toString('hex').toUpperCase()}`,
        ...{ minimum: amount('total_minimum_amount'), maximum: amount('total_maximum_amount') },
        ...{ paid: 0, successful: 0, failed: 0, expiresAt, qrs: [] },
        ...{ insertedAt: clock.now(), updatedAt: clock.now() },
      };
      all.push(collection);
      notices.announce('collection.created', view(collection));
      clock.after(settings.readyMs, () => {
        if (collection.state !== 'created') return;
        if (settings.registration === 'ready') moveTo(collection, 'ready');
        else moveTo(collection, 'failed', 'key_registration_failed');
      });
      if (expiresAt !== null) {
        clock.after(Math.max(0, expiresAt - clock.now()), () => {
          if (OPEN.includes(collection.state)) moveTo(collection, 'discarded', 'expired');
        });
      }
      return { created: collection };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { rejected: { external_id: externalId, error_code: error.code, message: error.message } };
    }
  };

  const get = (id: string | undefined): Collection => {
    const found = all.find((one) => one.id === id);
    if (!found) throw notThere('collection');
    return found;
  };

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'POST', path: '/api/v1/collections', source: 'collection_made', scope: 'collections' },
      status: () => settings.createdStatus,
      handle({ body, note }) {
        const fields = objectOf(body, 'body', ['tenant_account_id', 'collections'], []);
        const accountId = textOf(fields, 'tenant_account_id');
        if (accountId !== receiving.id) throw new Refusal(404, 'tenant_account_not_found', 'No such account');
        const made = listOf(fields, 'collections', 1_000).map((item) => create(item, accountId));
        if (made.some(({ rejected }) => rejected)) note('collection_rejected');
        return {
          created: made.flatMap(({ created }) => (created ? [view(created)] : [])),
          duplicated: made.flatMap(({ duplicated }) => (duplicated ? [view(duplicated)] : [])),
          rejected: made.flatMap(({ rejected }) => rejected ?? []),
        };
      },
    },
    {
      ...{ method: 'GET', path: '/api/v1/collections', source: 'collections', scope: 'collections:readonly' },
      ...{ query: LIST_QUERY, lists: 'collections' },
      handle({ query, note }: Call) {
        note('pagination');
        const shown = all
          .filter(({ insertedAt }) => insertedAt <= clock.now() - settings.lagMs.collections)
          .filter(
            ({ externalId }) => query['external_id'] === undefined || externalId === query['external_id'],
          );
        const { page, pagination } = pageOf(shown.toReversed(), query);
        return { collections: page.map(view), pagination };
      },
    },
    {
      ...{
        method: 'GET',
        path: '/api/v1/collections/:id',
        source: 'collection',
        scope: 'collections:readonly',
      },
      handle: ({ params }) => view(get(params['id'])),
    },
    {
      ...{
        method: 'PATCH',
        path: '/api/v1/collections/:id',
        source: 'collection_changed',
        scope: 'collections',
      },
      handle({ params, body }) {
        const collection = get(params['id']);
        const { enabled } = objectOf(body, 'body', ['enabled'], []);
        if (enabled !== false)
          throw new Refusal(422, 'invalid_format', 'This server only closes collections');
        if (['discarded', 'failed'].includes(collection.state))
          throw new Refusal(409, 'collection_bad_state', 'It is over');
        const previous_values = { enabled: collection.enabled };
        Object.assign(collection, { enabled, updatedAt: clock.now() });
        notices.announce('collection.updated', { ...view(collection), previous_values });
        return view(collection);
      },
    },
    {
      ...{ method: 'POST', path: '/api/v1/collections/:id/qr', source: 'qr', scope: 'collections' },
      status: () => settings.createdStatus,
      handle({ params, body }) {
        const collection = get(params['id']);
        const optional = ['error_correction_level', 'image_width', 'key_type', 'key_value'];
        const fields = objectOf(body, 'body', ['usage_mode', 'amount', 'expiration_seconds'], optional);
        const { expiration_seconds: seconds } = fields;
        if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > 6_220_800)
          throw new Refusal(422, 'invalid_format', 'Invalid value: expiration_seconds');
        if (!['ready', 'minimum_paid'].includes(collection.state))
          throw new Refusal(422, 'collection_bad_state', 'It is not ready');
        const id = newId('bbqr');
        if (settings.secondQr === 'cancels_first') for (const qr of collection.qrs) qr.canceled = true;
        const qr = {
          ...{ id, amount: amountOf(fields, 'amount'), canceled: false },
          emvco: `mono:breb-participant:sandbox:qr:${id}`,
          expiresAt: clock.now() + seconds * 1_000,
        };
        collection.qrs.unshift(qr);
        return viewQr(collection, qr);
      },
    },
    {
      ...{ method: 'GET', path: '/api/v1/collections/:id/qr', source: 'qr', scope: 'collections:readonly' },
      handle({ params, note }) {
        note('qr_listed');
        const collection = get(params['id']);
        const qrs = collection.qrs.map((qr) => viewQr(collection, qr));
        return settings.qrList === 'bare' ? qrs : { qrs };
      },
    },
  ];

  return {
    all,
    endpoints,
    view,
    moveTo,
    findByKey: (key: string) => all.find((one) => one.key.toLowerCase() === key.toLowerCase()),
  };
}

export type Collections = ReturnType<typeof createCollections>;

function view(collection: Collection): Record<string, unknown> {
  const { minimum, maximum } = collection;
  const amount = (centavos: number | null) => (centavos === null ? null : pesos(centavos));
  return {
    ...{ id: collection.id, external_id: collection.externalId, usage_mode: collection.usageMode },
    ...{ state: collection.state, state_reason: collection.stateReason, enabled: collection.enabled },
    tenant_account_id: collection.accountId,
    // As in the documentation: the type says identification, though the value begins with @.
    keys: [{ name: 'key', state: 'active', type: 'identification', value: collection.key }],
    ...{ total_minimum_amount: amount(minimum), total_maximum_amount: amount(maximum) },
    ...{ minimum_attempt_amount: null, maximum_attempt_amount: null, paid_amount: pesos(collection.paid) },
    ...{ successful_attempts: collection.successful, failed_attempts: collection.failed },
    ...{
      expected_payers: [],
      expires_at: collection.expiresAt === null ? null : timeOf(collection.expiresAt),
    },
    ...{
      expires_in: null,
      custom_key_value: null,
      custom_merchant_name: null,
      nickname: null,
      reference: null,
    },
    ...{ metadata: {}, key_pruned_at: null, prune_status: null },
    ...{ inserted_at: timeOf(collection.insertedAt), updated_at: timeOf(collection.updatedAt) },
  };
}

function viewQr({ id: collection_id, key }: Collection, qr: Qr): object {
  return {
    ...{ id: qr.id, collection_id, emvco: qr.emvco, image: null, amount: pesos(qr.amount) },
    ...{ expires_at: timeOf(qr.expiresAt), canceled: qr.canceled, key_type: 'alphanumeric', key_value: key },
    ...{ payment_id: null, usage_mode: 'single_use', failed_attempts: 0, successful_attempts: 0 },
  };
}
