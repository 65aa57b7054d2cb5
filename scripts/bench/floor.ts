// The bare handler that the service is measured against: node:http and pg, the same SQL, the same answers to the
// byte, a key look-up in each request, and nothing else: no routing, validation, limits, or idempotent replay.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { chargeQuota } from '../../src/credentials/quota.ts';
import { findPresentedCredential, type PresentedCredentialRow } from '../../src/credentials/repository.ts';
import { parseApiKey } from '../../src/credentials/secret.ts';
import { toCaller } from '../../src/credentials/service.ts';
import type { Database, Queryable, Rows, Trx } from '../../src/db/connect.ts';
import { findRecord, insertRecord, tryLock } from '../../src/idempotency/repository.ts';
import { createSimulator } from '../../src/methods/providers/simulator/simulator.ts';
import { listLinkMethods } from '../../src/payment-links/quotes/repository.ts';
import { findLink } from '../../src/payment-links/repository.ts';
import { createPaymentLinkService } from '../../src/payment-links/service.ts';
import { viewLink } from '../../src/payment-links/view.ts';

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 16,
  options: '-c role=payments_app -c timezone=UTC',
});

function queryableOf(client: pg.Pool | pg.PoolClient): Queryable {
  return {
    query: <R>(config: pg.QueryConfig) => client.query(config) as Promise<unknown> as Promise<Rows<R>>,
  };
}

const read = queryableOf(pool);
const links = createPaymentLinkService({
  read,
  // Native methods need nothing of it but a read.
  provider: createSimulator({ db: { read } as Database }),
  checkoutBaseUrl: () => 'http://127.0.0.1:3000',
});

const server = createServer((request, response) => {
  const answer = request.method === 'GET' ? getLink(request) : createLink(request);
  answer.then(
    ([status, text]) => {
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => {
      // The load generator breaks off its last requests.
      if (request.destroyed) return;
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

async function getLink(request: IncomingMessage): Promise<[number, string]> {
  const credential = await lookUp(request);
  const code = (request.url ?? '').slice('/v1/payment_links/'.length);
  const [link, methods] = await Promise.all([
    findLink(read, credential.account_id, code),
    listLinkMethods(read, credential.account_id, code),
  ]);
  return link ? [200, JSON.stringify(viewLink({ link, methods }))] : [404, '{}'];
}

async function createLink(request: IncomingMessage): Promise<[number, string]> {
  const credential = await lookUp(request);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const body = JSON.parse(bytes.toString()) as { amount: string; currency: string; description: string };
  const key = String(request.headers['idempotency-key']);
  const caller = toCaller(credential);
  const draft = await links.draft(
    caller,
    {
      ...body,
      acceptedMethods: undefined,
      metadata: {},
      feeBearer: 'merchant',
      returnUrl: null,
      expiresAt: undefined,
    },
    key,
  );

  const client = await pool.connect();
  try {
    const on = queryableOf(client);
    await on.query({ text: 'begin' });
    const { rows } = await on.query<{ now: Date }>({ name: 'now', text: 'select service_now() as now' });
    const now = rows[0]!.now;
    const unsettled: Promise<unknown>[] = [];
    const trx: Trx = {
      ...on,
      now: Promise.resolve(now),
      settleAtCommit: (write) => void unsettled.push(write),
    };
    await tryLock(trx, createHash('sha256').update(key).digest().readBigInt64BE().toString());
    await findRecord(trx, caller.accountId, key);
    const text = JSON.stringify(
      viewLink(await links.create(trx, caller, draft, { requestId: randomUUID(), qrCodeId: null })),
    );
    await Promise.all(unsettled);
    await insertRecord(
      trx,
      {
        account_id: caller.accountId,
        key,
        request_hash: createHash('sha256').update(bytes).digest(),
        status: 201,
        headers: {},
        body: text,
        sealed_body: null,
      },
      now,
      new Date(now.getTime() + 86_400_000),
    );
    await chargeQuota(trx, caller);
    await on.query({ text: 'commit' });
    return [201, text];
  } finally {
    client.release();
  }
}

async function lookUp(request: IncomingMessage): Promise<PresentedCredentialRow> {
  const parts = parseApiKey(String(request.headers.authorization).slice('Bearer '.length));
  const credential = parts && (await findPresentedCredential(read, parts.publicId));
  if (!credential) throw new Error('unknown key');
  return credential;
}
