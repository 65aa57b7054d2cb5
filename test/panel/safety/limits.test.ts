import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import {
  allowCodesAgain,
  join,
  joinWithPassword,
  nextCode,
  panelOf,
  PASSWORD,
  peopleOf,
  Visitor,
  type PasswordPerson,
} from '../people.ts';

describe('tries to sign in', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: PasswordPerson;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    account = await service.createAccount();
    ada = await joinWithPassword(service, account.id, 'owner');
  });
  after(() => service?.close());
  beforeEach(async () => {
    await service.database.query('delete from sign_in_attempts');
    await allowCodesAgain(service);
  });

  const tryFrom = async (address: string, form: object, visitor = new Visitor(service)): Promise<number> => {
    const whole = { email: ada.email, password: PASSWORD, code: nextCode(ada.secret), ...form };
    const headers = { origin: panelOf(service), 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    return (await visitor.post('/panel/sign-in', whole, headers)).status;
  };
  const guesses = (count: number, addressOf: (at: number) => string, form = {}): Promise<number[]> =>
    Promise.all(
      Array.from({ length: count }, (_, at) => tryFrom(addressOf(at), { password: 'a guess', ...form })),
    );
  const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  it('by one network lock nobody out anywhere else', async () => {
    expect(countOf(await guesses(40, () => '192.0.2.1'), 403)).to.be.at.most(10);
    expect(await tryFrom('198.51.100.7', {}), 'a new browser of the user').to.equal(303);
  });

  it('by many networks are refused, but not to a browser that the user signed in with', async () => {
    const known = new Visitor(service);
    expect(await tryFrom('198.51.100.7', {}, known)).to.equal(303);
    await known.post('/panel/sign-out');
    const statuses = await guesses(60, (at) => `192.0.2.${at}`);
    for (let at = 0; at < 30; at++) statuses.push(...(await guesses(1, () => `192.0.2.${at}`)));
    expect(countOf(statuses, 403)).to.equal(25);
    await allowCodesAgain(service);
    expect(await tryFrom('198.51.100.7', {})).to.equal(429);
    expect(await tryFrom('198.51.100.7', {}, known)).to.equal(303);
  });

  it('count by network, of which an IPv6 subscriber has one, and lock no known browser in it out', async () => {
    const known = new Visitor(service);
    expect(await tryFrom('2001:db8:1:2::5', {}, known)).to.equal(303);
    await known.post('/panel/sign-out');
    for (let group = 0; group < 7; group++)
      await guesses(10, (at) => `2001:db8:1:2:${group}::${at}`, { email: `${randomUUID()}@acme.example` });
    await allowCodesAgain(service);
    expect(await tryFrom('2001:db8:1:2:ffff::1', {})).to.equal(429);
    expect(await tryFrom('2001:db8:1:2::5', {}, known)).to.equal(303);
    await allowCodesAgain(service);
    expect(await tryFrom('2001:db8:1:3::1', {}), 'the next network').to.equal(303);
  });

  it('use each recovery code once, even at the same moment', async () => {
    const [code = ''] = ada.recoveryCodes;
    const statuses = await Promise.all([1, 2, 3, 4].map(() => tryFrom('192.0.2.1', { code })));
    expect(statuses.sort()).to.deep.equal([303, 403, 403, 403]);
  });

  it('take as much work whether or not there is such a user, who signs in that way', async () => {
    const { passwords } = peopleOf(service);
    const disabled = await joinWithPassword(service, account.id, 'viewer');
    await runPayments(service, 'users', 'disable', disabled.id);
    const passkeyOnly = await join(service, account.id, 'viewer');
    const emails = {
      known: ada.email,
      unknown: 'nobody@acme.example',
      disabled: disabled.email,
      'with a passkey only': passkeyOnly.email,
    };
    const times = Object.fromEntries(Object.keys(emails).map((name) => [name, [] as number[]]));
    await passwords.verify('nobody@acme.example', 'a guess', '123456');
    for (let round = 0; round < 9; round++) {
      // Alternately, so that whatever slows this machine down slows all of them down.
      for (const [name, email] of Object.entries(emails)) {
        // Its own work, of all threads: waiting for a processor would say more about the machine.
        const began = process.cpuUsage();
        expect(await passwords.verify(email, 'a guess', '123456')).to.equal(undefined);
        const { user, system } = process.cpuUsage(began);
        times[name]!.push(user + system);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
    const known = median(times['known']!);
    // Without the work for the hash, it would be a tenth.
    for (const [name, values] of Object.entries(times))
      expect(median(values) / known, name).to.be.within(0.6, 1.7);
  });
});
