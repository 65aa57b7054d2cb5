import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { expect } from 'chai';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { forgetProofs, inviteTo, isSignedIn, join, mailTo, Visitor, type Person } from '../people.ts';
import { startWithProvider, type Provider } from './provider.ts';

/** A browser that also visits the provider, and keeps its cookies. */
class Traveller extends Visitor {
  readonly #provider: Provider;
  readonly #cookies = new Map<string, string>();

  constructor(service: TestService, provider: Provider) {
    super(service);
    this.#provider = provider;
  }

  /** Follows a link of the panel to the provider, and returns the path by which the provider sends it back. */
  async leave(path: string): Promise<string> {
    const { headers, status } = await this.get(path, { 'sec-fetch-site': 'same-origin' });
    let location = headers.get('location') ?? `the panel responded with ${status}`;
    while (location.startsWith(this.#provider.issuer)) location = await this.#visit(location);
    const { pathname, search } = new URL(location);
    return `${pathname}${search}`;
  }

  /** The whole way there and back; the response to the last step. */
  async travel(path: string) {
    return this.get(await this.leave(path), { 'sec-fetch-site': 'cross-site' });
  }

  #visit(url: string): Promise<string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const options = { ca: readFileSync(this.#provider.caFile), headers: { cookie }, agent: false };
      httpsRequest(url, options, (response) => {
        response.resume();
        for (const line of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === '') this.#cookies.delete(name);
          else this.#cookies.set(name, value);
        }
        const { location } = response.headers;
        if (location === undefined) reject(new Error(`the provider responded with ${response.statusCode}`));
        else resolve(new URL(location, url).href);
      })
        .on('error', reject)
        .end();
    });
  }
}

