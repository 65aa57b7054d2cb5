import { expect } from 'chai';
import { belongingsFor, cursorFor, fillLists } from '../support/data/belongings.ts';
import type { Answer, Client } from '../support/client.ts';
import {
  addressOf,
  requiredQuery,
  sampleRequests,
  type SampleRequest,
} from '../support/data/sample-requests.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const operations = sampleRequests();

describe('account isolation in every operation of the contract', () => {
  let service: TestService;
  let owner: TestAccount;
  let stranger: TestAccount;

  before(async () => {
    service = await startService();
    owner = await service.createAccount();
    stranger = await service.createAccount();
    await fillLists(owner);
  });
  after(() => service?.close());

  for (const operation of operations.filter(({ pathParams }) => pathParams.length > 0)) {
    it(`${operation.id} responds to another account's resource as to a nonexistent one`, async () => {
      const owned = await belongingsFor(operation, owner);
      const nobodys = Object.fromEntries(operation.pathParams.map(({ name, example }) => [name, example]));
      const query = requiredQuery(operation);
      const foreign = await call(stranger.api, operation, addressOf(operation, owned, query));
      const missing = await call(stranger.api, operation, addressOf(operation, nobodys, query));
      expect(missing.status).to.equal(404);
      expect(comparable(foreign)).to.deep.equal(comparable(missing));
      // The resource exists, and the other account's call left it unchanged.
      const own = await call(owner.api, operation, addressOf(operation, owned, query));
      expect(own.status, own.text).to.be.within(200, 299);
    });
  }

  for (const operation of operations.filter(takesCursor)) {
    it(`${operation.id} responds to another account's cursor as to an invalid one`, async () => {
      const owned = await belongingsFor(operation, owner);
      const issued = await cursorFor(operation, owner, owned);
      const page = async ({ api }: TestAccount, cursor: string): Promise<Answer> => {
        const query = { ...requiredQuery(operation), limit: '1', cursor };
        return call(api, operation, addressOf(operation, owned, query));
      };
      const foreign = await page(stranger, issued);
      const madeUp = await page(stranger, issued.replace(/^.{8}/, 'AAAAAAAA'));
      // For a list below a resource, the other account does not even learn that the resource exists.
      if (operation.pathParams.length > 0) expect(madeUp.status).to.equal(404);
      else expect(madeUp.body.error.code).to.equal('invalid_cursor');
      expect(comparable(foreign)).to.deep.equal(comparable(madeUp));
      expect((await page(owner, issued)).status).to.equal(200);
    });
  }

  it('is tested wherever the contract takes a resource name', () => {
    const tried = operations.filter(
      (operation) => operation.pathParams.length > 0 || takesCursor(operation),
    ).length;
    expect(tried).to.be.above(10);
    for (const { id, path, pathParams } of operations) {
      expect(pathParams.length, id).to.equal(path.split('{').length - 1);
    }
  });
});

function takesCursor({ queryParams }: SampleRequest): boolean {
  return queryParams.some(({ name }) => name === 'cursor');
}

function call(api: Client, { method, bodies: [body] }: SampleRequest, address: string): Promise<Answer> {
  return api.call(method, address, { body });
}

/** Everything a client can see of a response, without what differs between any two calls. */
function comparable({ status, headers, text, body }: Answer) {
  const changing = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset'];
  return {
    status,
    names: [...headers.keys()],
    headers: [...headers].filter(([name]) => !changing.includes(name)),
    text: text.replace(body?.error?.request_id ?? '', ''),
  };
}
