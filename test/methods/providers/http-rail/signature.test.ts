import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { requireTimedSignature } from '../../../../src/methods/providers/http-rail/index.ts';
import { NoticeRefused } from '../../../../src/methods/providers/provider.ts';

const SECRET = 'secret';
const BODY = '{"a":1}';
const T = 1_766_002_441;
const NOW = T * 1_000;
const HOUR_MS = 3_600_000;
const V1 = hmac(SECRET, BODY);

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`${T}.${body}`).digest('hex');
}

describe('a signature with its time in one header', () => {
  const check = (signature: string | undefined, { now = NOW, body = BODY } = {}): Promise<void> =>
    requireTimedSignature(
      'Example',
      { headers: { 'x-signature': signature }, body: Buffer.from(body) },
      {
        ...{ header: 'x-signature', scheme: 'v1', encoding: 'hex', unitMs: 1_000 },
        ...{ maxAgeMs: HOUR_MS, aheadMs: 60_000 },
      },
      (time, signed, bytes) =>
        createHmac('sha256', SECRET).update(`${time}.`).update(bytes).digest().equals(signed),
      now,
    );
  const refused = async (checking: Promise<void>): Promise<void> =>
    expect(await checking.catch((error: unknown) => error)).to.be.instanceOf(NoticeRefused) && undefined;

  it('is over the time and the body', async () => {
    await check(`t=${T},v1=${V1}`);
    await check(`t=${T}, v1=${V1}`);
    await refused(check(`t=${T},v1=${V1}`, { body: `${BODY} ` }));
    await refused(check(`t=${T + 1},v1=${V1}`));
  });

  it('may stand among others, of which one must match', async () => {
    const other = hmac('other', BODY);
    await check(`t=${T},v0=abc,v1=${other},v1=${V1}`);
    await refused(check(`t=${T},v1=${other},v1=${other}`));
  });

  it('is fresh for as long as declared, before and after', async () => {
    await check(`t=${T},v1=${V1}`, { now: NOW + HOUR_MS });
    await check(`t=${T},v1=${V1}`, { now: NOW - 60_000 });
    for (const now of [NOW + HOUR_MS + 1_000, NOW - 61_000]) await refused(check(`t=${T},v1=${V1}`, { now }));
  });

  for (const [what, signature] of [
    ['none', undefined],
    ['no time', `v1=${V1}`],
    ['two times', `t=${T},t=${T},v1=${V1}`],
    ['capitals', `t=${T},v1=${V1.toUpperCase()}`],
    ['a part of it', `t=${T},v1=${V1.slice(0, 62)}`],
    ['more after it', `t=${T},v1=${V1}zz`],
    ['a name without a value', `t=${T},v1=`],
    ['another scheme', `t=${T},v0=${V1}`],
  ] as const)
    it(`is refused with ${what}`, () => refused(check(signature)));
});
