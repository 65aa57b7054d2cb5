import { expect } from 'chai';
import { executionDateOf } from '../../../../../src/methods/index.ts';
import { profileOf } from './fixtures.ts';

describe('the day on which a payment file is to be paid', () => {
  const dayOf = (now: string, fields: Record<string, unknown> = {}): string =>
    executionDateOf(profileOf('us_wire', fields).bankingDays, new Date(now));
  const newYork = { time_zone: 'America/New_York', cut_off: '17:00' };

  it('is the next banking day', () => {
    // Monday, and Friday.
    expect(dayOf('2026-11-23T15:00:00Z')).to.equal('2026-11-24');
    expect(dayOf('2026-11-27T15:00:00Z')).to.equal('2026-11-30');
    expect(dayOf('2026-11-27T15:00:00Z', { holidays: ['2026-11-30', '2026-12-01'] })).to.equal('2026-12-02');
  });

  it("is today before the bank's cut-off, by its clock", () => {
    expect(dayOf('2026-11-23T21:59:59Z', newYork)).to.equal('2026-11-23');
    expect(dayOf('2026-11-23T22:00:00Z', newYork)).to.equal('2026-11-24');
    // Still Monday there, and after the cut-off.
    expect(dayOf('2026-11-24T03:00:00Z', newYork)).to.equal('2026-11-24');
    expect(dayOf('2026-11-26T15:00:00Z', { ...newYork, holidays: ['2026-11-26'] })).to.equal('2026-11-27');
    expect(dayOf('2026-11-28T15:00:00Z', newYork)).to.equal('2026-11-30');
  });

  it('follows the clock of the bank when it is changed to winter time', () => {
    // Friday and Monday, around the first Sunday of November.
    expect(dayOf('2026-10-30T20:59:59Z', newYork)).to.equal('2026-10-30');
    expect(dayOf('2026-10-30T21:00:00Z', newYork)).to.equal('2026-11-02');
    expect(dayOf('2026-11-02T21:59:59Z', newYork)).to.equal('2026-11-02');
  });

  for (const [field, value, fault] of [
    ['time_zone', 'EST5', /time_zone must be a time zone/],
    ['cut_off', '24:00', /cut_off must be a time/],
    ['holidays', ['2026-02-30'], /holidays\[0\] must be a day/],
    ['holidays', '2026-12-25', /holidays must be a list/],
  ] as const) {
    it(`is not known with ${field} ${JSON.stringify(value)}`, () => {
      for (const kind of ['us_wire', 'nacha'] as const) {
        expect(() => profileOf(kind, { [field]: value })).to.throw(fault);
      }
    });
  }
});
