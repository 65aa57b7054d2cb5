import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { expect } from 'chai';
import { leadMovedKeys } from '../../src/cells/index.ts';
import { formatApiKey, newPublicId, newSecret, parseApiKey } from '../../src/credentials/secret.ts';
import type { Queryable } from '../../src/db/connect.ts';
import { workFor } from '../../src/lib/cell.ts';
import { AccountMoves } from '../../src/lib/errors/errors.ts';
import { newId, newLinkCode } from '../../src/lib/ids.ts';
import { hashToken, newToken } from '../../src/people/token.ts';
import { inviteTo, join, Visitor } from '../panel/people.ts';
import { send } from '../support/client.ts';
import { until } from '../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

/** How many requests an address may make per minute without a usable key. */
const LIMIT = 120;
const THERE = 'https://c2.pay.example.com';

const keyOf = (publicId: string) => formatApiKey({ environment: 'test', publicId, secret: newSecret() });
const newKey = () => keyOf(newPublicId());
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** What is left here of an account that has gone to cell 2. */
async function leave({ database, foundation }: TestService, { id }: Pick<TestAccount, 'id'>): Promise<void> {
  await database.query(
    `insert into account_moves (account_id, id, state, cell, still_until, gone_at)
     values ($1, gen_random_uuid(), 'gone', 2, 'infinity', now())`,
    [id],
  );
  await database.query(`select pg_notify('credentials_changed', $1)`, [id]);
  await foundation.credentials.caughtUp();
}

