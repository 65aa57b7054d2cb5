import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { money } from '../../src/lib/money.ts';
import { listDestinations } from '../../src/treasury/repository.ts';
import { findLimit } from '../../src/treasury/limits.ts';
import { mailTo } from '../panel/people.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund } from '../transfers/rig.ts';
import { CLABE, deedsOf, letTimePass, outcomesOf, treasurer, treasuryOf, type Treasurer } from './rig.ts';

describe('what people may withdraw alone, and where to', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: Treasurer;
  let bob: Treasurer;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    ada = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
  });

  const limit = async () =>
    (await findLimit(service.foundation.db.read, { accountId: account.id }))?.amount ?? null;

  it('has no limit until an owner sets one, and a lower one applies at once', async () => {
    expect(await limit()).to.equal(null);
    await ada.limit('500');
    await ada.limit('100');
    expect(await limit()).to.equal('100.00000000');
    expect(await outcomesOf([bob.limit('10'), ada.limit('1', 'DOGE')])).to.deep.equal([
      'forbidden',
      'invalid_request',
    ]);
    expect((await mailTo(service, ada.email)).at(-1)?.body).to.match(/before\s+500 MXN\n\s+now\s+100 MXN\n/);
  });

  for (const higher of ['1000', null]) {
    it(`applies ${higher ?? 'no limit'} after 24 hours only, unless it is set back`, async () => {
      await ada.limit('100');
      await ada.limit(higher);
      await letTimePass(service, '23 hours');
      expect(await limit()).to.equal('100.00000000');
      await letTimePass(service, '1 hour');
      expect(await limit()).to.equal(higher && '1000.00000000');
      await ada.limit('100');
      await ada.limit(higher);
      await ada.limit('100');
      await letTimePass(service);
      expect(await limit()).to.equal('100.00000000');
    });
  }

  it('is raised at once by the operator, who sees what waits', async () => {
    await fund(account, 'MXNB', '1000');
    await ada.limit('100');
    const { id } = await ada.withdraw(await ada.save(), '150');
    const { stdout } = await runPayments(
      service,
      'withdrawals',
      'waiting',
      '--account',
      account.id,
      '--json',
    );
    expect(JSON.parse(stdout).data[0]).to.include({
      id,
      waits_for: 'second_person',
      requested_by: ada.email,
    });
    const raise = ['limits', 'set', '--account', account.id, '--currency', 'MXN', '--amount', '900'];
    const raised = await runPayments(service, ...raise, '--json');
    expect(JSON.parse(raised.stdout)).to.deep.include({
      amount: '900.00000000',
      currency: 'MXN',
      next_at: null,
    });
    expect(await limit()).to.equal('900.00000000');
    expect((await mailTo(service, ada.email)).at(-1)?.body).to.contain('The operator of the service');
    const { limits } = treasuryOf(service);
    await service.foundation.db.transaction((trx) =>
      limits.set(trx, account.id, OPERATOR, { currency: 'MXN', amount: money('950') }),
    );
    expect(await limit()).to.equal('950.00000000');
  });

  it("says from when it applies in the account's time zone, in each owner's language", async () => {
    await service.database.query(`update accounts set time_zone = 'America/Mexico_City' where id = $1`, [
      account.id,
    ]);
    const carla = await treasurer(service, account, 'owner');
    await service.database.query(`update users set language = 'es' where email = $1`, [carla.email]);
    await ada.limit('100');
    await ada.limit('1000');
    const now = async (email: string): Promise<string | undefined> => {
      const { body = '' } = (await mailTo(service, email)).at(-1) ?? {};
      return /(?:now|ahora) +(.*)/.exec(body)?.[1]?.replaceAll(/[\u00a0\u202f]/g, ' ');
    };
    expect(await now(ada.email)).to.match(
      /^1000 MXN, from \w{3} \d+, \d{4}, \d+:\d\d [AP]M \(America\/Mexico_City\)$/,
    );
    expect(await now(carla.email)).to.match(
      /^1000 MXN, a partir del \d+ \w{3} \d{4}, \d+:\d\d [ap]\.m\. \(America\/Mexico_City\)$/,
    );
  });

  it('saves a destination that is whole, and tells the owners without its number', async () => {
    const id = await bob.save(' Main account ');
    const [saved, ...others] = await listDestinations(service.foundation.db.read, { accountId: account.id });
    expect(others).to.deep.equal([]);
    expect(saved).to.deep.include({
      id,
      label: 'Main account',
      method: 'SPEI',
      destination: { clabe: CLABE, beneficiary: 'Acme S.A.' },
      createdByEmail: bob.email,
    });
    const [mail] = (await mailTo(service, ada.email)).filter(({ subject }) =>
      subject.includes('destination'),
    );
    expect(mail?.body).to.contain('CLABE …9719').and.contain(bob.email).and.not.contain(CLABE);
    expect((await mailTo(service, bob.email)).filter(({ subject }) => subject.includes('destination'))).to.be
      .empty;
    await ada.remove(id);
    expect(await listDestinations(service.foundation.db.read, { accountId: account.id })).to.deep.equal([]);
    expect(await deedsOf(service, account.id)).to.deep.equal([
      'withdrawal_destination.added: Main account',
      'withdrawal_destination.removed: Main account',
    ]);
  });

  it('refuses a destination that cannot be right', async () => {
    const { destinations } = treasuryOf(service);
    const save = (method: string, parts: object, label = 'Somewhere') =>
      service.foundation.db.transaction((trx) =>
        destinations.save(trx, account.id, ada.actor, { label, method, parts }),
      );
    const attempts = [
      save('SPEI', { clabe: '032180000118359718' }),
      save('USDC', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', network: 'Polygon' }),
      save('USDC', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'Ethereum' }),
      save('BREB', {}),
      save('NONE', {}),
      save('SPEI', { clabe: CLABE }, '  '),
      save('SPEI', { clabe: CLABE }, 'x'.repeat(101)),
    ];
    expect(new Set(await outcomesOf(attempts))).to.deep.equal(new Set(['invalid_request']));
  });

  it('cannot be changed behind the service', async () => {
    const id = await ada.save();
    const text = `update withdrawal_destinations set destination = '{}' where id = $1`;
    const change = service.foundation.db.transaction((trx) =>
      trx.query({ name: 'change_a_destination', text, values: [id] }),
    );
    await change.then(
      () => expect.fail('the service changed a saved destination'),
      (error: unknown) => expect(String(error)).to.contain('permission denied'),
    );
  });
});
