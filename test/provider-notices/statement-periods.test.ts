import { expect } from 'chai';
import { createChance, type Chance } from '../../scripts/chaos/chance.ts';
import {
  isGivenUp,
  progressAfter,
  readingsOf,
  type Reading,
} from '../../src/provider-notices/statement-periods.ts';
import type { StatementProgress } from '../../src/provider-notices/statement-repository.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SINCE = Date.parse('2026-01-01T00:00:00Z');

interface Line {
  at: number;
  /** From when on the provider shows it. */
  shownFrom: number;
  /** Until when it cannot be taken in. */
  failsUntil: number;
  /** How often it was tried in vain. */
  failures: number;
  takenInAt?: number;
  givenUpAt?: number;
}

/** A deployment that reads a statement, with clocks in milliseconds. */
function createReader(lines: Line[]) {
  const since = new Date(SINCE);
  let progress: StatementProgress = { readTo: since, nextFrom: since, completeTo: since, retries: 0 };
  let linesRead = 0;
  const readings: Reading[] = [];

  /** `dies`: in the middle of the reading, or after it and before its record. */
  const read = (reading: Reading, now: number, dies: boolean): Date[] | undefined => {
    const shown = lines.filter(
      ({ at, shownFrom }) => at >= reading.from.getTime() && at < reading.to.getTime() && shownFrom <= now,
    );
    const failed: Date[] = [];
    for (const line of dies ? shown.slice(0, shown.length / 2) : shown) {
      linesRead += 1;
      if (line.takenInAt !== undefined) continue;
      if (line.failsUntil <= now) line.takenInAt = now;
      else {
        line.failures += 1;
        failed.push(new Date(line.at));
        if (isGivenUp(progress, reading, new Date(line.at))) line.givenUpAt = now;
      }
    }
    return dies ? undefined : failed;
  };

  return {
    poll(clock: number, now = clock, dies = false): void {
      const claim = { ...progress, provider: 'x', since, leaseToken: '', now: new Date(clock) };
      for (const reading of readingsOf(claim)) {
        const failed = read(reading, now, dies);
        if (!failed) return;
        readings.push(reading);
        progress = progressAfter(progress, reading, failed);
      }
    },
    readings,
    progress: () => progress,
    linesRead: () => linesRead,
  };
}

const line = (at: number, more: Partial<Line> = {}): Line => ({
  at,
  shownFrom: at,
  failsUntil: at,
  failures: 0,
  ...more,
});

