import type { Foundation } from '../../composition/index.ts';
import {
  type DeliveryStatus,
  findDeliveryKey,
  listDeliveries,
  listEndpoints,
  MAX_ENDPOINTS,
  redeliver,
  viewDelivery,
  viewEndpoint,
} from '../../webhooks/index.ts';
import { CommandFailure, DEFAULT_LISTED } from '../frame/index.ts';
import { requireAccount } from './account.ts';

export async function list({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const range = { afterTime: undefined, afterId: undefined, limit: MAX_ENDPOINTS };
  const endpoints = await listEndpoints(db.read, { accountId, ...range });
  return {
    data: endpoints.map((endpoint) => {
      const { id, live, url, enabled_events, ...others } = viewEndpoint(endpoint);
      return { id, live, url, enabled_events, ...others };
    }),
  };
}

export interface DeliveryOptions {
  account: string;
  endpoint?: string;
  status?: DeliveryStatus;
}

export async function deliveries(
  { db }: Foundation,
  { account, endpoint, status }: DeliveryOptions,
): Promise<object> {
  await requireAccount(db.read, account);
  const query = {
    accountId: account,
    endpointId: endpoint,
    eventType: undefined,
    afterTime: undefined,
    afterId: undefined,
    // A few screens are enough here; the API pages through all of them.
    limit: DEFAULT_LISTED,
  };
  const rows = await db.snapshot((on) => listDeliveries(on, query, status));
  return { data: rows.map(viewDelivery) };
}

export async function sendAgain({ db }: Foundation, id: string): Promise<object> {
  const key = await findDeliveryKey(db.read, id);
  if (!key) throw new CommandFailure(`There is no delivery ${id}.`);
  return viewDelivery(await db.transaction((trx) => redeliver(trx, key)));
}
