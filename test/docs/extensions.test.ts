import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import {
  forClients,
  forReceivers,
  toOpenApi30,
  withCodeSamples,
  withSdkHints,
} from '../../src/contract/index.ts';
import { sharedContract } from '../support/contract.ts';

const ADDRESS = 'https://pay.example.com';

function* extensionsIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (name.startsWith('x-')) yield name;
    yield* extensionsIn(value);
  }
}

describe('the table of the extensions of the contract', () => {
  it('has each that a served document has, and no other', () => {
    const page = readFileSync(new URL('../../docs/internal/developing.md', import.meta.url), 'utf8');
    const [, section = ''] = /^## Extensions of the contract\n([^]*?)^## /m.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) => cell);
    const listed = rows.flatMap((cell) => [...cell.matchAll(/`(x-[\w-]+)`/g)].map(([, name]) => name));
    const clients = forClients(sharedContract);
    const served = [
      withSdkHints(withCodeSamples(sharedContract, ADDRESS)),
      clients,
      toOpenApi30(clients),
      forReceivers(sharedContract),
    ];
    expect(listed).to.have.members([...new Set(served.flatMap((document) => [...extensionsIn(document)]))]);
  });
});
