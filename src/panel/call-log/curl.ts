import type { LogRow } from '../../request-logs/repository.ts';

/**
 * A call of the log as a command for a shell. The key is left to the variable API_KEY, and what the log did not keep
 * shows as it is in the log.
 */
export function asCurl(call: LogRow, apiBaseUrl: string): string {
  const query = call.query === null ? '' : `?${new URLSearchParams(call.query).toString()}`;
  const parts = [
    `curl -X ${quote(call.method)} ${quote(`${apiBaseUrl}${call.path}${query}`)}`,
    '-H "Authorization: Bearer $API_KEY"',
    `-H ${quote(`Service-Version: ${call.api_version}`)}`,
  ];
  if (call.idempotency_key !== null) parts.push(`-H ${quote(`Idempotency-Key: ${call.idempotency_key}`)}`);
  if (call.request_body !== null) {
    parts.push(`-H ${quote('Content-Type: application/json')}`);
    parts.push(`-d ${quote(JSON.stringify(call.request_body))}`);
  }
  return parts.join(' \\\n  ');
}

/** One word of a shell's command line, whatever the text. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
