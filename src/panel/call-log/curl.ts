import { REDACTED } from '../../request-logs/redaction.ts';
import type { LogRow } from '../../request-logs/repository.ts';
import { headersOf } from '../../request-logs/view.ts';

/** A name in a query is encoded; a mark stays readable, to be replaced. */
const ENCODED_MARK = encodeURIComponent(REDACTED);

/**
 * A call of the log as a command for a shell. The key is left to the variable API_KEY, and what the log did not keep
 * shows as it is in the log.
 */
export function asCurl(call: LogRow, apiBaseUrl: string): string {
  const { request_body: body } = call;
  // Without -g, curl takes brackets for a range.
  const parts = [`curl -g -X ${quote(call.method)} ${quote(`${apiBaseUrl}${call.path}${queryOf(call)}`)}`];
  parts.push('-H "Authorization: Bearer $API_KEY"');
  // Calls from before headers were kept: with the version that they got, and as JSON.
  const headers = headersOf(call) ?? formerHeaders(call);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'User-Agent') parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body !== null) {
    // Otherwise curl would send the type of a form.
    if (headers['Content-Type'] === undefined) parts.push("-H 'Content-Type:'");
    parts.push(`-d ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`);
  }
  return parts.join(' \\\n  ');
}

function queryOf({ query }: LogRow): string {
  if (query === null) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return `?${new URLSearchParams(pairs).toString().replaceAll(ENCODED_MARK, REDACTED)}`;
}

function formerHeaders(call: LogRow): Record<string, string> {
  return {
    'Service-Version': call.api_version,
    ...(call.idempotency_key !== null && { 'Idempotency-Key': call.idempotency_key }),
    ...(call.request_body !== null && { 'Content-Type': 'application/json' }),
  };
}

/** One word of a shell's command line, whatever the text. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
