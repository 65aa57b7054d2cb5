import type { SampleCall } from './call.ts';

/** For a shell in which `KEY` is the API key. */
export function curlSample(call: SampleCall, baseUrl: string): string {
  const { method, address, needsApiKey, needsIdempotencyKey, example } = call;
  const url = `${baseUrl}${address}`;
  const isUsual = method === (example === undefined ? 'GET' : 'POST');
  const options = [
    needsApiKey && '-H "Authorization: Bearer $KEY"',
    needsIdempotencyKey && '-H "Idempotency-Key: $(date +%s)"',
    example !== undefined && '-H "Content-Type: application/json"',
    example !== undefined && `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
  ].filter((option) => option !== false);
  // The shell would interpret a query's &.
  const target = /[?&]/.test(url) ? `"${url}"` : url;
  return [`curl ${isUsual ? '' : `-X ${method} `}${target}`, ...options].join(' \\\n  ');
}
