import { expect } from 'chai';
import { nextRun } from '../../src/withdrawal-batches/calendar.ts';

describe('the next run of a batch', () => {
  it('is a week later, on the same weekday', () => {
    expect(nextRun({ repeats: 'weekly' }, '2026-12-28', '2026-12-28')).to.equal('2027-01-04');
  });

  it('is on the day of the month, or on the last day of a shorter one', () => {
    const on31 = { repeats: 'monthly', monthDay: 31 } as const;
    expect(nextRun(on31, '2027-01-31', '2027-01-31')).to.equal('2027-02-28');
    expect(nextRun(on31, '2027-02-28', '2027-02-28')).to.equal('2027-03-31');
    expect(nextRun({ repeats: 'monthly', monthDay: 5 }, '2026-12-05', '2026-12-05')).to.equal('2027-01-05');
  });

  it('is one run however many were missed', () => {
    expect(nextRun({ repeats: 'weekly' }, '2026-11-02', '2026-11-30')).to.equal('2026-11-30');
    expect(nextRun({ repeats: 'weekly' }, '2026-11-02', '2026-12-01')).to.equal('2026-12-07');
  });
});
