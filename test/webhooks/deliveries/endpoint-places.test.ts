import { expect } from 'chai';
import { EndpointSlots } from '../../../src/webhooks/deliveries/endpoint-slots.ts';
import type { ClaimedDelivery } from '../../../src/webhooks/deliveries/queue-repository.ts';

describe('the places of an endpoint', () => {
  const delivery = { accountId: 'acme', endpointId: 'hook', isAhead: false } as ClaimedDelivery;
  const eight = Array.from({ length: 8 }, () => delivery);

  it('ask ahead for twice what one of the last two claims saw sent, as one may follow the other at once', async () => {
    const places = new EndpointSlots();
    const claim = () => {
      const [held] = places.forClaim();
      places.grant(eight);
      return held;
    };
    places.grant(eight);
    await Promise.all(eight.map((one) => places.send(one, () => Promise.resolve())));
    expect(claim()).to.include({ inFlight: 0, ahead: 16 });

    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const sent = eight.map((one) => places.send(one, () => ended));
    expect(claim()).to.include({ inFlight: 8, ahead: 16 });
    expect(claim()).to.include({ inFlight: 8, ahead: 0 });
    end();
    await Promise.all(sent);
  });
});
