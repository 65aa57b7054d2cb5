import type { SampleCall } from './call.ts';

/** For a shell in which `KEY` is the API key. */
export function curlSample(call: SampleCall, baseUrl: string): string {
  const { operationId, method, address, needsApiKey, needsIdempotencyKey, example } = call;
  const url = `${baseUrl}${address}`;
  const isUsual = method === (example === undefined ? 'GET' : 'POST');
  const options = [
    needsApiKey && '-H "Authorization: Bearer $KEY"',
    // Run again, the same command is a retry.
    needsIdempotencyKey && `-H "Idempotency-Key: ${keyOf(operationId)}"`,
    example !== undefined && '-H "Content-Type: application/json"',
    example !== undefined && `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
  ].filter((option) => option !== false);
  // The shell would interpret a query's &.
  const target = /[?&]/.test(url) ? `"${url}"` : url;
  return [`curl ${isUsual ? '' : `-X ${method} `}${target}`, ...options].join(' \\\n  ');
}

/** A name of one's own for the call: create-payment-link-1. */
function keyOf(operationId: string): string {
  return `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-1`;
}
