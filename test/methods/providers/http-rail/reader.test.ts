import { expect } from 'chai';
import { createReader } from '../../../../src/methods/providers/http-rail/index.ts';
import { ProviderFailure } from '../../../../src/methods/providers/provider.ts';

const { amountOf, listOf, noticeOf, optionalText, partOf, textOf, timeOf } = createReader('Example');

describe('the fields that a rail sends', () => {
  const unreadable = (read: () => unknown, what: string): void => {
    expect(read)
      .to.throw(ProviderFailure)
      .with.property('message', `Example sent something that cannot be read: ${what}.`);
  };

  it('are texts, or whole numbers where texts are documented, and never empty', () => {
    expect(['  a ', 7, '', ' ', 1.5, null, {}].map((a) => optionalText({ a }, 'a'))).to.deep.equal([
      'a',
      '7',
      ...Array.from({ length: 5 }, () => undefined),
    ]);
    unreadable(() => textOf({}, 'name'), 'name');
  });

  it('are amounts of which no digit can have been lost', () => {
    for (const [a, expected] of [
      ['-12.50', '-12.5'],
      ['12345678901234567890.123456789012345678', '12345678901234567890.123456789012345678'],
      [0.1, '0.1'],
    ] as const)
      expect(amountOf({ a }, 'a').toFixed()).to.equal(expected);
    for (const a of ['1e3', '0x10', '1_000', ' 1', '', '1.', 1e21, 1234567890123456, NaN, null, ['1']])
      unreadable(() => amountOf({ a }, 'a'), 'a');
  });

  it('are times with a zone', () => {
    for (const a of ['2026-01-02T03:04:05Z', '2026-01-02T05:04:05+02:00', '2026-01-02T05:04:05.000+0200'])
      expect(timeOf({ a }, 'a').toISOString()).to.equal('2026-01-02T03:04:05.000Z');
    for (const a of ['2026-01-02', '2026-01-02T03:04:05', '2026-13-02T03:04:05Z', 'now', 1_767_323_045_000])
      unreadable(() => timeOf({ a }, 'a'), 'a');
  });

  it('are lists of objects, and parts that may be missing', () => {
    expect(listOf([{ a: 1 }], 'list')).to.deep.equal([{ a: 1 }]);
    expect([partOf({}, 'a'), partOf({ a: null }, 'a'), partOf({ a: { b: 1 } }, 'a')]).to.deep.equal([
      {},
      {},
      { b: 1 },
    ]);
    for (const list of [{}, 'x', null, [1], [[]]]) unreadable(() => listOf(list, 'list'), 'list');
    unreadable(() => partOf({ a: [] }, 'a'), 'a');
  });

  it('are those of an object in a notice', () => {
    expect(noticeOf(Buffer.from('{"a":"\\u0000"}'))).to.deep.equal({ a: '\ufffd' });
    for (const body of ['', '[]', 'null', '{']) unreadable(() => noticeOf(Buffer.from(body)), 'a notice');
  });
});
