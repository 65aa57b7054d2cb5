import { expect } from 'chai';
import { advance, createLink, DAY_S, readLink } from '../../../../test/payment-links/links.ts';
import { deploy } from '../../../../test/support/chain/contracts.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from '../../../../test/support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { startService, type TestAccount, type TestService } from '../../../../test/support/service.ts';
import { requireSoundBooks } from '../../../../test/transfers/rig.ts';

const PAYER = walletAt(2);
const OTHER_PAYER = walletAt(3);

/** Everything that can arrive at a link's address, through the real service. */
describe('a deposit on chain', () => {
  let arbitrum: TestNode;
  let polygon: TestNode;
  let mxnb: TestToken;
  let usdc: TestToken;
  let mxnbOnPolygon: TestToken;
  let service: TestService;
  let account: TestAccount;
  let file: { path: string; remove: () => void };

  before(async () => {
    [arbitrum, polygon] = await Promise.all([startNode(), startNode({ chainId: 80_002 })]);
    [mxnb, usdc, mxnbOnPolygon] = [
      await deployFiatToken(arbitrum, 'MXNB'),
      await deployFiatToken(arbitrum, 'USDC'),
      await deployFiatToken(polygon, 'MXNB'),
    ];
    for (const token of [mxnb, usdc, mxnbOnPolygon]) await token.mint(PAYER.address, 10n ** 15n);
    file = writeChainsFile([
      chainEntry({
        endpoints: [arbitrum.url],
        tokens: { MXNB: { address: mxnb.address }, USDC: { address: usdc.address } },
      }),
      chainEntry({
        network: 'Polygon',
        chain_id: 80_002,
        coin: 'POL',
        endpoints: [polygon.url],
        tokens: { MXNB: { address: mxnbOnPolygon.address } },
      }),
    ]);
    service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
    await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await Promise.all([arbitrum?.stop(), polygon?.stop()]);
    file?.remove();
  });
  afterEach(async () => {
    await settle();
    await requireSoundBooks(service);
    const audits = await service.foundation.rails.evm!.audit();
    expect(audits.flatMap(({ differences }) => differences)).to.deep.equal([]);
    expect(audits.map(({ ok }) => ok)).to.deep.equal([true, true]);
  });

  const follow = async (): Promise<void> => {
    await service.database.query('update evm_chains set due_at = service_now() where halted_at is null');
    await service.workers.rails.runOnce();
    await service.workers.rails.runOnce();
  };
  const settle = async (): Promise<void> => {
    await Promise.all([arbitrum.mine(3), polygon.mine(3)]);
    await follow();
  };
  const link = async (fields: object = {}): Promise<{ code: string; address: string }> => {
    const { code, methods } = await createLink(account.api, {
      accepted_methods: ['MXNB'],
      amount: '100',
      ...fields,
    });
    return { code, address: methods[0].instructions.address };
  };
  const HUNDRED = 100_000_000n;
  const depositsAt = (address: string) =>
    service.database.query(
      `select status, unmatched_reason as reason, amount::float8 as amount, asset, network, payment_link_code as code
         from deposits where lower(destination) = lower($1) order by created_at, id`,
      [address],
    );
  const unmatchedAt = async (address: string) =>
    (await depositsAt(address)).filter(({ status }) => status === 'unmatched').map(({ reason }) => reason);

  it('of exactly what is due pays the link, once it is final', async () => {
    const { code, address } = await link();
    await mxnb.transfer(PAYER, address, HUNDRED);
    await follow();
    expect(await readLink(account.api, code)).to.include({ status: 'processing' });
    await settle();
    expect(await readLink(account.api, code)).to.include({ status: 'paid', paid_with_method: 'MXNB' });
    expect(await depositsAt(address)).to.deep.equal([
      { status: 'credited', reason: null, amount: 100, asset: 'MXNB', network: 'Arbitrum', code },
    ]);
  });

  const WRONG: Record<string, { reason: string; pay: (address: string) => Promise<unknown> }> = {
    'in another token': { reason: 'WRONG_ASSET', pay: (address) => usdc.transfer(PAYER, address, HUNDRED) },
    'over another network': {
      reason: 'WRONG_NETWORK',
      pay: (address) => mxnbOnPolygon.transfer(PAYER, address, HUNDRED),
    },
    'of less': { reason: 'UNDERPAID', pay: (address) => mxnb.transfer(PAYER, address, HUNDRED - 1n) },
    'of more': { reason: 'OVERPAID', pay: (address) => mxnb.transfer(PAYER, address, HUNDRED + 1n) },
  };
  for (const [what, { reason, pay }] of Object.entries(WRONG)) {
    it(`${what} is held as ${reason}, and the link can still be paid`, async () => {
      const { code, address } = await link();
      await pay(address);
      await follow();
      expect(await depositsAt(address), 'it may still vanish').to.deep.equal([]);
      await settle();
      expect(await unmatchedAt(address)).to.deep.equal([reason]);
      expect(await readLink(account.api, code)).to.include({ status: 'active' });
      await mxnb.transfer(PAYER, address, HUNDRED);
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid' });
    });
  }

  it('after the link has expired is held as LINK_EXPIRED', async () => {
    const { code, address } = await link();
    await advance(service, 8 * DAY_S);
    await service.workers.expiry.runOnce();
    await mxnb.transfer(PAYER, address, HUNDRED);
    await settle();
    expect(await readLink(account.api, code)).to.include({ status: 'expired' });
    expect(await unmatchedAt(address)).to.deep.equal(['LINK_EXPIRED']);
  });

  it('after the link was paid is held as LINK_ALREADY_PAID, also in the same block', async () => {
    const { code, address } = await link();
    await mxnb.mint(OTHER_PAYER.address, HUNDRED);
    await arbitrum.call('evm_setAutomine', false);
    await mxnb.transfer(PAYER, address, HUNDRED);
    await mxnb.transfer(OTHER_PAYER, address, HUNDRED);
    await arbitrum.mine();
    await arbitrum.call('evm_setAutomine', true);
    await mxnb.transfer(PAYER, address, HUNDRED);
    await settle();
    const statuses = (await depositsAt(address)).map(({ status }) => status);
    expect(statuses).to.have.members(['credited', 'unmatched', 'unmatched']);
    expect(await unmatchedAt(address)).to.deep.equal(['LINK_ALREADY_PAID', 'LINK_ALREADY_PAID']);
    expect(await readLink(account.api, code)).to.include({ status: 'paid' });
  });

  it('pays three links from one transaction of a contract', async () => {
    const splitter = await deploy(arbitrum, 'Splitter');
    await mxnb.approve(PAYER, splitter.address, 10n ** 12n);
    const links = [await link(), await link({ amount: '200' }), await link()];
    const addresses = links.map(({ address }) => address);
    await splitter.write(2, 'split', [mxnb.address, addresses, [HUNDRED, 2n * HUNDRED, HUNDRED]]);
    await settle();
    for (const { code } of links) {
      expect(await readLink(account.api, code)).to.include({ status: 'paid' });
    }
  });

  it('of nothing, or of a fake token, is no deposit', async () => {
    const { code, address } = await link();
    const fake = await deploy(arbitrum, 'Fake', ['MXNB', 6]);
    await fake.write(2, 'transfer', [address, HUNDRED]);
    await mxnb.transfer(PAYER, address, 0n);
    await settle();
    expect(await depositsAt(address)).to.deep.equal([]);
    expect(await readLink(account.api, code)).to.include({ status: 'active' });
  });

  for (const { when, isNoticed } of [
    { when: 'at once', isNoticed: false },
    { when: 'while it could come back', isNoticed: true },
  ]) {
    it(`that a reorganisation takes out and its payer sends again ${when} pays the link`, async () => {
      const { code, address } = await link();
      await mxnb.transfer(PAYER, address, HUNDRED);
      await follow();
      await arbitrum.call('anvil_reorg', 1, []);
      if (isNoticed) await follow();
      // By another wallet, so that it is another transaction whatever the node does about nonces.
      await mxnb.mint(OTHER_PAYER.address, HUNDRED);
      await mxnb.transfer(OTHER_PAYER, address, HUNDRED);
      await follow();
      expect(await readLink(account.api, code)).to.include({ status: 'processing' });
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid' });
      const deposits = await depositsAt(address);
      expect(deposits.map(({ status, reason }) => [status, reason])).to.deep.equal([
        ['failed', 'NOT_CONFIRMED'],
        ['credited', null],
      ]);
    });
  }

  it('of another amount does not go before one that a reorganisation took out', async () => {
    const { code, address } = await link();
    const hash = await mxnb.transfer(PAYER, address, HUNDRED);
    await follow();
    const raw: unknown = await arbitrum.call('eth_getRawTransactionByHash', hash);
    await arbitrum.call('anvil_reorg', 1, []);
    await mxnb.mint(OTHER_PAYER.address, HUNDRED);
    await mxnb.transfer(OTHER_PAYER, address, 1n);
    await settle();
    expect(await unmatchedAt(address)).to.deep.equal(['LINK_ALREADY_PAID']);
    await arbitrum.call('eth_sendRawTransaction', raw);
    await settle();
    expect(await readLink(account.api, code)).to.include({ status: 'paid' });
  });

  it('that a reorganisation takes out for good opens its link again, and is held when it comes after all', async () => {
    const { code, address } = await link();
    const hash = await mxnb.transfer(PAYER, address, HUNDRED);
    await follow();
    const raw: unknown = await arbitrum.call('eth_getRawTransactionByHash', hash);
    await arbitrum.call('anvil_reorg', 1, []);
    await follow();
    await advance(service, 3_700);
    await settle();
    await service.workers.confirmations.runOnce();
    expect(await readLink(account.api, code)).to.include({ status: 'active' });
    expect((await depositsAt(address)).map(({ status }) => status)).to.deep.equal(['failed']);
    await arbitrum.call('eth_sendRawTransaction', raw);
    await settle();
    // The link may have been paid otherwise meanwhile, so somebody has to decide.
    expect(await readLink(account.api, code)).to.include({ status: 'active' });
    expect((await depositsAt(address)).map(({ status }) => status)).to.deep.equal(['unmatched']);
  });
});
