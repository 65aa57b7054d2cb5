import { expect } from 'chai';
import { mineOn, openKilledSender, payThroughKills, type KilledSender } from './killed-sender.ts';
import { RECIPIENT } from '../../../../test/methods/evm/sending/sender-rig.ts';

describe('a sender that is killed', () => {
  let sender: KilledSender;
  beforeEach(async () => {
    sender = await openKilledSender();
  });
  afterEach(() => sender?.close());

  for (const [what, method, moment] of [
    ['between storing and sending', 'eth_sendRawTransaction', 'before'],
    ['between sending and recording that', 'eth_sendRawTransaction', 'after'],
    ['before anything is stored', 'eth_estimateGas', 'after'],
    ['before it records what is final', 'eth_getTransactionReceipt', 'after'],
  ] as const) {
    it(`pays once: ${what}`, async () => {
      const payments = [{ key: 'one', amount: '1.5', to: RECIPIENT }];
      const mining = mineOn(sender.rig);
      try {
        expect(await sender.runUntil(payments, { method, moment, nth: 1 })).to.equal(false);
        await sender.rig.age(20_000);
        expect(await sender.start(payments).exited).to.equal(0);
      } finally {
        await mining.stop();
      }
      expect(await sender.paid()).to.deep.equal(['1500000']);
      expect(await sender.rig.orders()).to.have.length(1);
    });
  }

  // 100 payments with twice the kills: npm run chaos -- payouts
  it('pays each of 15 once, whenever it is killed, and whatever the chain does', async function () {
    this.timeout(120_000);
    const { units, kills, wiped, reorganised } = await payThroughKills(sender, { count: 15, nths: [3] });
    expect(Math.min(kills, wiped, reorganised)).to.be.greaterThan(2);
    expect(await sender.paid()).to.deep.equal(units);
    const orders = await sender.rig.orders();
    expect(orders.map(({ nonce }) => Number(nonce))).to.deep.equal(units.map((_, at) => at));
    expect(orders.every(({ status }) => status === 'done')).to.equal(true);
    const costs = await sender.rig.database.query('select count(*)::integer from provider_costs');
    expect(costs).to.deep.equal([{ count: 15 }]);
  });
});
