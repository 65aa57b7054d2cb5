import { expect } from 'chai';
import { checkMono } from '../../src/methods/providers/mono/check/check.ts';
import { registerMonoCommands } from '../../src/methods/providers/mono/commands.ts';
import { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { openMonoRig, variablesOf, type MonoRig } from '../methods/mono/rig.ts';

describe('the command of the accounts at Mono', () => {
  let rig: MonoRig;
  beforeEach(async () => {
    rig = await openMonoRig({ balance: '1500.5' });
  });
  afterEach(() => rig.close());

  /** What the command returns, in this process; rejects where the program would fail. */
  async function check(environment: Record<string, string>): Promise<any> {
    const config = readConfig({ ...variablesOf(rig.fake), ...environment });
    let answer: object | undefined;
    const program = new PaymentsCommand().configureOutput({ outputError: () => undefined }).exitOverride();
    registerMonoCommands(program, async (action) => {
      answer = await action({ config, db: rig.db, logger: createLogger('silent') });
    });
    await program.parseAsync(['mono', 'check'], { from: 'user' });
    return answer;
  }
  const BASE = { BASE_URL: 'https://payments.example.com' };
  const says = ({ data }: any, call: string): any => data.find((one: any) => one.call === call);

  it('checks every call that changes nothing, and changes nothing', async () => {
    const { balances } = rig.fake.control.state();
    const result = await check(BASE);
    expect(result.data.filter(({ ok }: any) => !ok)).to.deep.equal([]);
    expect(result).to.deep.include({ ok: true });
    expect(result.data).to.have.length(8);
    expect(says(result, 'GET /tenant/accounts/{id} (sending)').says).to.include('1500.50 COP');
    expect(says(result, 'GET /tenant/accounts?role=all').says).to.include(
      'receiving: receptor, sending: originator',
    );
    expect(says(result, 'webhooks').says).to.include('https://payments.example.com/providers/mono/notices');
    const after = rig.fake.control.state();
    expect(after.balances).to.deep.equal(balances);
    expect([after.collections, after.transfers]).to.deep.equal([[], []]);
  });

  it('says what to do about what fails, and goes on', async () => {
    rig.fake.control.allowScopes({ scopes: ['tenant_accounts:readonly'] });
    const result = await check({});
    expect(result.ok).to.equal(false);
    expect(says(result, 'GET /outgoing_transfers').says).to.include('Ask Mono for the scope');
    expect(says(result, 'webhooks').says).to.include('Set BASE_URL');
    const wrong = await check({ ...BASE, MONO_CLIENT_SECRET: 'canary-wrong' });
    expect(wrong.data[0].says).to.include('Check MONO_CLIENT_ID and MONO_CLIENT_SECRET');
    expect(JSON.stringify(wrong)).to.not.include('canary');
  });

  it('warns of an id that was never used and is found', async () => {
    const on = 'GET /api/v1/outgoing_transfers';
    const body = JSON.stringify({
      tenant_account_id: rig.fake.sendingAccount,
      transfers: [
        {
          ...{ external_id: 'x', amount: { amount: 100, currency: 'COP' } },
          query: { format: 'plain_key', value: '@X' },
        },
      ],
    });
    const call = { method: 'POST', path: '/api/v1/outgoing_transfers', body, idempotencyKey: 'x' } as const;
    await rig.mono.client.call(call, AbortSignal.timeout(5_000));
    // A server that ignores the filter.
    const ask = rig.mono.client.call.bind(rig.mono.client);
    const { client } = rig.reopen();
    Object.assign(client, {
      call: (one: { path: string }, signal: AbortSignal) =>
        ask({ ...one, path: one.path.replace(/external_id=[^&]*/, '') } as never, signal),
    });
    const { receivingAccount, sendingAccount } = rig.fake;
    const data = await checkMono({ client, receivingAccount, sendingAccount, noticesUrl: undefined });
    expect(says({ data }, `${on.replace('/api/v1', '')}?external_id=`).ok).to.equal(false);
  });
});
