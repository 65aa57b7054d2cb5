import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { weaknessOf } from '../../../src/people/passwords.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { allowCodesAgain, inviteTo, joinWithPassword, nextCode, setPassword, Visitor } from '../people.ts';

const ADA = { email: 'ada.lovelace@acme.example', name: 'Ada King', accounts: ['Café Azul S.A.'] };

describe('a password of the panel', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('has 12 to 128 characters, of any kind', async () => {
    expect(await weaknessOf('qw7!zcVnk2,', ADA)).to.equal('length');
    expect(await weaknessOf(`${'0123456789abcdef'.repeat(8)}.`, ADA)).to.equal('length');
    const good = [
      'plhdtvbnmxqz',
      '731940285617',
      '  spaces only count too ',
      '🦦🌅🥁🚲🎻🍋🧭🪁🦉🌵🍞🎲',
      '密码要很长才能够安全的吧',
    ];
    for (const password of good) expect(await weaknessOf(password, ADA), password).to.equal(undefined);
  });

  it('is none of the leaked ones that everybody tries', async () => {
    for (const password of [
      'password1234',
      'Password1234',
      '1q2w3e4r5t6y',
      'qwertyuiop123',
      'iloveyou1234',
      '123456789012',
    ])
      expect(await weaknessOf(password, ADA), password).to.equal('common');
  });

  it('contains no word of its owner, their company or this service', async () => {
    for (const word of ['lovelace', 'Lovelace', 'ACME', 'cafe', 'Café', 'azul', 'Payments', 'Pagos'])
      expect(await weaknessOf(`seven ${word} at dawn`, ADA), word).to.equal('guessable');
    expect(await weaknessOf('seven ada king otters', ADA)).to.equal('guessable');
    expect(await weaknessOf('seven kin otters sa', ADA)).to.equal(undefined);
  });

  it('is not one short text again and again', async () => {
    for (const password of ['abababababababab', 'otters otters otters ', 'xxxxxxxxxxxxxxxx'])
      expect(await weaknessOf(password, ADA), password).to.equal('guessable');
  });

  it('is checked as it was typed: nothing is cut off, trimmed or changed', async () => {
    const exact = [
      // 128 characters are 256 of the units in which JavaScript counts, and 512 bytes.
      '🦦🌅🥁🚲🎻🍋🧭🪁'.repeat(15) + '🦉🌵🍞🎲🪜🎈🧵🫖',
      '  Leading and trailing  ',
    ];
    for (const password of exact) {
      const { email, secret } = await joinWithPassword(service, account.id, 'viewer', password);
      const signIn = async (typed: string) => {
        await allowCodesAgain(service);
        const form = { email, password: typed, code: nextCode(secret) };
        return (await new Visitor(service).post('/panel/sign-in', form)).status;
      };
      expect(await signIn(password), password).to.equal(303);
      const almost = [password.toLowerCase(), password.trim(), password.slice(0, -2), `${password}.`];
      for (const typed of almost.filter((other) => other !== password))
        expect(await signIn(typed), typed).to.equal(403);
    }
    await service.database.query('delete from sign_in_attempts');
  });

  it('is refused by the form with the reason, which keeps nothing', async () => {
    const { url } = await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`);
    const visitor = new Visitor(service);
    await visitor.post(new URL(url).pathname);
    const reasons = {
      short: '12 to 128 characters',
      password1234: 'leaked passwords',
      'seven acme otters': 'easy to guess',
    };
    for (const [password, reason] of Object.entries(reasons)) {
      const { status, text } = await visitor.post('/panel/me/password', { password, draft: 'x', code: '1' });
      expect(status).to.equal(400);
      expect(text).to.contain(reason);
      expect(text).not.to.contain(password);
    }
    const page = (await visitor.get('/panel/me/password')).text;
    const [input = ''] = /<input[^>]*name="password"[^>]*>/.exec(page) ?? [];
    expect(input).to.contain('type="password"').and.contain('autocomplete="new-password"');
    expect(input, 'what is pasted must not be cut').not.to.match(/maxlength|onpaste/);
    await setPassword(visitor);
  });

  it('is stored as argon2id of 19 MiB and two passes', async () => {
    await joinWithPassword(service, account.id, 'viewer');
    for (const { hash } of await service.database.query('select hash from passwords'))
      expect(hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});
