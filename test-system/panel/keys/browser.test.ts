import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createAccount } from '../../../src/accounts/service.ts';
import { browserOfSuite, photograph, requireAccessible, visit } from '../../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { DESKTOP, openAs, plugInAuthenticator, requireGoodPage } from '../browser.ts';
import { forgetProofs, inviteTo, join, panelOf, type Person } from '../../../test/panel/people.ts';

const run = promisify(execFile);

describe('API keys in a browser', () => {
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount({ name: 'Web shop' });
  });
  beforeEach(async () => {
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  /** Runs the line that the page shows, as somebody would who pastes it into a terminal. */
  const runShown = async (page: Page) => {
    const line = (await page.locator('#curl').textContent()) ?? '';
    const { stdout } = await run('sh', ['-c', `${line} -s -w '\\n%{http_code}'`]);
    const [body = '', status] = stdout.split('\n');
    return { status, body: JSON.parse(body) };
  };

  it('are created with a fresh proof, tried with curl, rotated and revoked', async () => {
    const { url } = await inviteTo(service, account.id, 'developer', `${randomUUID()}@acme.example`);
    const { page, complaints } = await visit(browser(), panelOf(service) + new URL(url).pathname, {
      viewport: DESKTOP,
    });
    await plugInAuthenticator(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const keys = page.getByRole('link', { name: 'API keys' });
    await keys.waitFor();
    await forgetProofs(service);

    await keys.click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByLabel('Name').fill('Nightly');
    await page.getByLabel('links:read').check();
    await page.getByLabel('balances:read').check();
    await page.getByRole('button', { name: 'Create a key' }).dblclick();
    await page.getByRole('heading', { name: 'The secret of Nightly' }).waitFor();
    await photograph(page, 'panel-key-issued');
    await requireAccessible(page, 'the page of a new secret');
    const first = await runShown(page);
    expect(first.status).to.equal('200');
    expect(first.body.api_key).to.include({ name: 'Nightly' });
    expect(first.body.api_key.scopes).to.have.members(['links:read', 'balances:read']);
    const old = (await page.locator('#secret').textContent()) ?? '';

    await page.getByRole('link', { name: 'I saved it' }).click();
    await page.getByRole('heading', { name: 'Nightly' }).waitFor();
    expect(await page.content()).not.to.contain(old);
    await page.getByLabel('Keep the old secret working for').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('heading', { name: 'The secret of Nightly' }).waitFor();
    await page.getByText('still works until').waitFor();
    expect((await service.client(old).get('/v1/ping')).status, 'for 24 hours').to.equal(200);
    const fresh = (await page.locator('#secret').textContent()) ?? '';
    expect((await runShown(page)).status).to.equal('200');

    await page.getByRole('link', { name: 'I saved it' }).click();
    await page.getByRole('button', { name: 'End the old secret now' }).click();
    await page.getByText('The old secret no longer works.').waitFor();
    expect((await service.client(old).get('/v1/ping')).status).to.equal(401);
    expect((await service.client(fresh).get('/v1/ping')).status).to.equal(200);
    await page.locator('summary', { hasText: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The key was revoked.').waitFor();
    expect((await service.client(fresh).get('/v1/ping')).status).to.equal(401);
    const rows = await service.database.query(`select 1 from credentials where name = 'Nightly'`);
    expect(rows).to.have.length(1);
    expect(complaints).to.deep.equal([]);
  });

  it('are created without JavaScript as well', async () => {
    const path = `/panel/accounts/${account.id}/keys/new`;
    const { page } = await openAs(browser(), service, owner, path, { javaScriptEnabled: false });
    await page.getByLabel('Name').fill('Plain');
    await page.getByLabel('qr:read').check();
    await page.getByRole('button', { name: 'Create a key' }).click();
    expect((await runShown(page)).body.api_key.scopes).to.deep.equal(['qr:read']);
  });

  const pages: Record<string, () => Promise<string>> = {
    keys: async () => {
      await service.createKey(account.id, {
        name: 'Accounting, reads only',
        scopes: ['balances:read', 'links:read'],
      });
      const gone = await service.createKey(account.id, { name: 'Old shop', apiVersion: '2026-05-01' });
      const { credentials, db } = service.foundation;
      await db.transaction((trx) => credentials.revoke(trx, account.id, gone.id));
      await account.api.get('/v1/ping');
      return `/panel/accounts/${account.id}/keys`;
    },
    'new-key': () => Promise.resolve(`/panel/accounts/${account.id}/keys/new`),
    key: () => Promise.resolve(`/panel/accounts/${account.id}/keys/${account.key.id}`),
    'no-keys': async () => {
      const { id } = await service.foundation.db.transaction((trx) =>
        createAccount(trx, { name: 'Soon verified', email: null, approved: false }),
      );
      await service.database.query(
        `insert into memberships (account_id, user_id, role, accepted_at, created_at) values ($1, $2, 'owner', now(), now())`,
        [id, owner.id],
      );
      return `/panel/accounts/${id}/keys`;
    },
  };
  for (const [name, path] of Object.entries(pages)) {
    it(`are on pages that are accessible, light, still, and fit the smallest phone: ${name}`, async () => {
      await requireGoodPage(browser(), service, owner, { name, path: await path() });
    });
  }
});
