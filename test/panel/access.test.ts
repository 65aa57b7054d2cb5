import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { panelRoutes } from '../../src/panel/areas.ts';
import { paths } from '../../src/panel/request/paths.ts';
import type { Route } from '../../src/panel/request/route.ts';
import { ROLES, type Role } from '../../src/people/roles.ts';
import type { Answer } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import type { PanelServices } from '../../src/panel/request/services.ts';
import { ALL_FIXTURES } from './all-fixtures.ts';
import { forgetProofs, join, panelOf, peopleOf, Visitor, type Person } from './people.ts';

type AccountRoute = Extract<Route, { access: readonly Role[] }>;

const { makers, forms } = ALL_FIXTURES;

/** As they are written in addresses and forms. */
const HOSTILE_VALUES = [
  '%ff%fe%c0%80%ed%a0%80',
  '%',
  '__proto__',
  '%7B%22id%22%3A%22%5Cu0000%22%7D',
  "'%3B%20drop%20table%20users--%3Cscript%3E",
];
const HOSTILE_FIELDS = ['%F0%9F%A6%A6%01'.repeat(60), '9'.repeat(3_000)];
/** What the pages read of their address. */
const QUERY_PARAMETERS = [
  'from',
  'until',
  'after',
  'next',
  'flash',
  'problem',
  'q',
  'status',
  'method',
  'asset',
  'code',
  'state',
];
/** What a page's tags lead to, and how: as a link, a form, or a request of its scripts. */
const LEADS = [
  { attribute: 'href', method: 'get' },
  { attribute: 'src', method: 'get' },
  { attribute: 'hx-get', method: 'get' },
  { attribute: 'hx-post', method: 'post' },
  { attribute: 'formaction', method: 'post' },
  { attribute: 'data-options', method: 'post' },
] as const;
/** Of forms that need no valid one to be tried. */
const FIELDS = ['email', 'name', 'role', 'password', 'code', 'draft', 'response', 'next', 'language', 'once'];

