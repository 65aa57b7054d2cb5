import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createCells } from '../../src/cells/index.ts';
import { parseCells } from '../../src/cells/cells-file.ts';
import { workFor } from '../../src/lib/cell.ts';
import { newLinkCode } from '../../src/lib/ids.ts';
import { newToken } from '../../src/people/token.ts';
import { formatApiKey, newPublicId, newSecret } from '../../src/credentials/secret.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { startupRefusalOf } from '../support/startup-refusal.ts';

const cellAt = (cell: number) => ({
  cell,
  servers: [`127.0.0.1:${3000 + cell}`],
  url: `https://c${cell}.pay.example.com`,
  environment_file: `cell-${cell}.env`,
});

/** What a cell issues, made in this process. */
function inCell<T>(cell: number, make: () => T): T {
  workFor(cell);
  try {
    return make();
  } finally {
    workFor(1);
  }
}

const keyOf = (cell: number) =>
  inCell(cell, () => formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() }));
const idOf = (cell: number) => `0192f3a4-c1d0-8${cell.toString(16).padStart(3, '0')}-8c6d-7e8f9a0b1c2d`;

describe('a cell', () => {
  let folder: string;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-cells-'));
    const file = join(folder, 'cells.json');
    await writeFile(file, JSON.stringify({ cells: [cellAt(0), cellAt(1), cellAt(2)] }));
    service = await startService({ CELL: '1', CELLS_FILE: file });
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
    workFor(0);
  });

  /** The status, and the cell that the proxy is to ask. */
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.baseUrl}${path}`, { headers, redirect: 'manual' });
    await answer.body?.cancel();
    return [answer.status, answer.headers.get('payments-cell')];
  };
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

  it('serves what names it', async () => {
    const { api } = account;
    const link = await api.post('/v1/payment_links', { amount: '10', currency: 'MXNB', description: 'x' });
    expect(link.status).to.equal(201);
    expect(await ask(`/pay/${link.body.code}`)).to.deep.equal([200, null]);
    const qr = await api.post('/v1/qr_codes', { name: 'Till', currency: 'MXNB', fixed_amount: null });
    expect(await ask(`/q/${qr.body.id}`)).to.deep.equal([200, null]);
  });

  it('answers 421 with the cell of what names another', async () => {
    expect(await ask('/v1/ping', bearer(keyOf(0)))).to.deep.equal([421, '0']);
    expect(await ask('/v1/ping', bearer(keyOf(2)))).to.deep.equal([421, '2']);
    expect(await ask('/v1/nothing', bearer(keyOf(2)))).to.deep.equal([421, '2']);
    expect(await ask(`/pay/${inCell(2, newLinkCode)}`)).to.deep.equal([421, '2']);
    expect(await ask(`/q/${idOf(2)}`)).to.deep.equal([421, '2']);
    expect(await ask(`/panel/links/${inCell(2, newToken)}`)).to.deep.equal([421, '2']);
    const cookie = `panel=${inCell(2, newToken)}`;
    expect(await ask('/panel/accounts', { Cookie: cookie })).to.deep.equal([421, '2']);
    // Not in the contract: clients of the public address never see it.
    const refused = await fetch(`${service.baseUrl}/v1/ping`, { headers: bearer(keyOf(2)) });
    const { error } = (await refused.json()) as { error: object };
    expect(error).to.deep.include({ type: 'invalid_request', code: 'misdirected_request' });
  });

  it('uses up no rate limit for it', async () => {
    const key = keyOf(2);
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask('/v1/ping', bearer(key))));
    expect(new Set(answers.map(([status]) => status))).to.deep.equal(new Set([421]));
    expect(await ask('/v1/ping', bearer(account.key.secret))).to.deep.equal([200, null]);
  });

  it('looks up, and refuses, what names no cell that there is', async () => {
    expect(await ask('/v1/ping', bearer(keyOf(77)))).to.deep.equal([401, null]);
    expect(await ask(`/q/${idOf(77)}`)).to.deep.equal([404, null]);
    expect(await ask(`/pay/${inCell(77, newLinkCode)}`)).to.deep.equal([404, null]);
    expect(await ask('/pay/nonsense')).to.deep.equal([404, null]);
  });

  it('leaves a code that names it, and that it does not know, to cell 0, whose codes name any cell', async () => {
    expect(await ask(`/pay/${inCell(1, newLinkCode)}`)).to.deep.equal([421, '0']);
    expect(await ask(`/pay/${inCell(1, newLinkCode)}/status`)).to.deep.equal([421, '0']);
    expect(await ask(`/pay/${inCell(1, newLinkCode)}/logo/x.png`)).to.deep.equal([421, '0']);
  });
});

describe('cell 0', () => {
  after(() => workFor(0));

  it('is asked last for a code, because it may have issued any', async () => {
    workFor(0);
    const file = join(tmpdir(), 'does-not-exist.json');
    expect(() => createCells(file)).to.throw(/CELLS_FILE cannot be read/);
    const alone = createCells(undefined);
    expect(alone.all).to.deep.equal([]);
    alone.requireOwn({ url: '/v1/ping', headers: { authorization: `Bearer ${keyOf(2)}` } });
    // Of no database, because it needs none.
    const none = { query: () => Promise.reject(new Error('the database was asked')) };
    expect(await alone.findHoldingCell(none, { link: 'PL-AAAA-BBBB-CC01' })).to.equal(undefined);
  });
});

describe('CELLS_FILE', () => {
  const parse = (file: unknown) => () =>
    parseCells(typeof file === 'string' ? file : JSON.stringify(file), '/etc/payments');

  it('describes all cells, with paths relative to itself', () => {
    expect(parse({ cells: [cellAt(2), cellAt(0)] })()).to.deep.equal([
      {
        cell: 0,
        servers: ['127.0.0.1:3000'],
        url: 'https://c0.pay.example.com',
        environmentFile: '/etc/payments/cell-0.env',
      },
      {
        cell: 2,
        servers: ['127.0.0.1:3002'],
        url: 'https://c2.pay.example.com',
        environmentFile: '/etc/payments/cell-2.env',
      },
    ]);
  });

  for (const [what, file, message] of [
    ['no JSON', '{', /^CELLS_FILE is invalid: it must be JSON/],
    ['no cells', { cells: [] }, /cells must be a list of cells/],
    ['a cell twice', { cells: [cellAt(0), { ...cellAt(1), cell: 0 }] }, /has cell 0 twice/],
    ['a url twice', { cells: [cellAt(0), { ...cellAt(1), url: cellAt(0).url }] }, /has the url .* twice/],
    ['no cell 0', { cells: [cellAt(1)] }, /must have cell 0/],
    ['a number that no code can name', { cells: [cellAt(0), cellAt(1296)] }, /cells\[1\].cell must be/],
    ['a field that nobody reads', { cells: [{ ...cellAt(0), host: 'x' }] }, /cells\[0\].host is not known/],
    [
      'a url with a path',
      { cells: [{ ...cellAt(0), url: 'https://a.example/b' }] },
      /cells\[0\].url must be/,
    ],
    ['a server without its port', { cells: [{ ...cellAt(0), servers: ['a'] }] }, /servers\[0\] must be/],
  ] as const) {
    it(`is refused with its reason: ${what}`, () => {
      expect(startupRefusalOf(parse(file))).to.match(message);
    });
  }
});
