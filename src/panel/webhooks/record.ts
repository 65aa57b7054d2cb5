import { type Deed, recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import type { WebhookEndpoint } from '../../webhooks/index.ts';
import type { MemberVisit } from '../request/route.ts';

/** For the audit log, without the URL's path and query, where receivers keep secrets. */
export function record(
  trx: Trx,
  visit: MemberVisit,
  endpoint: WebhookEndpoint,
  what: string,
  details: Deed['details'] = {},
): Promise<void> {
  return recordDeed(trx, visit.accountId, visit.actor, {
    action: `webhook_endpoint.${what}`,
    subject: new URL(endpoint.url).host,
    details: { id: endpoint.id, ...details },
  });
}