/** The pages and actions of the panel to which a page's tags lead. */
function leadsOf(page: string): { method: string; target: string }[] {
  return [...page.matchAll(/<[a-z][^>]*>/g)].flatMap(([tag]) => {
    const read = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const leads = LEADS.map(({ attribute, method }) => ({ method: method, to: read(attribute) }));
    return [...leads, { method: read('method') ?? 'get', to: read('action') }].flatMap(({ method, to }) => {
      const [target = ''] = to?.split(/[?#]/) ?? [];
      return /^\/panel(\/|$)/.test(target) ? [{ method, target }] : [];
    });
  });
}

/** An id or a code in a path has digits or capitals, unlike the name of a page or of a kind of object. */
function leadsTo({ path }: Route, target: string): boolean {
  const form = path.replace(':object', '[a-z_]+').replaceAll(/:\w+/g, '(?=[^/]*[0-9A-Z])[^/]+');
  return new RegExp(`^${form}$`).test(target);
}

describe('access to the panel', function () {
  this.timeout(120_000);
  let service: TestService;
  let routes: Route[];
  let account: TestAccount;
  let other: TestAccount;
  let people: Record<Role, Person>;
  let stranger: Person;

  before(async () => {
    // One address would make more requests here than the panel allows it: each visit comes from another.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    // Only what the routes declare is read here; the service that is called has its own.
    const services: Partial<PanelServices> = {
      ...service.foundation,
      people: peopleOf(service),
      isTest: true,
    };
    routes = panelRoutes(services as PanelServices);
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
  const fill = async (
    path: string,
    accountId: string,
    owned: TestAccount,
    person?: Person,
  ): Promise<string> => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'account');
    let filled = path.replace(':account', accountId);
    for (const name of names) {
      const maker = makers[`${path} ${name}`] ?? makers[name];
      if (!maker) throw new Error(`no area has a fixture for a :${name} for ${path}`);
      filled = filled.replace(`:${name}`, await maker(service, owned, person));
    }
    return filled;
  };
  const kept = new Map<string, Promise<string>>();
  /** For calls that change nothing: what the path names is made by the first of them. */
  const fillOnce = async (path: string, accountId: string, owned: TestAccount): Promise<string> => {
    const key = `${owned.id} ${path}`;
    if (!kept.has(key)) kept.set(key, fill(path, ':account', owned));
    return (await kept.get(key)!).replace(':account', accountId);
  };
  const formOf = async (path: string, owned: TestAccount): Promise<Record<string, string>> => ({
    once: randomUUID(),
    ...(await forms[path]?.(service, owned)),
  });
  const call = async ({ method, path }: Route, visitor: Visitor, filled: string): Promise<Answer> =>
    method === 'get' ? visitor.get(filled) : visitor.post(filled, await formOf(path, account));

  it('declares each route once, and each area of an account under the account', () => {
    const names = routes.map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
    expect(ofAccounts().length).to.be.greaterThan(5);
  });

  it('has a route for each of its paths', () => {
    const all = Object.values(paths).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)));
    const declared: string[] = routes.map(({ path }) => path);
    const ofOidc = [paths.signIn.oidc, paths.proof.oidc, paths.oidcCallback, paths.me.linkOidc];
    // Without a provider, or a bank, there are no routes to it.
    expect(all.filter((path) => !declared.includes(path))).to.deep.equal([
      ...ofOidc,
      ...Object.values(paths.bankStatements),
    ]);
    expect(declared.filter((path) => !all.some((known) => known === path))).to.deep.equal([]);
  });

  it('sends whoever is not signed in to the sign-in, from every page and action', async () => {
    for (const route of routes.filter(({ access }) => access !== 'public')) {
      const answer = await call(
        route,
        new Visitor(service),
        await fillOnce(route.path, account.id, account).catch(() =>
          route.path.replaceAll(/:\w+/g, randomUUID()),
        ),
      );
      expect(answer.status, nameOf(route)).to.equal(303);
      expect(answer.headers.get('location'), nameOf(route)).to.match(/^\/panel\/sign-in/);
    }
  });

  it('lets each role through exactly where it may', async () => {
    for (const route of ofAccounts()) {
      for (const role of ROLES) {
        const { visitor } = people[role];
        const where = `${nameOf(route)} as ${role}`;
        if (route.access.includes(role)) {
          const made = route.method === 'get' ? fillOnce : fill;
          const answer = await call(
            route,
            visitor,
            await made(route.path, account.id, account, people[role]),
          );
          expect(answer.status, where).to.be.oneOf([200, 303]);
          // The page of a decision on several says that none is selected: its path names none.
          expect(answer.headers.get('location') ?? '', where).not.to.match(
            /sign-in|proof|set-up|problem=(?!none_chosen)/,
          );
        } else {
          // Whether there is what the path names must make no difference.
          const path = route.path.replace(':account', account.id).replaceAll(/:\w+/g, randomUUID());
          const answer = await (route.method === 'get' ? visitor.get(path) : visitor.post(path));
          expect(answer.status, where).to.equal(403);
          expect(answer.text, where).to.contain('Not allowed');
        }
      }
    }
  });

  it('shows another account as if it did not exist', async () => {
    for (const route of ofAccounts()) {
      const path = await fillOnce(route.path, account.id, account);
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
      const answer = await call(route, stranger.visitor, await fillOnce(route.path, other.id, account));
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
      await Promise.all(
        foreign.map(async (headers) => {
          const answer = await people.owner.visitor.post(path, {}, headers);
          expect(answer.status, `${nameOf(route)} ${JSON.stringify(headers)}`).to.equal(403);
        }),
      );
    }
  });

  it('answers nothing that is sent to it with an error of its own', async () => {
    for (const route of routes) {
      if (!stranger.visitor.cookies.has('panel')) stranger = await join(service, other.id, 'owner');
      const path = await fill(route.path, other.id, other).catch(() => route.path.replaceAll(/:\w+/g, 'x'));
      const send = async (what: string, target: string, body?: string | Buffer, headers = {}) => {
        const { visitor } = stranger;
        const method = route.method.toUpperCase();
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        const all = { ...visitor.fromOwnPage, ...(body === undefined ? {} : type), ...headers };
        const answer = await visitor.send(method, target, body, all);
        expect(answer.status, `${nameOf(route)}: ${what}`).to.be.lessThan(500);
        return answer;
      };
      const visits = HOSTILE_VALUES.map((value) => {
        const strange = path.replaceAll(/(?<=\/)[0-9a-f-]{36}(?=\/|$)/g, (id) =>
          id === other.id ? id : value,
        );
        const query = QUERY_PARAMETERS.map((name) => `${name}=${value}`).join('&');
        return send(`in the address: ${value}`, `${strange}?${query}`);
      });
      await Promise.all(visits);
      if (route.method === 'get') continue;
      const good = await formOf(route.path, other);
      const names = [...new Set([...Object.keys(good), ...FIELDS])];
      const trials = [...HOSTILE_VALUES, 'x'.repeat(50_000 / names.length)].map((value) =>
        send(`everywhere: ${value}`, path, names.map((name) => `${name}=${value}`).join('&')),
      );
      for (const [name, value] of Object.keys(good).flatMap((name) =>
        HOSTILE_FIELDS.map((value) => [name, value] as const),
      )) {
        const form = new URLSearchParams({ ...good, once: randomUUID() });
        form.delete(name);
        trials.push(send(`${name}: ${value}`, path, `${form.toString()}&${name}=${value}`));
      }
      await Promise.all(trials);
      const fields = Array.from({ length: 201 }, (_, at) => `field${at}=x`).join('&');
      const twice = names.map((name) => `${name}=a&${name}=b&${name}[]=c&${name}[x]=d`).join('&');
      const [many, long, nul] = await Promise.all([
        send('201 fields', path, fields),
        send('too long', path, `name=${'x'.repeat(65_536)}`),
        send('NUL', path, 'name=%00'),
        send('given twice', path, twice),
        send('names of prototypes', path, '__proto__=x&constructor=y&toString=z&__proto__[once]=1'),
        send('bytes that are no UTF-8', path, Buffer.from([0x6e, 0x3d, 0xff, 0xfe, 0xc0, 0x80])),
        send('JSON', path, '{"name":{"a":[]}}', { 'content-type': 'application/json' }),
        send('no form', path, 'x', { 'content-type': 'multipart/form-data; boundary=x' }),
        send('an unknown charset', path, 'a=b', {
          'content-type': 'application/x-www-form-urlencoded; charset=utf-7',
        }),
        send('not compressed', path, 'a=b', { 'content-encoding': 'gzip' }),
      ]);
      expect(
        [many, long, nul].map(({ status }) => status),
        nameOf(route),
      ).to.deep.equal([413, 413, 400]);
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
      const path = await fillOnce(route.path, account.id, account).catch(() =>
        route.path.replaceAll(/:\w+/g, 'x'),
      );
      const { headers } = await people.owner.visitor.get(path);
      expect(headers.get('cache-control'), path).to.equal('no-store');
      // A file to download is of no origin, even where a browser shows it.
      const isFile = headers.get('content-disposition')?.startsWith('attachment') === true;
      expect(headers.get('content-security-policy'), path).to.match(
        isFile
          ? /^default-src 'none'; sandbox$/
          : /^default-src 'none'; script-src 'self'.*frame-ancestors 'none'$/,
      );
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
    }
  });

  it('leads only to pages and actions that exist', async () => {
    const exists = (method: string, path: string): boolean =>
      routes.some((route) => route.method === method && leadsTo(route, path));
    const led = new Set<string>();
    for (const route of routes.filter(({ method }) => method === 'get')) {
      const path = await fillOnce(route.path, account.id, account).catch(() =>
        route.path.replaceAll(/:\w+/g, 'x'),
      );
      const { text } = await people.owner.visitor.get(path);
      for (const { method, target } of leadsOf(text)) {
        led.add(`${method} ${target}`);
        expect(exists(method, target), `${method} ${target}, from ${path}`).to.equal(true);
      }
    }
    expect(led.size).to.be.greaterThan(100);
    expect(exists('get', `/panel/accounts/${account.id}/nowhere`)).to.equal(false);
  });

  it('lets an auditor read every page, except those that only serve to change something', () => {
    const closed = ofAccounts().filter(({ access }) => !access.includes('auditor'));
    const pages = closed.filter(({ method }) => method === 'get').map(({ path }) => path);
    expect(pages).to.have.members([
      paths.links.new,
      paths.links.edit,
      paths.notes.note,
      paths.customers.new,
      paths.customers.edit,
      paths.qrCodes.new,
      paths.deposits.decide,
      paths.deposits.acceptAsPayment,
      paths.deposits.acceptTogether,
      paths.deposits.accept,
      paths.deposits.assign,
      paths.deposits.assignTo,
      paths.deposits.settle,
      paths.conversions.new,
      paths.withdrawals.new,
      paths.withdrawals.confirm,
      paths.batches.new,
      paths.batches.template,
      paths.destinations.new,
      paths.statements.profile,
      paths.keys.new,
      paths.webhooks.new,
      paths.webhooks.edit,
      paths.webhooks.replay,
    ]);
    const actions = ofAccounts().filter(({ method }) => method === 'post');
    const open = actions.filter(({ access }) => access.includes('auditor'));
    // All members choose what they are told themselves.
    expect(open.map(({ path }) => path)).to.deep.equal([paths.notifications.save]);
  });

  it('leads each role only where it may go', async () => {
    const led = new Set<string>();
    for (const role of ROLES) {
      const { visitor } = people[role];
      for (const route of ofAccounts().filter(
        ({ method, access }) => method === 'get' && access.includes(role),
      )) {
        const path = await fillOnce(route.path, account.id, account);
        const { text } = await visitor.get(path);
        for (const { method, target } of leadsOf(text)) {
          const found = routes.find((one) => one.method === method && leadsTo(one, target));
          if (!found || !isOfAccount(found)) continue;
          led.add(`${method} ${found.path}`);
          expect(found.access, `${method} ${target} as ${role}, from ${path}`).to.include(role);
        }
      }
    }
    expect(led.size).to.be.greaterThan(80);
  });

  it('asks for a fresh proof exactly where one is needed', async () => {
    await forgetProofs(service);
    for (const route of ofAccounts().filter(({ access }) => access.includes('owner'))) {
      const made = route.method === 'get' || route.freshProof === true ? fillOnce : fill;
      const answer = await call(route, people.owner.visitor, await made(route.path, account.id, account));
      const asks = answer.headers.get('location')?.startsWith('/panel/proof?next=') === true;
      expect(asks, nameOf(route)).to.equal(route.freshProof === true);
    }
  });
});
