import { expect } from 'chai';
import { startFakeBridge, type FakeBridge } from '../../scripts/fake-bridge/server.ts';
import { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { registerBridgeCommands } from '../../src/methods/providers/bridge/commands.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/logger.ts';

const BASE_URL = 'https://payments.example.com';
const NOTICES_URL = `${BASE_URL}/providers/bridge/notices`;

describe('the commands of the account at Bridge', () => {
  let fake: FakeBridge;
  beforeEach(async () => void (fake = await startFakeBridge({ balance: '1500.5' })));
  afterEach(() => fake.close());

  /** What the command returns, in this process; rejects where the program would fail. */
  async function bridge(args: readonly string[], environment: Record<string, string> = {}): Promise<any> {
    const config = readConfig({
      ...{ BASE_URL, BRIDGE_API_KEY: fake.apiKey, BRIDGE_CUSTOMER_ID: fake.customerId },
      ...{ BRIDGE_WALLET_ID: fake.walletId, BRIDGE_BASE_URL: fake.url, ...environment },
    });
    let answer: object | undefined;
    const program = new PaymentsCommand().configureOutput({ outputError: () => undefined }).exitOverride();
    registerBridgeCommands(program, async (action) => {
      // Nothing that they do needs the database.
      answer = await action({ config, db: undefined as never, logger: createLogger('silent') });
    });
    await program.parseAsync(['bridge', ...args], { from: 'user' });
    return answer;
  }
  const says = ({ data }: any, call: string): any => data.find((one: any) => one.call === call);

  it('check every call that moves nothing, and change nothing', async () => {
    await bridge(['subscribe']);
    const before = fake.control.state();
    const result = await bridge(['check']);
    expect(result.data.filter(({ ok }: any) => !ok)).to.deep.equal([]);
    expect(result.ok).to.equal(true);
    expect(says(result, 'GET /customers/{id}/wallets/{id}').says).to.include('1500.5 USDC');
    expect(says(result, 'GET /webhooks').says).to.include(NOTICES_URL);
    const after = fake.control.state();
    expect(after.transfers).to.deep.equal(before.transfers);
    expect(after.balance).to.equal(before.balance);
  });

  it('say what to do about each call that fails', async () => {
    fake.control.customer({ status: 'under_review' });
    fake.control.wallet({ initiationRequired: true });
    fake.control.set({ walletRail: 'chain' });
    fake.control.requestFunds();
    const result = await bridge(['check']);
    expect(result.ok).to.equal(false);
    expect(says(result, 'GET /customers/{id}'))
      .to.deep.include({ ok: false })
      .and.to.have.property('says')
      .match(/under_review/);
    expect(says(result, 'GET /customers/{id}/wallets/{id}').says).to.match(/initiation/);
    expect(says(result, 'POST /transfers (dry_run)').says).to.match(/invalid_parameters/);
    expect(says(result, 'GET /webhooks').says).to.match(/payments bridge subscribe/);
    expect(says(result, 'GET /funds_requests').says).to.match(/answer Bridge/);
  });

  it('say that the key is wrong, without showing it', async () => {
    const result = await bridge(['check'], { BRIDGE_API_KEY: 'sk-test-canary' });
    expect(result.data.every(({ ok }: any) => !ok)).to.equal(true);
    expect(JSON.stringify(result)).to.include('BRIDGE_API_KEY').and.not.include('canary');
  });

  it('subscribe once, and activate what was disabled', async () => {
    expect(await bridge(['subscribe'])).to.deep.include({ changed: true });
    expect(await bridge(['subscribe'])).to.deep.include({ changed: false });
    const { endpoint } = await bridge(['subscribe']);
    expect(endpoint).to.deep.include({ url: NOTICES_URL, isActive: true });
  });
});
