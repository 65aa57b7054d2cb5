import type { JSX } from 'preact';
import { type AuditRecord, recordAction } from '../../audit-log/index.ts';
import type { Queryable, Trx } from '../../db/index.ts';
import {
  getEndpoint as getEndpointOf,
  type RecentOutcomes,
  type WebhookEndpoint,
} from '../../webhooks/index.ts';
import { useTexts } from '../frame/context.tsx';
import { WorksUntil } from '../frame/secret-overlap.tsx';
import { Copyable, Verbatim } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { WEBHOOKS } from './texts.ts';

/** The endpoint of the path, within the account. Throws `webhook_endpoint_not_found`. */
export function getEndpoint(on: Queryable, visit: MemberVisit): Promise<WebhookEndpoint> {
  return getEndpointOf(on, { accountId: visit.accountId, id: visit.param('endpoint') });
}

/** For the audit log, without the URL's path and query, where receivers keep secrets. */
export function record(
  trx: Trx,
  visit: MemberVisit,
  endpoint: WebhookEndpoint,
  what: string,
  details: AuditRecord['details'] = {},
): Promise<void> {
  return recordAction(trx, visit.accountId, visit.actor, {
    action: `webhook_endpoint.${what}`,
    subject: new URL(endpoint.url).host,
    details: { id: endpoint.id, ...details },
  });
}

/** The only page that ever shows a signing secret. */
export function secretPage(
  visit: MemberVisit,
  {
    id,
    secret,
    previousValidUntil: until,
  }: {
    id: string;
    secret: string;
    /**
     * The end of the secret that it replaces, in ISO 8601. Null when that has ended, and undefined when there was none.
     */
    previousValidUntil?: string | null;
  },
): Page {
  const texts = WEBHOOKS[visit.language];
  return {
    title: texts.secretTitle,
    back: { href: pathTo(visit, paths.webhooks.endpoint, { endpoint: id }), label: texts.toEndpoint },
    body: (
      <>
        <p>
          {texts.secretHint} {until === null && texts.rotatedHint}
          {until && <WorksUntil until={new Date(until)} />}
        </p>
        <p class="once">
          <Copyable text={secret} />
        </p>
        <p>{texts.secretUse}</p>
      </>
    ),
  };
}

/** How many of the finished deliveries were delivered. */
export function LastDay({ outcomes }: { outcomes: RecentOutcomes | undefined }): JSX.Element {
  const texts = useTexts(WEBHOOKS);
  const { delivered = 0, failed = 0, pending = 0 } = outcomes ?? {};
  const all = delivered + failed + pending;
  return <>{all === 0 ? texts.nothingSent : texts.lastDayOf(delivered, all)}</>;
}

/** The reason why an attempt failed, unless its status already says so. */
export function errorBeside(httpStatus: number | null, error: string | null): string | null {
  return error === `status ${httpStatus}` ? null : error;
}

/** The beginning of a receiver's response. */
export function AnswerBody(props: { body: string; label: string }): JSX.Element {
  const { body, label } = props;
  const texts = useTexts(WEBHOOKS);
  if (body === '') return <p class="muted">{texts.emptyBody}</p>;
  return <Verbatim label={label} text={body} />;
}
