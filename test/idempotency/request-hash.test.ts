import { expect } from 'chai';
import { keyedCall } from '../../src/idempotency/run-once.ts';

describe('a keyed call', () => {
  const call = {
    accountId: 'a',
    credentialId: 'c',
    key: 'k',
    method: 'PATCH',
    path: '/v1/payment_links/x',
    body: { a: 1, b: 2 },
  };
  const others = {
    'another method': { ...call, method: 'DELETE' },
    'another path': { ...call, path: '/v1/payment_links/y' },
    'another body': { ...call, body: { a: 1 } },
    'no body': { ...call, body: undefined },
    'method and path split elsewhere': { ...call, method: 'PATCH /v1', path: 'payment_links/x' },
  };

  it('is the same request however its body is written', () => {
    const again = keyedCall({ ...call, body: { b: 2, a: 1 } });
    expect(again).to.deep.equal(keyedCall(call));
  });

  it('is a different request for another method, path or body', () => {
    for (const [what, other] of Object.entries(others)) {
      expect(keyedCall(other).requestHash, what).to.not.deep.equal(keyedCall(call).requestHash);
    }
  });
});
