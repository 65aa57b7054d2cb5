import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createTellCell } from '../../../src/methods/providers/cells/tell.ts';
import { parseNotice, type HandedOn } from '../../../src/methods/providers/cells/notice.ts';
import { requireSigned } from '../../../src/methods/providers/cells/signature.ts';
import { nowS } from '../../../src/lib/outgoing/signature.ts';
import { answers, startReceiver, type Receiver } from '../../support/outside/receiver.ts';
import { startupRefusalOf } from '../../support/startup-refusal.ts';

const KEYS = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const HANDED_ON: Omit<HandedOn, 'from'> = {
  ...{ id: randomUUID(), to: 1, accountId: randomUUID(), provider: 'bitso', reference: '4711' },
  report: {
    ...{ method: 'SPEI', asset: 'MXN', network: null, amount: '0.1', destination: '032180000118359719' },
    ...{ reference: null, payer: { name: 'María Pérez' } },
  },
};

describe('telling another cell of a deposit', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const tellAt = (url: string, allowCidrs = ['127.0.0.0/8']) =>
    createTellCell({ own: 0, cells: [{ cell: 1, url }], keys: KEYS, allowCidrs, caFile: receiver.caFile });
  const failureOf = (telling: Promise<void>): Promise<string> =>
    telling.then(
      () => 'it was told',
      (error: unknown) => (error as Error).message,
    );

  it('posts it over verified https, signed with the newest key', async () => {
    await tellAt(receiver.url)(HANDED_ON);
    const [request] = await receiver.waitFor(1);
    if (!request) throw new Error('nothing was sent');
    expect(`${request.method} ${request.path}`).to.equal('POST /providers/cell-0/notices');
    expect(parseNotice(request.body)).to.deep.equal({ ...HANDED_ON, from: 0 });
    const notice = {
      headers: { 'payments-signature': String(request.headers['payments-signature']) },
      body: request.body,
    };
    requireSigned(notice, KEYS.slice(0, 1), nowS());
    expect(() => requireSigned(notice, KEYS.slice(1), nowS())).to.throw('not signed');
  });

  it('counts any response but 200 as not told, and none', async () => {
    for (const status of [201, 204, 301, 401, 404, 500]) {
      receiver.answerWith(answers.status(status));
      expect(await failureOf(tellAt(receiver.url)(HANDED_ON))).to.not.equal('it was told');
    }
    const tell = tellAt(receiver.url);
    await receiver.close();
    expect(await failureOf(tell(HANDED_ON))).to.match(/refused/i);
  });

  it('reaches only the ranges of the own network that are opened', async () => {
    expect(await failureOf(tellAt(receiver.url, [])(HANDED_ON))).to.match(/not_allowed/);
    expect(receiver.requests).to.deep.equal([]);
  });

  it('knows no cell that is not in CELLS_FILE', async () => {
    expect(await failureOf(tellAt(receiver.url)({ ...HANDED_ON, to: 2 }))).to.equal('unknown_cell');
  });

  it('is refused at the start over plain http, except on the same machine', () => {
    const refusal = startupRefusalOf(() => tellAt('http://c1.pay.example.com'));
    expect(refusal).to.match(/the url of cell 1 must begin with https/);
    tellAt('http://127.0.0.2:3000');
  });
});

describe('a notice of a cell', () => {
  const refusals: Record<string, object> = {
    'no amount': { amount: undefined },
    'an amount that is a number': { amount: 1 },
    'an amount of nothing': { amount: '0.00' },
    'a negative amount': { amount: '-1' },
    'an amount in another notation': { amount: '1e3' },
    'an amount that no deposit has': { amount: '1000000000000' },
    'no destination': { destination: '' },
    'a payer that is a list': { payer: ['María'] },
    'a payer with a number': { payer: { name: 1 } },
    'a method that is none': { method: null },
  };
  const bodyOf = (report: object): Buffer => {
    const { accountId, ...notice } = HANDED_ON;
    const written = { ...notice, from: 0, account_id: accountId, report: { ...HANDED_ON.report, ...report } };
    return Buffer.from(JSON.stringify(written));
  };

  it('is read as it is', () => {
    expect(parseNotice(bodyOf({}))).to.deep.equal({ ...HANDED_ON, from: 0 });
  });

  for (const [what, change] of Object.entries(refusals)) {
    it(`is not read with ${what}`, () => {
      expect(() => parseNotice(bodyOf(change))).to.throw('cannot be read');
    });
  }

  it('is not read if it is anything else', () => {
    for (const text of ['', '{', 'null', '[]', '"x"', '{}'])
      expect(() => parseNotice(Buffer.from(text)), text).to.throw();
  });
});
