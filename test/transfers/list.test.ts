import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { TransferKindName } from '../../src/transfers/transfer.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { recordTransfer, type TransferFields } from './transfers.ts';

const KINDS = { withdrawals: 'withdrawal', conversions: 'conversion', refunds: 'refund' } as const;

describe('the API for withdrawals, conversions and refunds', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const record = (kind: TransferKindName, fields: Partial<TransferFields> = {}, of = account) =>
    recordTransfer(service.foundation.db, of.id, kind, fields);
  const payLink = async (of = account): Promise<{ code: string; depositId: string }> => {
    const link = { amount: '150', currency: 'MXNB', description: 'x' };
    const { code } = (await of.api.post('/v1/payment_links', link)).body;
    const address = `/v1/test_helpers/payment_links/${code}/deposit`;
    return { code, depositId: (await of.api.post(address, { method: 'SPEI' })).body.id };
  };
  const settle = (id: string) =>
    service.database.query(
      `update transfers set status = 'settled', provider_reference = 'SIM-1', finished_at = created_at where id = $1`,
      [id],
    );
  const idsOf = async (list: string, query: Record<string, string> = {}): Promise<string[]> => {
    const answer = await account.api.get(`/v1/${list}?${new URLSearchParams(query).toString()}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.map(({ id }: { id: string }) => id);
  };

  for (const [list, kind] of Object.entries(KINDS)) {
    const make = async (fields: Partial<TransferFields> = {}, of = account) =>
      (
        await record(
          kind,
          kind === 'refund' ? { depositId: (await payLink(of)).depositId, ...fields } : fields,
          of,
        )
      ).id;

    it(`lists ${list} in pages, newest first, and finds each`, async () => {
      const later = new Date();
      const at = new Date(later.getTime() - 1);
      const ids = [
        await make({ createdAt: at }),
        await make({ createdAt: at }),
        await make({ createdAt: later }),
      ];
      const [newest] = ids.slice(-1);
      const expected = [newest, ...ids.slice(0, 2).sort().reverse()];
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await account.api.get(
          `/v1/${list}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        cursor = body.next_cursor;
      }
      expect(seen).to.deep.equal(expected);
      const { body: page } = await account.api.get(`/v1/${list}?limit=1`);
      expect((await account.api.get(`/v1/${list}/${newest}`)).body).to.deep.equal(page.data[0]);
    });

    it(`shows ${list} to their account only, and only under their own path`, async () => {
      const stranger = await service.createAccount();
      const foreign = await make({}, stranger);
      const others = Object.keys(KINDS).filter((other) => other !== list);
      const own = await make();
      expect(await idsOf(list)).to.deep.equal([own]);
      for (const id of [foreign, 'x', randomUUID()]) {
        expect(refusal(await account.api.get(`/v1/${list}/${id}`))).to.deep.equal({
          status: 404,
          code: `${kind}_not_found`,
        });
      }
      for (const other of others) {
        expect((await account.api.get(`/v1/${other}/${own}`)).status).to.equal(404);
        expect(await idsOf(other)).to.deep.equal([]);
      }
    });

    it(`filters ${list} by status, asset and time`, async () => {
      const at = new Date('2026-03-01T10:00:00.000Z');
      const requested = await make({ status: 'requested', createdAt: new Date(at.getTime() - 1) });
      const held = await make({ createdAt: at });
      const sent = await make({ status: 'sent', asset: 'COP', createdAt: new Date(at.getTime() + 1) });
      const settled = await make();
      await settle(settled);
      expect(await idsOf(list, { status: 'requested' })).to.deep.equal([requested]);
      expect(await idsOf(list, { status: 'processing' })).to.deep.equal([sent, held]);
      expect(await idsOf(list, { status: 'completed' })).to.deep.equal([settled]);
      expect(await idsOf(list, { status: 'failed' })).to.deep.equal([]);
      expect(await idsOf(list, { asset: 'COP' })).to.deep.equal([sent]);
      expect(await idsOf(list, { asset: 'COP', status: 'completed' })).to.deep.equal([]);
      const time = at.toISOString();
      expect(await idsOf(list, { created_before: time })).to.deep.equal([held, requested]);
      expect(await idsOf(list, { created_after: time })).to.deep.equal([settled, sent, held]);
      const nonsense = await account.api.get(`/v1/${list}?status=held`);
      expect(refusal(nonsense)).to.deep.equal(invalid('status'));
    });
  }

  it("shows a withdrawal's fee and destination", async () => {
    const { id } = await record('withdrawal', { amount: '800' });
    await settle(id);
    const { created_at, finished_at, ...facts } = (await account.api.get(`/v1/withdrawals/${id}`)).body;
    expect(finished_at).to.equal(created_at);
    expect(facts).to.deep.equal({
      object: 'withdrawal',
      id,
      status: 'completed',
      amount: '800.00000000',
      fee: '5.00000000',
      net_amount: '795.00000000',
      asset: 'MXNB',
      method: 'SPEI',
      destination: { clabe: '032180000118359719' },
      provider_reference: 'SIM-1',
      failure_reason: null,
      failure_message: null,
      request_id: null,
      returned_at: null,
    });
    expect(await idsOf('withdrawals', { method: 'SPEI' })).to.deep.equal([id]);
    expect(await idsOf('withdrawals', { method: 'WIRE' })).to.deep.equal([]);
  });

  it('includes conversions of payments in the list of conversions', async () => {
    const { code, depositId } = await payLink();
    const own = await record('conversion', { createdAt: new Date('2026-01-01Z') });
    const needed = await record('payment_conversion', { depositId, paymentLinkCode: code });
    expect(await idsOf('conversions')).to.deep.equal([needed.id, own.id]);
    expect(await idsOf('conversions', { asset: 'USDC' })).to.deep.equal([needed.id, own.id]);
    expect(await idsOf('conversions', { payment_link_code: code })).to.deep.equal([needed.id]);
    expect(await idsOf('conversions', { payment_link_code: 'PL-AAAA-BBBB-CCCC' })).to.deep.equal([]);
    expect((await account.api.get(`/v1/conversions/${needed.id}`)).body).to.deep.include({
      object: 'conversion',
      status: 'processing',
      from_asset: 'MXNB',
      from_amount: '100.00000000',
      to_asset: 'USDC',
      to_amount: '5.45000000',
      exchange_rate: '0.05450000',
      price: 'locked',
      fee: '0.00000000',
      payment_link_code: code,
      deposit_id: depositId,
      provider_reference: null,
      quote_expires_at: null,
    });
  });

  it('shows what a refund sends back', async () => {
    const { code, depositId } = await payLink();
    const fields = { depositId, paymentLinkCode: code, requestId: 'req_1' };
    const { id } = await record('refund', fields);
    expect((await account.api.get(`/v1/refunds/${id}`)).body).to.deep.include({
      object: 'refund',
      status: 'processing',
      amount: '100.00000000',
      asset: 'MXNB',
      deposit_id: depositId,
      payment_link_code: code,
      request_id: 'req_1',
    });
    expect(await idsOf('refunds', { payment_link_code: code })).to.deep.equal([id]);
  });
});