/** The status, and the cell that the proxy is to ask. */
async function ask(
  { baseUrl }: TestService,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<[number, string | null]> {
  const answer = await send(baseUrl, { method, path, headers, agent: false });
  return [answer.status, answer.headers.get('payments-cell')];
}

/** Reads with the service's own connections, and keeps the names of the statements. */
function listening({ foundation }: TestService): { read: Queryable; asked: string[] } {
  const asked: string[] = [];
  const query: Queryable['query'] = (command) => {
    asked.push(command.name ?? '');
    return foundation.db.read.query(command);
  };
  return { read: { query }, asked };
}

describe('a cell that an account has left', () => {
  let folder: string;
  let service: TestService;
  let account: TestAccount;
  let gone: TestAccount;
  let key: string;
  let code: string;
  let qr: string;
  let token: string;
  let member: Visitor;

  before(async () => {
    folder = await mkdtemp(joinPath(tmpdir(), 'payments-moved-'));
    const file = joinPath(folder, 'cells.json');
    const cells = [0, 1, 2].map((cell) => ({
      cell,
      servers: [`127.0.0.1:${3000 + cell}`],
      url: `https://c${cell}.pay.example.com`,
      environment_file: `cell-${cell}.env`,
    }));
    await writeFile(file, JSON.stringify({ cells }));
    // Each test can use an address of its own.
    service = await startService({ CELL: '1', CELLS_FILE: file, TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount();
    gone = await service.createAccount();
    key = gone.key.secret;
    code = await createLink(gone);
    qr = await createQrCode(gone);
    ({ visitor: member } = await join(service, gone.id, 'owner'));
    token = await invite(gone);
    expect(await ask(service, '/v1/ping', bearer(key))).to.deep.equal([200, null]);
    await leave(service, gone);
  });
  after(async () => {
    await service?.close();
    workFor(0);
    await rm(folder, { recursive: true, force: true });
  });

  const createLink = async ({ api }: TestAccount): Promise<string> => {
    const link = await api.post('/v1/payment_links', { amount: '10', currency: 'MXNB', description: 'x' });
    return link.body.code;
  };
  const createQrCode = async ({ api }: TestAccount): Promise<string> => {
    const code = await api.post('/v1/qr_codes', { name: 'Till', currency: 'MXNB', fixed_amount: null });
    return code.body.id;
  };
  const invite = async ({ id }: TestAccount): Promise<string> => {
    const { url } = await inviteTo(service, id, 'viewer', `${randomUUID()}@acme.example`);
    return url.slice(url.lastIndexOf('/') + 1);
  };

  const arrive = ({ id }: Pick<TestAccount, 'id'>, at = 'now()') =>
    service.database.query(
      `update account_moves set state = 'here', still_until = null, arrived_at = ${at} where account_id = $1`,
      [id],
    );

  /** As in a process that has not seen the key while it was usable. */
  const forget = (apiKey: string) => service.foundation.credentials.authenticate(apiKey, '127.0.0.1');

  describe('by an API key', () => {
    it('names its new cell, whatever is called', async () => {
      for (const [method, path] of [
        ['GET', '/v1/ping'],
        ['POST', '/v1/payment_links'],
        ['GET', '/v1/nothing'],
        ['GET', '/nothing'],
      ] as const)
        expect(await ask(service, path, bearer(key), method), path).to.deep.equal([421, '2']);
    });

    it('is told to wait while its account is between that cell and this one', async () => {
      const returning = await service.createAccount();
      const [keyOfIt, link] = [bearer(returning.key.secret), await createLink(returning)];
      await leave(service, returning);
      const arrive = (copiedAt: string) =>
        service.database.query(
          `update account_moves set state = 'arriving', copied_at = ${copiedAt} where account_id = $1`,
          [returning.id],
        );
      expect(await ask(service, '/v1/ping', keyOfIt)).to.deep.equal([421, '2']);
      await arrive('null');
      await forget(returning.key.secret);
      expect(await ask(service, `/pay/${link}`)).to.deep.equal([421, '2']);
      await until(async () => (await arrive('null'), (await ask(service, '/v1/ping', keyOfIt))[0] === 421), {
        what: 'the key is led there',
      });
      await arrive('now()');
      await until(async () => (await ask(service, '/v1/ping', keyOfIt))[0] === 429, {
        what: 'the key is told to wait',
      });
      const answer = await returning.api.get('/v1/ping');
      expect(answer.headers.get('retry-after')).to.equal('1');
      expect(answer.body.error.message).to.contain('The account is being moved');
      expect(await ask(service, `/pay/${link}`)).to.deep.equal([429, null]);
    });

    it('is told to wait when its account arrives between the look-up of the key and that of its cell', async () => {
      const returning = await service.createAccount();
      const link = await createLink(returning);
      const code = await createQrCode(returning);
      await leave(service, returning);
      const { credentials, cells, db } = service.foundation;
      const arriving = {
        ...credentials,
        authenticate: async (apiKey: string, address: string) => {
          const caller = await credentials.authenticate(apiKey, address);
          await arrive(returning);
          return caller;
        },
      };
      const keys = leadMovedKeys(arriving, cells, db.read);
      const refused = await keys
        .authenticate(returning.key.secret, '127.0.0.1')
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(AccountMoves);
      const [publicId = ''] = [parseApiKey(returning.key.secret)?.publicId];
      for (const lead of [{ key: publicId }, { link }, { qr: code }])
        expect(await cells.findHoldingCell(db.read, lead).catch((error: unknown) => error)).to.be.instanceOf(
          AccountMoves,
        );
      expect((await keys.authenticate(returning.key.secret, '127.0.0.1'))?.accountId).to.equal(returning.id);
    });

    it('is refused as ever when its account has been here for a while', async () => {
      const returned = await service.createAccount();
      await leave(service, returned);
      await arrive(returned, "now() - interval '10 seconds'");
      const wrong = returned.key.secret.slice(0, -4) + 'AAAA';
      expect(await ask(service, '/v1/ping', bearer(wrong))).to.deep.equal([401, null]);
    });

    it('refuses every other key as before', async () => {
      for (const other of [newKey(), 'nonsense', account.key.secret.slice(0, -1)])
        expect(await ask(service, '/v1/ping', bearer(other))).to.deep.equal([401, null]);
      expect(await ask(service, '/v1/ping', bearer(account.key.secret))).to.deep.equal([200, null]);
    });

    it('counts its calls in no window', async () => {
      const from = { 'x-forwarded-for': '192.0.2.1' };
      const calls = Array.from({ length: 2 * LIMIT }, () =>
        ask(service, '/v1/ping', { ...from, ...bearer(key) }),
      );
      for (const answer of await Promise.all(calls)) expect(answer).to.deep.equal([421, '2']);
      const remaining = async (apiKey: string) => {
        const headers = { ...from, ...bearer(apiKey) };
        const answer = await send(service.baseUrl, {
          method: 'GET',
          path: '/v1/ping',
          headers,
          agent: false,
        });
        return answer.headers.get('ratelimit-remaining');
      };
      expect(await remaining(key), 'says nothing of a window').to.equal(null);
      expect(await remaining(newKey())).to.equal(String(LIMIT - 1));
    });

    it('finds it for an address that has used up its window with other keys', async () => {
      const left = await service.createAccount();
      await leave(service, left);
      await forget(left.key.secret);
      const from = { 'x-forwarded-for': '192.0.2.2' };
      const useUp = Array.from({ length: LIMIT }, () =>
        ask(service, '/v1/ping', { ...from, ...bearer(newKey()) }),
      );
      for (const answer of await Promise.all(useUp)) expect(answer).to.deep.equal([401, null]);
      for (let call = 0; call < 10; call += 1)
        expect(await ask(service, '/v1/ping', { ...from, ...bearer(left.key.secret) })).to.deep.equal([
          421,
          '2',
        ]);
      expect(await ask(service, '/v1/ping', { ...from, ...bearer(newKey()) })).to.deep.equal([429, null]);
    });

    it('asks the database once a second for it, however often it is presented, and for no usable key', async () => {
      const { credentials, cells } = service.foundation;
      const { read, asked } = listening(service);
      const keys = leadMovedKeys(credentials, cells, read);
      const present = (apiKey: string) =>
        keys.authenticate(apiKey, '127.0.0.1').then(
          (caller) => caller?.accountId,
          (error: { code: string }) => error.code,
        );
      expect(await present(account.key.secret)).to.equal(account.id);
      expect(asked).to.deep.equal([]);
      await forget(key);
      expect(keys.mayBeUsable(key)).to.equal(false);
      for (let call = 0; call < 5; call += 1) expect(await present(key)).to.equal('misdirected_request');
      expect(asked).to.deep.equal(['account_moves.by_key']);
      expect(keys.mayBeUsable(key), 'is worth another look-up').to.equal(true);
    });

    it('looks for every key that it refuses, so that all take as long', async () => {
      const { credentials, cells } = service.foundation;
      for (const refused of [newKey(), account.key.secret.slice(0, -1), 'nonsense', '']) {
        const { read, asked } = listening(service);
        const keys = leadMovedKeys(credentials, cells, read);
        for (let call = 0; call < 2; call += 1)
          expect(await keys.authenticate(refused, '127.0.0.1')).to.equal(undefined);
        expect(asked, refused).to.deep.equal(['account_moves.by_key', 'account_moves.by_key']);
      }
    });

    it('serves it again at most a second after it has come back', async () => {
      const left = await service.createAccount();
      await leave(service, left);
      const call = () => ask(service, '/v1/ping', bearer(left.key.secret));
      expect(await call()).to.deep.equal([421, '2']);
      await arrive(left);
      await until(async () => (await call())[0] === 200, { what: 'the key works', timeoutMs: 3_000 });
    });
  });

  it('names its new cell to payers who follow its links, and not cell 0', async () => {
    for (const path of ['', '/status', '/logo/x.png', '/receipt.pdf'])
      expect(await ask(service, `/pay/${code}${path}`), path).to.deep.equal([421, '2']);
    for (const path of ['/methods/SPEI/quote', '/receipt', '/simulate'])
      expect(await ask(service, `/pay/${code}${path}`, {}, 'POST'), path).to.deep.equal([421, '2']);
    expect(await ask(service, `/pay/${newLinkCode()}`)).to.deep.equal([421, '0']);
    expect(await ask(service, `/pay/${await createLink(account)}`)).to.deep.equal([200, null]);
  });

  it('names its new cell to payers who scan its QR codes', async () => {
    for (const path of [qr, qr.toUpperCase(), `${qr}/print`, `${qr}/logo/x.png`])
      expect(await ask(service, `/q/${path}`), path).to.deep.equal([421, '2']);
    expect(await ask(service, `/q/${qr}`, {}, 'POST')).to.deep.equal([421, '2']);
    expect(await ask(service, `/q/${newId()}`)).to.deep.equal([404, null]);
    expect(await ask(service, `/q/${await createQrCode(account)}`)).to.deep.equal([200, null]);
  });

  it('names its new cell to people who follow a one-time link, at whichever host', async () => {
    for (const host of ['c1.pay.example.com', 'c2.pay.example.com'])
      for (const method of ['GET', 'POST'])
        expect(await ask(service, `/panel/links/${token}`, { host }, method)).to.deep.equal([421, '2']);
    for (const unknown of [newToken(), 'nonsense'])
      expect((await new Visitor(service).get(`/panel/links/${unknown}`)).status).to.equal(404);
    expect((await new Visitor(service).get(`/panel/links/${await invite(account)}`)).status).to.equal(200);
  });

  describe('in the panel', () => {
    it('leads to the same page there, whoever asks', async () => {
      const { visitor } = await join(service, account.id, 'owner');
      for (const someone of [member, visitor, new Visitor(service)])
        for (const path of ['', '/links?status=paid', `/links/${code}`]) {
          const { status, headers } = await someone.get(`/panel/accounts/${gone.id}${path}`);
          const there = `${THERE}/panel/accounts/${gone.id}${path}`;
          expect([status, headers.get('location')]).to.deep.equal([303, there]);
        }
    });

    it('says that what was sent was not done, and where to do it', async () => {
      const { status, text } = await member.post(`/panel/accounts/${gone.id}/links/${code}/cancel`);
      expect(status).to.equal(409);
      expect(text).to.contain('This account has moved').and.contain('was not done');
      expect(text).to.contain(`href="${THERE}/panel/accounts/${gone.id}/links"`);
    });

    it('knows no page of an account that never existed', async () => {
      const { visitor } = await join(service, account.id, 'owner');
      expect((await visitor.get(`/panel/accounts/${randomUUID()}`)).status).to.equal(404);
      expect((await visitor.get('/panel/accounts/nonsense')).status).to.equal(404);
      expect((await visitor.get(`/panel/accounts/${account.id}`)).status).to.equal(200);
    });
  });
});

describe('the cell that an account has moved to', () => {
  let folder: string;
  let service: TestService;

  before(async () => {
    folder = await mkdtemp(joinPath(tmpdir(), 'payments-moved-'));
    const file = joinPath(folder, 'cells.json');
    const cells = [0, 1].map((cell) => ({
      cell,
      servers: [`127.0.0.1:${3000 + cell}`],
      url: `https://c${cell}.pay.example.com`,
      environment_file: `cell-${cell}.env`,
    }));
    await writeFile(file, JSON.stringify({ cells }));
    service = await startService({
      CELL: '1',
      CELLS_FILE: file,
      BASE_URL: 'https://c1.pay.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
    });
  });
  after(async () => {
    await service?.close();
    workFor(0);
    await rm(folder, { recursive: true, force: true });
  });

  it('serves what names another cell once that one has named it, and nothing that it does not have', async () => {
    const { id } = await service.createAccount();
    const apiKey = { environment: 'test', publicId: newPublicId().slice(0, 16), secret: newSecret() };
    const { secret } = await service.createKey(id, { apiKey });
    expect(await ask(service, '/v1/ping', bearer(secret))).to.deep.equal([421, '0']);
    const sent = { 'payments-cell': '1' };
    expect(await ask(service, '/v1/ping', { ...bearer(secret), ...sent })).to.deep.equal([200, null]);
    const noKey = keyOf(newPublicId());
    expect(await ask(service, '/v1/ping', { ...bearer(noKey), ...sent })).to.deep.equal([401, null]);
    const ofNoCell = keyOf(`${newPublicId().slice(0, 16)}09`);
    expect(await ask(service, '/v1/ping', bearer(ofNoCell))).to.deep.equal([401, null]);
    for (const other of ['0', '01', 'x'])
      expect(
        await ask(service, '/v1/ping', { ...bearer(secret), 'payments-cell': other }),
        other,
      ).to.deep.equal([421, '0']);
  });

  it('has callers try again when it has lost what it was led to, as after a restore', async () => {
    const sent = { 'payments-cell': '1' };
    const lost = keyOf(newPublicId().slice(0, 16));
    const answer = await send(service.baseUrl, {
      ...{ method: 'GET', path: '/v1/ping', agent: false },
      headers: { ...bearer(lost), ...sent },
    });
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([429, '1']);
    expect(answer.text).to.contain('is being restored, and this call was not executed');
    const qr = randomUUID();
    expect(await ask(service, `/q/${qr}`, sent)).to.deep.equal([429, null]);
    expect(await ask(service, '/v1/ping', { ...bearer('no key'), ...sent })).to.deep.equal([401, null]);
  });

  it('refuses a wrong secret, and a code that is no more, of accounts that have come', async () => {
    const account = await service.createAccount();
    const apiKey = { environment: 'test', publicId: newPublicId().slice(0, 16), secret: newSecret() };
    await service.createKey(account.id, { apiKey });
    const guess = formatApiKey({ ...apiKey, secret: newSecret() });
    const sent = { 'payments-cell': '1' };
    expect(await ask(service, '/v1/ping', { ...bearer(guess), ...sent })).to.deep.equal([401, null]);
    const created = { name: 'Till', currency: 'MXNB', fixed_amount: null };
    const { id } = (await account.api.post('/v1/qr_codes', created)).body;
    await account.api.delete(`/v1/qr_codes/${id}`);
    // As cell 0 would have issued it.
    const old = randomUUID();
    await service.database.query('update qr_codes set id = $1 where id = $2', [old, id]);
    expect(await ask(service, `/q/${old}`, sent)).to.deep.equal([404, null]);
  });

  it('shows the panel at its own host, where its forms come from', async () => {
    const token = newToken().slice(0, 43);
    const { status, headers } = await new Visitor(service).get(`/panel/links/${token}?a=b`, {
      host: 'c0.pay.example.com',
      'payments-cell': '1',
    });
    const own = `https://c1.pay.example.com/panel/links/${token}?a=b`;
    expect([status, headers.get('location')]).to.deep.equal([303, own]);
    const there = await new Visitor(service).get(`/panel/links/${token}`, { 'payments-cell': '1' });
    expect(there.status).to.equal(404);
  });
});

describe('a deployment without other cells', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  it('looks up nothing that may have moved', async () => {
    const { credentials, cells } = service.foundation;
    const { read, asked } = listening(service);
    expect(leadMovedKeys(credentials, cells, read)).to.equal(credentials);
    const leads = [
      { key: newPublicId() },
      { link: newLinkCode() },
      { qr: newId() },
      { token: hashToken(newToken()) },
      { account: newId() },
    ];
    for (const lead of leads) expect(await cells.findHoldingCell(read, lead)).to.equal(undefined);
    expect(asked).to.deep.equal([]);
  });
});
