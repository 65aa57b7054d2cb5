import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import type { StatementLine } from '../../../src/methods/providers/provider.ts';
import { patience } from '../simulator/rig.ts';
import { openBitsoRig, type BitsoRig } from './bitso-rig.ts';
import { clabeOf } from './money/money-rig.ts';

const MINUTE_MS = 60_000;

describe('the statement of Bitso', () => {
  let rig: BitsoRig;
  beforeEach(async () => {
    rig = await openBitsoRig({ settings: { withdrawalFee: '1.00' } });
  });
  afterEach(() => rig.close());

  /** Bitso's times have no milliseconds. */
  const now = (): Date => new Date(`${rig.fake.control.state().now.slice(0, 19)}Z`);
  const pass = (): void => void rig.fake.control.advance({ ms: MINUTE_MS });
  const takeIn = async (): Promise<string> => {
    const { destination } = await rig.bitso.issueInstructions(
      {
        ...{ idempotencyKey: randomUUID(), method: 'SPEI', kind: 'clabe', network: null, asset: 'MXN' },
        ...{ amount: money('150.75'), expiresAt: new Date(Date.now() + 86_400_000), payerName: null },
      },
      patience(),
    );
    const paid = rig.fake.control.pay({
      ...{ receiver_clabe: destination, amount: '150.75', sender_name: 'Ana' },
    });
    if (!paid.credited || paid.fid === null) throw new Error('the money was sent back');
    return paid.fid;
  };
  const readPages = async (from: Date, to: Date): Promise<StatementLine[][]> => {
    const pages: StatementLine[][] = [];
    let after: string | undefined;
    do {
      // As after a crash: every page is read by another process, with nothing but the cursor.
      const page = await rig.reopen().listStatement({ from, to, after }, patience());
      pages.push(page.lines);
      after = page.next;
    } while (after !== undefined);
    return pages;
  };

  it('is read page by page, each line once and oldest first', async () => {
    const from = now();
    const fids: string[] = [];
    for (let number = 0; number < 110; number++) fids.push(await takeIn());
    pass();
    const pages = await readPages(from, now());
    expect(pages.length).to.be.greaterThan(1);
    expect(pages.flat().map(({ reference }) => reference)).to.deep.equal(fids);
  });

  it('finds a period that lies far back, without what came after it', async () => {
    const from = now();
    const fid = await takeIn();
    pass();
    const to = now();
    await takeIn();
    for (let number = 0; number < 620; number++) rig.fake.control.credit({ amount: '1' });
    const before = rig.asked('GET /v3/ledger');
    const pages = await readPages(from, to);
    expect(pages.flat().map(({ reference }) => reference)).to.deep.equal([fid]);
    expect(pages[0], 'it goes back in bounded steps').to.deep.equal([]);
    expect(rig.asked('GET /v3/ledger') - before).to.be.greaterThan(5);
  });

  it('has the fee of a withdrawal as a cost of its own', async () => {
    const from = now();
    const order = {
      ...{ idempotencyKey: randomUUID(), method: 'SPEI', asset: 'MXN', amount: money('200.50') },
      destination: { clabe: clabeOf(1), beneficiary: 'Ana' },
    };
    let outcome = await rig.bitso.payOut(order, patience());
    while (outcome.status === 'pending') {
      pass();
      outcome = await rig.bitso.payOut(order, patience());
    }
    pass();
    const lines = (await readPages(from, now())).flat();
    expect(lines.map(({ kind, asset, amount }) => [kind, asset, amount.toFixed()])).to.deep.equal([
      ['pay_out', 'MXN', '-200.5'],
      ['cost', 'MXN', '-1'],
    ]);
    expect(lines[1]?.reference).to.not.equal(lines[0]?.reference);
  });
});
