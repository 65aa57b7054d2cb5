import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import { createLink, readLink } from '../../../../test/payment-links/links.ts';
import { chainEntry, chainsJson } from '../../../../test/support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { runPayments } from '../../../../test/support/processes/command.ts';
import {
  runningOn,
  startService,
  type TestAccount,
  type TestService,
} from '../../../../test/support/service.ts';
import {
  balancesOf,
  refundLink,
  requireSoundBooks,
  transferRow,
  WALLET,
} from '../../../../test/transfers/rig.ts';
import { DEPOSIT_KEYS, HOT, keysFile } from '../../../../test/methods/evm/sending/sender-rig.ts';
import { startWithdrawal } from '../../../../test/transfers/started.ts';

const PAYER = walletAt(2);

describe('money that comes and goes on chain', () => {
  let node: TestNode;
  let mxnb: TestToken;
  let sender: TestService;
  let service: TestService;
  let account: TestAccount;
  let dir: string;

  before(async () => {
    node = await startNode();
    mxnb = await deployFiatToken(node, 'MXNB');
    await mxnb.mint(PAYER.address, 10n ** 15n);
    dir = mkdtempSync(join(tmpdir(), 'sender-'));
    const entry = chainEntry({ endpoints: [node.url], tokens: { MXNB: { address: mxnb.address } } });
    writeFileSync(join(dir, 'chains.json'), chainsJson([entry]));
    writeFileSync(join(dir, 'keys.json'), JSON.stringify(keysFile({ MXNB: '100000' })), { mode: 0o600 });
    const chain = {
      CHAINS_FILE: join(dir, 'chains.json'),
      CHAIN_XPUB: DEPOSIT_KEYS.publicExtendedKey,
    };
    sender = await startService({
      ...chain,
      CHAIN_SENDER_KEYS: join(dir, 'keys.json'),
      ROLES: 'sender',
    });
    // Another process, without the keys.
    service = await runningOn(sender.database, { ...chain, SECRETS_KEY: sender.secretsKey });
    await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await sender?.close();
    await node?.stop();
    if (dir !== undefined) rmSync(dir, { recursive: true });
  });

  const goOn = async (): Promise<void> => {
    await node.mine(3);
    await service.database.query('update evm_chains set due_at = service_now()');
    for (const table of ['evm_wallets', 'evm_sweeps']) {
      await service.database.query(`update ${table} set due_at = service_now() where due_at is not null`);
    }
    await service.workers.rails.runOnce();
    await sender.workers.rails.runOnce();
  };
  const sendDue = async ({ workers, database }: TestService): Promise<number> => {
    await database.query('update transfers set due_at = service_now() where due_at is not null');
    return workers.transfers.runOnce();
  };

  it('is taken, swept, withdrawn and refunded, and all books agree', async () => {
    const link = await createLink(account.api, { accepted_methods: ['MXNB'], amount: '1500.50' });
    await mxnb.transfer(PAYER, link.methods[0].instructions.address, 1_500_500_000n);
    await goOn();
    expect(await readLink(account.api, link.code)).to.include({ status: 'paid' });

    const { foundation } = service;
    const withdrawal = await foundation.db.transaction((trx) =>
      startWithdrawal(foundation, trx, {
        accountId: account.id,
        asset: 'MXNB',
        amount: money('1000'),
        method: 'MXNB',
        destination: { address: WALLET, network: 'Arbitrum' },
        requestId: null,
      }),
    );
    // A process without keys leaves it alone; the sender waits for money in the hot wallet.
    expect(await sendDue(service)).to.equal(0);
    expect(await sendDue(sender)).to.equal(1);
    expect(await transferRow(service, withdrawal.id)).to.include({
      status: 'sent',
      provider_reference: null,
    });

    const swept = await runPayments(service, 'chains', 'sweep', '--network', 'Arbitrum', '--json');
    expect(swept.code, swept.stderr).to.equal(0);
    expect(JSON.parse(swept.stdout).data[0]).to.include({ asset: 'MXNB', amount: '1500.5' });
    for (let round = 0; round < 3; round++) await goOn();
    expect(await mxnb.balanceOf(HOT.address)).to.equal(1_500_500_000n);

    expect(await sendDue(sender)).to.equal(1);
    const refund = await refundLink(service, account.id, link.code, '100');
    expect(await sendDue(sender)).to.equal(2);
    // What became final hastens both, without another wait.
    await goOn();
    expect(await sender.workers.transfers.runOnce()).to.equal(2);
    for (const { id } of [withdrawal, refund]) {
      expect(await transferRow(service, id)).to.include({ status: 'settled' });
    }
    const fee = Number((await transferRow(service, withdrawal.id)).fee);
    expect(await mxnb.balanceOf(WALLET)).to.equal(BigInt(Math.round((1_100 - fee) * 1e6)));
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '400.50000000 + 0.00000000' });
    await requireSoundBooks(service);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const compared = await runPayments(
      service,
      'reconcile',
      '--provider',
      'evm',
      '--from',
      from,
      '--to',
      to,
      '--json',
    );
    expect(JSON.parse(compared.stdout).providers).to.deep.equal([
      { provider: 'evm', ok: true, matched: 6, differences: [], acknowledged: [] },
    ]);
  });

  it('is given back only once it can no longer be sent, whatever an operator decides before', async () => {
    const before = await balancesOf(account);
    const { foundation } = service;
    const destination = { address: walletAt(11).address, network: 'Arbitrum' };
    await node.call('evm_setAutomine', false);
    const { id } = await foundation.db.transaction((trx) =>
      startWithdrawal(foundation, trx, {
        ...{ accountId: account.id, asset: 'MXNB', amount: money('50'), method: 'MXNB' },
        destination,
        requestId: null,
      }),
    );
    expect(await sendDue(sender)).to.equal(1);
    const resolve = async () => {
      await service.database.query(
        'update transfers set stuck_at = service_now(), due_at = null where id = $1',
        [id],
      );
      return runPayments(service, 'transfers', 'resolve', id, '--failed', 'Nobody saw it', '--json');
    };
    const refused = await resolve();
    expect(refused.code).to.equal(1);
    expect(JSON.parse(refused.stdout).error).to.include({ code: 'transfer_still_possible' });
    const [, advice = ''] = /`payments (chains cancel-nonce [^`]+)`/.exec(refused.stderr) ?? [];
    expect(await transferRow(service, id)).to.include({ status: 'sent' });

    const cancelled = await runPayments(service, ...advice.split(' '), '--json');
    expect(cancelled.code, cancelled.stderr).to.equal(0);
    expect(JSON.parse(cancelled.stdout)).to.include({
      cancels: 'pay_out',
      ordered_for: `${account.id}:${id}`,
    });
    await sender.database.query('update evm_wallets set due_at = service_now()');
    await sender.workers.rails.runOnce();
    expect((await resolve()).code, 'it is not final').to.equal(1);
    await service.database.query(
      'update transfers set stuck_at = null, due_at = service_now() where id = $1',
      [id],
    );
    await node.call('evm_setAutomine', true);
    await goOn();
    expect(await sendDue(sender)).to.equal(1);
    expect(await transferRow(service, id)).to.include({
      status: 'failed',
      failure_reason: 'OPERATOR_DECIDED',
    });
    expect(await mxnb.balanceOf(destination.address)).to.equal(0n);
    expect(await balancesOf(account)).to.deep.equal(before);
    await requireSoundBooks(service);
  });

  it('names no key anywhere in the sender', () => {
    const { config, providers } = sender.foundation;
    expect(JSON.stringify(config)).not.to.include(DEPOSIT_KEYS.privateExtendedKey);
    expect(providers.get('evm').sends).to.equal(true);
    expect(service.foundation.providers.get('evm').sends).to.equal(false);
  });
});
