import { createPublicKey } from 'node:crypto';
import { expect } from 'chai';
import { isSignedBy } from '../../../src/methods/providers/bridge/notices/reader.ts';
import type { RawNotice, Report } from '../../../src/methods/providers/provider.ts';
import { patience } from '../simulator/rig.ts';
import { newPayout, newPlace, openBridgeRig, type BridgeRig } from './bridge-rig.ts';

/** The sample of Bridge's documentation, as a public client has it in its tests. */
const SAMPLE = {
  body: '{"message":"Hello World!"}',
  header:
    't=1705854411204,v0=jz/0dmHJ63FAzacGutrDTEoq+iSz/PHm/ugdooXDQu5NwuVIT2LmZGjsnCsBHgR9Py6OBP9zurzW4dHgygU4EDqmMPTUOvhvndYb4lWt+TY66LihaFI2whL6DAf/jb1QjYjNU0A6x9SLzC45dgE6X7zTDUM+2Z+scG/WEQf6SxQMt4E2sEipl5PqMK5lYUe3otdJV+X2c9D64bGwCEE7QSia+Vhozg8QNOQEk/rdz2IEONIg6oC43CeiN4E2kF9XLAGuy9uAHx9O9OJH5ZPLJZjyo4VcXYeWQgxaQ1gZ1Qu6hEEzgiPSff/1nou58dm4bIIazgCWli/mO0NyGcpfFw==',
  key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtqsEE4eI7EmzhcquGJXtLX9PMK0UH6Kl1WIR21sv8HtueG8BuvvpP3MiN7ltzmIhS8KaynCjN4l+620PnXeuxWG+CSnEdkinL9hCqbEid5vv9zl0j9LWiJx3FkKHqADU7cgm46aa8dKUdIQYF2X+O7WmyLkC4wUM/mWhBPMsIQBznashRMZxx7XJjsVp27ACUE4eNIjEXbVYN6U8jSbUhG++CfL8xXu+GHDqKmFE6Po6HnuURvLFVnCtE3mXXBcVFlPy+octfx8nOMLT3X8O9UehIigJ34o2yMm/Fq3HUJzg2BsiAiGgtr0vmeoV9Q7upSNj9TuOumAzZFi4pYA+qwIDAQAB',
};

describe("the signature of Bridge's notices", () => {
  const key = createPublicKey({ key: Buffer.from(SAMPLE.key, 'base64'), format: 'der', type: 'spki' });
  const [, time = '', base64 = ''] = /^t=(\d+),v0=(.+)$/.exec(SAMPLE.header) ?? [];
  const header = { time, signature: Buffer.from(base64, 'base64') };

  it("is that of the documentation's sample, which is hashed twice", () => {
    expect(isSignedBy(key, header, Buffer.from(SAMPLE.body))).to.equal(true);
  });

  it('covers each byte of the body, and the time', () => {
    expect(isSignedBy(key, header, Buffer.from(`${SAMPLE.body} `))).to.equal(false);
    expect(isSignedBy(key, { ...header, time: '1705854411205' }, Buffer.from(SAMPLE.body))).to.equal(false);
  });
});

describe('what Bridge tells', () => {
  let rig: BridgeRig;
  before(async () => void (rig = await openBridgeRig()));
  after(() => rig?.close());

  const read = async ({ body }: Pick<RawNotice, 'body'>): Promise<Report> =>
    (await Promise.all(rig.bridge.notices!.read([body], patience())))[0]!;
  const payIn = async (payment: object = {}) => {
    const place = await rig.bridge.issueInstructions(newPlace(), patience());
    const paid = rig.fake.control.pay({ message: `REF ${place.reference}`, amount: '100.5', ...payment });
    if ('sent_back' in paid) throw new Error(paid.sent_back);
    return { id: paid.transfer_id, place };
  };

  it('counts as Bridge has it now, not as the notice says: one that lies credits nothing', async () => {
    const { id } = await payIn({ held: true });
    const event = JSON.parse(rig.noticeOf(id).body.toString());
    const lie = { ...event, event_object_status: 'payment_processed' };
    lie.event_object = { ...event.event_object, state: 'payment_processed', amount: '9999.0' };
    const report = await read({ body: Buffer.from(JSON.stringify(lie)) });
    expect(report.type === 'deposit' && report.deposit.final).to.equal(false);
    expect(report.type === 'deposit' && report.deposit.amount.toFixed()).to.equal('100.5');
  });

  it('is nothing for what is no payment to us: templates, other customers’ wallets, other events', async () => {
    const { place } = await payIn({ held: true });
    const template = rig.fake.control
      .state()
      .transfers.find(
        (one) =>
          one.kind === 'template' && one['source_deposit_instructions']?.deposit_message === place.reference,
      )!;
    expect(await read(rig.noticeOf(template.id))).to.deep.equal({ type: 'nothing' });
    const other = { event_id: 'wh_1', event_category: 'customer', event_object_id: 'x' };
    expect(await read({ body: Buffer.from(JSON.stringify(other)) })).to.deep.equal({ type: 'nothing' });
  });

  it('never says that a payout is done: it is only asked about then', async () => {
    const payout = newPayout();
    const outcome = await rig.bridge.payOut(payout, patience());
    const id = outcome.providerReference!;
    expect(await read(rig.noticeOf(id))).to.deep.equal({ type: 'transfer', providerReference: id });
  });

  it('is of nobody while nothing proves whose it is: what a payer writes does not', async () => {
    rig.fake.control.set({ childNames: 'nothing' });
    const mine = await rig.bridge.issueInstructions(newPlace(), patience());
    const other = await rig.bridge.issueInstructions(newPlace(), patience());
    // The bank's text names both; Bridge booked it to one.
    const paid = rig.fake.control.pay({
      message: `${mine.reference} ${other.reference}`,
      amount: '50',
      held: true,
    });
    const { transfer_id: id } = paid as { transfer_id: string };
    const report = await read(rig.noticeOf(id));
    expect(report.type === 'deposit' && report.deposit.destination).to.equal(mine.destination);
    rig.fake.control.set({ childNames: 'instructions' });
  });

  it('is asked for only once in a while when somebody makes notices up', async () => {
    const asked = () => rig.asked('GET /webhooks');
    const { id } = await payIn({ held: true });
    await rig.bridge.notices!.authenticate(rig.noticeOf(id), patience());
    const before = asked();
    for (let time = 0; time < 20; time++) {
      const forged = rig.resign(rig.noticeOf(id), 'forger');
      await rig.bridge.notices!.authenticate(forged, patience()).catch(() => undefined);
    }
    expect(asked() - before).to.be.at.most(1);
  });
});
