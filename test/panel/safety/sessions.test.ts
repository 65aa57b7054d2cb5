import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import {
  allowCodesAgain,
  forgetProofs,
  inviteTo,
  isSignedIn,
  join,
  joinWithPassword,
  nextCode,
  PASSWORD,
  peopleOf,
  signInByPassword,
  Visitor,
  type PasswordPerson,
} from '../people.ts';

const SESSION = 'panel';

describe('the end of a session', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('removes what the browser keeps, but not that its device is known', async () => {
    const { visitor } = await join(service, account.id, 'viewer');
    const answer = await visitor.post('/panel/sign-out');
    expect(answer.headers.get('clear-site-data')).to.equal('"cache", "storage"');
    expect([...visitor.cookies.keys()]).to.deep.equal(['panel-device']);
    const stranger = await new Visitor(service).get('/panel/me');
    expect(stranger.headers.has('clear-site-data'), 'nothing to remove').to.equal(false);
  });

  it('needs a fresh proof for other sessions than this one', async () => {
    const bob = await joinWithPassword(service, account.id, 'viewer');
    const other = new Visitor(service);
    await signInByPassword(service, other, bob);
    await forgetProofs(service);
    const [row] = await service.database.query(
      'select id from user_sessions where user_id = $1 order by created_at limit 1',
      [bob.id],
    );
    for (const path of ['end-others', 'end-all', `${String(row?.['id'])}/end`]) {
      const answer = await other.post(`/panel/me/sessions/${path}`);
      expect(answer.headers.get('location'), path).to.equal('/panel/proof?next=%2Fpanel%2Fme');
    }
    expect(await isSignedIn(bob.visitor)).to.equal(true);
  });

  it('comes when somebody else uses a one-time link in the same browser', async () => {
    const bob = await join(service, account.id, 'owner');
    const before = bob.visitor.copy();
    const { url } = await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`);
    await bob.visitor.post(new URL(url).pathname);
    expect(bob.visitor.cookies.get(SESSION)).not.to.equal(before.cookies.get(SESSION));
    expect(await isSignedIn(before)).to.equal(false);
  });
});

describe('the beginning of a session', () => {
  let service: TestService;
  let account: TestAccount;
  let bob: PasswordPerson;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    bob = await joinWithPassword(service, account.id, 'viewer');
  });
  after(() => service?.close());
  beforeEach(() => allowCodesAgain(service));

  const signIn = (visitor: Visitor) =>
    visitor.post('/panel/sign-in', { email: bob.email, password: PASSWORD, code: nextCode(bob.secret) });

  it('never takes a token that the browser brought', async () => {
    const eve = await join(service, account.id, 'viewer');
    for (const planted of ['A'.repeat(43), eve.visitor.cookies.get(SESSION)!]) {
      const victim = new Visitor(service);
      victim.cookies.set(SESSION, planted);
      await allowCodesAgain(service);
      await signIn(victim);
      expect(victim.cookies.get(SESSION)).not.to.equal(planted);
      const attacker = new Visitor(service);
      attacker.cookies.set(SESSION, planted);
      expect((await attacker.get('/panel/me')).status).to.equal(303);
    }
  });

  it('does not come of a proof that was reset before the session began', async () => {
    const { access, passwords, team } = peopleOf(service);
    const verified = await passwords.verify(bob.email, PASSWORD, nextCode(bob.secret));
    expect(verified?.userId).to.equal(bob.id);
    const session = await service.foundation.db.transaction(async (trx) => {
      await team.reset(trx, account.id, OPERATOR, bob.id);
      const from = { address: '192.0.2.1', agent: '' };
      const by = { from, device: randomUUID(), requestId: randomUUID(), replaces: undefined };
      return access.signIn(trx, { userId: bob.id, proof: 'password', ...by });
    });
    expect(session).to.equal(undefined);
  });
});

describe('the cookies of the panel over https', () => {
  it('are of this host, over https only, and hidden from scripts and other sites', async () => {
    const service = await startService({ BASE_URL: 'https://pay.acme.example' });
    try {
      const { id } = await service.createAccount();
      const { visitor } = await join(service, id, 'viewer');
      const answer = await visitor.post('/panel/language', { language: 'es', next: '/panel' });
      const common = 'Path=/; HttpOnly; Secure; SameSite=Lax';
      expect(visitor.attributes.get('__Host-panel')).to.equal(common);
      for (const lasting of ['__Host-panel-device', '__Host-panel-language'])
        expect(visitor.attributes.get(lasting)?.replace(/(Max-Age|Expires)=[^;]+; /g, '')).to.equal(common);
      expect(answer.headers.get('strict-transport-security')).to.equal('max-age=31536000; includeSubDomains');
    } finally {
      await service.close();
    }
  });
});
