import { expect } from 'chai';
import { isClabe } from '../../src/methods/clabe.ts';
import type { MethodKind } from '../../src/methods/catalogue.ts';
import { createSimulator } from '../../src/methods/providers/simulator.ts';

const METHODS: [string, MethodKind, string | null][] = [
  ['SPEI', 'clabe', null],
  ['WIRE', 'bank', null],
  ['BREB', 'key', null],
  ['MXNB', 'on_chain', 'Arbitrum'],
  ['USDC', 'on_chain', 'Polygon'],
];

describe('the simulated provider', () => {
  const issue = (idempotencyKey: string, [method, kind, network]: (typeof METHODS)[number]) =>
    createSimulator().issueInstructions({ idempotencyKey, method, kind, network });

  it('issues the same instructions for the same key, also after a restart', async () => {
    for (const method of METHODS)
      expect(await issue('key', method)).to.deep.equal(await issue('key', method));
  });

  it('issues other destinations for other keys and methods', async () => {
    const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`);
    const issued = await Promise.all(METHODS.flatMap((method) => keys.map((key) => issue(key, method))));
    expect(new Set(issued.map(({ destination }) => destination)).size).to.equal(2_500);
  });

  it('issues only CLABEs with a valid check digit', async () => {
    for (let index = 0; index < 500; index++) {
      const { instructions, destination, reference } = await issue(`key ${index}`, METHODS[0]!);
      expect(isClabe(destination), destination).to.be.true;
      expect(instructions.clabe).to.equal(destination);
      expect(instructions.reference)
        .to.equal(reference)
        .and.match(/^\d{7}$/);
    }
  });

  it('issues addresses of 20 bytes, on the network asked for', async () => {
    const { instructions, destination, reference } = await issue('key', METHODS[3]!);
    expect(destination).to.match(/^0x[0-9a-f]{40}$/);
    expect(instructions).to.deep.equal({ address: destination, network: 'Arbitrum' });
    expect(reference).to.be.null;
  });

  it('names as destination and reference just what the payer is told', async () => {
    const wire = await issue('key', METHODS[1]!);
    expect(wire.instructions.bank?.account_number).to.equal(wire.destination);
    expect(wire.instructions.reference).to.equal(wire.reference);
    const breb = await issue('key', METHODS[2]!);
    expect(breb.instructions.reference).to.equal(breb.destination).and.equal(breb.reference);
  });
});
