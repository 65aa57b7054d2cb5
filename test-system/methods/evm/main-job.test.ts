import { expect } from 'chai';
import { createLink, readLink } from '../../../test/payment-links/links.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from '../../../test/support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../test/support/chain/tokens.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { requireSoundBooks } from '../../../test/transfers/rig.ts';

const PAYER = walletAt(2);

describe('links paid on chain', () => {
  let node: TestNode;
  let mxnb: TestToken;
  let usdc: TestToken;
  let service: TestService;
  let account: TestAccount;
  let file: { path: string; remove: () => void };

  before(async () => {
    node = await startNode();
    mxnb = await deployFiatToken(node, 'MXNB');
    usdc = await deployFiatToken(node, 'USDC');
    await mxnb.mint(PAYER.address, 10n ** 15n);
    await usdc.mint(PAYER.address, 10n ** 15n);
    const tokens = { MXNB: { address: mxnb.address }, USDC: { address: usdc.address } };
    file = writeChainsFile([chainEntry({ endpoints: [node.url], tokens })]);
    service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
    await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await node?.stop();
    file?.remove();
  });

  const follow = async (): Promise<void> => {
    await service.database.query('update evm_chains set due_at = service_now()');
    while ((await service.workers.rails.runOnce()) > 1);
  };

  it('are processing when the transfer is seen, and paid when it is final', async () => {
    const link = await createLink(account.api, { accepted_methods: ['MXNB'], amount: '1500.50' });
    const [method] = link.methods;
    expect(method.instructions).to.include({ network: 'Arbitrum' });
    await mxnb.transfer(PAYER, method.instructions.address, 1_500_500_000n);
    await follow();
    expect(await readLink(account.api, link.code)).to.include({ status: 'processing' });
    await node.mine(3);
    await follow();
    expect(await readLink(account.api, link.code)).to.include({ status: 'paid', paid_with_method: 'MXNB' });
    const { body } = await account.api.get('/v1/balances');
    expect(body.data[0]).to.include({ asset: 'MXNB', available: '1500.50000000', pending: '0.00000000' });
    await requireSoundBooks(service);
  });
});
