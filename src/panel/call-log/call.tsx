import type { JSX } from 'preact';
import { formatRequestId } from '../../lib/ids.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { type LogRow, REDACTED, TRUNCATED } from '../../request-logs/index.ts';
import { formatCount } from '../../pages/index.ts';
import { Moment } from '../frame/parts.tsx';
import { Copy, Facts } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { asCurl } from './curl.ts';
import { CALL_LOG } from './texts.ts';
import { Result } from './views.tsx';

/** One call: its result, the request and the response side by side, and its object. */
export function callPage(visit: MemberVisit, call: LogRow, apiBaseUrl: string): Page {
  const texts = CALL_LOG[visit.language];
  const requestId = formatRequestId(call.id);
  const key = call.idempotencyKey;
  const subjects = subjectsOf(call);
  const curl = asCurl(call, apiBaseUrl);
  return {
    title: `${call.method} ${call.path}`,
    body: (
      <>
        <Facts
          of={[
            [
              texts.result,
              <>
                <Result visit={visit} call={call} />
                {call.replayed && <small class="muted"> {texts.replayHint}</small>}
              </>,
            ],
            [texts.about, subjects.length === 0 ? null : <Subjects visit={visit} subjects={subjects} />],
            [
              texts.time,
              <>
                <Moment visit={visit} at={call.createdAt} />{' '}
                <small class="muted">{formatTimestamp(call.createdAt)}</small>
              </>,
            ],
            [texts.operation, call.operation ?? texts.noOperation],
            [
              texts.key,
              <a href={pathTo(visit, `keys/${call.credentialId}`)} dir="auto">
                {call.credentialName} …{call.credentialLastFour}
              </a>,
            ],
            [texts.version, call.apiVersion],
            [texts.address, call.ip],
            [texts.duration, `${formatCount(call.durationMs)} ms`],
            [
              texts.idempotencyKey,
              key === null ? null : (
                <a href={`${pathTo(visit, 'call-log')}?${new URLSearchParams({ q: key }).toString()}`}>
                  {key}
                </a>
              ),
            ],
            [
              texts.requestId,
              <>
                <code>{requestId}</code> <Copy visit={visit} text={requestId} />
              </>,
            ],
          ]}
        />
        <div class="exchange">
          <section aria-labelledby="request">
            <h2 id="request">{texts.request}</h2>
            {call.headers !== null && Object.keys(call.headers).length > 0 && (
              <Facts of={Object.entries(call.headers)} />
            )}
            {call.query !== null && Object.keys(call.query).length > 0 && (
              <Facts of={Object.entries(call.query).map(([name, value]) => [name, String(value)])} />
            )}
            <Body body={call.requestBody} none={texts.noBody} />
          </section>
          <section aria-labelledby="response">
            <h2 id="response">{texts.response}</h2>
            <Body body={call.responseBody} none={texts.noBody} />
          </section>
        </div>
        <p class="muted">{texts.redacted}</p>
        <h2>{texts.curl}</h2>
        <p>
          {texts.curlHint} {(curl.includes(REDACTED) || curl.includes(TRUNCATED)) && texts.curlRedacted}
        </p>
        <pre class="body">
          <code>{curl}</code>
        </pre>
        <p>
          <Copy visit={visit} text={curl} />
        </p>
        <p>
          <a href={pathTo(visit, 'call-log')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function Body({ body, none }: { body: unknown; none: string }): JSX.Element {
  if (body === null) return <p class="muted">{none}</p>;
  return (
    <pre class="body">
      <code>{JSON.stringify(body, null, 2)}</code>
    </pre>
  );
}

/** The pages of objects that calls concern, by the `object` field of the API's responses. */
const PAGES: Readonly<Record<string, { area: string; id: string }>> = {
  payment_link: { area: 'links', id: 'code' },
  qr_code: { area: 'qr-codes', id: 'id' },
  webhook_endpoint: { area: 'webhooks', id: 'id' },
  deposit: { area: 'deposits', id: 'id' },
  withdrawal: { area: 'withdrawals', id: 'id' },
  conversion: { area: 'conversions', id: 'id' },
  refund: { area: 'refunds', id: 'id' },
};
const LINK_CODE = /\/payment_links\/(PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4})(?:\/|$)/;

interface Subject {
  object: string;
  area: string;
  id: string;
}

function Subjects({ visit, subjects }: { visit: MemberVisit; subjects: readonly Subject[] }): JSX.Element {
  const { objects } = CALL_LOG[visit.language];
  return (
    <>
      {subjects.map(({ object, area, id }) => (
        <div>
          {objects[object]} <a href={pathTo(visit, `${area}/${encodeURIComponent(id)}`)}>{id}</a>
        </div>
      ))}
    </>
  );
}

/** The object that the call created or concerned. */
function subjectsOf({ path, status, responseBody: body }: LogRow): Subject[] {
  const code = LINK_CODE.exec(path)?.[1];
  if (code !== undefined) return [{ object: 'payment_link', area: 'links', id: code }];
  if (status >= 400 || typeof body !== 'object' || body === null) return [];
  const { object, ...fields } = body as Record<string, unknown>;
  const page = typeof object === 'string' && Object.hasOwn(PAGES, object) ? PAGES[object] : undefined;
  const id = page && fields[page.id];
  return page && typeof id === 'string' ? [{ object: String(object), area: page.area, id }] : [];
}
