import { expect } from 'chai';
import {
  LINK_STATUSES,
  LINK_TRIGGERS,
  nextQuoteStatus,
  nextStatus,
  QUOTE_STATUSES,
  QUOTE_TRIGGERS,
  type LinkTrigger,
  type QuoteTrigger,
} from '../../src/payment-links/transitions.ts';

/** D4 to D6 and D40, restated independently: what is not here is refused. */
const LINKS: Record<LinkTrigger, Record<string, string>> = {
  pay: { active: 'paid', expired: 'paid' },
  receive: { active: 'processing', expired: 'processing' },
  settle: { processing: 'paid' },
  fail: { processing: 'active' },
  modify: { active: 'active' },
  cancel: { active: 'cancelled' },
  expire: { active: 'expired' },
  delete: { cancelled: 'deleted', expired: 'deleted' },
};
const QUOTES: Record<QuoteTrigger, Record<string, string>> = {
  lock: { calculating: 'locked', expired: 'locked' },
  issue: { calculating: 'native', expired: 'native' },
  postpone: { calculating: 'calculating', expired: 'calculating' },
  lapse: { locked: 'expired', native: 'expired' },
};

describe('the states of a payment link', () => {
  for (const trigger of LINK_TRIGGERS) {
    for (const status of LINK_STATUSES) {
      const next = LINKS[trigger][status];
      it(`${next === undefined ? `do not let ${status} links` : `take ${status} links to ${next} on`} ${trigger}`, () => {
        expect(nextStatus(status, trigger)).to.equal(next);
      });
    }
  }
});

describe("the states of a method's quote", () => {
  for (const trigger of QUOTE_TRIGGERS) {
    for (const status of QUOTE_STATUSES) {
      const next = QUOTES[trigger][status];
      it(`${next === undefined ? `do not let ${status} quotes` : `take ${status} quotes to ${next} on`} ${trigger}`, () => {
        expect(nextQuoteStatus(status, trigger)).to.equal(next);
      });
    }
  }
});
