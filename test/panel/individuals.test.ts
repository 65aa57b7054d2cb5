import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createAccount } from '../../src/accounts/service.ts';
import { AREAS, panelRoutes } from '../../src/panel/areas.ts';
import type { Route } from '../../src/panel/request/route.ts';
import type { PanelServices } from '../../src/panel/request/services.ts';
import { startService, type TestService } from '../support/service.ts';
import { join, peopleOf, type Person } from './people.ts';

const COMPANIES_ONLY = ['keys', 'webhooks', 'call-log'];

describe("an individual's panel", () => {
  let service: TestService;
  let accountId: string;
  let companyId: string;
  let ada: Person;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    ({ id: companyId } = await service.createAccount());
    ({ id: accountId } = await service.foundation.db.transaction((trx) =>
      createAccount(trx, { name: 'Ada Lovelace', email: null, kind: 'individual', approved: true }),
    ));
    ada = await join(service, accountId, 'owner');
    await service.database.query(
      `insert into memberships (account_id, user_id, role, accepted_at, created_at) values ($1, $2, 'owner', now(), now())`,
      [companyId, ada.id],
    );
  });
  after(() => service?.close());

  const get = (id: string, path = '') => ada.visitor.get(`/panel/accounts/${id}${path}`);
  const areasIn = (text: string): string[] =>
    AREAS.map(({ path }) => path).filter((path) => text.includes(`/accounts/${accountId}/${path}"`));

  it('leads to no API keys, webhooks or call log, and to everything else', async () => {
    const others = AREAS.filter(({ accounts }) => accounts === undefined)
      .map(({ path }) => path)
      .filter((path) => path !== '' && !COMPANIES_ONLY.includes(path));
    const { text } = await get(accountId);
    expect(areasIn(text)).to.deep.equal(others);
    for (const path of ['', ...others.map((area) => `/${area}`)])
      expect((await get(accountId, path)).text, path).not.to.match(
        /accounts\/[0-9a-f-]{36}\/(keys|webhooks|call-log)/,
      );
  });

  it('answers all of their addresses as those of pages that do not exist', async () => {
    const services: Partial<PanelServices> = { ...service.foundation, people: peopleOf(service) };
    const isOfThem = ({ path }: Route) => COMPANIES_ONLY.includes(path.split('/')[4] ?? '');
    const routes = panelRoutes(services as PanelServices).filter(isOfThem);
    expect(routes.length).to.be.greaterThan(20);
    const { text: missing } = await get(accountId, '/nothing');
    for (const { method, path } of routes) {
      const address = path.replace(':account', accountId).replaceAll(/:\w+/g, randomUUID());
      const answer = await ada.visitor[method](address);
      expect(answer.status, `${method} ${path}`).to.equal(404);
      if (method === 'get') expect(withoutAddress(answer.text)).to.equal(withoutAddress(missing));
    }
  });

  it('is no hindrance to a company of the same person', async () => {
    for (const path of COMPANIES_ONLY) expect((await get(companyId, `/${path}`)).status, path).to.equal(200);
  });

  it('ends its first steps with the first payment, since no webhook can follow', async () => {
    const { text } = await get(accountId);
    expect(text).to.contain('id="first-steps"').and.not.contain('Register a webhook');
    const post = (path: string, form: object) =>
      ada.visitor.post(`/panel/accounts/${accountId}/links${path}`, { once: randomUUID(), ...form });
    const created = await post('', { amount: '150', currency: 'MXNB', description: 'Lesson' });
    const [code = ''] = /PL-[\w-]+/.exec(created.headers.get('location') ?? '') ?? [];
    const paid = await post(`/${code}/simulate`, { method: 'SPEI', scenario: 'exact' });
    expect(paid.headers.get('location')).to.contain('flash=simulated');
    expect((await get(accountId)).text).not.to.contain('id="first-steps"');
  });
});

/** The page names its own address, to come back to it in the other language. */
function withoutAddress(text: string): string {
  return text.replaceAll(/name="next" value="[^"]*"/g, '');
}
