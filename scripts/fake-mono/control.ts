import type { Faults, PlannedFault, Weather } from '../stand-in/faults.ts';
import { changeSettings, type Changes } from '../stand-in/settings.ts';
import type { Attempts, Payment } from './apis/attempts.ts';
import type { Collections } from './apis/collections.ts';
import type { Oauth } from './apis/oauth.ts';
import type { Fate, Transfers } from './apis/transfers.ts';
import type { Author } from './notices.ts';
import type { Settings } from './state/settings.ts';
import { centavosOf, type World } from './state/world.ts';

interface Parts {
  world: World;
  faults: Faults;
  oauth: Oauth;
  collections: Collections;
  attempts: Attempts;
  transfers: Transfers;
  received: Record<string, number>;
}

/**
 * What tests and people do to the server that no client of Mono can: over HTTP, `POST /control/<name>` with these arguments
 * as JSON.
 */
export function createControl({ world, faults, oauth, collections, attempts, transfers, received }: Parts) {
  const { clock, settings, notices, sending, receiving } = world;
  return {
    /** A payer sends money to a key. Null: the payer's bank knows no such key. */
    pay(payment: Payment) {
      const attempt = attempts.pay(payment);
      return attempt ? { ...attempts.view(attempt), notice: attempts.dataOf(attempt) } : null;
    },
    /** Ends an attempt that was held. */
    settleAttempt: ({
      id,
      state,
      reason,
    }: {
      id: string;
      state: 'successful' | 'rejected' | 'failed';
      reason?: string;
    }) => attempts.settle(id, state, reason),
    /** Puts money into the account that sends. */
    credit: ({ amount }: { amount: string }) => ({ balance: (sending.balance += centavosOf(amount)) }),
    /** Who holds a key, by the number of their document. */
    holdKey: ({ key, document_number }: { key: string; document_number: string }) =>
      transfers.holdBy(key, document_number),
    /** What becomes of the next transfers, in order; and of all others. */
    transferFates: ({ fates }: { fates: Fate[] }) => transfers.plan(fates),
    transferWeather: ({ fate }: { fate?: Fate }) => transfers.setUsual(fate),
    /** Moves a transfer to any state. */
    moveTransfer: ({ id, state, reason }: { id: string; state: string; reason?: string }) =>
      transfers.move(id, state, reason),
    revokeTokens: () => oauth.revoke(),
    allowScopes: ({ scopes }: { scopes?: string[] }) => oauth.allow(scopes),
    /** Moves the clock ahead; what falls due happens. */
    advance({ ms }: { ms: number }) {
      clock.advance(ms);
      return { now: new Date(clock.now()).toISOString() };
    },
    fault: (fault: PlannedFault) => faults.plan(fault),
    weather: (weather: Weather) => faults.setWeather(weather),
    clearFaults: () => faults.clear(),
    /** Changes settings: see `state/settings.ts`. */
    set: (changes: Changes<Settings>): Settings => changeSettings(settings, changes),
    /** A notice as it would be sent, also by somebody else or long ago; posted only if asked for. */
    notice({
      type,
      data,
      by,
      signed_at,
      post,
    }: {
      type: string;
      data: object;
      by?: Author;
      signed_at?: number;
      post?: boolean;
    }) {
      const notice = notices.write(type, data, by, signed_at);
      if (post) notices.post(notice);
      return notice;
    },
    /** The headers for a body. */
    sign: ({ body, by, signed_at }: { body: string; by?: Author; signed_at?: number }) =>
      notices.sign(body, by, signed_at),
    /** Sends all notices again. */
    replay: () => ({ sent: notices.replay() }),
    /** Everything, for whoever compares books. */
    state: () => ({
      now: new Date(clock.now()).toISOString(),
      balances: { receiving: receiving.balance, sending: sending.balance },
      received,
      deliveries: notices.statuses,
      collections: collections.all.map((one) => ({ ...collections.view(one), qrs: one.qrs })),
      attempts: attempts.all.map((one) => attempts.view(one)),
      transfers: transfers.all.map((one) => transfers.view(one)),
    }),
  };
}

export type Control = ReturnType<typeof createControl>;
