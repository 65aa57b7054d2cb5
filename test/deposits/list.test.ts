import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { recordTransfer } from '../transfers/transfers.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('the list of deposits', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const pay = async (scenario = 'exact', method = 'SPEI', of = account) => {
    const link = { amount: '150', currency: 'MXNB', description: 'x' };
    const { code } = (await of.api.post('/v1/payment_links', link)).body;
    const address = `/v1/test_helpers/payment_links/${code}/deposit`;
    return (await of.api.post(address, { method, scenario })).body as Record<string, string>;
  };
  const idsOf = async (query: Record<string, string> = {}): Promise<string[]> => {
    const answer = await account.api.get(`/v1/deposits?${new URLSearchParams(query).toString()}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.map(({ id }: { id: string }) => id);
  };

  it('is paged, newest first, and each deposit is found by its id', async () => {
    const made = [await pay(), await pay('under'), await pay('over')];
    const seen: Record<string, string>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await account.api.get(
        `/v1/deposits?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.data);
      cursor = body.next_cursor;
    }
    expect(seen).to.deep.equal(made.reverse());
    for (const deposit of made) {
      expect((await account.api.get(`/v1/deposits/${deposit['id']}`)).body).to.deep.equal(deposit);
    }
  });

  it('includes the payer details in the contract, which events do not carry', async () => {
    const { id } = await pay();
    const payer = {
      name: 'Ana Torres',
      tracking_key: 'T1',
      transaction_hash: '0x1',
      source_address: '0x2',
      account: '3',
    };
    await service.database.query('update deposits set payer = $2 where id = $1', [
      id,
      { ...payer, other: 'x' },
    ]);
    const { body } = await account.api.get(`/v1/deposits/${id}`);
    expect(body.payer).to.deep.equal(payer);
    expect(body).to.include({
      status: 'credited',
      asset: 'MXN',
      network: null,
      refunded_amount: '0.00000000',
    });
    expect(body.destination).to.match(/^\d{18}$/);
    expect(body.provider_reference).to.be.a('string');
  });

  it('shows the refunded amount, in the asset that arrived, once refunds settle', async () => {
    const { id } = await pay();
    const refund = async (fields: object) =>
      (await recordTransfer(service.foundation.db, account.id, 'refund', { depositId: id, ...fields })).id;
    const settle = (transfer: string) =>
      service.database.query(`update transfers set status = 'settled', finished_at = now() where id = $1`, [
        transfer,
      ]);
    const refunded = async () => (await account.api.get(`/v1/deposits/${id}`)).body.refunded_amount as string;
    const first = await refund({ asset: 'MXN', amount: '20.5' });
    const second = await refund({ asset: 'MXNB', amount: '7', toAsset: 'MXN', toAmount: '6.75' });
    expect(await refunded()).to.equal('0.00000000');
    await settle(first);
    expect(await refunded()).to.equal('20.50000000');
    await settle(second);
    expect(await refunded()).to.equal('27.25000000');
    expect((await account.api.get('/v1/deposits')).body.data[0].refunded_amount).to.equal('27.25000000');
  });

  it('can be filtered by status, asset, method, link and time', async () => {
    const paid = await pay();
    const under = await pay('under');
    const onChain = await pay('exact', 'MXNB');
    const ids = { paid: paid['id'], under: under['id'], onChain: onChain['id'] };
    expect(await idsOf({ status: 'credited' })).to.deep.equal([ids.onChain, ids.paid]);
    expect(await idsOf({ status: 'unmatched' })).to.deep.equal([ids.under]);
    expect(await idsOf({ status: 'pending' })).to.deep.equal([]);
    expect(await idsOf({ asset: 'MXNB' })).to.deep.equal([ids.onChain]);
    expect(await idsOf({ method: 'SPEI' })).to.deep.equal([ids.under, ids.paid]);
    expect(await idsOf({ method: 'SPEI', status: 'credited' })).to.deep.equal([ids.paid]);
    expect(await idsOf({ payment_link_code: under['payment_link_code']! })).to.deep.equal([ids.under]);
    expect(await idsOf({ payment_link_code: 'PL-AAAA-BBBB-CCCC' })).to.deep.equal([]);
    expect(await idsOf({ created_after: onChain['created_at']! })).to.deep.equal([ids.onChain]);
    expect(await idsOf({ created_before: paid['created_at']! })).to.deep.equal([ids.paid]);
    expect(refusal(await account.api.get('/v1/deposits?status=new'))).to.deep.equal(invalid('status'));
  });

  it('has no deposits of other accounts', async () => {
    const foreign = await pay('exact', 'SPEI', await service.createAccount());
    expect(await idsOf()).to.deep.equal([]);
    expect(await idsOf({ payment_link_code: foreign['payment_link_code']! })).to.deep.equal([]);
    for (const id of [foreign['id'], 'x', randomUUID()]) {
      expect(refusal(await account.api.get(`/v1/deposits/${id}`))).to.deep.equal({
        status: 404,
        code: 'deposit_not_found',
      });
    }
  });

  it('needs the scope that reads transactions', async () => {
    const key = await service.createKey(account.id, { scopes: ['balances:read'] });
    const answer = await service.client(key.secret).get('/v1/deposits');
    expect(refusal(answer)).to.include({ status: 403, code: 'insufficient_scope' });
  });
});
