import { expect } from 'chai';
import { readDeprecations } from '../../src/contract/deprecations.ts';
import { eachOperation, readContract, readParameters } from '../../src/contract/document.ts';

type Json = Record<string, any>;

describe('what the contract marks as deprecated', () => {
  it('says since when, and what to use instead', async () => {
    const document = await readContract();
    const marked: [at: string, part: Json, siblings: string[]][] = [];
    const walk = (part: unknown, at: string, siblings: string[]): void => {
      if (typeof part !== 'object' || part === null) return;
      if ((part as Json)['deprecated'] === true) marked.push([at, part, siblings]);
      const names = at.endsWith('/properties') ? Object.keys(part) : siblings;
      for (const [key, value] of Object.entries(part)) walk(value, `${at}/${key}`, names);
    };
    walk(document.components, '#/components', []);
    const ids = [...eachOperation(document)].map(([, , { operationId }]) => operationId);
    for (const [path, method, operation] of eachOperation(document)) {
      const names = readParameters(document, operation.parameters ?? []).map(({ name }) => name);
      walk(operation, `#/paths/${path}/${method}`, [...ids, ...names]);
    }
    expect(marked.map(([at]) => at)).to.include('#/paths//v1/transactions/GET/parameters/7');
    const today = new Date().toISOString().slice(0, 10);
    for (const [at, part, siblings] of marked) {
      expect(part['x-deprecated-since'], at).to.match(/^\d{4}-\d\d-\d\d$/);
      expect(part['x-deprecated-since'] <= today, `${at} is deprecated already`).to.equal(true);
      const [, replacement = ''] = /\bUse `(\w+)`/.exec(part['description']) ?? [];
      expect(siblings, `what ${at} says to use`).to.include(replacement);
    }
  });

  describe('is found in a request', () => {
    const SINCE = { deprecated: true, 'x-deprecated-since': '2026-11-01' };
    const request = { query: {}, headers: {}, body: undefined };

    /** Marks a part of a copy of the contract, and returns what of the operation is then deprecated. */
    const deprecatedIn = async (operationId: string, mark: (operation: Json, schemas: Json) => Json) => {
      const document = await readContract();
      const [, , operation] = [...eachOperation(document)].find(
        ([, , one]) => one.operationId === operationId,
      )!;
      Object.assign(mark(operation, document.components['schemas'] as Json), SINCE);
      const [found, ...others] = readDeprecations(document).get(operationId) ?? [];
      expect(others).to.deep.equal([]);
      expect(found?.sinceS).to.equal(1_793_491_200);
      return found!;
    };

    it('when it is the operation: every call uses it', async () => {
      const found = await deprecatedIn('getPing', (operation) => operation);
      expect(found.isUsedBy(request)).to.equal(true);
    });

    it('when it is a header, in whatever case the contract writes it', async () => {
      const found = await deprecatedIn('getPing', (operation) => {
        operation['parameters'] = [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }];
        return operation['parameters'][0] as Json;
      });
      expect(found.isUsedBy({ ...request, headers: { 'x-trace': '1' } })).to.equal(true);
      expect(found.isUsedBy(request)).to.equal(false);
    });

    it('when it is a field of the body, even one that is null', async () => {
      const found = await deprecatedIn(
        'updatePaymentLink',
        (_, schemas) => schemas['UpdatePaymentLinkRequest'].properties.reference,
      );
      expect(found.isUsedBy({ ...request, body: { reference: null } })).to.equal(true);
      expect(found.isUsedBy({ ...request, body: { description: 'reference' } })).to.equal(false);
      expect(found.isUsedBy(request)).to.equal(false);
    });

    it('when it is a field of an object in a list', async () => {
      const found = await deprecatedIn('createPaymentLink', (_, schemas) => {
        const item = { type: 'object', properties: { kind: { type: 'string' } } };
        schemas['CreatePaymentLinkRequest'].properties.lines = { type: 'array', items: item };
        return item.properties.kind;
      });
      expect(found.isUsedBy({ ...request, body: { lines: [{}, { kind: 'a' }] } })).to.equal(true);
      expect(found.isUsedBy({ ...request, body: { lines: [{}], kind: 'a' } })).to.equal(false);
    });

    it('only if the contract says since when', async () => {
      const document = await readContract();
      const [[, , operation] = []] = eachOperation(document);
      operation!.deprecated = true;
      expect(() => readDeprecations(document)).to.throw(/since when \w+ is deprecated/);
    });
  });
});
