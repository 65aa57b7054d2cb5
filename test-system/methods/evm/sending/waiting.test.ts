import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createWorkers } from '../../../../src/composition/index.ts';
import type { Logger } from '../../../../src/lib/logger.ts';
import { createMetrics } from '../../../../src/lib/metrics.ts';
import { join as joinAccount } from '../../../../test/panel/people.ts';
import { createLink, readLink } from '../../../../test/payment-links/links.ts';
import { chainEntry, chainsJson } from '../../../../test/support/chain/chains-file.ts';
import {
  startFaultyEndpoint,
  when,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { runPayments } from '../../../../test/support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../../../test/support/service.ts';
import { transferRow, WALLET } from '../../../../test/transfers/rig.ts';
import { DEPOSIT_KEYS, HOT, keysFile } from '../../../../test/methods/evm/sending/sender-rig.ts';
import { withdrawOnChain } from '../../../../test/transfers/started.ts';

const PAYER = walletAt(2);

describe('a payout that waits on chain', () => {
  let node: TestNode;
  let mxnb: TestToken;
  /** The third of three endpoints, of which two must agree. */
  let third: FaultyEndpoint;
  let service: TestService;
  let account: TestAccount;
  let dir: string;
  let second: FaultyEndpoint;
  let logged: Record<string, unknown>[];
  let metrics: ReturnType<typeof createMetrics>;
  let workers: ReturnType<typeof createWorkers>;

  before(async () => {
    node = await startNode();
    mxnb = await deployFiatToken(node, 'MXNB');
    await mxnb.mint(PAYER.address, 10n ** 15n);
    third = await startFaultyEndpoint(node.url);
    second = await startFaultyEndpoint(node.url);
    dir = mkdtempSync(join(tmpdir(), 'waiting-'));
    const entry = chainEntry({
      endpoints: [node.url, second.url, third.url],
      agree: 2,
      tokens: { MXNB: { address: mxnb.address } },
    });
    writeFileSync(join(dir, 'chains.json'), chainsJson([entry]));
    writeFileSync(join(dir, 'keys.json'), JSON.stringify(keysFile({ MXNB: '100000' })), { mode: 0o600 });
    service = await startService({
      CHAINS_FILE: join(dir, 'chains.json'),
      CHAIN_XPUB: DEPOSIT_KEYS.publicExtendedKey,
      CHAIN_SENDER_KEYS: join(dir, 'keys.json'),
      ROLES: 'api,worker,sender',
    });
    await service.foundation.rails.evm!.requireReady!(AbortSignal.timeout(10_000));
    await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    account = await service.createAccount();
    const link = await createLink(account.api, { accepted_methods: ['MXNB'], amount: '1500.50' });
    await mxnb.transfer(PAYER, link.methods[0].instructions.address, 1_500_500_000n);
    await node.mine(3);
    await service.workers.rails.runOnce();
    expect(await readLink(account.api, link.code)).to.include({ status: 'paid' });
  });
  after(async () => {
    await service?.close();
    await Promise.all([second, third].map((endpoint) => endpoint?.close()));
    await node?.stop();
    if (dir !== undefined) rmSync(dir, { recursive: true });
  });
  beforeEach(() => {
    logged = [];
    const log = (level: string) => (message: string, fields?: object) =>
      void logged.push({ level, message, ...fields });
    const logger: Logger = {
      debug: log('debug'),
      info: log('info'),
      warn: log('warn'),
      error: log('error'),
    };
    metrics = createMetrics();
    workers = createWorkers({ ...service.foundation, logger, metrics });
  });
  afterEach(() => third.heal());

  const ask = async (): Promise<void> => {
    await service.database.query('update transfers set due_at = service_now() where due_at is not null');
    await workers.transfers.runOnce();
  };
  const watch = async (): Promise<void> => {
    await service.database.query('update evm_readings set due_at = service_now()');
    await service.workers.rails.runOnce();
  };
  const payments = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout);
  };
  const setGas = (units: bigint) => node.call('anvil_setBalance', HOT.address, `0x${units.toString(16)}`);
  /** A sample by its labels, as it is exposed; undefined when there is none. */
  const sampleOf = async (name: string, labels: Record<string, string>): Promise<number | undefined> => {
    const line = (await metrics.expose())
      .split('\n')
      .find(
        (one) =>
          one.startsWith(`${name}{`) &&
          Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
      );
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  it('says so to the operator, the account, the log and the metrics until it goes on', async () => {
    const id = await withdrawOnChain(account, '1000', WALLET);
    await ask();
    await ask();
    const [row] = (await payments('transfers', 'waiting')).data;
    expect(row).to.include({
      id,
      waits_for: 'HOT_WALLET_EMPTY',
      last_error: 'The hot wallet on Arbitrum has too little MXNB.',
    });
    expect(row.waits_since).to.match(/^\d{4}-/);
    expect((await runPayments(service, 'transfers', 'waiting')).stdout)
      .to.contain(id)
      .and.contain('HOT_WALLET_EMPTY');

    // Once, not each time that the rail is asked.
    const about = () => logged.filter(({ transfer_id }) => transfer_id === id);
    expect(about()).to.deep.equal([
      {
        ...{ level: 'warn', message: 'transfer waiting', transfer_id: id, kind: 'withdrawal' },
        ...{ provider: 'evm', waits_for: 'HOT_WALLET_EMPTY', error: row.last_error },
      },
    ]);

    const { visitor } = await joinAccount(service, account.id, 'finance');
    const page = async (language: string) =>
      (
        await visitor.get(`/panel/accounts/${account.id}/withdrawals/${id}`, {
          'accept-language': language,
        })
      ).text;
    expect(await page('en')).to.contain('Waiting for funds to become available on this network');
    const spanish = await page('es-MX');
    expect(spanish).to.contain('En espera de que haya fondos disponibles en esta red');
    expect(spanish).to.not.contain('HOT_WALLET').and.not.contain('hot wallet');

    await service.database.query(
      `update transfers set waits_since = service_now() - interval '100 seconds' where id = $1`,
      [id],
    );
    const labels = { provider: 'evm', network: 'Arbitrum', kind: 'withdrawal', reason: 'HOT_WALLET_EMPTY' };
    expect(await sampleOf('payments_transfers_waiting_oldest_seconds', labels)).to.be.within(100, 130);

    await mxnb.mint(HOT.address, 2_000_000_000n);
    await setGas(1_000n);
    await ask();
    expect(await transferRow(service, id)).to.include({ waits_for: 'GAS_EMPTY' });
    expect(about()).to.have.length(2);
    await setGas(10n ** 18n);
    await ask();
    expect(await transferRow(service, id)).to.include({
      ...{ status: 'sent', waits_for: null, waits_since: null, last_error: null },
    });
    expect(about().at(-1)).to.include({ level: 'info', message: 'transfer resumed' });
    expect(await page('en')).to.not.contain('Waiting for');
    expect(await sampleOf('payments_transfers_waiting_oldest_seconds', { provider: 'evm' })).to.equal(
      undefined,
    );
  });

  it('is told from one that no process takes, that is on hold, and whose rail is paused', async () => {
    const id = await withdrawOnChain(account, '10', WALLET);
    await service.database.query(
      `update transfers set due_at = service_now() - interval '2 minutes' where id = $1`,
      [id],
    );
    const reason = async () =>
      (await payments('transfers', 'waiting')).data.find((one: any) => one.id === id).waits_for;
    expect(await reason()).to.equal('NOT_TAKEN');
    await payments('transfers', 'hold');
    expect(await reason()).to.equal('ON_HOLD');
    await payments('transfers', 'resume');
    await payments('rails', 'pause', '--direction', 'out', '--network', 'Arbitrum', '--reason', 'a test');
    await workers.transfers.runOnce();
    expect(await reason()).to.equal('PAUSED');
    await payments('rails', 'resume', '--direction', 'out', '--network', 'Arbitrum');
    expect(await reason()).to.equal('NOT_TAKEN');
    const labels = { provider: 'evm', kind: 'withdrawal', reason: 'NOT_TAKEN' };
    expect(await sampleOf('payments_transfers_waiting_oldest_seconds', labels)).to.be.within(120, 150);
    await ask();
  });

  it('is seen when it is signed and in no block', async () => {
    await node.call('evm_setAutomine', false);
    const id = await withdrawOnChain(account, '10', WALLET);
    await ask();
    expect(await transferRow(service, id)).to.include({ status: 'sent', waits_for: null });
    await service.database.query(`update evm_orders set created_at = created_at - interval '20 minutes'`);
    const labels = { network: 'Arbitrum', kind: 'pay_out' };
    expect(await sampleOf('payments_chain_unmined_oldest_seconds', labels)).to.be.within(1_200, 1_230);
    await node.call('evm_setAutomine', true);
    await node.mine(3);
    await service.database.query(`update evm_wallets set due_at = service_now() where due_at is not null`);
    await service.workers.rails.runOnce();
    expect((await sampleOf('payments_chain_unmined_oldest_seconds', labels)) ?? 0).to.equal(0);
  });

  it('can be foreseen: what the hot wallet holds is read by one process and exposed by all', async () => {
    await watch();
    const balance = (asset: string) =>
      sampleOf('payments_hot_wallet_balance', { network: 'Arbitrum', asset, wallet: HOT.address });
    expect(await balance('ETH')).to.be.within(0.9, 1);
    const before = await mxnb.balanceOf(HOT.address);
    expect(await balance('MXNB')).to.equal(Number(before) / 1e6);
    // Nothing is asked for a scrape.
    await mxnb.mint(HOT.address, 1_000_000n);
    expect(await balance('MXNB')).to.equal(Number(before) / 1e6);
    await watch();
    expect(await balance('MXNB')).to.equal(Number(before) / 1e6 + 1);
  });

  it('is not needed to see an endpoint that lies or is away', async () => {
    const host = new URL(third.url).host;
    const fault = (kind: string) =>
      sampleOf('payments_chain_endpoint_fault', { network: 'Arbitrum', endpoint: host, fault: kind });
    await watch();
    expect([await fault('disagrees'), await fault('unavailable')]).to.deep.equal([0, 0]);

    third.misbehave(when('eth_getTransactionCount', { change: () => '0x3e8' }));
    await watch();
    await watch();
    expect([await fault('disagrees'), await fault('unavailable')]).to.deep.equal([1, 0]);
    const [status] = (await payments('chains', 'status')).data;
    const named = status.endpoints.filter(({ agrees }: any) => agrees === false);
    expect(named.map(({ endpoint }: any) => endpoint)).to.deep.equal([host]);
    expect(named[0].error).to.match(/^it says nonce 1000 of 0x[0-9a-fA-F]{40} at block \d+; others say \d+$/);

    // With one of the others away, nobody can tell who of the two is right.
    second.misbehave(() => ({ status: 503 }));
    const [undecided] = (await payments('chains', 'status')).data;
    expect(undecided.endpoints.map(({ agrees }: any) => agrees)).to.deep.equal([false, null, false]);
    second.heal();

    third.misbehave(() => ({ status: 503 }));
    await watch();
    expect([await fault('disagrees'), await fault('unavailable')]).to.deep.equal([0, 1]);
    third.heal();
    await watch();
    expect([await fault('disagrees'), await fault('unavailable')]).to.deep.equal([0, 0]);
  });

  it('is not needed to see a chain that nobody follows, or that is halted', async () => {
    const network = 'Arbitrum';
    const value = (name: string) => sampleOf(name, { network });
    await service.database.query('update evm_chains set due_at = service_now()');
    await service.workers.rails.runOnce();
    expect(await value('payments_chain_lag_blocks')).to.equal(0);
    expect(await value('payments_chain_halted')).to.equal(0);
    expect(await value('payments_chain_stalled_seconds')).to.be.below(30);
    await service.database.query(
      `update evm_chains set head_block = seen_block + 7, halted_at = service_now(), last_error = 'a final block changed',
              updated_at = service_now() - interval '10 minutes'`,
    );
    expect(await value('payments_chain_lag_blocks')).to.equal(7);
    expect(await value('payments_chain_halted')).to.equal(1);
    expect(await value('payments_chain_stalled_seconds')).to.be.within(600, 630);
    await payments('chains', 'resume', network);
  });

  it('is not needed to see why sweeps and the hot wallet wait', async () => {
    const link = await createLink(account.api, { accepted_methods: ['MXNB'], amount: '50' });
    await mxnb.transfer(PAYER, link.methods[0].instructions.address, 50_000_000n);
    await node.mine(3);
    await service.database.query('update evm_chains set due_at = service_now()');
    await service.workers.rails.runOnce();
    await payments('chains', 'sweep', '--network', 'Arbitrum', '--max-gas-gwei', '0.000000001');
    // Each is tried in a pass of its own.
    for (let pass = 0; pass < 2; pass++) await service.workers.rails.runOnce();
    await service.database.query(
      `update evm_sweeps set created_at = created_at - interval '1 hour' where outcome is null`,
    );
    await service.database.query(
      `update evm_wallets set last_error = 'nobody takes it', failing_since = service_now() - interval '5 minutes'`,
    );
    const [status] = (await payments('chains', 'status')).data;
    expect(status.sweeps_waiting).to.have.length(1);
    expect(status.sweeps_waiting[0]).to.include({ asset: 'MXNB', error: 'gas is too dear' });
    expect(status.sweeps_waiting[0].sweeps).to.be.at.least(1);
    expect(Date.now() - Date.parse(status.sweeps_waiting[0].oldest)).to.be.within(3_600_000, 3_700_000);
    expect(status.hot_wallets[0]).to.include({ error: 'nobody takes it' });
    expect(Date.now() - Date.parse(status.hot_wallets[0].failing_since)).to.be.within(300_000, 400_000);
    const sweeps = { network: 'Arbitrum', asset: 'MXNB' };
    expect(await sampleOf('payments_sweeps_oldest_seconds', sweeps)).to.be.within(3_600, 3_700);
    const wallet = { network: 'Arbitrum', wallet: HOT.address };
    expect(await sampleOf('payments_hot_wallet_failing_seconds', wallet)).to.be.within(300, 400);
    const { stdout } = await runPayments(service, 'chains', 'status');
    expect(stdout).to.contain('gas is too dear').and.contain('nobody takes it');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).to.be.at.most(80);
  });
});
