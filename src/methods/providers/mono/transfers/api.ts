import { wordOf } from '../../http-rail/index.ts';
import { ProviderFailure } from '../../../index.ts';
import type { OrderStatus } from '../../orders/index.ts';
import type { MonoClient } from '../client/client.ts';
import { reasonOf } from '../client/errors.ts';
import { fieldsOf, idOf, isIdOf, stateOf, Unreadable, type Fields } from '../client/fields.ts';
import { readPage, type List } from '../client/lists.ts';

export const TRANSFERS: List = { path: '/api/v1/outgoing_transfers', name: 'transfers' };

const DAY_MS = 24 * 3_600_000;
/** A completed transfer may be reversed, and Mono does not document how it reports that. */
const DONE_FOR_MS = 7 * DAY_MS;
/** A failure without a response from the network could still go through. */
const UNCERTAIN_FOR_MS = DAY_MS;

const PENDING = new Set(['created', 'processing', 'target_resolved', 'held', 'sent_to_breb_provider']);
/** The network or its provider did not respond, so the payment could still go through. */
const UNCERTAIN = new Set(['breb_timeout', 'provider_unavailable']);

/** The state of an order's money, by its transfer. An undocumented state needs an operator. */
export function statusOf(transfer: Fields): OrderStatus {
  const state = stateOf(transfer);
  const why = wordOf(transfer['state_reason']);
  if (PENDING.has(state)) return { is: 'pending', state };
  switch (state) {
    case 'successful':
      return { is: 'done', watchForMs: DONE_FOR_MS };
    case 'reversed':
      return { is: 'refused', reason: 'RETURNED', message: 'Mono has reversed the transfer.', watchForMs: 0 };
    case 'failed':
    case 'canceled':
      return {
        is: 'refused',
        reason: reasonOf(why ?? ''),
        message: `Mono says that the transfer is ${state} (${why ?? 'no reason'}).`,
        watchForMs: why !== undefined && UNCERTAIN.has(why) ? UNCERTAIN_FOR_MS : 0,
      };
    default: {
      const said = wordOf(state) ?? 'in an unknown state';
      const words = `Mono says that ${idOf(transfer, 'id', 'bbot')} is ${said}: ask Mono what became of the money.`;
      return { is: 'pending', waits: { reason: 'OPERATOR', words } };
    }
  }
}

/** Whether it was carried out, and then returned. */
export function isReversed(transfer: Fields): boolean {
  return stateOf(transfer) === 'reversed';
}

/** Undefined if Mono has no transfer of that id. */
export async function getTransfer(
  client: MonoClient,
  reference: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields | undefined> {
  const path = `${TRANSFERS.path}/${reference}`;
  return client.find(path, 'transfer', signal, { isBackground, having: { id: reference } });
}

/**
 * All transfers with one of our ids, of which there must be one at most. Throws if the list has others, because
 * mistaking them for "none" would send the money twice.
 */
export async function listTransfers(
  client: MonoClient,
  externalId: string,
  signal: AbortSignal,
): Promise<Fields[]> {
  const query = { external_id: externalId };
  const { entries } = await readPage(client, TRANSFERS, { query, pageSize: 10 }, signal);
  const ours = entries.filter((transfer) => transfer['external_id'] === externalId);
  if (ours.length < entries.length)
    throw new Unreadable('a list of transfers with others than the one asked for');
  return ours;
}

/** The rejection of one transfer within a request that was answered. */
class Rejected extends ProviderFailure {
  constructor(word: string | undefined) {
    super('refused', `Mono rejected the transfer (${word ?? 'no reason'}).`, {
      reason: reasonOf(word ?? ''),
    });
  }
}

/** Our transfer in the response to a request. Throws Rejected; and Unreadable if the response does not name it. */
export function transferIn(answer: unknown, externalId: string): Fields {
  const arrays = fieldsOf(answer, 'transfers');
  const named = (name: string): Fields[] =>
    (Array.isArray(arrays[name]) ? (arrays[name] as unknown[]) : [])
      .map((one) => fieldsOf(one, name))
      .filter((one) => one['external_id'] === externalId);
  const accepted = ['accepted_transfers', 'transfers', 'duplicated_transfers'].flatMap(named);
  const [first, ...others] = accepted;
  if (others.some(({ id }) => id !== first?.['id'])) throw new Unreadable('several transfers for one');
  if (first && isIdOf('bbot', first['id'] as string)) return first;
  const [rejected] = named('rejected_transfers');
  if (rejected) throw new Rejected(wordOf(rejected['reason']) ?? wordOf(rejected['error_code']));
  throw new Unreadable('an answer without the transfer asked for');
}
