import { expect } from 'chai';
import { parseStorable, storable } from '../../src/lib/text/storable.ts';

describe('texts that Postgres can store', () => {
  it('are returned as they are', () => {
    const report = { payer: 'José 🧾', amounts: ['1.00', '2.00'], at: new Date(0), none: null };
    expect(storable(report)).to.equal(report);
  });

  it('replace what it cannot store, at any depth, in names as in values', () => {
    const report = { lines: [{ concept: 'a\0b', ok: 'ok' }, 'half \ud83d'], ['na\0me']: 1, count: 2 };
    expect(storable(report)).to.deep.equal({
      lines: [{ concept: 'a\ufffdb', ok: 'ok' }, 'half \ufffd'],
      'na\ufffdme': 1,
      count: 2,
    });
  });

  it('are read from JSON that escapes what cannot be stored', () => {
    expect(parseStorable('{"concept":"a\\u0000b","half":"\\ud83d"}')).to.deep.equal({
      concept: 'a\ufffdb',
      half: '\ufffd',
    });
  });
});
