import type { JSX } from 'preact';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatRequestId, parseRequestId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Facts, formatCount, withQuery } from '../../pages/index.ts';
import { findLog, type LoggedCall, REDACTED, TRUNCATED } from '../../request-logs/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { detailOf, type Fact } from '../frame/detail.tsx';
import { Copy, Copyable, Moment } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { asCurl } from './curl.ts';
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

/** The marks for parts of a body that the log does not keep. */
const MARKS = [REDACTED, TRUNCATED];
const MARK = /(\[redacted\]|\[truncated\])/;

interface Subject {
  object: keyof typeof ID_FIELDS;
  id: string;
}

/** The page of one call, with its result, the request and the response side by side, and its object. */
export const showCall = pageOf(paths.callLog.call, readBy(TECHNICAL), async (visit, { db, apiBaseUrl }) => {
  const key = parseRequestId(visit.param('request'));
  const call = key && (await findLog(db.read, { accountId: visit.accountId, ...key }));
  if (!call) throw new DomainError('request_log_not_found');
  const texts = CALL_LOG[visit.language];
  return detailOf({
    title: `${call.method} ${call.path}`,
    back: { href: pathTo(visit, paths.callLog.list), label: texts.back },
    facts: factsOf(visit, call),
    children: (
      <>
        <div class="exchange">
          <section aria-labelledby="request">
            <h2 id="request">{texts.request}</h2>
            <Sent of={call.headers} />
            <Sent of={call.query} />
            <Body of={call.requestBody} none={texts.noBody} />
          </section>
          <section aria-labelledby="response">
            <h2 id="response">{texts.response}</h2>
            <Body of={call.responseBody} none={texts.noBody} />
          </section>
        </div>
        <p class="muted">{texts.redacted}</p>
        <h2>{texts.curl}</h2>
        <Curl call={call} apiBaseUrl={apiBaseUrl()} />
      </>
    ),
  });
});

function factsOf(visit: MemberVisit, call: LoggedCall): Fact[] {
  const texts = CALL_LOG[visit.language];
  const list = pathTo(visit, paths.callLog.list);
  const { operation, idempotencyKey: key } = call;
  const subjects = subjectsOf(call);
  return [
    [
      texts.result,
      <>
        <Result call={call} />
        {call.replayed && <small class="muted"> {texts.replayHint}</small>}
      </>,
    ],
    [texts.about, subjects.length > 0 && <Subjects subjects={subjects} />],
    [
      texts.time,
      <>
        <Moment at={call.createdAt} seconds /> <small class="muted">{formatTimestamp(call.createdAt)}</small>
      </>,
    ],
    [
      texts.operation,
      operation === null ? texts.noOperation : <a href={withQuery(list, { operation })}>{operation}</a>,
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
    [texts.idempotencyKey, key !== null && <a href={withQuery(list, { q: key })}>{key}</a>],
    [texts.requestId, <Copyable text={formatRequestId(call.id)} />],
  ];
}

/** The headers of a request, or the parameters of its query. */
function Sent({ of }: { of: Readonly<Record<string, unknown>> | null }): JSX.Element | null {
  const pairs = Object.entries(of ?? {});
  if (pairs.length === 0) return null;
  return <Facts of={pairs.map(([name, value]) => [name, String(value)])} />;
}

/** The call as a command, with a note on what it lacks. */
function Curl({ call, apiBaseUrl }: { call: LoggedCall; apiBaseUrl: string }): JSX.Element {
  const texts = useTexts(CALL_LOG);
  const lacking = [...new Set([...lackingIn(call.query), ...lackingIn(call.requestBody)])].join(', ');
  const curl = asCurl(call, apiBaseUrl);
  return (
    <>
      <p>
        {texts.curlHint} {call.idempotencyKey !== null && texts.curlSameKey}{' '}
        {lacking !== '' && texts.curlLacks(lacking)}
      </p>
      <pre class="body">
        <code>{curl}</code>
      </pre>
      <p>
        <Copy text={curl} />
      </p>
    </>
  );
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

/** A body in the order in which it was sent. Values that the log does not keep are marked. */
function Body({ of, none }: { of: unknown; none: string }): JSX.Element {
  if (of === null) return <p class="muted">{none}</p>;
  const text = JSON.stringify(of, null, 2);
  return (
    <>
      <pre class="body">
        <code>{text.split(MARK).map((part) => (MARKS.includes(part) ? <mark>{part}</mark> : part))}</code>
      </pre>
      <p>
        <Copy text={text} />
      </p>
    </>
  );
}

/** The names of a body's fields, or of a query's parameters, of which the log keeps less than was sent. */
function lackingIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    isLacking(inner) ? [name] : lackingIn(inner),
  );
}

function isLacking(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isLacking);
  return typeof value === 'string' && MARKS.some((mark) => value.includes(mark));
}
