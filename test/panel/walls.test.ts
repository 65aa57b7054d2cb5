import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { panelRoutes } from '../../src/panel/areas.ts';
import type { Route } from '../../src/panel/route.ts';
import { ROLES, type Role } from '../../src/people/roles.ts';
import type { Answer } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { forgetProofs, inviteTo, join, panelOf, peopleOf, Visitor, type Person } from './people.ts';

type AccountRoute = Extract<Route, { access: readonly Role[] }>;

/** What else is in a path: something that the account has, and the form that changes nothing that others rely on. */
type Maker = (service: TestService, account: TestAccount) => Promise<string>;
const MAKERS: Record<string, Maker> = {
  user: async (service, account) => (await join(service, account.id, 'viewer')).id,
  '/panel/accounts/:account/team/:user/invite user': async (service, account) =>
    (await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`)).userId,
};
const FORMS: Record<string, Record<string, string>> = {
  '/panel/accounts/:account/team/invite': { email: 'new@acme.example', name: 'New', role: 'viewer' },
  '/panel/accounts/:account/team/:user/role': { role: 'finance' },
};

describe('the walls of the panel', function () {
  this.timeout(120_000);
  let service: TestService;
  let routes: Route[];
  let account: TestAccount;
  let other: TestAccount;
  let people: Record<Role, Person>;
  let stranger: Person;

  before(async () => {
    service = await startService();
    const { db, logger } = service.foundation;
    const baseUrl = () => panelOf(service);
    routes = panelRoutes({ db, people: peopleOf(service), baseUrl, isTest: true, sendsMail: false, logger });
    account = await service.createAccount();
    other = await service.createAccount();
    const joined = await Promise.all(
      ROLES.map(async (role) => [role, await join(service, account.id, role)] as const),
    );
    people = Object.fromEntries(joined) as Record<Role, Person>;
    stranger = await join(service, other.id, 'owner');
  });
  after(() => service?.close());

  const isOfAccount = (route: Route): route is AccountRoute => typeof route.access !== 'string';
  const ofAccounts = () => routes.filter(isOfAccount);
  const nameOf = ({ method, path }: Route) => `${method} ${path}`;
  const fill = async (path: string, accountId: string, owned: TestAccount): Promise<string> => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'account');
    let filled = path.replace(':account', accountId);
    for (const name of names) {
      const maker = MAKERS[`${path} ${name}`] ?? MAKERS[name];
      if (!maker) throw new Error(`test/panel/walls.test.ts cannot make a :${name} for ${path}`);
      filled = filled.replace(`:${name}`, await maker(service, owned));
    }
    return filled;
  };
  const call = ({ method, path }: Route, visitor: Visitor, filled: string): Promise<Answer> =>
    method === 'get' ? visitor.get(filled) : visitor.post(filled, FORMS[path]);

  it('declares each route once, and each area of an account under the account', () => {
    const names = routes.map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
    expect(ofAccounts().length).to.be.greaterThan(5);
  });

  it('sends whoever is not signed in to the sign-in, from every page and action', async () => {
    for (const route of routes.filter(({ access }) => access !== 'public')) {
      const answer = await call(
        route,
        new Visitor(service),
        await fill(route.path, account.id, account).catch(() => route.path.replaceAll(/:\w+/g, randomUUID())),
      );
      expect(answer.status, nameOf(route)).to.equal(303);
      expect(answer.headers.get('location'), nameOf(route)).to.match(/^\/panel\/sign-in/);
    }
  });

  it('lets each role through exactly where it may', async () => {
    for (const route of ofAccounts()) {
      for (const role of ROLES) {
        const answer = await call(route, people[role].visitor, await fill(route.path, account.id, account));
        const where = `${nameOf(route)} as ${role}`;
        if (route.access.includes(role)) {
          expect(answer.status, where).to.be.oneOf([200, 303]);
          expect(answer.headers.get('location') ?? '', where).not.to.match(/sign-in|proof|set-up|problem=/);
        } else {
          expect(answer.status, where).to.equal(403);
          expect(answer.text, where).to.contain('Not allowed');
        }
      }
    }
  });

  it('shows another account as if it did not exist', async () => {
    for (const route of ofAccounts()) {
      const path = await fill(route.path, account.id, account);
      const foreign = await call(route, stranger.visitor, path);
      const missing = await call(route, stranger.visitor, path.replace(account.id, randomUUID()));
      expect(foreign.status, nameOf(route)).to.equal(404);
      expect(foreign.text.replaceAll(account.id, '')).to.equal(
        missing.text.replaceAll(/accounts\/[0-9a-f-]{36}/g, 'accounts/'),
      );
    }
  });

  it("finds nothing of another account by its id under one's own", async () => {
    for (const route of ofAccounts().filter(({ path }) => path.replace(':account', '').includes(':'))) {
      const answer = await call(route, stranger.visitor, await fill(route.path, other.id, account));
      expect(answer.status, nameOf(route)).to.equal(404);
    }
  });

  it('refuses every action that another site, or nobody, sends', async () => {
    const own = panelOf(service);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: own, 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ];
    for (const route of routes.filter(({ method }) => method === 'post')) {
      const path = route.path.replace(':account', account.id).replaceAll(/:\w+/g, randomUUID());
      for (const headers of foreign) {
        const answer = await people.owner.visitor.post(path, FORMS[route.path], headers);
        expect(answer.status, `${nameOf(route)} ${JSON.stringify(headers)}`).to.equal(403);
      }
    }
  });

  it('answers nothing that is sent to it with an error of its own', async () => {
    const texts = [
      '\0',
      'x'.repeat(60_000),
      '\ud800',
      '{"id":"\\u0000"}',
      '{"id":"x"}',
      "'; drop table users",
      '1e999',
    ];
    const names = ['email', 'name', 'role', 'password', 'code', 'draft', 'response', 'next', 'language'];
    for (const route of routes) {
      for (const text of texts) {
        const filled = await fill(route.path, account.id, account).catch(() =>
          route.path.replaceAll(/:\w+/g, encodeURIComponent(text.slice(0, 100).toWellFormed())),
        );
        const { visitor } = stranger;
        const isOwn = filled.replace(account.id, other.id);
        const form = Object.fromEntries(names.map((name) => [name, text]));
        const query = new URLSearchParams(
          ['from', 'until', 'after', 'next', 'notice', 'problem'].map((name) => [name, text.slice(0, 1000)]),
        );
        const answer =
          route.method === 'get'
            ? await visitor.get(`${isOwn}?${query.toString()}`)
            : await visitor.post(isOwn, form);
        expect(answer.status, `${nameOf(route)} ${text.slice(0, 20)}`).to.be.lessThan(500);
      }
      if (route.path === '/panel/sign-out') stranger = await join(service, other.id, 'owner');
    }
    await service.database.query('delete from sign_in_attempts');
  });

  it('serves no page to other methods', async () => {
    for (const { path, method } of routes.filter((route) => route.method === 'get')) {
      const isAlsoPosted = routes.some((route) => route.path === path && route.method !== method);
      if (isAlsoPosted) continue;
      const answer = await people.owner.visitor.post(path.replaceAll(/:\w+/g, account.id));
      expect(answer.status, path).to.equal(405);
    }
  });

  it('forbids storing, framing and scripts of others on every page', async () => {
    for (const route of routes.filter(({ method }) => method === 'get')) {
      const path = await fill(route.path, account.id, account).catch(() =>
        route.path.replaceAll(/:\w+/g, 'x'),
      );
      const { headers } = await people.owner.visitor.get(path);
      expect(headers.get('cache-control'), path).to.equal('no-store');
      expect(headers.get('content-security-policy'), path).to.match(
        /^default-src 'none'; script-src 'self'.*frame-ancestors 'none'$/,
      );
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
    }
  });

  it('asks for a fresh proof exactly where one is needed', async () => {
    await forgetProofs(service);
    for (const route of ofAccounts().filter(({ access }) => access.includes('owner'))) {
      const answer = await call(route, people.owner.visitor, await fill(route.path, account.id, account));
      const asks = answer.headers.get('location')?.startsWith('/panel/proof?next=') === true;
      expect(asks, nameOf(route)).to.equal(route.freshProof === true);
    }
  });
});
