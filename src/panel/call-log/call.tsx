import type { JSX } from 'preact';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatRequestId, parseRequestId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Facts, formatCount, withQuery } from '../../pages/index.ts';
import { findLog, type LoggedCall } from '../../request-logs/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { detailOf } from '../frame/detail.tsx';
import { Copy, Moment } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import { asCurl } from './curl.ts';
import { Body, lackingIn } from './json.tsx';
import { CALL_LOG } from './texts.ts';
import { Result } from './views.tsx';

/** The field that names an object, by the `object` field of the API's responses. */
const ID_FIELDS = {
  payment_link: 'code',
  qr_code: 'id',
  webhook_endpoint: 'id',
  deposit: 'id',
  withdrawal: 'id',
  conversion: 'id',
  refund: 'id',
} as const;

const LINK_CODE = /\/payment_links\/(PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4})(?:\/|$)/;

interface Subject {
  object: keyof typeof ID_FIELDS;
  id: string;
}

/** One call. */
export const showCall = pageOf(paths.callLog.call, TECHNICAL, async (visit, { db, apiBaseUrl }) => {
  const key = parseRequestId(visit.param('request'));
  const call = key && (await findLog(db.read, { accountId: visit.accountId, ...key }));
  if (!call) throw new DomainError('request_log_not_found');
  return callPage(visit, call, apiBaseUrl());
});

/** One call: its result, the request and the response side by side, and its object. */
function callPage(visit: MemberVisit, call: LoggedCall, apiBaseUrl: string): Page {
  const texts = CALL_LOG[visit.language];
  const requestId = formatRequestId(call.id);
  const key = call.idempotencyKey;
  const subjects = subjectsOf(call);
  const lacking = [...new Set([...lackingIn(call.query), ...lackingIn(call.requestBody)])].join(', ');
  const curl = asCurl(call, apiBaseUrl);
  const list = pathTo(visit, paths.callLog.list);
  return detailOf({
    title: `${call.method} ${call.path}`,
    back: { href: list, label: texts.back },
    facts: [
      [
        texts.result,
        <>
          <Result call={call} />
          {call.replayed && <small class="muted"> {texts.replayHint}</small>}
        </>,
      ],
      [texts.about, subjects.length === 0 ? null : <Subjects subjects={subjects} />],
      [
        texts.time,
        <>
          <Moment at={call.createdAt} seconds />{' '}
          <small class="muted">{formatTimestamp(call.createdAt)}</small>
        </>,
      ],
      [
        texts.operation,
        call.operation === null ? (
          texts.noOperation
        ) : (
          <a href={withQuery(list, { operation: call.operation })}>{call.operation}</a>
        ),
      ],
      [texts.path, <a href={withQuery(list, { path: call.path })}>{call.path}</a>],
      [
        texts.key,
        <a href={pathTo(visit, paths.keys.key, { key: call.credentialId })} dir="auto">
          {call.credentialName} …{call.credentialLastFour}
        </a>,
      ],
      [texts.version, call.apiVersion],
      [texts.address, call.ip],
      [texts.duration, `${formatCount(call.durationMs)} ms`],
      [texts.idempotencyKey, key === null ? null : <a href={withQuery(list, { q: key })}>{key}</a>],
      [
        texts.requestId,
        <>
          <code>{requestId}</code> <Copy text={requestId} />
        </>,
      ],
    ],
    children: (
      <>
        <div class="exchange">
          <section aria-labelledby="request">
            <h2 id="request">{texts.request}</h2>
            {call.headers !== null && Object.keys(call.headers).length > 0 && (
              <Facts of={Object.entries(call.headers)} />
            )}
            {call.query !== null && Object.keys(call.query).length > 0 && (
              <Facts of={Object.entries(call.query).map(([name, value]) => [name, String(value)])} />
            )}
            <Body of={call.requestBody} none={texts.noBody} />
          </section>
          <section aria-labelledby="response">
            <h2 id="response">{texts.response}</h2>
            <Body of={call.responseBody} none={texts.noBody} />
          </section>
        </div>
        <p class="muted">{texts.redacted}</p>
        <h2>{texts.curl}</h2>
        <p>
          {texts.curlHint} {key !== null && texts.curlSameKey} {lacking !== '' && texts.curlLacks(lacking)}
        </p>
        <pre class="body">
          <code>{curl}</code>
        </pre>
        <p>
          <Copy text={curl} />
        </p>
      </>
    ),
  });
}

function Subjects({ subjects }: { subjects: readonly Subject[] }): JSX.Element {
  const visit = useMemberVisit();
  const { objects } = useTexts(CALL_LOG);
  return (
    <>
      {subjects.map(({ object, id }) => (
        <div>
          {objects[object]} <a href={objectPages[object](visit, id)}>{id}</a>
        </div>
      ))}
    </>
  );
}

/** The object that the call created or concerned. */
function subjectsOf({ path, status, responseBody: body }: LoggedCall): Subject[] {
  const code = LINK_CODE.exec(path)?.[1];
  if (code !== undefined) return [{ object: 'payment_link', id: code }];
  if (status >= 400 || typeof body !== 'object' || body === null) return [];
  const { object, ...fields } = body as Record<string, unknown>;
  if (typeof object !== 'string' || !isKeyOf(ID_FIELDS, object)) return [];
  const id = fields[ID_FIELDS[object]];
  return typeof id === 'string' ? [{ object, id }] : [];
}
