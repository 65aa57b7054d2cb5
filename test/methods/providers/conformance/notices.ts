import { expect } from 'chai';
import {
  MOST_READ_TOGETHER,
  NoticeRefused,
  ProviderFailure,
  type NoticeReader,
  type RawNotice,
  type Report,
} from '../../../../src/methods/providers/provider.ts';
import { patience } from '../../simulator/rig.ts';
import type { Bench } from './bench.ts';
import type { Traits } from './rail-under-test.ts';

const MAX_ID_LENGTH = 200;

/** What the rail tells, and what somebody else pretends that it tells (D27). */
export function describeNotices(bench: Bench, traits: Traits): void {
  if (!traits.notices) {
    it('are never sent: only its statement is read', () => {
      expect(bench.rail.provider.notices).to.equal(undefined);
    });
    return;
  }
  const reader = (): NoticeReader => {
    const { notices } = bench.rail.provider;
    if (!notices) throw new Error('the rail has no notices');
    return notices;
  };
  const readAlone = async ({ body }: RawNotice): Promise<Report> => {
    const [report] = await Promise.all(reader().read([body], patience()));
    if (!report) throw new Error('a notice that was read has a report');
    return report;
  };
  /** Its id and what it says. */
  const taken = async (notice: RawNotice | undefined): Promise<{ id: string; report: Report }> => {
    if (!notice) throw new Error('the rail told nothing');
    const id = await reader().authenticate(notice, patience());
    return { id, report: await readAlone(notice) };
  };
  const expectRefused = async (notice: RawNotice): Promise<void> => {
    const outcome = await reader()
      .authenticate(notice, patience())
      .catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(NoticeRefused);
  };
  const aboutDeposit = async (): Promise<RawNotice> => {
    const { notice } = await bench.deposit();
    if (!notice) throw new Error('the rail told nothing');
    return notice;
  };

  it('of a deposit say what its statement says', async () => {
    const { notice, providerReference, amount, place } = await bench.deposit();
    const { report } = await taken(notice);
    expect(report.type).to.equal('deposit');
    const { method, asset, network } = bench.incoming;
    const told = report.type === 'deposit' ? report.deposit : undefined;
    expect(told).to.deep.include({ providerReference, method, asset, network, amount });
    expect(told?.destination).to.equal(place.destination);
    await bench.rail.finalize();
    const line = (await bench.statement()).find(({ reference }) => reference === providerReference);
    expect(line?.kind === 'deposit' && line.deposit).to.deep.equal({ ...told, final: true });
  });

  if (traits.returns) {
    it('of a return say what its statement says', async () => {
      const { providerReference } = await bench.done(await bench.prepare('payOut'));
      const { report } = await taken(await bench.rail.sendBack(providerReference));
      const line = (await bench.statement()).find(
        ({ kind, reference }) =>
          kind === 'return' && report.type === 'return' && reference === report.returned.returnReference,
      );
      expect(report).to.deep.equal({ type: 'return', returned: line?.kind === 'return' && line.returned });
    });
  }

  const ofTransfer = async (): Promise<void> => {
    const one = await bench.prepare('payOut');
    await bench.rail.misbehave('payOut', 'hold');
    const { providerReference } = await one.call(bench.rail.provider, patience());
    if (providerReference === null) throw new Error('the rail tells of what it gave no reference for');
    await bench.rail.heal();
    const { report } = await taken(await bench.rail.movedOn(providerReference));
    expect(report).to.deep.equal({ type: 'transfer', providerReference });
    await bench.done(one);
  };
  if (bench.moves.includes('payOut')) it('of a transfer that has moved on name what was pending', ofTransfer);

  it('say the same when many are read together, each in its place', async () => {
    const notices = [await aboutDeposit(), await aboutDeposit()];
    if (traits.returns) {
      const { providerReference } = await bench.done(await bench.prepare('payOut'));
      notices.push((await bench.rail.sendBack(providerReference))!);
      notices.push((await bench.rail.movedOn(providerReference))!);
    }
    await bench.rail.finalize();
    const alone = await Promise.all(notices.map(readAlone));
    // As many as are read at once, many of them about the same.
    const places = Array.from({ length: MOST_READ_TOGETHER }, (_, place) => place % notices.length);
    const bodies = places.map((place) => notices[place]!.body);
    expect(await Promise.all(reader().read(bodies, patience()))).to.deep.equal(
      places.map((place) => alone[place]),
    );
    expect(reader().read([], patience())).to.deep.equal([]);
  });

  it('are not held up by one that cannot be read', async () => {
    const notices = [await aboutDeposit(), await aboutDeposit()];
    const alone = await Promise.all(notices.map(readAlone));
    const [one, other] = notices.map(({ body }) => body) as [Buffer, Buffer];
    const readings = reader().read([Buffer.from('{'), one, Buffer.of(), other], patience());
    const [first, second, third, fourth] = await Promise.allSettled(readings);
    expect([first!.status, third!.status]).to.deep.equal(['rejected', 'rejected']);
    expect([second, fourth]).to.deep.equal(alone.map((value) => ({ status: 'fulfilled', value })));
  });

  it('are read or fail, each of them, when the signal has aborted', async () => {
    const notices = [await aboutDeposit(), await aboutDeposit()];
    const readings = reader().read(
      notices.map(({ body }) => body),
      AbortSignal.abort(),
    );
    for (const outcome of await Promise.allSettled(readings)) {
      if (outcome.status === 'rejected') expect(outcome.reason).to.be.instanceOf(ProviderFailure);
    }
  });

  it('have an id of their own, which is the same each time', async () => {
    const [one, other] = [await aboutDeposit(), await aboutDeposit()];
    const { id } = await taken(one);
    expect(id.length).to.be.within(1, MAX_ID_LENGTH);
    expect((await taken(one)).id).to.equal(id);
    expect((await taken(bench.rail.repeat(one))).id).to.equal(id);
    expect((await taken(other)).id).to.not.equal(id);
    const elsewhere = (await bench.rail.reopen()).notices;
    expect(await elsewhere?.authenticate(one, patience())).to.equal(id);
  });

  it('are refused when any byte was altered', async () => {
    const notice = await aboutDeposit();
    for (let place = 0; place < notice.body.length; place += 7) {
      const body = Buffer.from(notice.body);
      body.writeUInt8(body.readUInt8(place) ^ 1, place);
      await expectRefused({ ...notice, body });
    }
    for (const body of [
      Buffer.concat([notice.body, Buffer.from(' ')]),
      notice.body.subarray(1),
      Buffer.of(),
    ]) {
      await expectRefused({ ...notice, body });
    }
  });

  it('are refused when somebody else signed them, or nobody', async () => {
    const notice = await aboutDeposit();
    await expectRefused(bench.rail.forge(notice));
    await expectRefused({ ...notice, headers: {} });
    for (const name of Object.keys(notice.headers).filter((header) => header !== 'content-type')) {
      await expectRefused({ ...notice, headers: { ...notice.headers, [name]: undefined } });
      await expectRefused({ ...notice, headers: { ...notice.headers, [name]: '' } });
      await expectRefused({ ...notice, headers: { ...notice.headers, [name]: 'ñ'.repeat(100) } });
    }
  });

  it("are refused with another notice's signature", async () => {
    const [one, other] = [await aboutDeposit(), await aboutDeposit()];
    await expectRefused({ headers: other.headers, body: one.body });
  });

  it('are refused when they are old, where the rail signs a time', async () => {
    const old = bench.rail.age(await aboutDeposit());
    if (old) await expectRefused(old);
  });
}
