import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { forReceivers } from '../../src/contract/derived/webhooks.ts';
import { sharedContract } from '../support/contract.ts';

const RECEIVER = `
import type { components } from './events.js';
type Event = components['schemas']['WebhookEvent'];
export function receive(event: Event): string {
  switch (event.type) {
    case 'payment_link.paid':
      return event.data.link_code + event.data.amount;
    case 'deposit.failed':
      return event.data.FIELD;
    default:
      return event.id;
  }
}
`;

describe('the contract for receivers of events', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-receiver-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('has all events with what they refer to, and no calls', () => {
    const document = forReceivers(sharedContract);
    expect(document.webhooks).to.deep.equal(sharedContract.webhooks);
    expect(document).to.not.have.property('paths');
    expect(document.tags.map(({ name }) => name)).to.deep.equal(['Webhooks']);
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
    const there = Object.entries(document.components).flatMap(([kind, all]) =>
      Object.keys(all ?? {}).map((name) => `${kind}/${name}`),
    );
    expect([...referred, 'schemas/WebhookEvent']).to.have.members(there);
  });

  it('gives types with which a receiver compiles, unless it reads a field that no event has', async () => {
    const types = astToString(await openapiTS(JSON.stringify(forReceivers(sharedContract))));
    await writeFile(join(folder, 'events.d.ts'), types);
    const files = ['reason', 'cause'].map((field) => join(folder, `${field}.ts`));
    await Promise.all(files.map((file) => writeFile(file, RECEIVER.replace('FIELD', basename(file, '.ts')))));
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
    });
    const errors = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
      file: basename(file?.fileName ?? ''),
      text: ts.flattenDiagnosticMessageText(messageText, '\n').split(' on type')[0],
    }));
    expect(errors).to.deep.equal([{ file: 'cause.ts', text: "Property 'cause' does not exist" }]);
  });
});
