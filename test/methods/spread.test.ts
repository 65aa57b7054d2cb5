import { expect } from 'chai';
import { changeMethod, type Method, type MethodChange } from '../../src/methods/catalogue.ts';
import { spreadFor } from '../../src/methods/spread.ts';
import { money } from '../../src/lib/money.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusalOf } from '../transfers/rig.ts';

const HOUR_MS = 3600_000;

describe('the spread of a price that is locked for long (D28)', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const change = (name: string, fields: MethodChange): Promise<Method | undefined> =>
    service.foundation.db.transaction((trx) => changeMethod(trx, name, fields));

  for (const [hours, percent] of [
    [0.25, '0'],
    [1, '0'],
    [24, '0.32'],
    [72, '0.55'],
    [480, '1.41'],
  ] as const) {
    it(`of ${hours} hours is at least ${percent} %`, () => {
      expect(
        spreadFor(hours * HOUR_MS)
          .shiftedBy(2)
          .toFixed(),
      ).to.equal(percent);
    });
  }

  it('is the default of WIRE, and follows the quote life until an operator chooses another', async () => {
    const spreadOf = async (fields: MethodChange) => (await change('WIRE', fields))?.spread.toFixed();
    expect(await spreadOf({ enabled: true })).to.equal('0.0055');
    expect(await spreadOf({ quoteLifeMs: 24 * HOUR_MS })).to.equal('0.0032');
    expect(await spreadOf({ quoteLifeMs: HOUR_MS })).to.equal('0');
    expect(await spreadOf({ spread: money('0.01') })).to.equal('0.01');
    expect(await spreadOf({ quoteLifeMs: 72 * HOUR_MS })).to.equal('0.01');
  });

  it('may not be zero where the quote outlives an hour, unless nobody is offered it', async () => {
    const why =
      'A price that USDC locks for longer than an hour is an option on the market, worth about 0.55 % of the amount. Pass --spread-percent 0.55 or more, or --quote-life 1h.';
    const none = { quoteLifeMs: 72 * HOUR_MS, spread: money('0') };
    expect(await refusalOf(change('USDC', none))).to.equal(why);
    await change('USDC', { ...none, enabled: false });
    expect(await refusalOf(change('USDC', { enabled: true, spread: money('0') }))).to.equal(why);
    const offered = await change('USDC', { enabled: true, spread: money('0.001') });
    expect(offered?.spread.toFixed()).to.equal('0.001');
  });
});
