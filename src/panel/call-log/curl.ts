import { headersOf, type LoggedCall, REDACTED } from '../../request-logs/index.ts';

/** Query parameters are encoded; marks like [redacted] stay readable, to be replaced. */
const ENCODED_MARK = encodeURIComponent(REDACTED);

/**
 * A logged call as a shell command. The key comes from the variable API_KEY, and what the log did not keep is shown as in
 * the log.
 */
export function asCurl(call: LoggedCall, apiBaseUrl: string): string {
  const { requestBody: body } = call;
  // Without -g, curl interprets brackets as a range.
  const parts = [`curl -g -X ${quote(call.method)} ${quote(`${apiBaseUrl}${call.path}${queryOf(call)}`)}`];
  parts.push('-H "Authorization: Bearer $API_KEY"');
  // For calls logged before headers were kept: the version that they got, and JSON.
  const headers = headersOf(call) ?? formerHeaders(call);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'User-Agent') parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body !== null) {
    // Otherwise curl would send a form's content type.
    if (headers['Content-Type'] === undefined) parts.push("-H 'Content-Type:'");
    parts.push(`-d ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`);
  }
  return parts.join(' \\\n  ');
}

function queryOf({ query }: LoggedCall): string {
  if (query === null) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return `?${new URLSearchParams(pairs).toString().replaceAll(ENCODED_MARK, REDACTED)}`;
}

function formerHeaders(call: LoggedCall): Record<string, string> {
  return {
    'Service-Version': call.apiVersion,
    ...(call.idempotencyKey !== null && { 'Idempotency-Key': call.idempotencyKey }),
    ...(call.requestBody !== null && { 'Content-Type': 'application/json' }),
  };
}

/** Quotes any text as one word of a shell command. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
