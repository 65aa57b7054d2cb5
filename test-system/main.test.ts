import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { rawCall } from '../test/http/raw-call.ts';
import { createClient } from '../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';
import { readPdf } from '../test/support/pdf-text.ts';
import { until } from '../test/support/poll.ts';
import {
  runProgram,
  startByNpm,
  startServer,
  type RunningServer,
} from '../test/support/processes/program.ts';
import { Keyring } from '../src/lib/secrets/keyring.ts';

describe('the server process', () => {
  let database: TestDatabase;
  let dataDir: string;
  /** Left running by the first test. */
  let server: RunningServer;
  let demoKey: string | undefined;

  before(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'payments-main-'));
  });
  after(async () => {
    server?.process.kill('SIGKILL');
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('shows a working demo key once, and keeps its secrets', async () => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const first = await startServer(environment);
    demoKey = /^Demo API key +(sk_test_\S+)$/m.exec(first.greeting)?.[1];
    expect((await createClient(first.url, demoKey).get('/v1/ping')).status).to.equal(200);
    const panel = /^Panel +(http:\/\/localhost:\d+\/panel\/links\/\S+)$/m.exec(first.greeting)?.[1] ?? '';
    expect(await (await fetch(panel)).text()).to.contain('Join Demo Company');
    first.process.kill('SIGTERM');
    expect(await first.exited).to.equal(0);

    server = await startServer(environment);
    expect(server.greeting).not.to.contain('sk_test_').and.not.to.contain('/panel/links/');
    const signIn = /^Panel +(http:\/\/localhost:\d+\/panel)$/m.exec(server.greeting)?.[1] ?? '';
    expect(await (await fetch(signIn)).text()).to.contain('Sign in');
    const account = /^Demo account +(\S+)$/m.exec(first.greeting)?.[1];
    const [, another = ''] = /^Another key +npm run payments -- (.+)$/m.exec(server.greeting) ?? [];
    expect(another).to.contain(account);
    const made = runProgram('build/cli.js', [...another.split(' '), '--json'], environment);
    expect(await made.exited).to.equal(0);
    const { secret } = JSON.parse(made.stdout()) as { secret: string };
    expect((await createClient(server.url, secret).get('/v1/ping')).status).to.equal(200);
    expect((await createClient(server.url, demoKey).get('/v1/ping')).status).to.equal(200);
  });

  it('serves the contract and its reference page', async () => {
    const yaml = await (await fetch(`${server.url}/openapi.yaml`)).text();
    expect(yaml).to.match(/^openapi: 3\.1/);
    const json = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object };
    expect(json.paths).to.have.property('/v1/payment_links');
    const docs = await fetch(`${server.url}/docs`);
    expect(docs.status).to.equal(200);
    expect(docs.headers.get('content-security-policy')).to.contain("default-src 'none'");
    expect(await docs.text()).to.contain('createPaymentLink');
    const headers = { 'if-none-match': docs.headers.get('etag') ?? '' };
    expect((await fetch(`${server.url}/docs`, { headers })).status).to.equal(304);
  });

  it('draws a receipt from the bundle, with the fonts of its package', async () => {
    const api = createClient(server.url, demoKey);
    const link = { amount: '640', currency: 'MXNB', description: 'Piñata' };
    const { body } = await api.post('/v1/payment_links', link);
    await api.post(`/v1/test_helpers/payment_links/${body.code}/deposit`, { method: 'SPEI' });
    const answer = await fetch(`${server.url}/pay/${body.code}/receipt.pdf`);
    expect(answer.status).to.equal(200);
    expect(readPdf(Buffer.from(await answer.arrayBuffer()))[0])
      .to.contain('Piñata')
      .and.contain(body.code);
  });

  it('responds to a request in flight before it exits, with addresses that it no longer listens at', async () => {
    const link = JSON.stringify({ amount: '640', currency: 'MXNB', description: 'The last one' });
    const headers = {
      authorization: `Bearer ${demoKey}`,
      'content-type': 'application/json',
      'content-length': String(link.length),
      'idempotency-key': 'slow',
    };
    const slow = httpRequest(`${server.url}/v1/payment_links`, { method: 'POST', headers });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.write(link.slice(0, 1));
    await once(slow, 'socket').then(([socket]) => once(socket as NodeJS.EventEmitter, 'connect'));
    // A response on a later connection shows that the server has the slow one too.
    await rawCall(server.url, { path: '/v1/health' });
    server.process.kill('SIGTERM');
    // The answer is prepared once nothing listens any more.
    await until(() => isRefused(server.url), { what: 'the server has closed its port' });
    slow.end(link.slice(1));
    const [answer] = await answered;
    let body = '';
    for await (const part of answer.setEncoding('utf8')) body += String(part);
    expect(answer.statusCode, body).to.equal(201);
    expect((JSON.parse(body) as { checkout_url: string }).checkout_url).to.match(
      new RegExp(`^${server.url}/pay/PL-`),
    );
    expect(await server.exited).to.equal(0);
  });

  it('stops when npm, which started it, is told to stop', async () => {
    const started = await startByNpm({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    started.process.kill('SIGTERM');
    expect(await started.exited).to.equal(0);
    const after = await fetch(`${started.url}/v1/health`).catch((error: Error) => error.cause);
    expect(after).to.include({ code: 'ECONNREFUSED' });
  });

  const refusals: [string, () => Promise<Record<string, string>> | Record<string, string>, RegExp][] = [
    ['a port in use', portInUse, /^Port \d+ on 127\.0\.0\.1 is in use\. .*PORT.*\n$/],
    [
      'an unreachable database',
      () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
      /^Cannot reach the database: .*DATABASE_URL.*\n$/,
    ],
    [
      'an invalid port',
      () => ({ PORT: 'http' }),
      /^Invalid environment: PORT must be a whole number from 0 to 65535.*\n$/,
    ],
    [
      'several invalid values',
      () => ({ ENVIRONMENT: 'staging', ROLES: 'cook' }),
      /^Invalid environment: .*ENVIRONMENT.*ROLES.*\n$/,
    ],
    ['an invalid secrets key', () => ({ SECRETS_KEY: 'short' }), /^SECRETS_KEY must be 32 random bytes.*\n$/],
    [
      'another secrets key than the one of the first start',
      () => ({ SECRETS_KEY: Keyring.generate() }),
      /^SECRETS_KEY has another key as version 1 .*SECRETS_KEY=<newer version>:<new>,1:<old>.*\n$/,
    ],
    [
      'no real payment provider in live',
      () => ({ ENVIRONMENT: 'live', SECRETS_KEY: Keyring.generate() }),
      /^ENVIRONMENT=live needs a payment provider.*CHAINS_FILE and CHAIN_XPUB.*\n$/,
    ],
    [
      'nothing else for live',
      () => ({ ENVIRONMENT: 'live' }),
      /^SECRETS_KEY must be set when ENVIRONMENT=live.*payment provider.*docs\/rails.*\n$/,
    ],
    [
      'a data folder that cannot be written',
      () => ({ DATA_DIR: '/proc/payments' }),
      /^Cannot keep the secrets key in \/proc\/payments.*DATA_DIR.*\n$/,
    ],
    [
      'a certificate file without a certificate',
      certificateFile,
      /^Invalid environment: WEBHOOK_CA_FILE holds no PEM certificate.*\n$/,
    ],
  ];

  for (const [what, environmentFor, message] of refusals) {
    it(`refuses ${what} in one line that says what to do`, async () => {
      const environment = {
        PORT: '0',
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ...(await environmentFor()),
      };
      const program = runProgram('build/main.js', [], environment);
      expect(await program.exited).to.equal(1);
      expect(program.stderr()).to.match(message);
      expect(program.stdout()).to.equal('');
    });
  }

  async function portInUse(): Promise<Record<string, string>> {
    const other = createServer().listen(0, '127.0.0.1').unref();
    await once(other, 'listening');
    return { PORT: String((other.address() as AddressInfo).port) };
  }

  async function certificateFile(): Promise<Record<string, string>> {
    const file = join(dataDir, 'empty.pem');
    await writeFile(file, 'nothing');
    return { WEBHOOK_CA_FILE: file };
  }
});

async function isRefused(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}