describe('signing in to the panel by OpenID Connect', () => {
  let provider: Provider;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    ({ provider, service } = await startWithProvider());
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await provider?.close();
  });
  afterEach(() => {
    provider.forge = undefined;
  });

  const SIGN_IN = '/panel/sign-in/oidc';
  const newTraveller = () => new Traveller(service, provider);
  const be = (email: string, subject: string = randomUUID()) =>
    (provider.user = { subject, email, emailVerified: true });
  /** Somebody invited who links the account at the provider as the first way in. */
  const joinByProvider = async (): Promise<Person & { visitor: Traveller; subject: string }> => {
    const email = `${randomUUID()}@acme.example`;
    const { userId, url } = await inviteTo(service, account.id, 'owner', email);
    const { subject } = be(email);
    const visitor = newTraveller();
    await visitor.post(new URL(url).pathname);
    const linked = await visitor.travel('/panel/me/oidc/link');
    expect(linked.headers.get('location')).to.equal('/panel');
    return { id: userId, email, visitor, subject };
  };

  it('takes an invited person from the link by mail to a linked account, out, and in again', async () => {
    const ada = await joinByProvider();
    expect((await ada.visitor.get('/panel/me')).text).to.contain('Remove the link');
    await ada.visitor.post('/panel/sign-out');
    const back = await ada.visitor.travel(`${SIGN_IN}?next=/panel/me`);
    expect(back.headers.get('location')).to.equal('/panel/me');
    expect(await isSignedIn(ada.visitor)).to.equal(true);
    expect([...ada.visitor.cookies.keys()].sort()).to.deep.equal(['panel', 'panel-device']);
    const [entry] = await service.database.query(
      `select details ->> 'proof' as proof from audit_entries
        where user_id = $1 and action = 'session.started' order by created_at desc limit 1`,
      [ada.id],
    );
    expect(entry?.['proof']).to.equal('oidc');
    const mails = (await mailTo(service, ada.email)).map(({ body }) => body).join();
    expect(mails).to.contain("Your organisation's sign-in was linked.");
  });

  it('never signs anybody in by their e-mail address alone', async () => {
    const bob = await join(service, account.id, 'owner');
    be(bob.email);
    const stranger = newTraveller();
    const denied = await stranger.travel(SIGN_IN);
    expect(denied.status).to.equal(403);
    expect(denied.text).to.contain('not linked');
    expect(await isSignedIn(stranger)).to.equal(false);
  });

  it('links only an account whose verified e-mail address is the same, and to one person', async () => {
    const ada = await joinByProvider();
    const bob = await join(service, account.id, 'viewer');
    const statuses: number[] = [];
    for (const user of [
      be('eve@evil.example'),
      { ...be(bob.email), emailVerified: false },
      { ...be(bob.email), subject: ada.subject },
    ]) {
      provider.user = user;
      const own = newTraveller();
      bob.visitor.cookies.forEach((value, name) => own.cookies.set(name, value));
      const { status, headers } = await own.travel('/panel/me/oidc/link');
      statuses.push(status);
      if (status === 303) expect(headers.get('location')).to.equal('/panel/me?problem=oidc_failed');
    }
    expect(statuses).to.deep.equal([303, 403, 303]);
    expect((await bob.visitor.get('/panel/me')).text).to.contain('Link my organisation');
  });

  it('lets in nobody whose address at the provider is another by now', async () => {
    const ada = await joinByProvider();
    be('renamed@acme.example', ada.subject);
    expect((await newTraveller().travel(SIGN_IN)).status).to.equal(403);
    be(ada.email, ada.subject);
    expect((await newTraveller().travel(SIGN_IN)).status).to.equal(303);
  });

  it('takes a response only in the browser that asked for it', async () => {
    const ada = await joinByProvider();
    const asking = newTraveller();
    const path = await asking.leave(SIGN_IN);
    const other = newTraveller();
    expect((await other.get(path)).status, 'without its cookie').to.equal(403);
    await other.leave(SIGN_IN);
    expect((await other.get(path)).status, 'with that of another errand').to.equal(403);
    const altered = path.replace(/state=[^&]+/, 'state=x');
    const copy = newTraveller();
    asking.cookies.forEach((value, name) => copy.cookies.set(name, value));
    expect((await copy.get(altered)).status, 'with another state').to.equal(403);
    expect((await asking.get(path)).status).to.equal(303);
    expect((await asking.get(path)).status, 'a second time').to.equal(403);
    const session = await join(service, account.id, 'viewer');
    const linking = newTraveller();
    ada.visitor.cookies.forEach((value, name) => linking.cookies.set(name, value));
    const linkPath = await linking.leave('/panel/me/oidc/link');
    linking.cookies.set('panel', session.visitor.cookies.get('panel')!);
    expect((await linking.get(linkPath)).status, "in somebody else's session").to.equal(403);
  });

  it('refuses an ID token that somebody else signed, or that is for another client, request or time', async () => {
    const ada = await joinByProvider();
    be(ada.email, ada.subject);
    const forgeries: Provider['forge'][] = [
      { by: 'somebody else' },
      { by: 'nobody' },
      { claims: { aud: 'another client' } },
      { claims: { iss: 'https://localhost:1' } },
      { claims: { nonce: 'of another request' } },
      { claims: { nonce: undefined } },
      { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
    ];
    for (const forgery of forgeries) {
      provider.forge = forgery;
      const { status } = await newTraveller().travel(SIGN_IN);
      expect(status, JSON.stringify(forgery)).to.equal(403);
    }
    provider.forge = { claims: {} };
    expect((await newTraveller().travel(SIGN_IN)).status, 'signed by the provider').to.equal(303);
  });

  it('proves it again only by a new sign-in at the provider', async () => {
    const ada = await joinByProvider();
    await forgetProofs(service);
    const asked = await ada.visitor.get('/panel/me/password');
    expect(asked.headers.get('location')).to.contain('/panel/proof');
    const { signIns } = provider;
    const old = Math.floor(Date.now() / 1000) - 120;
    for (const claims of [{ auth_time: old }, { auth_time: undefined }]) {
      provider.forge = { claims };
      expect((await ada.visitor.travel('/panel/proof/oidc')).status).to.equal(403);
    }
    provider.forge = undefined;
    const token = ada.visitor.cookies.get('panel');
    const proven = await ada.visitor.travel('/panel/proof/oidc?next=/panel/me/password');
    expect(proven.headers.get('location')).to.equal('/panel/me/password');
    expect(provider.signIns, 'though it had a session there').to.equal(signIns + 3);
    expect(ada.visitor.cookies.get('panel')).not.to.equal(token);
    expect((await ada.visitor.get('/panel/me/password')).status).to.equal(200);
    const bob = await joinByProvider();
    await forgetProofs(service);
    be(ada.email, ada.subject);
    // In a browser in which bob is signed in, the provider would ask first.
    const elsewhere = newTraveller();
    bob.visitor.cookies.forEach((value, name) => elsewhere.cookies.set(name, value));
    const denied = await elsewhere.travel('/panel/proof/oidc');
    expect(denied.status, "by somebody else's account").to.equal(403);
  });

  it('is removable, but not as the last way in, and goes with a reset', async () => {
    const ada = await joinByProvider();
    const kept = await ada.visitor.post('/panel/me/oidc/remove');
    expect(kept.headers.get('location')).to.equal('/panel/me?problem=last_sign_in_method');
    await service.database.query(
      `insert into passkeys (user_id, id, credential_id, public_key, sign_counter, transports, name, created_at)
       values ($1::uuid, $1::uuid, $1::uuid::text, '', 0, '{}', 'Phone', now())`,
      [ada.id],
    );
    const removed = await ada.visitor.post('/panel/me/oidc/remove');
    expect(removed.headers.get('location')).to.equal('/panel/me?flash=oidc_removed');
    expect((await newTraveller().travel(SIGN_IN)).status).to.equal(403);
    const bob = await joinByProvider();
    await runPayments(service, 'users', 'reset', bob.id);
    expect((await newTraveller().travel(SIGN_IN)).status).to.equal(403);
  });

  it('lets no disabled user in, and no other site begin it', async () => {
    const ada = await joinByProvider();
    await runPayments(service, 'users', 'disable', ada.id);
    expect((await newTraveller().travel(SIGN_IN)).status).to.equal(403);
    expect((await newTraveller().get(SIGN_IN, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
  });
});

describe('without a working OpenID provider', () => {
  it('the panel says that it did not work, and has no such pages when none is configured', async () => {
    const issuer = 'https://localhost:1';
    const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
    const service = await startService({ ...oidc, WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
    const other = await startService();
    try {
      expect((await new Visitor(service).get('/panel/sign-in')).text).to.contain('your organisation');
      expect((await new Visitor(service).get('/panel/sign-in/oidc')).status).to.equal(403);
      expect((await new Visitor(other).get('/panel/sign-in')).text).not.to.contain('your organisation');
      expect((await new Visitor(other).get('/panel/sign-in/oidc')).status).to.equal(404);
    } finally {
      await service.close();
      await other.close();
    }
  });
});
