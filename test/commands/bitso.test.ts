import { expect } from 'chai';
import { startFakeBitso, type FakeBitso } from '../../scripts/fake-bitso/server.ts';
import { registerBitsoCommands } from '../../src/methods/providers/bitso/commands.ts';
import { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { readConfig } from '../../src/config/config.ts';
import { connect, type Database } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const BASE_URL = 'http://127.0.0.1:3000';
const NOTICES_URL = `${BASE_URL}/providers/bitso/notices`;

describe('the commands of the account at Bitso', () => {
  let database: TestDatabase;
  let db: Database;
  let fake: FakeBitso;
  const logger = createLogger('silent');

  before(async () => {
    database = await createTestDatabase();
    db = connect({ connectionString: database.url, maxTransactions: 2, logger });
  });
  after(async () => {
    await db?.close();
    await database?.drop();
  });
  beforeEach(async () => void (fake = await startFakeBitso({ balance: '1500.50' })));
  afterEach(() => fake.close());

  /** What the command returns, in this process; rejects where the program would fail. */
  async function bitso(args: readonly string[], environment: Record<string, string> = {}): Promise<any> {
    const config = readConfig({
      ...{ BASE_URL, BITSO_API_KEY: fake.bitso.key, BITSO_API_SECRET: fake.bitso.secret },
      ...{ BITSO_BASE_URL: fake.url, ...environment },
    });
    let answer: object | undefined;
    const program = new PaymentsCommand().configureOutput({ outputError: () => undefined }).exitOverride();
    registerBitsoCommands(program, async (action) => {
      answer = await action({ db, config, logger });
    });
    await program.parseAsync(['bitso', ...args], { from: 'user' });
    return answer;
  }
  const says = ({ data }: any, call: string): any => data.find((one: any) => one.call === call);

  it('check every call that moves nothing, and change nothing', async () => {
    await bitso(['subscribe']);
    const before = fake.control.state();
    const result = await bitso(['check'], {
      ...{ JUNO_API_KEY: fake.juno.key, JUNO_API_SECRET: fake.juno.secret, JUNO_BASE_URL: fake.url },
    });
    expect(result.data.filter(({ ok }: any) => !ok)).to.deep.equal([]);
    expect(result.ok).to.equal(true);
    expect(result.data).to.have.length(14);
    expect(says(result, 'GET /v3/balance').says).to.include('1500.50000000 MXN');
    expect(says(result, 'GET /v4/webhooks').says).to.include(NOTICES_URL);
    const after = fake.control.state();
    expect(after.balances).to.deep.equal(before.balances);
    const posts = Object.keys(after.received).filter((endpoint) => endpoint.startsWith('POST'));
    expect(posts).to.deep.equal(['POST /v4/webhooks']);
  });

  it('say what to do where something is wrong', async () => {
    const unsubscribed = await bitso(['check']);
    expect(unsubscribed.ok).to.equal(false);
    expect(says(unsubscribed, 'GET /v4/webhooks').says).to.include('payments bitso subscribe');

    fake.control.fault({ on: 'GET /v3/balance', kind: 'refused', code: '0213' });
    fake.control.fault({ on: 'GET /spei/v1/payments/:id', kind: 'refused', code: '1000' });
    const result = await bitso(['check']);
    expect(says(result, 'GET /v3/balance').says).to.include('IP list');
    expect(says(result, 'GET /spei/v1/payments/{id}')).to.include({ ok: false });
    expect(says(result, 'GET /v3/ledger')).to.include({ ok: true });

    const stranger = await bitso(['check'], { BITSO_API_SECRET: 'not-the-secret' });
    expect(says(stranger, 'GET /v3/balance').says).to.include('Check the secret');
    expect(JSON.stringify(stranger)).to.not.include('not-the-secret');
  });

  it('subscribe to what is missing, and move what goes elsewhere only if told to', async () => {
    const elsewhere = 'http://127.0.0.1:9/providers/bitso/notices';
    await bitso(['subscribe', '--url', elsewhere]);
    expect((await bitso(['subscribe'])).subscribed).to.deep.equal([]);
    expect(says(await bitso(['check']), 'GET /v4/webhooks').says).to.include('--replace');
    expect((await bitso(['subscribe', '--replace'])).subscribed).to.have.length(3);
    expect(says(await bitso(['check']), 'GET /v4/webhooks').ok).to.equal(true);
  });

  it('need an account at Bitso', async () => {
    const none = { BITSO_API_KEY: '', BITSO_API_SECRET: '', BITSO_BASE_URL: '' };
    const failed = await bitso(['check'], none).catch((error: Error) => error.message);
    expect(failed).to.include('BITSO_API_KEY');
  });
});
