import { expect } from 'chai';
import { isAddress } from '../../../src/methods/address.ts';
import type { MethodKind } from '../../../src/methods/catalogue.ts';
import { isClabe } from '../../../src/methods/clabe.ts';
import { money } from '../../../src/lib/money.ts';
import { instructionsFor, paymentUriFor } from '../../../src/methods/providers/simulator/instructions.ts';
import { isRoutingNumber } from '../../../src/methods/routing-number.ts';

const METHODS = {
  SPEI: ['SPEI', 'clabe', null],
  WIRE: ['WIRE', 'bank', null],
  BREB: ['BREB', 'key', null],
  MXNB: ['MXNB', 'on_chain', 'Arbitrum'],
  USDC: ['USDC', 'on_chain', 'Polygon'],
} satisfies Record<string, [string, MethodKind, string | null]>;

describe("the simulator's instructions", () => {
  const issue = (idempotencyKey: string, [method, kind, network]: [string, MethodKind, string | null]) =>
    instructionsFor({ idempotencyKey, method, kind, network });

  it('are the same for the same key, even after a restart', () => {
    expect(issue('key', METHODS.SPEI).destination).to.equal('646180815883591506');
    for (const method of Object.values(METHODS))
      expect(issue('key', method)).to.deep.equal(issue('key', method));
  });

  it('have different destinations for different keys and methods', () => {
    const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`);
    const issued = Object.values(METHODS).flatMap((method) => keys.map((key) => issue(key, method)));
    expect(new Set(issued.map(({ destination }) => destination)).size).to.equal(2_500);
  });

  it('contain only CLABEs with a valid check digit', () => {
    for (let index = 0; index < 500; index++) {
      const { instructions, destination, reference } = issue(`key ${index}`, METHODS.SPEI);
      expect(isClabe(destination), destination).to.be.true;
      expect(instructions.clabe).to.equal(destination);
      expect(instructions.reference)
        .to.equal(reference)
        .and.match(/^\d{7}$/);
    }
  });

  it('contain addresses with an EIP-55 checksum, on the requested network', () => {
    for (let index = 0; index < 100; index++) {
      const { instructions, destination, reference } = issue(`key ${index}`, METHODS.MXNB);
      expect(isAddress(destination), destination).to.be.true;
      expect(destination).to.match(/[a-f]/).and.match(/[A-F]/);
      expect(instructions).to.deep.equal({ address: destination, network: 'Arbitrum' });
      expect(reference).to.be.null;
    }
  });

  it('open a wallet only on a chain where no real money is', () => {
    const { destination: address } = issue('key', METHODS.USDC);
    const uri = paymentUriFor({ asset: 'USDC', network: 'Polygon', address, amount: money('0.1') });
    expect(uri).to.match(
      /^ethereum:0x[0-9a-fA-F]{40}@31337\/transfer\?address=0x[0-9a-fA-F]{40}&uint256=100000$/,
    );
    expect(uri).to.contain(address);
    expect(
      paymentUriFor({ asset: 'USDC', network: 'Polygon', address, amount: money('0.0000001') }),
    ).to.equal(undefined);
  });

  it('have the destination and reference that the payer is shown', () => {
    const wire = issue('key', METHODS.WIRE);
    expect(wire.instructions.bank?.account_number).to.equal(wire.destination);
    expect(isRoutingNumber(wire.instructions.bank?.routing_number ?? '')).to.be.true;
    expect(wire.instructions.reference).to.equal(wire.reference);
    const breb = issue('key', METHODS.BREB);
    expect(breb.instructions.reference).to.equal(breb.destination).and.equal(breb.reference);
  });
});
