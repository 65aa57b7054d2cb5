import { expect } from 'chai';
import { addTwoOperators } from '../operators/two-operators.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, transferRow } from './rig.ts';

const CLABE = '032180000118359719';

describe('transfers on hold', () => {
  let rail: TestRail;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    rail = await startRail('rail');
    service = await startService({}, [rail.provider]);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    await payments('methods', 'set', 'SPEI', '--provider', 'rail');
    expect(await payments('transfers', 'hold'))
      .to.have.property('on_hold_since')
      .that.is.a('string');
  });
  after(async () => {
    await service?.close();
    await rail?.close();
  });

  const payments = async (...args: string[]): Promise<Record<string, any>> =>
    JSON.parse((await runPayments(service, ...args, '--json')).stdout) as Record<string, any>;
  const withdraw = async (): Promise<string> => {
    const options = ['--asset', 'MXNB', '--amount', '100', '--method', 'SPEI', '--clabe', CLABE];
    const { id } = await payments('withdrawals', 'create', '--account', account.id, ...options);
    return id as string;
  };

  it('are accepted and set the money aside, but are not sent', async () => {
    const id = await withdraw();
    expect(await service.workers.transfers.runOnce()).to.equal(0);
    expect((await transferRow(service, id)).status).to.equal('held');
    const { data } = await payments('transfers', 'waiting');
    expect(data.map((transfer: { id: string }) => transfer.id)).to.deep.equal([id]);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '900.00000000 + 100.00000000' });
    await payments('transfers', 'resolve', id, '--failed', 'not wanted');
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
  });

  it('are not sent by asking the provider again, for they may wait for a second person', async () => {
    const id = await withdraw();
    expect(await payments('transfers', 'resolve', id, '--retry')).to.have.nested.property(
      'error.code',
      'transfer_not_stuck',
    );
    expect(await transferRow(service, id)).to.include({ status: 'held' });
    await payments('transfers', 'resolve', id, '--failed', 'not wanted');
  });

  it('can be recorded as what the provider did, which is then not sent', async () => {
    const id = await withdraw();
    await (
      await addTwoOperators(service)
    ).agree(
      ...[
        'transfers',
        'resolve',
        id,
        '--settled',
        'SENT-BEFORE',
        '--reason',
        'Restored',
        '--evidence',
        'Portal',
      ],
    );
    expect(await transferRow(service, id)).to.include({
      status: 'settled',
      provider_reference: 'SENT-BEFORE',
    });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '900.00000000 + 0.00000000' });
    await requireSoundBooks(service);
  });

  it('are sent once they are resumed', async () => {
    const id = await withdraw();
    await payments('transfers', 'resume');
    expect(await service.workers.transfers.runOnce()).to.equal(1);
    expect((await transferRow(service, id)).status).to.equal('settled');
    expect(rail.received['payOut'], 'what was recorded was never sent').to.equal(1);
    expect(await payments('transfers', 'resolve', id, '--retry')).to.have.nested.property(
      'error.code',
      'transfer_not_stuck',
    );
  });
});
