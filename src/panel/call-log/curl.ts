import { headersOf, type LoggedCall, REDACTED } from '../../request-logs/index.ts';

/** Query parameters are encoded; marks like [redacted] stay readable, to be replaced. */
const ENCODED_MARK = encodeURIComponent(REDACTED);

/**
 * A logged call as a shell command. The key comes from the variable API_KEY, and what the log did not keep is shown as in
 * the log.
 */
export function asCurl(call: LoggedCall, apiBaseUrl: string): string {
  const { method, requestBody: body } = call;
  // With -X HEAD, curl would wait for a body.
  const verb = method === 'HEAD' ? '--head' : `-X ${quote(method)}`;
  // Without -g, curl interprets brackets as a range.
  const parts = [`curl -g ${verb} ${quote(`${apiBaseUrl}${call.path}${queryOf(call)}`)}`];
  parts.push('-H "Authorization: Bearer $API_KEY"');
  const headers = sentHeaders(call);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'User-Agent') parts.push(`-H ${quote(headerLine(name, value))}`);
  }
  if (body !== null) {
    // Otherwise curl would send a form's content type.
    if (headers['Content-Type'] === undefined) parts.push("-H 'Content-Type:'");
    // With -d, curl would read a file if the text began with @.
    parts.push(`--data-raw ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`);
  }
  return parts.join(' \\\n  ');
}

/** With the version that the call got, even if its header was the key's, because another key may have another. */
function sentHeaders(call: LoggedCall): Record<string, string> {
  return { 'Service-Version': call.apiVersion, ...(headersOf(call) ?? formerHeaders(call)) };
}

/** For calls logged before headers were kept. */
function formerHeaders(call: LoggedCall): Record<string, string> {
  return {
    ...(call.idempotencyKey !== null && { 'Idempotency-Key': call.idempotencyKey }),
    ...(call.requestBody !== null && { 'Content-Type': 'application/json' }),
  };
}

/** Without a value, curl would leave the header out. It takes a semicolon for an empty one. */
function headerLine(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function queryOf({ query }: LoggedCall): string {
  if (query === null) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return `?${new URLSearchParams(pairs).toString().replaceAll(ENCODED_MARK, REDACTED)}`;
}

/** Quotes any text as one word of a shell command. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
