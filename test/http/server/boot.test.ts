import { expect } from 'chai';
import { readContract, type ContractDocument } from '../../../src/contract/document.ts';
import type { Handlers } from '../../../src/contract/handler.ts';
import { createCapacity } from '../../../src/http/request/capacity.ts';
import { createDispatch } from '../../../src/http/dispatch.ts';
import { createRouteIndex } from '../../../src/http/request/routes.ts';

describe('boot', () => {
  let contract: ContractDocument;

  beforeEach(async () => {
    contract = await readContract();
  });

  const boot = (document: ContractDocument, handlers: Handlers) =>
    createDispatch({
      contract: document,
      routes: createRouteIndex(document, { environment: 'test' }),
      handlers,
      runOnce: () => Promise.reject(new Error('nothing is called here')),
      capacity: createCapacity(),
      db: { readingFor: (_, work) => work(), changing: (_, work, ...params) => work(...params) },
    });

  /** A handler for each operation of the contract; none is ever called. */
  function handlersFor(document: ContractDocument): Handlers {
    const { operations } = createRouteIndex(document, { environment: 'test' });
    return Object.fromEntries(operations.map(({ id }) => [id, () => undefined])) as unknown as Handlers;
  }

  function failure(promise: Promise<unknown>): Promise<string> {
    return promise.then(
      () => expect.fail('it started anyway'),
      (error: Error) => error.message,
    );
  }

  it('succeeds when every operation has a handler', async () => {
    expect(await boot(contract, handlersFor(contract))).to.be.a('function');
  });

  it('fails when an operation has no handler, and names it', async () => {
    const rest: Partial<Handlers> = handlersFor(contract);
    delete rest.listBalances;
    expect(await failure(boot(contract, rest as Handlers))).to.equal(
      'operations without a handler: listBalances',
    );
  });

  it('fails when a handler has no operation, and names it', async () => {
    const handlers = { ...handlersFor(contract), payTwice: () => undefined } as unknown as Handlers;
    expect(await failure(boot(contract, handlers))).to.equal('handlers without an operation: payTwice');
  });

  it('fails when the contract requires no key for an operation where the code does', async () => {
    const operation = contract.paths['/v1/balances']?.get;
    if (operation) operation.security = [];
    const message = await failure(boot(contract, handlersFor(contract)));
    expect(message).to.match(/without a credential: .*listBalances/);
  });

  it('fails when the contract requires a key for an operation where the code does not', async () => {
    const operation = contract.paths['/v1/health']?.get;
    if (operation) operation.security = [{ apiKey: [] }];
    expect(await failure(boot(contract, handlersFor(contract)))).to.match(/without a credential: $/);
  });

  it('fails when the contract uses two names for the same path parameter', () => {
    const item = contract.paths['/v1/payment_links/{code}/qr'];
    contract.paths['/v1/payment_links/{id}/picture'] = item ?? {};
    expect(() => createRouteIndex(contract, { environment: 'test' })).to.throw(/\{code\} and \{id\}/);
  });

  it('reads the properties of every operation from the contract', () => {
    const { operations } = createRouteIndex(contract, { environment: 'test' });
    const find = (id: string) => operations.find((operation) => operation.id === id);
    expect(find('getHealth')).to.deep.include({ scopes: undefined, mutates: false, takesBody: false });
    expect(find('getPing')).to.deep.include({ scopes: [], mutates: false, usesMoneyQuota: false });
    expect(find('postPing')).to.deep.include({
      scopes: [],
      mutates: true,
      takesBody: true,
      usesMoneyQuota: false,
    });
    expect(find('createPaymentLink')).to.deep.include({
      method: 'POST',
      path: '/v1/payment_links',
      scopes: ['links:write'],
      mutates: true,
      takesBody: true,
      usesMoneyQuota: true,
    });
    expect(find('deletePaymentLink')).to.deep.include({
      mutates: true,
      takesBody: false,
      usesMoneyQuota: true,
    });
    expect(find('createWebhookEndpoint')).to.deep.include({ mutates: true, usesMoneyQuota: false });
    expect(find('simulateDeposit')).to.deep.include({ mutates: true, usesMoneyQuota: false });
    expect(find('listPaymentLinks')?.queryParams.get('limit')).to.equal('integer');
    for (const { id, method, mutates } of operations) expect(mutates, id).to.equal(method !== 'GET');
  });
});
