// Newman sends every request of the Postman collection; each must succeed.
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeTool } from '../tools/tools.ts';
import { runTool, type Outcome } from './outcome.ts';
import type { ServiceUnderTest } from './service.ts';

interface Item {
  request: {
    method: string;
    url: { path?: string[]; variable: { value: string }[] };
    body?: { raw: string };
  };
  event: object[];
}

/**
 * The collection reads the ids of what it lists by itself. What its requests change or end is made before, for each
 * request anew, because a link that one request cancels cannot be paid by the next.
 */
export async function runCollection(service: ServiceUnderTest): Promise<Outcome> {
  const [key] = service.keys;
  const post = async (path: string, body?: object): Promise<any> => {
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const makeLink = async (): Promise<string> =>
    (await post('/v1/payment_links', { amount: '100.00', currency: 'MXNB', description: 'Order 1046' })).code;
  /** Only a link that has ended can be deleted. */
  const makeEndedLink = async (): Promise<string> => {
    const code = await makeLink();
    await post(`/v1/payment_links/${code}/cancel`);
    return code;
  };
  const makeEndpoint = async (): Promise<string> =>
    (await post('/v1/webhook_endpoints', { url: service.webhookUrl })).id;

  const endpoint = await makeEndpoint();
  await post(`/v1/test_helpers/payment_links/${await makeLink()}/deposit`, { method: 'SPEI' });
  const deliveries = await fetch(`${service.url}/v1/webhook_endpoints/${endpoint}/deliveries`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await deliveries.json()) as { data: { id: string }[] };
  const makers: Record<string, (method: string) => Promise<string>> = {
    payment_link_code: (method) => (method === 'DELETE' ? makeEndedLink() : makeLink()),
    qr_code_id: async () => (await post('/v1/qr_codes', { name: 'Till 3', currency: 'MXNB' })).id,
    webhook_endpoint_id: (method) => (method === 'DELETE' ? makeEndpoint() : Promise.resolve(endpoint)),
    delivery_id: () => Promise.resolve(data[0]!.id),
  };

  const collection = (await (await fetch(`${service.url}/openapi.postman.json`)).json()) as {
    item: { item: Item[] }[];
  };
  const items = collection.item.flatMap(({ item }) => item);
  const paid = await makeLink();
  await post(`/v1/test_helpers/payment_links/${paid}/deposit`, { method: 'SPEI' });
  for (const { request, event } of items) {
    // The payment in its example was never made.
    if (request.body && request.url.path?.at(-1) === 'refunds') {
      request.body.raw = JSON.stringify({ payment_link: paid });
    }
    const names = request.url.variable.map(({ value }) => value.slice(2, -2));
    const made = await Promise.all(
      names.map(async (name) => [name, await makers[name]?.(request.method)] as const),
    );
    const exec = made
      .filter(([, id]) => id !== undefined)
      .map(([name, id]) => `pm.variables.set(${JSON.stringify(name)}, ${JSON.stringify(id)});`);
    event.push({ listen: 'prerequest', script: { type: 'text/javascript', exec } });
  }
  const file = join(service.folder, 'collection.json');
  const report = join(service.folder, 'newman.json');
  await writeFile(file, JSON.stringify(collection));
  const outcome = await runTool(
    await nodeTool('newman'),
    [
      ...['run', file, '--env-var', `api_key=${key}`, '--color', 'off'],
      ...['--reporters', 'cli,json', '--reporter-json-export', report],
    ],
    { cwd: service.folder, env: {}, summarize: () => '' },
  );
  const { run } = JSON.parse(await readFile(report, 'utf8'));
  const { total, failed } = run.stats.assertions;
  return {
    ...outcome,
    ok: outcome.ok && total === items.length,
    summary: `${items.length} requests, ${total - failed} succeeded`,
  };
}
