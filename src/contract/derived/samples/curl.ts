import type { SampleCall } from './call.ts';
import { kebabCase } from './wording.ts';

/** For a shell in which `KEY` is the API key. */
export function curlSample(call: SampleCall, baseUrl: string): string {
  const { operationId, method, address, needsApiKey, needsIdempotencyKey, example } = call;
  const url = `${baseUrl}${address}`;
  const isUsual = method === (example === undefined ? 'GET' : 'POST');
  const options = [
    needsApiKey && '-H "Authorization: Bearer $KEY"',
    // Run again, the same command is a retry.
    needsIdempotencyKey && `-H "Idempotency-Key: ${kebabCase(operationId)}-1"`,
    example !== undefined && '-H "Content-Type: application/json"',
    example !== undefined && `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
  ].filter((option) => option !== false);
  // The shell would interpret a query's &.
  const target = /[?&]/.test(url) ? `"${url}"` : url;
  return [`curl ${isUsual ? '' : `-X ${method} `}${target}`, ...options].join(' \\\n  ');
}
