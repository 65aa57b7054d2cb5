import { expect } from 'chai';
import { requireTimedSignature } from '../../../src/methods/providers/http-rail/index.ts';
import { isSignedWith } from '../../../src/methods/providers/http-rail/index.ts';
import { SIGNATURE } from '../../../src/methods/providers/mono/notices/reader.ts';
import { subjectOf } from '../../../src/methods/providers/mono/notices/subject.ts';
import { NoticeRefused } from '../../../src/methods/providers/provider.ts';

const SECRET = 'whsec_test';
const BODY =
  '{"event":{"data":{"id":"bbcol_5tgliBmzjZ6mpQPRbQjfKj","state":"ready"},"type":"collection.ready"},"timestamp":"2026-01-01T00:00:00Z"}';
/** The worked example. */
const V1 = 'e071db47222e35144025c6b7a94163729cc989b5eb1b47f7853c82eaafe7420a';
const T = 1_766_002_441;
const HOUR_MS = 3_600_000;

describe("Mono's signature", () => {
  const check = (now: number, secret = SECRET): Promise<void> =>
    requireTimedSignature(
      'Mono',
      { headers: { 'mono-signature': `t=${T},v1=${V1}` }, body: Buffer.from(BODY) },
      SIGNATURE,
      isSignedWith(secret),
      now,
    );
  const refusalOf = (checking: Promise<void>): Promise<unknown> => checking.catch((error: unknown) => error);

  it('is over the time and the body, with the secret as it is shown', async () => {
    await check(T * 1_000);
    for (const secret of ['test', 'whsec_other'])
      expect(await refusalOf(check(T * 1_000, secret))).to.be.instanceOf(NoticeRefused);
  });

  it('is accepted for as long as Mono repeats a webhook', async () => {
    await check(T * 1_000 + 8.4 * HOUR_MS);
    expect(await refusalOf(check(T * 1_000 + 10 * HOUR_MS))).to.be.instanceOf(NoticeRefused);
  });
});

describe('a webhook of Mono', () => {
  const idOf = (event: object, timestamp = '2026-01-01T00:00:00Z'): string =>
    subjectOf(Buffer.from(JSON.stringify({ event, timestamp }))).id;
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
