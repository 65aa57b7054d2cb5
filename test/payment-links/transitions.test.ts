import { expect } from 'chai';
import { LINK_STATUSES, nextStatus, type LinkTrigger } from '../../src/payment-links/transitions.ts';

describe('the states of a payment link', () => {
  const allowed: Record<LinkTrigger, Record<string, string>> = {
    receive: { active: 'processing' },
    settle: { processing: 'paid' },
    cancel: { active: 'cancelled' },
    expire: { active: 'expired' },
    delete: { cancelled: 'deleted', expired: 'deleted' },
  };
  for (const [trigger, steps] of Object.entries(allowed)) {
    for (const status of LINK_STATUSES) {
      const next = steps[status];
      it(`${next === undefined ? `do not let ${status} links` : `take ${status} links to ${next} on`} ${trigger}`, () => {
        expect(nextStatus(status, trigger as LinkTrigger)).to.equal(next);
      });
    }
  }
});