describe('the periods of a statement that are read', () => {
  const timesOf = ({ from, to }: Reading) => [from, to].map((time) => (time.getTime() - SINCE) / MINUTE);

  it('begin where the last one ended, and each is read again, once, after an hour', () => {
    const reader = createReader([]);
    for (let minute = 2; minute <= 6 * 60; minute += 2) reader.poll(SINCE + minute * MINUTE);
    const news = reader.readings.filter(({ isNew }) => isNew).map(timesOf);
    expect(news.slice(0, 3)).to.deep.equal([
      [0, 2],
      [1.75, 4],
      [3.75, 6],
    ]);
    const seconds = reader.readings.filter(({ isNew }) => !isNew).map(timesOf);
    expect(seconds[0]).to.deep.equal([0, 11]);
    for (const [at, [from, to]] of seconds.entries()) {
      expect(from).to.equal(at === 0 ? 0 : seconds[at - 1]?.[1]);
      expect(to! - from!).to.be.within(10, 12);
    }
    expect(seconds.at(-1)?.[1]).to.be.within(6 * 60 - 65 - 12, 6 * 60 - 65);
  });

  it('have two or three lines for each that is new, instead of an hour of them', () => {
    const lines: Line[] = [];
    const reader = createReader(lines);
    let before = 0;
    for (let second = 1; second <= 5 * 3_600; second++) {
      lines.push(line(SINCE + second * SECOND));
      if (second === 3 * 3_600) before = reader.linesRead();
      if (second % 120 === 0) reader.poll(SINCE + second * SECOND);
    }
    expect((reader.linesRead() - before) / 60).to.be.within(240, 260);
  });

  it('are read once only after an outage, in slices of six hours', () => {
    const reader = createReader([]);
    reader.poll(SINCE + 2 * MINUTE);
    const now = SINCE + 20 * HOUR;
    for (let again = 0; again < 5; again++) reader.poll(now);
    const [, ...later] = reader.readings.map(timesOf);
    expect(later.slice(0, 4)).to.deep.equal([
      [0, 360],
      [360, 720],
      [720, 1_080],
      [1_080, 1_200],
    ]);
    expect(reader.progress().completeTo.getTime()).to.equal(now - 65 * MINUTE);
  });

  it('go back to a line that failed, for an hour and four more times, and then go on', () => {
    const bad = line(SINCE + 3 * HOUR, { failsUntil: Infinity });
    const reader = createReader([bad]);
    let clock = SINCE;
    for (; bad.givenUpAt === undefined; clock += 2 * MINUTE) {
      reader.poll(clock);
      const { nextFrom } = reader.progress();
      expect(nextFrom.getTime()).to.be.within(clock > bad.at ? bad.at : 0, clock);
      expect(clock).to.be.lessThan(SINCE + 5 * HOUR);
    }
    expect((bad.givenUpAt - bad.at) / MINUTE).to.be.within(65, 65 + 4 * 2 + 2);
    const given = bad.givenUpAt;
    for (; clock < SINCE + 10 * HOUR; clock += 2 * MINUTE) reader.poll(clock);
    expect(bad.givenUpAt, 'it is given up once').to.equal(given);
    expect(reader.progress().retries).to.equal(0);
  });

  it('are read again four times for a line that came late and fails', () => {
    const at = SINCE + 3 * HOUR;
    const bad = line(at, { shownFrom: at + 50 * MINUTE, failsUntil: Infinity });
    const reader = createReader([bad]);
    for (let clock = SINCE; clock < SINCE + 8 * HOUR; clock += 2 * MINUTE) reader.poll(clock);
    expect(bad.failures).to.equal(5);
    expect((bad.givenUpAt! - at) / MINUTE).to.be.within(65 + 4 * 2, 65 + 12 + 4 * 2);
    expect(reader.progress().completeTo.getTime()).to.be.greaterThan(SINCE + 6 * HOUR);
  });

  it('go back with a clock that is set back, and read again what was read too early', () => {
    const late = line(SINCE + 5 * HOUR, { shownFrom: SINCE + 5 * HOUR + 50 * MINUTE });
    const next = line(SINCE + 5 * HOUR + 30 * SECOND);
    const reader = createReader([late, next]);
    for (let clock = SINCE; clock <= SINCE + 5 * HOUR; clock += 2 * MINUTE) reader.poll(clock);
    // For a while, the deployment's clock is two hours ahead.
    for (let now = SINCE + 5 * HOUR; now <= SINCE + 5 * HOUR + 10 * MINUTE; now += 2 * MINUTE) {
      reader.poll(now + 2 * HOUR, now);
    }
    const corrected = SINCE + 5 * HOUR + 12 * MINUTE;
    for (let clock = corrected; clock <= SINCE + 8 * HOUR; clock += 2 * MINUTE) reader.poll(clock);
    expect(next.takenInAt).to.be.lessThanOrEqual(corrected);
    expect(late.takenInAt).to.be.lessThan(SINCE + 6 * HOUR + 20 * MINUTE);
  });

  /** Lines that come up to an hour late, or fail at first; outages, deaths, a clock that jumps ahead and back. */
  function live(chance: Chance): Line[] {
    const lines: Line[] = [];
    const reader = createReader(lines);
    const end = SINCE + 30 * HOUR;
    let outageUntil = 0;
    let ahead = { ms: 0, until: 0 };
    for (let now = SINCE; now < end + 6 * HOUR; now += 2 * MINUTE) {
      const isSilent = Math.floor(now / HOUR) % 5 === 0;
      for (let count = 0; now < end && !isSilent && count < 3; count++) {
        const at = now + Math.floor(chance.share() * 2 * MINUTE);
        const shownFrom = at + (chance.happens(0.3) ? Math.floor(chance.share() * HOUR) : 0);
        const failsUntil = chance.happens(0.05) ? shownFrom + Math.floor(chance.share() * HOUR) : 0;
        lines.push(line(at, { shownFrom, failsUntil }));
      }
      // A clock that is set back is noticed only by the next reading.
      const isCalm = now < end && now >= Math.max(outageUntil, ahead.until + 20 * MINUTE);
      if (isCalm && chance.happens(0.01)) {
        outageUntil = Math.min(now + chance.share() * 10 * HOUR, end);
      } else if (isCalm && chance.happens(0.01)) {
        ahead = { ms: chance.share() * 3 * HOUR, until: now + chance.share() * 30 * MINUTE };
      }
      if (now < outageUntil) continue;
      const clock = now + (now < ahead.until ? ahead.ms : 0);
      reader.poll(clock, now, chance.happens(0.1));
    }
    return lines;
  }

  for (let seed = 1; seed <= 40; seed++) {
    it(`miss nothing, whatever happens (seed ${seed})`, () => {
      const lines = live(createChance(seed));
      expect(lines.length).to.be.greaterThan(1_000);
      const open = lines.filter(({ takenInAt }) => takenInAt === undefined);
      // The exceptions were given up, which an error says.
      const isGivenUpRightly = ({ givenUpAt, failures }: Line) => givenUpAt !== undefined && failures > 0;
      expect(open.filter((one) => !isGivenUpRightly(one))).to.deep.equal([]);
      expect(open.length).to.be.lessThan(lines.length / 100);
    });
  }
});
