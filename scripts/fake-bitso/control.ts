import { money } from '../../src/lib/money.ts';
import { depositAddress, type ArrivalFate, type Deposits } from './apis/chain.ts';
import type { Fundings, OnChain, Payer } from './apis/fundings.ts';
import type { Juno } from './apis/juno.ts';
import type { Payments } from './apis/payments.ts';
import type { ConversionEnd, ConversionWeather, Rfq } from './apis/rfq.ts';
import type { Fate, FateWeather, Withdrawals } from './apis/withdrawals.ts';
import type { Faults, PlannedFault, Weather } from '../stand-in/faults.ts';
import { changeSettings, type Changes } from '../stand-in/settings.ts';
import type { NoticeSettings, Settings } from './state/settings.ts';
import type { World } from './state/world.ts';

interface Parts {
  world: World;
  faults: Faults;
  fundings: Fundings;
  deposits: Deposits;
  payments: Payments;
  withdrawals: Withdrawals;
  rfq: Rfq;
  juno: Juno;
  received: Record<string, number>;
}

/**
 * What tests and people do to the server that no client of Bitso can: over HTTP, `POST /control/<name>` with these
 * arguments as JSON, unsigned.
 */
export function createControl({
  world,
  faults,
  fundings,
  deposits,
  payments,
  withdrawals,
  rfq,
  juno,
  received,
}: Parts) {
  const { clock, settings, notices, books } = world;
  return {
    /** A payer sends a SPEI transfer. What does not fit is sent back: `credited` says so, and why. */
    pay: (payer: Payer) => fundings.send(payer),
    /** Lets a transfer that was `held` arrive for good, or fail. */
    settleFunding: ({ fid, status }: { fid: string; status: 'complete' | 'failed' }) =>
      fundings.settle(fid, status),
    /** Ends a payment before its time. */
    expirePayment: ({ payment_id: id }: { payment_id: string }) => payments.expire(id),
    /** Gives the account money of its own. */
    credit: ({ currency = 'mxn', amount }: { currency?: string; amount: string }) => ({
      fid: fundings.credit(currency, money(amount), 'own'),
    }),
    /** What was sent on a chain to the account's address is credited; by default for good, and as often as this is called. */
    arriveOnChain: ({ amount, ...arrival }: Omit<OnChain, 'amount'> & { amount: string }) => ({
      fid: fundings.arriveOnChain({ ...arrival, amount: money(amount) }),
    }),
    /** Where on a network tokens are sent to for the account. */
    depositAddress: ({ network }: { network: string }) => ({ address: depositAddress(network) }),
    /** What becomes of the next transfers to that address on the chain that is watched, in order. */
    arrivalFates: ({ fates }: { fates: ArrivalFate[] }) => deposits.planFates(fates),
    /** Gives the account at Juno MXNB. */
    grantMxnb: ({ amount }: { amount: string }) => juno.grant(money(amount)),
    /** Moves the clock ahead; what falls due happens. */
    advance({ ms }: { ms: number }) {
      clock.advance(ms);
      return { now: new Date(clock.now()).toISOString() };
    },
    fault: (fault: PlannedFault) => faults.plan(fault),
    weather: (weather: Weather) => faults.setWeather(weather),
    clearFaults: () => faults.clear(),
    /** What becomes of the next withdrawals, in order. */
    withdrawalFates: ({ fates }: { fates: Fate[] }) => withdrawals.planFates(fates),
    withdrawalWeather: (weather: FateWeather) => withdrawals.setWeather(weather),
    /** Ends a withdrawal that is stuck. */
    settleWithdrawal: ({
      wid,
      status,
      reason,
    }: {
      wid: string;
      status: 'complete' | 'failed';
      reason?: string;
    }) => withdrawals.settle(wid, status, reason),
    /** A deposit brings back what a completed withdrawal sent. */
    reverseWithdrawal: ({ wid, type, reason }: { wid: string; type?: Reversal; reason?: string }) => ({
      fid: withdrawals.reverse(wid, type, reason),
    }),
    expireQuotes: () => rfq.expireQuotes(),
    failConversions: ({ count = 1 }: { count?: number }) =>
      rfq.planEnds(Array.from({ length: count }, () => 'fail' as const)),
    /** What becomes of the next conversions, in order: `terminate_executed` moves the money all the same. */
    conversionEnds: ({ ends }: { ends: ConversionEnd[] }) => rfq.planEnds(ends),
    conversionWeather: (weather: ConversionWeather) => rfq.setWeather(weather),
    /** Sets money of the account aside, as somebody else's use of it would, or with a negative amount frees it. */
    holdFunds: ({ currency = 'mxn', amount }: { currency?: string; amount: string }) =>
      books.hold(currency, money(amount)),
    /** Ends the conversions that are under way. */
    settleConversions: ({ status }: { status: 'complete' | 'failed' | 'terminated' }) => rfq.settle(status),
    /** Changes settings: see `state/settings.ts`. */
    set: (changes: Changes<Settings>): Settings => changeSettings(settings, changes),
    /** How notices go wrong from now on. */
    noticeWeather: (weather: Partial<NoticeSettings>) => Object.assign(settings.notices, weather),
    /** A notice as it would be sent, also by somebody else; posted only if asked for. */
    notice({ event, payload, by, post }: { event: string; payload: unknown; by?: Author; post?: boolean }) {
      const notice = notices.write(event, payload, by);
      if (post) notices.post(notice);
      return notice;
    },
    /** Sends all notices again. */
    replay: () => ({ sent: notices.replay() }),
    rotateKey: ({ keepsOld = true }: { keepsOld?: boolean }) => ({ key_id: notices.rotateKey(keepsOld) }),
    /** Everything, for whoever compares books. */
    state: () => ({
      now: new Date(clock.now()).toISOString(),
      faults: [
        ...[
          ...books.faults(),
          ...payments.faults(),
          ...withdrawals.faults(),
          ...rfq.faults(),
          ...juno.faults(),
        ],
      ],
      balances: Object.fromEntries(
        books.currencies().map((currency) => [currency, books.total(currency).toFixed()]),
      ),
      available: Object.fromEntries(
        books.currencies().map((currency) => [currency, books.available(currency).toFixed()]),
      ),
      mxnb: juno.balance(),
      received,
      chain_problems: deposits.problems(),
      deliveries: notices.statuses,
      payments: payments.count(),
      fundings: fundings.all().map(({ fid, status, amount, currency, details }) => ({
        ...{ fid, status, amount: amount.toFixed(), currency, details },
      })),
      withdrawals: withdrawals.all().map((withdrawal) => withdrawals.view(withdrawal)),
      conversions: rfq.all(),
      mints: juno.all(),
    }),
  };
}

type Reversal = Parameters<Withdrawals['reverse']>[1];
type Author = 'us' | 'forger' | 'unknown';

export type Control = ReturnType<typeof createControl>;
