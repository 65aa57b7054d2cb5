import { expect } from 'chai';
import { dayOf, localTime, momentOf, parseTimeZone, plusDays } from '../../src/lib/time-zone.ts';

describe('time zones', () => {
  const iso = (zone: string, local: string) => momentOf(zone, local)?.toISOString();
  const hoursOf = (zone: string, day: string): number =>
    (momentOf(zone, plusDays(day, 1))!.getTime() - momentOf(zone, day)!.getTime()) / 3600_000;

  it('begin their days at their own midnight', () => {
    expect(iso('UTC', '2026-11-20')).to.equal('2026-11-20T00:00:00.000Z');
    expect(iso('America/Mexico_City', '2026-07-01')).to.equal('2026-07-01T06:00:00.000Z');
    expect(iso('America/Bogota', '2026-12-31')).to.equal('2026-12-31T05:00:00.000Z');
    expect(iso('Asia/Kathmandu', '2026-01-01')).to.equal('2025-12-31T18:15:00.000Z');
    expect(iso('Pacific/Kiritimati', '2026-01-01')).to.equal('2025-12-31T10:00:00.000Z');
    expect(iso('Etc/GMT+12', '2026-01-01')).to.equal('2026-01-01T12:00:00.000Z');
  });

  it('have days of 23 and 25 hours when clocks are changed', () => {
    expect(hoursOf('Europe/Madrid', '2026-03-29')).to.equal(23);
    expect(hoursOf('Europe/Madrid', '2026-10-25')).to.equal(25);
    expect(hoursOf('Europe/Madrid', '2026-10-26')).to.equal(24);
    // Until 2022, Mexico changed its clocks as well.
    expect(hoursOf('America/Mexico_City', '2022-04-03')).to.equal(23);
    expect(hoursOf('America/Mexico_City', '2022-10-30')).to.equal(25);
    expect(hoursOf('America/Mexico_City', '2026-04-05')).to.equal(24);
    expect(hoursOf('Australia/Lord_Howe', '2026-10-04')).to.equal(23.5);
  });

  it('change their clocks within a quarter of an hour', () => {
    const at = (time: string) => localTime('America/St_Johns', new Date(time));
    // Until 2011, clocks in Newfoundland went forward at one minute past midnight.
    expect(at('2011-03-13T03:30:59Z')).to.equal('2011-03-13 00:00:59');
    expect(at('2011-03-13T03:31:00Z')).to.equal('2011-03-13 01:01:00');
    expect(at('2011-03-13T03:30:59Z')).to.equal('2011-03-13 00:00:59');
  });

  it('begin a day that has no midnight when clocks go forward', () => {
    expect(iso('America/Santiago', '2026-09-06')).to.equal('2026-09-06T04:00:00.000Z');
    expect(localTime('America/Santiago', momentOf('America/Santiago', '2026-09-06')!)).to.equal(
      '2026-09-06 01:00:00',
    );
    expect(hoursOf('America/Santiago', '2026-09-06')).to.equal(23);
  });

  it('begin a day that has two midnights at the first one', () => {
    expect(iso('America/Havana', '2026-11-01')).to.equal('2026-11-01T04:00:00.000Z');
    expect(hoursOf('America/Havana', '2026-11-01')).to.equal(25);
  });

  it('begin at midnight the day after one whose last hour came twice', () => {
    expect(iso('America/Santiago', '2026-04-05')).to.equal('2026-04-05T04:00:00.000Z');
    expect(hoursOf('America/Santiago', '2026-04-04')).to.equal(25);
  });

  it('give no time to a day that was skipped', () => {
    expect(hoursOf('Pacific/Apia', '2011-12-29')).to.equal(24);
    expect(hoursOf('Pacific/Apia', '2011-12-30')).to.equal(0);
  });

  it('find each day from every moment of it, and end it where the next one begins', () => {
    for (const zone of [
      'America/Mexico_City',
      'America/Nuuk',
      'Africa/Cairo',
      'Europe/Madrid',
      'Asia/Kathmandu',
    ])
      for (let day = '2026-01-01'; day < '2027-01-02'; day = plusDays(day, 1)) {
        const start = momentOf(zone, day)!;
        expect(dayOf(zone, start), `${zone} ${day}`).to.equal(day);
        expect(dayOf(zone, new Date(start.getTime() - 1)), `before ${zone} ${day}`).to.equal(
          plusDays(day, -1),
        );
      }
  });

  it('read minutes; one that is skipped is read as much later as the clocks are put forward', () => {
    expect(iso('America/Mexico_City', '2026-11-03T17:30')).to.equal('2026-11-03T23:30:00.000Z');
    expect(iso('Europe/Madrid', '2026-03-29T03:00')).to.equal('2026-03-29T01:00:00.000Z');
    expect(iso('Europe/Madrid', '2026-10-25T02:30')).to.equal('2026-10-25T00:30:00.000Z');
    expect(iso('Europe/Madrid', '2026-03-29T02:30')).to.equal('2026-03-29T01:30:00.000Z');
  });

  it('read nothing that is no day', () => {
    for (const local of ['', '2026-02-30', '2026-13-01', '1026-01-01', '2026-1-1', '2026-01-01T25:00', 'x'])
      expect(momentOf('America/Bogota', local), local).to.equal(undefined);
  });

  it('are known by their names only', () => {
    for (const zone of ['UTC', 'America/Mexico_City', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires'])
      expect(parseTimeZone(zone)).to.equal(zone);
    expect(parseTimeZone('America/mexico_city')).to.equal('America/Mexico_City');
    for (const text of [
      '',
      'utc',
      '+05:45',
      'EST',
      'CST6CDT',
      'America/Nowhere',
      'America/Bogota ',
      '../etc/passwd',
    ])
      expect(parseTimeZone(text), text).to.equal(undefined);
  });
});
