import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { confirm, drop } from '../../src/deposits/confirmation.ts';
import { findDeposit } from '../../src/deposits/repository.ts';
import { money } from '../../src/lib/money.ts';
import {
  LINK_STATUSES,
  LINK_TRIGGERS,
  nextQuoteStatus,
  nextStatus,
  QUOTE_STATUSES,
  QUOTE_TRIGGERS,
  type LinkStatus,
  type LinkTrigger,
  type QuoteStatus,
  type QuoteTrigger,
} from '../../src/payment-links/transitions.ts';
import type { Client } from '../support/client.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  advance,
  behave,
  createLink,
  historyOf,
  methodOf,
  MINUTE_S,
  injectFault,
  pay,
  PAYABLE_BY_ALL,
  readLink,
  readMethod,
  refreshQuote,
  requireLegalHistories,
  runOut,
  serviceTimeIn,
} from './links.ts';
import { startLimitedRail, type LimitedRail } from './methods/limited-rail.ts';

const REFUSED_WITH: Partial<Record<LinkTrigger, string>> = {
  modify: 'payment_link_not_modifiable',
  cancel: 'payment_link_not_cancellable',
  delete: 'payment_link_not_deletable',
};

describe('a payment link in the running service', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    api = account.api;
  });
  after(() => service?.close());
  beforeEach(() => behave(service));
  afterEach(() => requireLegalHistories(service));

  interface Subject {
    code: string;
    /** The deposit that was once seen for it. */
    depositId: string;
  }

  /** A new link with a payment that was seen. */
  const makeProcessing = async (): Promise<Subject> => {
    const expires_at = await serviceTimeIn(service, 10 * MINUTE_S);
    const { code } = await createLink(api, { expires_at });
    const { body } = await pay(api, code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    return { code, depositId: body.id };
  };
  const confirmSeen = async (): Promise<void> => {
    await advance(service, 10);
    await service.workers.confirmations.runOnce();
  };
  const dropSeen = async (): Promise<void> => {
    await injectFault(service, 'confirm', { failure: 'refused' });
    await confirmSeen();
    await injectFault(service, 'confirm', {});
  };
  const makeActive = async (): Promise<Subject> => {
    const subject = await makeProcessing();
    await dropSeen();
    return subject;
  };
  const passTime = async (): Promise<void> => {
    await advance(service, 11 * MINUTE_S);
    await service.workers.expiry.runOnce();
  };

  const MAKE: Record<LinkStatus, () => Promise<Subject>> = {
    active: makeActive,
    processing: makeProcessing,
    async paid() {
      const subject = await makeProcessing();
      await confirmSeen();
      return subject;
    },
    async cancelled() {
      const subject = await makeActive();
      await api.post(`/v1/payment_links/${subject.code}/cancel`);
      return subject;
    },
    async expired() {
      const subject = await makeActive();
      await passTime();
      return subject;
    },
  };

  /** Accepts what arrived too late as the payment (D40). */
  const accept = async (id: string): Promise<void> => {
    const { db, inbox } = service.foundation;
    await db.transaction((trx) => inbox.acceptAsPayment(trx, OPERATOR, account.id, id));
  };
  /** The same for money that its provider exchanges one for one first. */
  const acceptApart = async (code: string): Promise<void> => {
    const provider = service.foundation.providers.get('simulator');
    const holdsAtPar = provider.holdsAtPar.bind(provider);
    const { body } = await pay(api, code, { method: 'SPEI' });
    provider.holdsAtPar = (asset, other) => asset === other;
    try {
      await accept(body.id);
    } finally {
      provider.holdsAtPar = holdsAtPar;
    }
  };

  /** Returns the error code of a refusal, for triggers that are requests. */
  const PULL: Record<LinkTrigger, (subject: Subject) => Promise<string | undefined>> = {
    async pay({ code }) {
      const { body } = await pay(api, code, { method: 'MXNB' });
      expect(body.status).to.be.oneOf(['credited', 'unmatched']);
      if (body.unmatched_reason === 'LINK_EXPIRED') await accept(body.id);
      return undefined;
    },
    async receive({ code }) {
      // By a method that converts, so that the link is processing before it is paid.
      const { body } = await pay(api, code, { method: 'USDC' });
      expect(body.status).to.be.oneOf(['pending', 'unmatched']);
      if (body.unmatched_reason === 'LINK_EXPIRED') await acceptApart(code);
      return undefined;
    },
    async settle({ depositId }) {
      await confirmSeen();
      const { db, holding, logger } = service.foundation;
      const { destination, payer } = (await api.get(`/v1/deposits/${depositId}`)).body;
      const arrived = {
        asset: 'MXNB',
        network: 'Arbitrum',
        amount: money(PAYABLE_BY_ALL),
        destination,
        payer,
      };
      await db.transaction(async (trx) =>
        confirm(trx, { ...holding, logger }, await findDeposit(trx, account.id, depositId), arrived),
      );
      return undefined;
    },
    async fail({ depositId }) {
      await dropSeen();
      const { db, holding } = service.foundation;
      await db.transaction(async (trx) => drop(trx, holding, await findDeposit(trx, account.id, depositId)));
      return undefined;
    },
    modify: async ({ code }) =>
      refusal(await api.patch(`/v1/payment_links/${code}`, { description: 'Another' })).code,
    cancel: async ({ code }) => refusal(await api.post(`/v1/payment_links/${code}/cancel`)).code,
    async expire() {
      await passTime();
      return undefined;
    },
    delete: async ({ code }) => refusal(await api.delete(`/v1/payment_links/${code}`)).code,
  };

  for (const status of LINK_STATUSES) {
    for (const trigger of LINK_TRIGGERS) {
      const next = nextStatus(status, trigger);
      it(`that is ${status} ${next ? `becomes ${next} on` : 'does not change on'} ${trigger}`, async () => {
        const subject = await MAKE[status]();
        expect((await readLink(api, subject.code)).status).to.equal(status);
        const before = await historyOf(service, subject.code);

        const refused = await PULL[trigger](subject);
        expect(refused).to.equal(next ? undefined : REFUSED_WITH[trigger]);

        const answer = await api.get(`/v1/payment_links/${subject.code}`);
        const present = answer.status === 404 ? 'deleted' : answer.body.status;
        expect(present).to.equal(next ?? status);
        const isMove = next !== undefined && next !== status;
        expect(await historyOf(service, subject.code)).to.deep.equal(
          isMove ? [...before, `${trigger} → ${next}`] : before,
        );
      });
    }
  }

  describe('past its expiry but not yet marked', () => {
    let code: string;

    beforeEach(async () => {
      ({ code } = await createLink(api, { expires_at: await serviceTimeIn(service, 5 * MINUTE_S + 5) }));
      await advance(service, 6 * MINUTE_S);
    });

    it('reads as expired, also in the list and the statistics', async () => {
      expect((await readLink(api, code)).status).to.equal('expired');
      const { data } = (await api.get('/v1/payment_links?status=expired&limit=1')).body;
      expect(data[0]).to.include({ code, status: 'expired' });
      const expired = (await api.get('/v1/payment_links/stats')).body.expired;
      await service.workers.expiry.runOnce();
      expect((await api.get('/v1/payment_links/stats')).body.expired).to.equal(expired);
    });

    it('cannot be changed, cancelled or requoted', async () => {
      expect(refusal(await api.patch(`/v1/payment_links/${code}`, { description: 'x' })).code).to.equal(
        'payment_link_not_modifiable',
      );
      expect(refusal(await api.post(`/v1/payment_links/${code}/cancel`)).code).to.equal(
        'payment_link_not_cancellable',
      );
      expect(refusal(await refreshQuote(api, code, 'USDC')).code).to.equal('payment_link_not_modifiable');
    });

    it('can be deleted, with the expiry recorded first', async () => {
      expect((await api.delete(`/v1/payment_links/${code}`)).status).to.equal(204);
      expect(await historyOf(service, code)).to.deep.equal(['expire → expired', 'delete → deleted']);
    });

    it('cannot be paid, with the expiry recorded', async () => {
      const { body } = await pay(api, code, { method: 'SPEI' });
      expect(body).to.include({ status: 'unmatched', unmatched_reason: 'LINK_EXPIRED' });
      expect(await historyOf(service, code)).to.deep.equal(['expire → expired']);
    });
  });
});

