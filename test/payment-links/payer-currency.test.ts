import { expect } from 'chai';
import { payerCurrency } from '../../src/payment-links/payer-currency.ts';

const SPEI = { asset: 'MXN', network: null, requiresConversion: false };
const TOKEN = { asset: 'MXNB', network: 'Arbitrum', requiresConversion: false };
const EXCHANGED_WIRE = { asset: 'USD', network: null, requiresConversion: true };

describe('the currency in which payers read a price', () => {
  for (const [what, methods, currency] of [
    ['is pesos where a bank sends them at par', [SPEI], 'MXN'],
    ['is pesos also where tokens can pay', [TOKEN, SPEI], 'MXN'],
    ['is the token where only tokens can pay', [TOKEN], 'MXNB'],
    ['is not what a bank sends to be exchanged', [EXCHANGED_WIRE, TOKEN], 'MXNB'],
  ] as const) {
    it(what, () => expect(payerCurrency('MXNB', methods)).to.equal(currency));
  }
});
