import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  allowCodesAgain,
  forgetProofs,
  inviteTo,
  isSignedIn,
  join,
  joinWithPassword,
  mailTo,
  nextCode,
  PASSWORD,
  setPassword,
  Visitor,
  type PasswordPerson,
} from './people.ts';

const SESSION = 'panel';

describe('signing in to the panel', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());
  afterEach(async () => {
    await service.database.query('delete from sign_in_attempts');
    await service.database.query(`update service_clock set advanced_by = '0'`);
  });

  const signIn = (
    visitor: Visitor,
    { email, secret }: Pick<PasswordPerson, 'email' | 'secret'>,
    { password = PASSWORD, code = nextCode(secret) } = {},
  ) => visitor.post('/panel/sign-in', { email, password, code });
  const advance = (interval: string) =>
    service.database.query('update service_clock set advanced_by = $1', [interval]);

  describe('for the first time', () => {
    it('shows what a one-time link is for, and uses it up only by its form, once', async () => {
      const { url } = await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`);
      const path = new URL(url).pathname;
      const visitor = new Visitor(service);
      for (let times = 0; times < 3; times++) expect((await visitor.get(path)).text).to.contain('Continue');
      const first = await visitor.post(path);
      expect(first.headers.get('location')).to.equal('/panel/set-up');
      expect((await new Visitor(service).post(path)).status).to.equal(404);
      expect((await new Visitor(service).get(path)).text).to.contain('This link no longer works');
    });

    it('lets one in when two use the same link at once', async () => {
      const { url } = await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`);
      const path = new URL(url).pathname;
      const answers = await Promise.all([1, 2, 3, 4].map(() => new Visitor(service).post(path)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 404, 404, 404]);
    });

    it('accepts no link after 72 hours, and none but the newest', async () => {
      const email = `${randomUUID()}@acme.example`;
      const earlier = await inviteTo(service, account.id, 'viewer', email);
      const again = await runPayments(service, 'users', 'invite', earlier.userId, '--json');
      const { sign_in_url: later } = JSON.parse(again.stdout) as { sign_in_url: string };
      expect((await new Visitor(service).get(new URL(earlier.url).pathname)).status).to.equal(404);
      expect((await new Visitor(service).get(new URL(later).pathname)).status).to.equal(200);
      await advance('73 hours');
      expect((await new Visitor(service).post(new URL(later).pathname)).status).to.equal(404);
    });

    it('shows nothing of the account before there is a way to sign in again', async () => {
      const { url } = await inviteTo(service, account.id, 'owner', `${randomUUID()}@acme.example`);
      const visitor = new Visitor(service);
      await visitor.post(new URL(url).pathname);
      for (const path of ['/panel', '/panel/me', `/panel/accounts/${account.id}/team`])
        expect((await visitor.get(path)).headers.get('location'), path).to.equal('/panel/set-up');
      await setPassword(visitor);
      expect((await visitor.get(`/panel/accounts/${account.id}/team`)).status).to.equal(200);
    });

    it('asks somebody who has a way to sign in to use it, though the link came by mail', async () => {
      const ada = await joinWithPassword(service, account.id, 'owner');
      const other = await service.createAccount();
      const { url } = await inviteTo(service, other.id, 'viewer', ada.email);
      const stranger = new Visitor(service);
      const used = await stranger.post(new URL(url).pathname);
      expect(used.headers.get('location')).to.equal('/panel/sign-in?flash=joined');
      expect(stranger.cookies.has(SESSION)).to.equal(false);
      const third = await service.createAccount();
      const invitation = await inviteTo(service, third.id, 'viewer', ada.email);
      const joined = await ada.visitor.post(new URL(invitation.url).pathname);
      expect(joined.headers.get('location'), 'signed in already').to.equal(`/panel/accounts/${third.id}`);
      expect((await ada.visitor.get(`/panel/accounts/${other.id}`)).status).to.equal(200);
    });

    it('refuses short and guessable passwords, and codes that do not match', async () => {
      const email = `${randomUUID()}@acme.example`;
      const { url } = await inviteTo(service, account.id, 'viewer', email);
      const visitor = new Visitor(service);
      await visitor.post(new URL(url).pathname);
      const short = await visitor.post('/panel/me/password', { password: 'short', draft: 'x', code: '1' });
      expect(short.text).to.contain('12 to 128 characters');
      for (const password of ['abababababababab', `${email.split('@')[0]!.toUpperCase()}-1`]) {
        const guessable = await visitor.post('/panel/me/password', { password, draft: 'x', code: '1' });
        expect(guessable.text, password).to.contain('easy to guess');
      }
      const wrong = await visitor.post('/panel/me/password', {
        password: PASSWORD,
        draft: 'x',
        code: '123456',
      });
      expect(wrong.text).to.contain('does not match');
      expect((await visitor.get('/panel/me')).headers.get('location')).to.equal('/panel/set-up');
    });

    it('keeps what the authenticator has scanned when something is refused', async () => {
      const { url } = await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`);
      const visitor = new Visitor(service);
      await visitor.post(new URL(url).pathname);
      const secretIn = (text: string) => /class="totp-key">([^<]+)</.exec(text)?.[1];
      let { text } = await visitor.get('/panel/me/password');
      const scanned = secretIn(text);
      for (const refused of [
        { password: 'short', code: '1' },
        { password: PASSWORD, code: '123456' },
      ]) {
        const draft = /name="draft" value="([^"]+)"/.exec(text)?.[1] ?? '';
        ({ text } = await visitor.post('/panel/me/password', { ...refused, draft }));
        expect(secretIn(text)).to.equal(scanned);
      }
      const forged = await visitor.post('/panel/me/password', { password: 'short', draft: 'x', code: '1' });
      expect(secretIn(forged.text)).to.be.a('string').and.not.equal(scanned);
    });
  });

  describe('with a password', () => {
    let ada: PasswordPerson;
    before(async () => {
      ada = await joinWithPassword(service, account.id, 'owner');
    });
    beforeEach(() => allowCodesAgain(service));

    it('needs the password and a code', async () => {
      const visitor = new Visitor(service);
      const done = await signIn(visitor, ada);
      expect(done.headers.get('location')).to.equal('/panel');
      expect(await isSignedIn(visitor)).to.equal(true);
      for (const wrong of [{ password: 'not the password' }, { code: '000000' }, { code: '' }]) {
        const denied = await signIn(new Visitor(service), ada, wrong);
        expect(denied.status).to.equal(403);
        expect(denied.text).to.contain('Wrong e-mail, password or code');
      }
    });

    it('takes each code once', async () => {
      const code = nextCode(ada.secret);
      const answers = await Promise.all([1, 2, 3].map(() => signIn(new Visitor(service), ada, { code })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 403, 403]);
    });

    it('takes each recovery code once, and tells the user', async () => {
      const [code = ''] = ada.recoveryCodes;
      expect(ada.recoveryCodes).to.have.length(10);
      const typed = code.toLowerCase().replace('-', ' ');
      expect((await signIn(new Visitor(service), ada, { code: typed })).status).to.equal(303);
      expect((await signIn(new Visitor(service), ada, { code })).status).to.equal(403);
      const mails = await mailTo(service, ada.email);
      expect(mails.some(({ body }) => body.includes('A recovery code was used'))).to.equal(true);
    });

    it('shows the recovery codes to copy and as a file', async () => {
      const { url } = await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`);
      const visitor = new Visitor(service);
      await visitor.post(new URL(url).pathname);
      const { recoveryCodes, shown } = await setPassword(visitor);
      const [, file = ''] = /href="data:text\/plain;charset=utf-8,([^"]+)" download/.exec(shown) ?? [];
      expect(decodeURIComponent(file)).to.equal(`${recoveryCodes.join('\n')}\n`);
      expect(shown).to.contain(`data-copy="${recoveryCodes[0]}\n`);
    });

    it('offers only the ways that somebody has to confirm who they are', async () => {
      const { text } = await ada.visitor.get('/panel/proof');
      expect(text).to.contain('name="code"').and.not.contain('data-passkey');
      const member = await join(service, account.id, 'viewer');
      const proof = await member.visitor.get('/panel/proof');
      expect(proof.text).to.contain('data-passkey').and.not.contain('name="code"');
    });

    it('uses no code up with a wrong password', async () => {
      const [, code = ''] = ada.recoveryCodes;
      await signIn(new Visitor(service), ada, { code, password: 'not the password' });
      expect((await signIn(new Visitor(service), ada, { code })).status).to.equal(303);
    });

    it('says the same of an e-mail address that nobody has', async () => {
      const known = await signIn(new Visitor(service), ada, { password: 'not the password', code: '123456' });
      const nobody = { email: 'nobody@acme.example', secret: ada.secret };
      const unknown = await signIn(new Visitor(service), nobody, { code: '123456' });
      expect(unknown.status).to.equal(known.status);
      expect(unknown.text.replace(nobody.email, '')).to.equal(known.text.replace(ada.email, ''));
      expect([...unknown.headers.keys()]).to.deep.equal([...known.headers.keys()]);
    });

    it('begins a session under a cookie that scripts and other sites cannot use', async () => {
      const visitor = new Visitor(service);
      await signIn(visitor, ada);
      expect(visitor.cookies.get(SESSION)).to.match(/^[\w-]{43}$/);
      expect(visitor.attributes.get(SESSION)).to.equal('Path=/; HttpOnly; SameSite=Lax');
      const [stored] = await service.database.query(
        'select count(*) from user_sessions where token_hash = $1',
        [Buffer.from(visitor.cookies.get(SESSION)!, 'base64url')],
      );
      expect(stored, 'only a hash is stored').to.deep.equal({ count: '0' });
    });

    it('replaces the session that the browser had', async () => {
      const visitor = new Visitor(service);
      await signIn(visitor, ada);
      const earlier = visitor.copy();
      await allowCodesAgain(service);
      await signIn(visitor, ada);
      expect(await isSignedIn(visitor)).to.equal(true);
      expect(await isSignedIn(earlier)).to.equal(false);
    });

    it('goes on to the page that was asked for, and to none of another site', async () => {
      const { email, secret } = ada;
      const send = (next: string) =>
        new Visitor(service).post('/panel/sign-in', {
          email,
          password: PASSWORD,
          code: nextCode(secret),
          next,
        });
      expect((await send('/panel/me')).headers.get('location')).to.equal('/panel/me');
      for (const next of [
        'https://evil.example',
        '//evil.example',
        '/panel/../x',
        '/\\evil.example',
        '/panelx',
      ]) {
        await allowCodesAgain(service);
        expect((await send(next)).headers.get('location'), next).to.equal('/panel');
      }
    });

    it('tells the user of a sign-in from a browser not seen before, once', async () => {
      const visitor = new Visitor(service);
      const mails = async () =>
        (await mailTo(service, ada.email)).filter(({ subject }) => subject === 'New sign-in');
      const count = async () => (await mails()).length;
      const before = await count();
      await signIn(visitor, ada);
      expect(await count()).to.equal(before + 1);
      expect((await mails()).at(-1)?.body).to.match(/ time +\w{3} \d+, \d{4}, \d+:\d\d.[AP]M UTC\n/);
      await visitor.post('/panel/sign-out');
      await allowCodesAgain(service);
      await signIn(visitor, ada);
      expect(await count()).to.equal(before + 1);
    });

    it('refuses more than ten wrong tries, even all at once, but not on a device that is known', async () => {
      const known = new Visitor(service);
      await signIn(known, ada);
      await known.post('/panel/sign-out');
      const tries = await Promise.all(
        Array.from({ length: 14 }, () => signIn(new Visitor(service), ada, { password: 'guess' })),
      );
      for (let at = 0; at < 11; at++)
        tries.push(await signIn(new Visitor(service), ada, { password: 'guess' }));
      expect(tries.filter(({ status }) => status === 403)).to.have.length(10);
      await allowCodesAgain(service);
      const blocked = await signIn(new Visitor(service), ada);
      expect(blocked.status).to.equal(429);
      expect(blocked.text).to.contain('Wait 15 minutes');
      expect((await signIn(known, ada)).status).to.equal(303);
      await advance('16 minutes');
      await allowCodesAgain(service);
      expect((await signIn(new Visitor(service), ada)).status).to.equal(303);
    });

    it('refuses an address that tries many people', async () => {
      for (let group = 0; group < 7; group++) {
        await Promise.all(
          Array.from({ length: 9 }, (_, at) =>
            signIn(new Visitor(service), { email: `${group}.${at}@acme.example`, secret: ada.secret }),
          ),
        );
      }
      // Of many at once above the limit, none may be checked; one after the other, it is reached.
      for (let at = 0; at < 9; at++)
        await signIn(new Visitor(service), { email: `${at}@acme.example`, secret: ada.secret });
      const last = await signIn(new Visitor(service), { email: 'last@acme.example', secret: ada.secret });
      expect(last.status).to.equal(429);
    });

    it('proves it again under a new cookie, and only with the own password', async () => {
      const visitor = new Visitor(service);
      await signIn(visitor, ada);
      await forgetProofs(service);
      const asked = await visitor.get('/panel/me/password');
      expect(asked.headers.get('location')).to.equal('/panel/proof?next=%2Fpanel%2Fme%2Fpassword');
      const wrong = await visitor.post('/panel/proof', { password: 'wrong', code: nextCode(ada.secret) });
      expect(wrong.status).to.equal(403);
      await allowCodesAgain(service);
      const token = visitor.cookies.get(SESSION);
      const code = nextCode(ada.secret);
      const proven = await visitor.post('/panel/proof', {
        password: PASSWORD,
        code,
        next: '/panel/me/password',
      });
      expect(proven.headers.get('location')).to.equal('/panel/me/password');
      expect(visitor.cookies.get(SESSION)).not.to.equal(token);
      expect((await visitor.get('/panel/me/password')).status).to.equal(200);
    });
  });

  describe('a session', () => {
    it('ends 30 minutes after its last use', async () => {
      const { visitor } = await join(service, account.id, 'viewer');
      for (const minutes of [20, 40, 60]) {
        await advance(`${minutes} minutes`);
        expect(await isSignedIn(visitor), `after ${minutes} minutes`).to.equal(true);
      }
      await advance('91 minutes');
      expect(await isSignedIn(visitor)).to.equal(false);
      expect(visitor.cookies.has(SESSION), 'its cookie is removed').to.equal(false);
    });

    it('ends after 12 hours, however much it is used', async () => {
      const { visitor } = await join(service, account.id, 'viewer');
      for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
        await advance(`${minutes} minutes`);
        await visitor.get('/panel/me');
      }
      expect(await isSignedIn(visitor)).to.equal(true);
      await advance('721 minutes');
      expect(await isSignedIn(visitor)).to.equal(false);
    });

    it('ends for everybody at once when the operator disables its user', async () => {
      const { id, visitor } = await join(service, account.id, 'owner');
      expect(await isSignedIn(visitor)).to.equal(true);
      expect((await runPayments(service, 'users', 'disable', id, '--json')).code).to.equal(0);
      expect(await isSignedIn(visitor)).to.equal(false);
      await runPayments(service, 'users', 'enable', id, '--json');
      expect(await isSignedIn(visitor), 'and stays ended').to.equal(false);
    });

    it('lets no disabled user in', async () => {
      const bob = await joinWithPassword(service, account.id, 'viewer');
      await runPayments(service, 'users', 'disable', bob.id);
      expect((await signIn(new Visitor(service), bob)).status).to.equal(403);
      await runPayments(service, 'users', 'enable', bob.id);
      expect((await signIn(new Visitor(service), bob)).status).to.equal(303);
    });

    it('is listed to its user, who can end it', async () => {
      const bob = await joinWithPassword(service, account.id, 'viewer');
      const elsewhere = new Visitor(service);
      await signIn(elsewhere, bob);
      const page = (await bob.visitor.get('/panel/me')).text;
      const [, id] = /\/panel\/me\/sessions\/([0-9a-f-]+)\/end"/.exec(page) ?? [];
      const ended = await bob.visitor.post(`/panel/me/sessions/${id}/end`);
      expect(ended.headers.get('location')).to.equal('/panel/me?flash=session_ended');
      expect(await isSignedIn(elsewhere)).to.equal(false);
      expect(await isSignedIn(bob.visitor)).to.equal(true);
    });

    it("cannot be ended by somebody else's", async () => {
      const bob = await join(service, account.id, 'viewer');
      const eve = await join(service, account.id, 'owner');
      const [row] = await service.database.query('select id from user_sessions where user_id = $1', [bob.id]);
      expect((await eve.visitor.post(`/panel/me/sessions/${String(row?.['id'])}/end`)).status).to.equal(404);
      expect(await isSignedIn(bob.visitor)).to.equal(true);
    });

    it('keeps the last way to sign in', async () => {
      const bob = await join(service, account.id, 'viewer');
      const removed = await bob.visitor.post(`/panel/me/passkeys/${bob.id}/remove`);
      expect(removed.headers.get('location')).to.equal('/panel/me?problem=last_sign_in_method');
      const carl = await joinWithPassword(service, account.id, 'viewer');
      const kept = await carl.visitor.post('/panel/me/password/remove');
      expect(kept.headers.get('location')).to.equal('/panel/me?problem=last_sign_in_method');
      await setPassword(bob.visitor);
      await bob.visitor.post(`/panel/me/passkeys/${bob.id}/remove`);
      expect(await isSignedIn(bob.visitor)).to.equal(true);
      expect((await bob.visitor.post('/panel/me/password/remove')).headers.get('location')).to.equal(
        '/panel/me?problem=last_sign_in_method',
      );
    });

    it('shows the name that its user chose, and records the change', async () => {
      const { visitor } = await join(service, account.id, 'viewer');
      const renamed = await visitor.post('/panel/me/name', { name: ' Ada King ' });
      expect(renamed.headers.get('location')).to.equal('/panel/me?flash=renamed');
      expect((await visitor.get('/panel/me')).text).to.contain('value="Ada King"');
      const [entry] = await service.database.query(
        `select user_email, subject from audit_entries where action = 'user.renamed'`,
      );
      expect(entry?.['subject']).to.equal('Ada King');
      for (const name of ['', ' ', 'x'.repeat(201), 'a\nb']) {
        const refused = await visitor.post('/panel/me/name', { name });
        expect(refused.status, name).to.equal(422);
        expect(refused.text, name).to.contain('must have 1 to 200 characters');
      }
    });

    it('speaks the language that its user chose', async () => {
      const { visitor } = await join(service, account.id, 'viewer');
      const next = `/panel/accounts/${account.id}`;
      expect((await visitor.get(next, { 'accept-language': 'es' })).text).to.contain('Resumen');
      await visitor.post('/panel/language', { language: 'en', next });
      expect((await visitor.get(next, { 'accept-language': 'es' })).text).to.contain('Overview');
    });

    it('is purged when it has ended, and so are links, tries and challenges', async () => {
      const bob = await joinWithPassword(service, account.id, 'viewer');
      await signIn(new Visitor(service), bob, { password: 'not the password' });
      await new Visitor(service).post('/panel/sign-in/passkey/options');
      const tables = ['user_sessions', 'one_time_links', 'sign_in_attempts', 'passkey_challenges'];
      const count = (table: string) => service.database.query(`select 1 from ${table} limit 1`);
      for (const table of tables) expect(await count(table), table).not.to.deep.equal([]);
      await advance('40 days');
      await service.workers.housekeeper.runOnce();
      for (const table of tables) expect(await count(table), table).to.deep.equal([]);
    });
  });

  it('moves a visitor who came by IP address to the name that passkeys need', async () => {
    const moved = await new Visitor(service).get('/panel/sign-in', { host: new URL(service.baseUrl).host });
    expect(moved.headers.get('location')).to.match(/^http:\/\/localhost:\d+\/panel\/sign-in$/);
  });
});
