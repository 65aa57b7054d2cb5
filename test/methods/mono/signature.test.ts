import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { requireSigned } from '../../../src/methods/providers/mono/notices/signature.ts';
import { toldBy } from '../../../src/methods/providers/mono/notices/told.ts';
import { NoticeRefused } from '../../../src/methods/providers/provider.ts';

const SECRET = 'whsec_test';
const BODY =
  '{"event":{"data":{"id":"bbcol_5tgliBmzjZ6mpQPRbQjfKj","state":"ready"},"type":"collection.ready"},"timestamp":"2026-01-01T00:00:00Z"}';
/** The worked example. */
const V1 = 'e071db47222e35144025c6b7a94163729cc989b5eb1b47f7853c82eaafe7420a';
const T = 1_766_002_441;
const NOW = T * 1_000;
const HOUR_MS = 3_600_000;

describe("Mono's signature", () => {
  const check = (signature: string | undefined, { now = NOW, body = BODY, secret = SECRET } = {}): void =>
    requireSigned({ headers: { 'mono-signature': signature }, body: Buffer.from(body) }, secret, now);

  it('is over the time and the body, with the secret as it is shown', () => {
    check(`t=${T},v1=${V1}`);
    check(`t=${T}, v1=${V1}`);
  });

  it('may stand among others, of which one must match', () => {
    const other = createHmac('sha256', 'whsec_other').update(`${T}.${BODY}`).digest('hex');
    check(`t=${T},v1=${other},v1=${V1}`);
    check(`t=${T},v0=abc,v1=${V1},v1=${other}`);
    expect(() => check(`t=${T},v1=${other},v1=${other}`)).to.throw(NoticeRefused);
  });

  it('is accepted for as long as Mono repeats a webhook, and not from the future', () => {
    check(`t=${T},v1=${V1}`, { now: NOW + 9 * HOUR_MS });
    check(`t=${T},v1=${V1}`, { now: NOW - 4 * 60_000 });
    for (const now of [NOW + 9 * HOUR_MS + 1_000, NOW - 6 * 60_000])
      expect(() => check(`t=${T},v1=${V1}`, { now })).to.throw(NoticeRefused);
  });

  for (const [what, signature] of [
    ['none', undefined],
    ['no time', `v1=${V1}`],
    ['two times', `t=${T},t=${T + 1},v1=${V1}`],
    ['another time', `t=${T + 1},v1=${V1}`],
    ['capitals', `t=${T},v1=${V1.toUpperCase()}`],
    ['a part of it', `t=${T},v1=${V1.slice(0, 62)}`],
    ['a name without a value', `t=${T},v1=`],
  ] as const) {
    it(`is refused with ${what}`, () => {
      expect(() => check(signature)).to.throw(NoticeRefused);
    });
  }

  it('is refused with another secret, or without the prefix of its own', () => {
    for (const secret of ['test', 'whsec_other'])
      expect(() => check(`t=${T},v1=${V1}`, { secret })).to.throw(NoticeRefused);
  });
});

describe('a webhook of Mono', () => {
  const idOf = (event: object, timestamp = '2026-01-01T00:00:00Z'): string =>
    toldBy(Buffer.from(JSON.stringify({ event, timestamp }))).id;
  const data = { id: 'bbcol_5tgliBmzjZ6mpQPRbQjfKj', state: 'ready' };
  const event = { type: 'collection.ready', data };

  it('is recognized by its type, its subject, its state and when that was', () => {
    expect(idOf(event)).to.equal(idOf(event));
    expect(idOf({ ...event, data: { ...data, more: 1 } })).to.equal(idOf(event));
    for (const [other, timestamp] of [
      [{ ...event, type: 'collection.paid' }],
      [{ ...event, data: { ...data, state: 'paid' } }],
      [{ ...event, data: { ...data, id: 'bbcol_6tgliBmzjZ6mpQPRbQjfKj' } }],
      [event, '2026-01-01T00:00:01Z'],
    ] as const)
      expect(idOf(other, timestamp)).to.not.equal(idOf(event));
    // The time of its delivery does not count where its subject has one.
    const dated = { ...event, data: { ...data, updated_at: '2026-01-01T00:00:00Z' } };
    expect(idOf(dated, 'now')).to.equal(idOf(dated, 'later'));
  });

  it('has an id of a bounded length, whatever is in it', () => {
    expect(idOf({ type: 'x'.repeat(10_000), data: { id: 'ñ\n' } }).length).to.be.at.most(160);
  });
});
