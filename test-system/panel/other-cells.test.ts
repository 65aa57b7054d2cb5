import { browserOfSuite } from '../checkout/browser.ts';
import type { TestAccount, TestService } from '../../test/support/service.ts';
import { requireGoodPage } from './browser.ts';
import { startOneOfThreeCells } from '../../test/panel/one-of-three-cells.ts';
import { join, type Person } from '../../test/panel/people.ts';

describe('the panel of one of several cells', () => {
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let ada: Person;

  before(async () => {
    service = await startOneOfThreeCells();
    account = await service.createAccount();
    ada = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  it('is accessible in both languages', async () => {
    for (const name of ['accounts elsewhere', 'accounts elsewhere 2'])
      await requireGoodPage(browser(), service, ada, { name, path: '/panel/accounts' });
  });
});
