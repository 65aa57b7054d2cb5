import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { panelRoutes } from '../../src/panel/areas.ts';
import type { PanelServices } from '../../src/panel/request/services.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { ALL_FIXTURES } from './all-fixtures.ts';
import { join, peopleOf } from './people.ts';

const SETS = 'sets again what is set';
const LINKS = 'the new one-time link replaces the one before';

/** Actions that may be carried out again, and why that does no more. */
const AGAIN: Record<string, string> = {
  '/customers/:customer/edit': SETS,
  '/qr-codes/:counter/change': SETS,
  '/qr-codes/:counter/status': SETS,
  '/withdrawals/limits': SETS,
  '/withdrawals/limits/rules': SETS,
  '/withdrawals/limits/rules/:rule/remove': SETS,
  '/withdrawals/limits/rules/:rule/keep': SETS,
  '/statements/mail-workbook': SETS,
  '/statements/profile/save': SETS,
  '/keys/:key/revoke': SETS,
  '/webhooks/:endpoint/edit': SETS,
  '/webhooks/:endpoint/switch': SETS,
  '/webhooks/:endpoint/enable': SETS,
  '/team/:user/vouch': SETS,
  '/team/:user/invite': LINKS,
  '/team/:user/reset': LINKS,
  '/notifications/chat/save': SETS,
  '/links/reminders': SETS,
  '/links/:code/edit': SETS,
  '/settings/brand': SETS,
  '/settings/remove': SETS,
  '/settings/pay-the-rest': SETS,
};
/** Fewer would mean that the areas' forms do not act. */
const LEAST_ACTIONS = 50;

describe('a form of the panel that is sent by a double click', function () {
  this.timeout(180_000);
  let service: TestService;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  after(() => service?.close());

  const fill = async (path: string, account: TestAccount): Promise<string> => {
    let filled = path.replace(':account', account.id);
    for (const [, name = ''] of path.replace(':account', '').matchAll(/:(\w+)/g)) {
      const maker = ALL_FIXTURES.makers[`${path} ${name}`] ?? ALL_FIXTURES.makers[name];
      filled = filled.replace(`:${name}`, (await maker?.(service, account)) ?? 'unknown');
    }
    return filled;
  };
  const countDeeds = async ({ id }: TestAccount): Promise<number> => {
    const tables = ['audit_entries', 'ledger_entries', 'transfers', 'payment_links', 'webhook_deliveries'];
    const counts = tables.map((table) => `(select count(*) from ${table} where account_id = $1)`);
    const [row] = await service.database.query(`select ${counts.join(' + ')} as deeds`, [id]);
    return Number(row?.['deeds']);
  };
  /** How much it does, in a new account that has all that it is about. */
  const deedsOf = async (path: string, clicks: number): Promise<number> => {
    const account = await service.createAccount();
    const { visitor } = await join(service, account.id, 'owner');
    const filled = await fill(path, account);
    const form = { once: randomUUID(), ...(await ALL_FIXTURES.forms[path]?.(service, account)) };
    const before = await countDeeds(account);
    await Promise.all(Array.from({ length: clicks }, () => visitor.post(filled, form)));
    return (await countDeeds(account)) - before;
  };

  it('acts once', async () => {
    const services: Partial<PanelServices> = {
      ...service.foundation,
      people: peopleOf(service),
      isTest: true,
    };
    const actions = panelRoutes(services as PanelServices).filter(
      ({ method, access }) => method === 'post' && typeof access !== 'string',
    );
    const acted: string[] = [];
    for (const { path } of actions) {
      const name = path.replace('/panel/accounts/:account', '');
      const deeds = await deedsOf(path, 1);
      if (deeds === 0) continue;
      acted.push(name);
      if (!(name in AGAIN)) expect(await deedsOf(path, 2), name).to.equal(deeds);
    }
    expect(acted).to.include.members(Object.keys(AGAIN)).and.have.length.of.at.least(LEAST_ACTIONS);
  });
});
