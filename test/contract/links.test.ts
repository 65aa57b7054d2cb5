import { expect } from 'chai';
import {
  eachOperation,
  readContract,
  readLinks,
  readParameters,
  type ContractDocument,
  type OperationObject,
} from '../../src/contract/document.ts';

type Json = Record<string, any>;

/** Others follow the links to test the service; one that leads nowhere would only be left out by them. */
describe("the contract's links", () => {
  let document: ContractDocument;
  let operations: Map<string, { path: string; operation: OperationObject }>;

  before(async () => {
    document = await readContract();
    operations = new Map(
      [...eachOperation(document)].map(([path, , operation]) => [operation.operationId, { path, operation }]),
    );
  });

  const resolve = (schema: Json): Json => {
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref'])) ?? [];
    return name === '' ? schema : (document.components['schemas']?.[name] as Json);
  };

  it('lead to operations with their path, by values that the response has', () => {
    let count = 0;
    for (const [path, , source] of eachOperation(document)) {
      const content = Object.values(source.responses)[0]?.content as Json | undefined;
      for (const { operationId, parameters = {} } of readLinks(document, source)) {
        count += 1;
        const where = `${source.operationId} to ${operationId}`;
        const target = operations.get(operationId);
        expect(target, where).to.exist;
        const inPath = [...target!.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
        const others = readParameters(document, target!.operation.parameters ?? []).map(({ name }) => name);
        expect(Object.keys(parameters), where).to.include.members(inPath);
        expect([...inPath, ...others], where).to.include.members(Object.keys(parameters));
        for (const expression of Object.values(parameters)) {
          const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
          const [, parameter] = /^\$request\.path\.(\w+)$/.exec(expression) ?? [];
          if (pointer === undefined) expect(path, where).to.include(`{${parameter}}`);
          else expect(valueAt(content!['application/json'].schema, pointer), where).to.exist;
        }
      }
    }
    expect(count).to.be.above(50);
  });

  /** The schema of a value in a response; all alternatives have the same ids. */
  function valueAt(schema: Json, pointer: string): Json | undefined {
    let part: Json | undefined = schema;
    for (const step of pointer.split('/')) {
      const whole: Json = resolve(part);
      const { items, properties } = resolve(whole['oneOf']?.[0] ?? whole);
      part = step === '0' ? items : properties?.[step];
      if (part === undefined) return undefined;
    }
    return part;
  }
});
