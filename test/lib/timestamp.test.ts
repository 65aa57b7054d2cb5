import { expect } from 'chai';
import fc from 'fast-check';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { formatTimestamp, parseTimestamp } from '../../src/lib/timestamp.ts';

describe('timestamps in requests', () => {
  it('are read to the millisecond, whatever their time zone', () => {
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        expect(parseTimestamp('expires_at', time.toISOString())).to.deep.equal(time);
      }),
    );
    const noon = Date.UTC(2026, 10, 20, 12);
    for (const text of [
      '2026-11-20T12:00:00Z',
      '2026-11-20t12:00:00z',
      '2026-11-20T06:00:00-06:00',
      '2026-11-20T17:30:00.000+05:30',
      '2026-11-20T12:00:00.0001Z',
    ]) {
      expect(parseTimestamp('expires_at', text).getTime(), text).to.equal(noon);
    }
  });

  it('are refused, naming the field, outside the supported range', () => {
    for (const text of [
      '1999-12-31T23:59:59.999Z',
      '2200-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '2016-12-31T23:59:60Z',
      'infinity',
      '',
    ]) {
      expect(() => parseTimestamp('expires_at', text), text)
        .to.throw(DomainError, /^expires_at must be a time between/)
        .that.includes({ code: 'invalid_request', param: 'expires_at' });
    }
  });
});

describe('timestamps of responses', () => {
  it('are in UTC, to the millisecond', () => {
    expect(formatTimestamp(new Date('2026-11-20T15:04:05.007-06:00'))).to.equal('2026-11-20T21:04:05.007Z');
    const times = fc.date({ min: new Date('1969-01-01'), max: new Date('2400-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        expect(formatTimestamp(time)).to.equal(time.toISOString());
      }),
      { numRuns: 2_000 },
    );
  });
});
