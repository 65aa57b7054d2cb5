// The service that the contract tests call, as its own process on a database that goes away with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver } from '../../test/support/outside/receiver.ts';
import { buildPrograms, runProgram, startServer } from '../../test/support/processes/program.ts';

const WIDE_LIMITS = ['--requests-per-minute', '1000000', '--money-per-day', '1000000'];

export interface ServiceUnderTest {
  url: string;
  /**
   * Keys with all scopes and wide limits, of two accounts whose unmatched deposits are refunded automatically, and whose
   * keys may refund.
   */
  keys: [string, string];
  /** An address that accepts webhook deliveries. */
  webhookUrl: string;
  /** A folder that goes away with the service. */
  folder: string;
  /** A key with all scopes and the default limits, of a new account that has nothing; it may refund if that is on. */
  openEmptyAccount(options: { apiRefunds: 'on' | 'off' }): Promise<string>;
  /** Converts and withdraws what the first account was paid, so that there is one of each to read. */
  sendMoneyOut(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServiceUnderTest(): Promise<ServiceUnderTest> {
  await buildPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'contract-tests-'));
  const receiver = await startReceiver();
  const environment = {
    DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: receiver.caFile,
    LOG_LEVEL: 'error',
    // So that a test can call from many addresses.
    TRUSTED_PROXIES: '127.0.0.0/8',
  };
  const server = await startServer(environment);
  const run = async (operatorKey: string, ...args: string[]): Promise<any> => {
    const typist = { ...environment, OPERATOR_KEY: operatorKey };
    const command = runProgram('build/cli.js', [...args, '--json'], typist);
    if ((await command.exited) !== 0) throw new Error(`payments ${args.join(' ')}: ${command.stderr()}`);
    return JSON.parse(command.stdout());
  };
  const { key } = await run('', 'operators', 'add', '--name', 'ana');
  const payments = (...args: string[]): Promise<any> => run(key, ...args);
  const createAccount = async (name: string): Promise<string> =>
    (await payments('accounts', 'create', '--name', name, '--approved')).id;
  const allowRefunds = (id: string): Promise<unknown> =>
    payments('accounts', 'set', id, '--api-refunds', 'on', '--api-refunds-per-day', '999999999999');
  const createKey = async (id: string, ...limits: string[]): Promise<string> => {
    const scopes = ['--scopes', 'all,refunds:write', ...limits];
    return (await payments('keys', 'create', '--account', id, '--name', 'Contract tests', ...scopes)).secret;
  };
  const openAccount = async (name: string): Promise<{ id: string; secret: string }> => {
    const id = await createAccount(name);
    await payments('accounts', 'set', id, '--auto-refund', 'true');
    await allowRefunds(id);
    return { id, secret: await createKey(id, ...WIDE_LIMITS) };
  };
  const accounts = [await openAccount('First'), await openAccount('Second')] as const;
  return {
    url: server.url,
    keys: [accounts[0].secret, accounts[1].secret],
    webhookUrl: `${receiver.url}/hooks`,
    folder,
    async openEmptyAccount({ apiRefunds }) {
      const id = await createAccount('Empty');
      if (apiRefunds === 'on') await allowRefunds(id);
      return createKey(id);
    },
    async sendMoneyOut() {
      const from = ['--account', accounts[0].id, '--amount', '100'];
      await payments('conversions', 'create', ...from, '--from', 'MXNB', '--to', 'USDC');
      const to = ['--method', 'SPEI', '--clabe', '646180157000000004'];
      await payments('withdrawals', 'create', ...from, '--asset', 'MXNB', ...to);
    },
    async stop() {
      server.process.kill('SIGTERM');
      await server.exited;
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
