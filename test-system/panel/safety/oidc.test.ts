import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { browserOfSuite, visit } from '../../checkout/browser.ts';
import type { TestAccount, TestService } from '../../../test/support/service.ts';
import { DESKTOP, openMyAccess, requireGoodPage, signOut } from '../browser.ts';
import { forgetProofs, inviteTo, join } from '../../../test/panel/people.ts';
import { startWithProvider, type Provider } from '../../../test/panel/safety/provider.ts';

describe('signing in to the panel by OpenID Connect', () => {
  const browser = browserOfSuite();
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

  it('works in a browser, from the first visit to the next sign-in', async () => {
    const email = `${randomUUID()}@acme.example`;
    const { url } = await inviteTo(service, account.id, 'owner', email);
    provider.user = { subject: randomUUID(), email, emailVerified: true };
    const { page, complaints } = await visit(browser(), url, { viewport: DESKTOP, ignoreHTTPSErrors: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Link my organisation’s account' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with your organisation' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await forgetProofs(service);
    await openMyAccess(page);
    await page.getByRole('link', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Confirm with your organisation' }).click();
    await page.getByRole('button', { name: 'Remove the link' }).waitFor();
    const unexpected = complaints.filter((text) => !text.startsWith(`asked for ${provider.issuer}/`));
    expect(unexpected).to.deep.equal([]);
    const person = await join(service, account.id, 'owner');
    for (const path of ['/panel/me', '/panel/sign-in', '/panel/proof'])
      await requireGoodPage(browser(), service, person, { name: `oidc-${path.split('/')[2]}`, path });
  });
});
