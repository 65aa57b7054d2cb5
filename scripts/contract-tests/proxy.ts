// Prism between a client and the service: it reports each request and response that violates the contract.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readContract } from '../../src/contract/document.ts';
import { nodeTool } from '../tools/tools.ts';
import type { Outcome } from './outcome.ts';
import type { ServiceUnderTest } from './service.ts';
import { freePort } from '../../test/support/outside/free-port.ts';

export interface ValidatingProxy {
  url: string;
  /** Stops it; the violations on purpose must be all that it reported. */
  stop(): Promise<Outcome>;
}

/** What it reports of the calls of `violateOnPurpose`, in their order. */
const ON_PURPOSE = [
  'request.query.limit Request query parameter limit must be >= 1',
  "response.body Response body must have required property 'never_sent'",
];

export async function startValidatingProxy(service: ServiceUnderTest): Promise<ValidatingProxy> {
  const document = await readContract();
  // An untruth, which shows that the proxy reports what the service sends.
  const health = document.components['schemas']?.['Health'] as { required: string[] };
  health.required.push('never_sent');
  const contract = join(service.folder, 'contract.json');
  await writeFile(contract, JSON.stringify(document));

  const port = await freePort();
  const prism = spawn(await nodeTool('prism'), ['proxy', contract, service.url, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    prism.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('Prism is listening')) resolve();
    });
    prism.once('exit', () => reject(new Error(`Prism did not start: ${log}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      prism.kill('SIGTERM');
      await once(prism, 'close');
      const found = [...log.matchAll(/Violation: (.*)/g)].map(([, text = '']) => text);
      const calls = log.split('Request received').length - 1;
      return {
        ok: isDeepStrictEqual(found, ON_PURPOSE),
        summary: `${calls} calls; violations: ${found.length}, on purpose: ${ON_PURPOSE.length}`,
        details: found.join('\n'),
      };
    },
  };
}

/** Calls that the service refuses, whose responses must be what the contract says, too. */
export async function callInVain(proxy: ValidatingProxy, key: string): Promise<void> {
  const authorization = `Bearer ${key}`;
  const json = { authorization, 'content-type': 'application/json' };
  const link = JSON.stringify({ amount: '0.01', currency: 'MXNB', description: 'Order 1045' });
  const other = JSON.stringify({ amount: '100.00', currency: 'MXNB', description: 'Order 1045' });
  const calls: [status: number, path: string, init: RequestInit][] = [
    [401, '/v1/balances', { headers: { authorization: 'Bearer sk_test_0' } }],
    [404, '/v1/payment_links/PL-0000-0000-0000', { headers: { authorization } }],
    [400, '/v1/payment_links?cursor=none', { headers: { authorization } }],
    [
      400,
      '/v1/payment_links',
      { method: 'POST', headers: { ...json, 'idempotency-key': 'vain' }, body: link },
    ],
    [
      201,
      '/v1/payment_links',
      { method: 'POST', headers: { ...json, 'idempotency-key': 'once' }, body: other },
    ],
    [
      422,
      '/v1/payment_links',
      { method: 'POST', headers: { ...json, 'idempotency-key': 'once' }, body: link },
    ],
  ];
  for (const [status, path, init] of calls) {
    const answer = await fetch(proxy.url + path, init);
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} instead of ${status}`);
    await answer.arrayBuffer();
  }
}

/** A request and a response that the proxy must report; one that reports nothing would pass otherwise. */
export async function violateOnPurpose(proxy: ValidatingProxy, key: string): Promise<void> {
  await fetch(`${proxy.url}/v1/payment_links?limit=0`, { headers: { authorization: `Bearer ${key}` } });
  await fetch(`${proxy.url}/v1/health`);
}
