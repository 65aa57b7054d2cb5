import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { money } from '../../../../src/lib/money.ts';
import { parseChains, type ChainConfig } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { createLink } from '../../../../test/payment-links/links.ts';
import { chainEntry, chainsJson } from '../../../../test/support/chain/chains-file.ts';
import { startFaultyEndpoint, type FaultyEndpoint } from '../../../../test/support/chain/faulty-endpoint.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { runPayments } from '../../../../test/support/processes/command.ts';
import {
  runningOn,
  startService,
  type TestAccount,
  type TestService,
} from '../../../../test/support/service.ts';
import { setFees, WALLET } from '../../../../test/transfers/rig.ts';
import { DEPOSIT_KEYS, HOT, keysFile } from '../../../../test/methods/evm/sending/sender-rig.ts';
import { withdrawOnChain } from '../../../../test/transfers/started.ts';

export const PAYER = walletAt(2);
export const THIEF = walletAt(9);
export const MILLION = 1_000_000_000_000n;

/** A deployment that takes and sends MXNB on a real node through three endpoints, of which two must agree. */
export interface Deployment {
  node: TestNode;
  mxnb: TestToken;
  endpoints: FaultyEndpoint[];
  /** With the keys. */
  sender: TestService;
  /** Without them. */
  service: TestService;
  database: TestService['database'];
  account: TestAccount;
  /** A payer pays a link in full; returns its address. */
  payIn(amount: string): Promise<string>;
  /** All that the background does, until nothing moves any more. */
  runToRest(): Promise<void>;
  chains: ChainConfig[];
  xpub: string;
  /** Lets the followers look at the chain now. */
  makeDue(): Promise<void>;
  /** Follows the chain to its head, without making anything final. */
  follow(): Promise<void>;
  /** Moves what deposit addresses hold to the hot wallet. */
  sweep(): Promise<void>;
  withdraw(amount: string): Promise<string>;
  withoutFees(): Promise<void>;
  /** Lets the sender ask for what is due. */
  sendDue(): Promise<void>;
  payments(...args: string[]): Promise<{ code: number | null; result: any; said: string }>;
  reconcile(): Promise<{ code: number | null; result: any }>;
  close(): Promise<void>;
}

export async function openDeployment({ hotLimit = '10000000' } = {}): Promise<Deployment> {
  const node = await startNode();
  const mxnb = await deployFiatToken(node, 'MXNB');
  await mxnb.mint(PAYER.address, 10n ** 15n);
  const endpoints = await Promise.all([0, 1, 2].map(() => startFaultyEndpoint(node.url)));
  const dir = mkdtempSync(join(tmpdir(), 'solvency-'));
  const tokens = { MXNB: { address: mxnb.address } };
  const entry = chainEntry({ endpoints: endpoints.map(({ url }) => url), agree: 2, tokens });
  writeFileSync(join(dir, 'chains.json'), chainsJson([entry]));
  writeFileSync(join(dir, 'keys.json'), JSON.stringify(keysFile({ MXNB: hotLimit })), { mode: 0o600 });
  const chain = { CHAINS_FILE: join(dir, 'chains.json'), CHAIN_XPUB: DEPOSIT_KEYS.publicExtendedKey };
  const sender = await startService({
    ...chain,
    CHAIN_SENDER_KEYS: join(dir, 'keys.json'),
    ROLES: 'sender',
  });
  const service = await runningOn(sender.database, { ...chain, SECRETS_KEY: sender.secretsKey });
  await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
  const account = await service.createAccount();
  const { database } = service;

  const due = async (table: string): Promise<void> => {
    await database.query(`update ${table} set due_at = service_now() where due_at is not null`);
  };
  const sendDue = async (): Promise<void> => {
    await due('transfers');
    await sender.workers.transfers.runOnce();
  };
  const makeDue = async (): Promise<void> => {
    await due('evm_chains');
    await database.query('update evm_chains set watch_due_at = service_now()');
  };
  const follow = async (): Promise<void> => {
    await makeDue();
    await service.workers.rails.runOnce();
    await service.workers.rails.runOnce();
  };
  const runToRest = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      await sendDue();
      await node.mine(3);
      await follow();
      await due('evm_wallets');
      await due('evm_sweeps');
      await sender.workers.rails.runOnce();
    }
  };
  const payments: Deployment['payments'] = async (...args) => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    return { code, said: stdout + stderr, result: JSON.parse(stdout) };
  };

  return {
    ...{
      node,
      mxnb,
      endpoints,
      sender,
      service,
      database,
      account,
      runToRest,
      follow,
      sendDue,
      payments,
      makeDue,
    },
    ...{ chains: parseChains(chainsJson([entry])), xpub: DEPOSIT_KEYS.publicExtendedKey },
    async payIn(amount) {
      const link = await createLink(account.api, { accepted_methods: ['MXNB'], amount });
      const { address } = link.methods[0].instructions;
      await mxnb.transfer(PAYER, address, BigInt(money(amount).shiftedBy(6).toFixed()));
      return address.toLowerCase();
    },
    async sweep() {
      await payments('chains', 'sweep', '--network', 'Arbitrum');
      await runToRest();
    },
    withdraw: (amount) => withdrawOnChain(account, amount, WALLET),
    withoutFees: () => setFees(service, '0', '0'),
    reconcile: () =>
      payments(
        ...['reconcile', '--provider', 'evm'],
        ...['--from', new Date(Date.now() - 3_600_000).toISOString()],
        ...['--to', new Date(Date.now() + 3_600_000).toISOString()],
      ),
    async close() {
      await service.close();
      await sender.close();
      await Promise.all(endpoints.map((endpoint) => endpoint.close()));
      await node.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

export { HOT };