/** The triggers of each kind of method: without conversion quotes are issued, with conversion they are locked. */
const QUOTES = {
  SPEI: { statuses: ['native', 'expired', 'calculating'], triggers: ['issue', 'postpone', 'lapse'] },
  USDC: { statuses: ['locked', 'expired', 'calculating'], triggers: ['lock', 'postpone', 'lapse'] },
} as const satisfies Record<string, { statuses: QuoteStatus[]; triggers: QuoteTrigger[] }>;

describe("a method's quote in the running service", () => {
  let rail: LimitedRail;
  let service: TestService;
  let api: Client;

  before(async () => {
    rail = await startLimitedRail();
    service = rail.service;
    ({ api } = await service.createAccount());
  });
  after(() => rail?.close());
  const providerIsUp = async (): Promise<void> => {
    await rail.reset();
    rail.limits.placeS = 15 * MINUTE_S;
  };
  beforeEach(providerIsUp);

  const providerIsDown = async (): Promise<void> => {
    await rail.set('quote', { failure: 'unavailable' });
    await rail.set('instructions', { failure: 'unavailable' });
  };
  const letLapse = () => advance(service, 16 * MINUTE_S);
  const create = async (): Promise<string> => (await createLink(api)).code;

  const MAKE: Record<QuoteStatus, () => Promise<string>> = {
    native: create,
    locked: create,
    async expired() {
      const code = await create();
      await letLapse();
      return code;
    },
    async calculating() {
      await providerIsDown();
      const code = await create();
      await providerIsUp();
      return code;
    },
  };

  const renew = async (code: string, method: string): Promise<void> => {
    expect((await refreshQuote(api, code, method)).status).to.equal(200);
  };
  const PULL: Record<QuoteTrigger, (code: string, method: string) => Promise<unknown>> = {
    lock: renew,
    issue: renew,
    async postpone(code, method) {
      await providerIsDown();
      await renew(code, method);
    },
    lapse: letLapse,
  };

  for (const [method, { statuses, triggers }] of Object.entries(QUOTES)) {
    for (const status of statuses) {
      for (const trigger of triggers) {
        const next = nextQuoteStatus(status, trigger);
        it(`by ${method} that is ${status} ${next ? `becomes ${next} on` : 'does not change on'} ${trigger}`, async () => {
          const code = await MAKE[status]();
          const before = await readMethod(api, code, method);
          expect(before.quote_status).to.equal(status);

          await PULL[trigger](code, method);

          const after = await readMethod(api, code, method);
          expect(after.quote_status).to.equal(next ?? status);
          if (!next) expect(after).to.deep.equal(before);
        });
      }
    }
  }

  it('has all of its states and triggers tested', () => {
    const tried = Object.values(QUOTES);
    expect(new Set(tried.flatMap(({ statuses }) => [...statuses]))).to.deep.equal(new Set(QUOTE_STATUSES));
    expect(new Set(tried.flatMap(({ triggers }) => [...triggers]))).to.deep.equal(new Set(QUOTE_TRIGGERS));
  });

  it('can also be filled in by the worker', async () => {
    const code = await MAKE.calculating();
    const filled = async (): Promise<string[]> => {
      const link = await readLink(api, code);
      return ['SPEI', 'USDC'].map((method) => methodOf(link, method).quote_status);
    };
    // On a busy machine, the provider's two seconds can pass: then it is asked again.
    for (let tries = 1; tries <= 5 && (await filled()).includes('calculating'); tries++) {
      await advance(service, 2 ** tries);
      await runOut(service.workers.quotes);
    }
    expect(await filled()).to.deep.equal(['native', 'locked']);
  });
});
