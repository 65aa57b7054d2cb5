import { expect } from 'chai';
import { belongingsFor, bodyFor } from '../support/data/belongings.ts';
import { addressOf, requiredQuery, sampleRequests } from '../support/data/sample-requests.ts';
import { startService, type TestService } from '../support/service.ts';

/**
 * What readers copy from the contract and the reference. The ids are those of what was made just before, since an example
 * cannot know them; the `cursor` of a list comes from its previous page.
 */
describe('the examples of the contract', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  for (const operation of sampleRequests()) {
    it(`of ${operation.id} succeed as they stand`, async () => {
      const account = await service.createAccount();
      const send = async (query: Record<string, string>, body?: unknown) => {
        const address = addressOf(operation, await belongingsFor(operation, account), {
          ...requiredQuery(operation),
          ...query,
        });
        const answer = await account.api.call(operation.method, address, body === undefined ? {} : { body });
        expect(answer.status, `${address} ${answer.text}`).to.be.within(200, 299);
      };
      const [first, ...others] = operation.bodies;
      await send({}, first && (await bodyFor(operation, account, first)));
      for (const body of others) await send({}, await bodyFor(operation, account, body));
      for (const { name, required, example } of operation.queryParams) {
        if (!required && name !== 'cursor') await send({ [name]: example });
      }
    });
  }
});
