// Redocly runs the workflows of openapi/workflows.yaml.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runTool, type Outcome } from './outcome.ts';
import type { ServiceUnderTest } from './service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAYER_LOOKS_EVERY_MS = 500;

/** Runs all workflows, at an address of the service. */
export async function runWorkflows(service: ServiceUnderTest, url: string): Promise<Outcome> {
  const inputs = { api_key: service.keys[0], run: randomUUID(), webhook_url: service.webhookUrl };
  const over = new AbortController();
  const payer = payAtCounter(service, over.signal);
  const outcome = await runTool(
    join(ROOT, 'node_modules/.bin/redocly'),
    ['respect', 'openapi/workflows.yaml', '--server', `service=${url}`],
    {
      cwd: ROOT,
      env: { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs), REDOCLY_TELEMETRY: 'off' },
      summarize: (output) =>
        ['Workflows', 'Steps', 'Checks']
          .map((what) => new RegExp(`${what}: .* total`).exec(output)?.[0] ?? `${what}: none`)
          .join('; '),
    },
  );
  over.abort();
  await payer;
  return outcome;
}

/** The payer whom the workflow `collectAtCounter` waits for: scans each code that it finds, and pays. */
async function payAtCounter({ url, keys }: ServiceUnderTest, over: AbortSignal): Promise<void> {
  const authorization = `Bearer ${keys[0]}`;
  const paid = new Set<string>();
  while (!over.aborted) {
    const answer = await fetch(`${url}/v1/qr_codes?status=active`, { headers: { authorization } });
    const { data } = (await answer.json()) as { data: { id: string; url: string }[] };
    for (const code of data.filter(({ id }) => !paid.has(id))) {
      paid.add(code.id);
      const scanned = await fetch(code.url, { redirect: 'manual' });
      const link = /\/pay\/([A-Z0-9-]+)/.exec(scanned.headers.get('location') ?? '')?.[1];
      await fetch(`${url}/v1/test_helpers/payment_links/${link}/deposit`, {
        method: 'POST',
        headers: { authorization, 'idempotency-key': code.id, 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'MXNB' }),
      });
    }
    await delay(PAYER_LOOKS_EVERY_MS);
  }
}
