import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { runPayments } from '../../test/support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { browserOfSuite, readQr, visit } from '../checkout/browser.ts';
import { DESKTOP, openMyAccess, plugInAuthenticator, requireGoodPage, signInAs, signOut } from './browser.ts';
import {
  forgetProofs,
  inviteTo,
  join,
  nextCode,
  panelOf,
  PASSWORD,
  Visitor,
} from '../../test/panel/people.ts';

describe('the panel in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(() => service?.close());

  const createOwner = async (): Promise<{ email: string; url: string }> => {
    const email = `${randomUUID()}@acme.example`;
    const args = ['--account', account.id, '--email', email, '--name', 'Ada Lovelace', '--role', 'owner'];
    const { stdout } = await runPayments(service, 'users', 'create', ...args, '--json');
    const { sign_in_url } = JSON.parse(stdout) as { sign_in_url: string };
    // The command line does not know which port the test's service got.
    return { email, url: panelOf(service) + new URL(sign_in_url).pathname };
  };
  const open = (url: string, options: object = {}) =>
    visit(browser(), url, { viewport: DESKTOP, ...options });

  it('takes the first owner from the one-time link to a passkey, out, and in again', async () => {
    const { url } = await createOwner();
    const { page, complaints } = await open(url);
    await plugInAuthenticator(page);
    await page.getByRole('heading', { name: 'Join Café Azul' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.locator('.account').textContent()).to.equal('Café Azul');

    await signOut(page);
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    await openMyAccess(page);
    await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is not asked for a passkey before the script that fetches it is there', async () => {
    const { url } = await createOwner();
    const { page, complaints } = await open(url);
    await plugInAuthenticator(page);
    await page.route(/passkeys.*\.js/, async (route) => {
      await delay(1_000);
      await route.continue();
    });
    await setUpPasskey(page);
    expect(complaints).to.deep.equal([]);
  });

  it('asks for the passkey again when the proof is old, and then goes on', async () => {
    const { url } = await createOwner();
    const { page, complaints } = await open(url);
    await plugInAuthenticator(page);
    await setUpPasskey(page);
    await forgetProofs(service);
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('link', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    const email = `${randomUUID()}@acme.example`;
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Name').fill('Grace Hopper');
    await page.getByLabel('Role').selectOption('finance');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    const link = (await page.locator('.once code').textContent()) ?? '';
    await page.getByRole('link', { name: 'Back to the team' }).click();
    await page.getByRole('rowheader', { name: email }).waitFor();

    const grace = await open(link);
    await grace.page.getByRole('button', { name: 'Continue' }).click();
    await grace.page.getByRole('heading', { name: 'Set up your sign-in' }).waitFor();
    expect([...complaints, ...grace.complaints]).to.deep.equal([]);
  });

  it('takes the signature of a passkey once, and for nobody else', async () => {
    const { url } = await createOwner();
    const { page } = await open(url);
    await plugInAuthenticator(page);
    await setUpPasskey(page);
    await signOut(page);
    const signed = await signWithoutSending(page, panelOf(service));
    const other = await join(service, account.id, 'owner');
    await forgetProofs(service);
    expect((await other.visitor.post('/panel/proof/passkey', signed)).status, 'for another user').to.equal(
      403,
    );
    const sent = await Promise.all(
      [1, 2, 3].map(() => new Visitor(service).post('/panel/sign-in/passkey', signed)),
    );
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([303, 403, 403]);
    const later = await signWithoutSending(page, panelOf(service));
    await service.database.query(`update service_clock set advanced_by = '6 minutes'`);
    expect((await new Visitor(service).post('/panel/sign-in/passkey', later)).status, 'too late').to.equal(
      403,
    );
    await service.database.query(`update service_clock set advanced_by = '0'`);
  });

  it('refuses a passkey whose counter goes back, as that of a copy does', async () => {
    const { url, email } = await createOwner();
    const { page } = await open(url);
    await plugInAuthenticator(page);
    await setUpPasskey(page);
    await signOut(page);
    await service.database.query(
      `update passkeys set sign_counter = 1000 where user_id = (select id from users where email = $1)`,
      [email],
    );
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'That did not work.' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Overview' }).count()).to.equal(0);
  });

  it('tells whoever has no passkey here that it did not work', async () => {
    const { page } = await open(`${panelOf(service)}/panel/sign-in`);
    await plugInAuthenticator(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('That did not work.').waitFor();
  });

  for (const javaScriptEnabled of [true, false]) {
    it(`signs in with password and authenticator, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { email, url } = await createOwner();
      const { page, complaints } = await open(url, { javaScriptEnabled, colorScheme: 'dark' });
      await page.getByRole('button', { name: 'Continue' }).click();
      expect(await page.getByRole('button', { name: 'Add a passkey' }).isVisible()).to.equal(
        javaScriptEnabled,
      );
      await page.getByRole('button', { name: 'Set a password' }).click();
      const secret = ((await page.locator('.totp-key').textContent()) ?? '').replaceAll(' ', '');
      expect(await readQr(browser(), page.locator('.qr')))
        .to.match(/^otpauth:\/\/totp\//)
        .and.contain(secret);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByLabel('Code from the app').fill(generateSync({ secret }));
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.locator('.codes li').count()).to.equal(10);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();

      await signOut(page);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Code').fill(nextCode(secret));
      const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
      // The second click of a double click must not spend the code again.
      await (javaScriptEnabled ? signIn.dblclick() : signIn.click());
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(complaints).to.deep.equal([]);
    });
  }

  it('switches between the accounts of a user', async () => {
    const other = await service.createAccount();
    const ada = await join(service, account.id, 'owner');
    const { url } = await inviteTo(service, other.id, 'viewer', ada.email);
    await ada.visitor.post(new URL(url).pathname);
    const { page } = await open(`${panelOf(service)}/panel/sign-in`);
    await signInAs(page, ada);
    await page.goto(`${panelOf(service)}/panel`);
    await page.getByRole('link', { name: 'Café Azul' }).click();
    await page.getByRole('link', { name: 'Team' }).waitFor();
    await page.getByRole('button', { name: 'Café Azul' }).click();
    await page.getByRole('link', { name: /^Company/ }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.getByRole('link', { name: 'Team' }).count()).to.equal(0);
  });

  it('moves with the keyboard from the skip link to the content', async () => {
    const { page } = await open(`${panelOf(service)}/panel/sign-in`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).to.equal('main');
  });

  describe('on every page', () => {
    let ada: Awaited<ReturnType<typeof join>>;
    let invited: { userId: string; url: string };
    before(async () => {
      ada = await join(service, account.id, 'owner');
      invited = await inviteTo(service, account.id, 'finance', `${randomUUID()}@acme.example`);
    });

    const pages: Record<string, () => string> = {
      'sign-in': () => '/panel/sign-in',
      link: () => new URL(invited.url).pathname,
      'link-ended': () => `/panel/links/${'x'.repeat(43)}`,
      proof: () => '/panel/proof',
      password: () => '/panel/me/password',
      me: () => '/panel/me',
      accounts: () => '/panel/accounts',
      overview: () => `/panel/accounts/${account.id}`,
      team: () => `/panel/accounts/${account.id}/team`,
      member: () => `/panel/accounts/${account.id}/team/${ada.id}`,
      invited: () => `/panel/accounts/${account.id}/team/${invited.userId}`,
      audit: () => `/panel/accounts/${account.id}/audit`,
      components: () => `/panel/accounts/${account.id}/components`,
      unknown: () => '/panel/nothing-here',
    };
    for (const [name, path] of Object.entries(pages)) {
      it(`is accessible, light, still, and fits the smallest phone: ${name}`, async () => {
        const isMissing = ['unknown', 'link-ended'].includes(name);
        await requireGoodPage(browser(), service, ada, { name, path: path(), isMissing });
      });
    }
  });
});

/** What the passkey form of the sign-in would send. */
async function signWithoutSending(page: Page, panel: string): Promise<Record<string, string>> {
  await page.goto(`${panel}/panel/sign-in`);
  const sent = new Promise<string>((resolve) => {
    void page.route('**/panel/sign-in/passkey', async (route) => {
      await route.abort();
      resolve(route.request().postData() ?? '');
    });
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const form = Object.fromEntries(new URLSearchParams(await sent));
  await page.unroute('**/panel/sign-in/passkey');
  return form;
}

async function setUpPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}
