import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { SOURCE_HEADER, SOURCES, type SourceName } from '../../scripts/fake-bitso/sources.ts';
import { newNonce, openFake, type Answer } from './caller.ts';

const README = new URL('../../scripts/fake-bitso/README.md', import.meta.url);
const FORM = /^(documented|seen|guessed); ([a-z0-9_]+): \S/;
const WITHDRAWAL = {
  ...{ currency: 'mxn', protocol: 'clabe', amount: '100.00', clabe: '012180015123456780' },
  ...{ beneficiary: 'María', origin_id: 'w1' },
};
const PAYMENT = { payment_id: 'p1', amount: '9.00', payer_name: 'María' };

describe('the stand-in for Bitso says how well each answer is known', () => {
  let fake: Awaited<ReturnType<typeof openFake>>;
  beforeEach(async () => void (fake = await openFake()));
  afterEach(() => fake.fake.close());

  const sourceOf = ({ source }: Answer): string => /^\w+; \w+/.exec(source ?? '')?.[0] ?? '';

  it('on every route, whatever it answers, and with no source that is not in the table', async () => {
    for (const { method, path, access } of fake.fake.endpoints) {
      const options = { as: access === 'juno' ? ('juno' as const) : ('bitso' as const) };
      for (const twist of [options, { ...options, unsigned: true }]) {
        const body = method === 'POST' ? {} : undefined;
        const answer = await fake.call(method, path.replace(/:\w+/, 'nothing'), body, twist);
        const [, known, name] = FORM.exec(answer.source ?? '') ?? [];
        expect(name, `${method} ${path}: ${answer.source}`).to.be.oneOf(Object.keys(SOURCES));
        expect(known, `${method} ${path}`).to.equal(SOURCES[name as SourceName].known);
      }
    }
    expect(sourceOf(await fake.call('GET', '/v3/nowhere'))).to.equal('guessed; elsewhere');
    const own = await fetch(`${fake.fake.url}/control/state`);
    expect(own.headers.get(SOURCE_HEADER)).to.match(/^none; control/);
  });

  it('when it fails, too', async () => {
    const kinds = ['limited', 'unknown', 'bad_gateway', 'garbage', 'refused', 'empty'] as const;
    for (const kind of kinds) {
      fake.control.fault({ kind });
      const response = await fetch(`${fake.fake.url}/v3/balance`);
      expect(response.headers.get(SOURCE_HEADER), kind).to.match(FORM);
    }
  });

  it('by what this answer did, not only by its route', async () => {
    const { call, control } = fake;
    const withdraw = () => call('POST', '/v3/withdrawals', WITHDRAWAL);
    expect(sourceOf(await withdraw())).to.equal('documented; withdrawal_made');
    expect(sourceOf(await withdraw())).to.equal('guessed; origin_used');
    control.set({ repeatedOrigin: 'same' });
    expect(sourceOf(await withdraw())).to.equal('seen; same_withdrawal');
    const list = () => call('GET', '/v3/withdrawals?origin_ids=w1');
    expect(sourceOf(await list())).to.equal('documented; withdrawal');
    control.set({ lagMs: { withdrawals: 60_000 } });
    expect(sourceOf(await list())).to.match(/^guessed; (lag|origin_unknown_empty)/);
    await call('POST', '/spei/v1/payments', PAYMENT);
    expect(sourceOf(await call('POST', '/spei/v1/payments', PAYMENT))).to.equal('guessed; payment_repeated');
    expect(sourceOf(await call('GET', '/v3/fundings'))).to.equal('guessed; no_deposit_type');
    const late = `${Date.now() - 3_600_000}123456`;
    const old = await call('GET', '/v3/balance', undefined, { nonce: late });
    expect([old.code, sourceOf(old)]).to.deep.equal(['0207', 'guessed; nonce_time']);
    const nonce = newNonce();
    await call('GET', '/v3/balance', undefined, { nonce });
    const again = await call('GET', '/v3/balance', undefined, { nonce });
    expect([again.code, sourceOf(again)]).to.deep.equal(['0207', 'documented; nonce_repeated']);
    control.set({ numericCodes: true, refusalStatus: 200 });
    const numeric = await call('GET', '/v3/fundings/nothing');
    expect([numeric.status, numeric.code, sourceOf(numeric)]).to.deep.equal([200, 311, 'seen; numeric_code']);
  });

  it('in the README, in the same words', async () => {
    const rows = (await readFile(README, 'utf8'))
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === 6)
      .filter(([, name]) => /^`[a-z0-9_]+`$/.test(name ?? ''))
      .map(([, name, known, what, where]) => [name?.replaceAll('`', ''), known, what, where]);
    const wanted = Object.entries(SOURCES).map(([name, { known, what, where }]) => [
      name,
      known,
      what,
      where,
    ]);
    expect(rows).to.have.deep.members(wanted);
  });
});
