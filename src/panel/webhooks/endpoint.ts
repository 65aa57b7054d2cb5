import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type WebhookEndpoint, findEndpoint } from '../../webhooks/index.ts';
import type { MemberVisit } from '../request/route.ts';

/** The id in the path. Throws `webhook_endpoint_not_found` for what cannot be one. */
export function endpointIdOf(visit: MemberVisit): string {
  const id = visit.param('endpoint');
  if (!isId(id)) throw new DomainError('webhook_endpoint_not_found');
  return id;
}

/** The endpoint of the path, within the account. Throws `webhook_endpoint_not_found`. */
export async function getEndpoint(on: Queryable, visit: MemberVisit): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(on, { accountId: visit.accountId, id: endpointIdOf(visit) });
  if (!endpoint) throw new DomainError('webhook_endpoint_not_found');
  return endpoint;
}
