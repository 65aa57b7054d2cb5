import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  addDeposit,
  type DepositNotification,
  moveDeposit,
  toDeposit,
  UNCLAIMED_ACCOUNT_ID,
} from '../../src/deposits/deposit-state.ts';
import { findDeposit, type Deposit } from '../../src/deposits/repository.ts';
import {
  DEPOSIT_EVENTS,
  DEPOSIT_STATES,
  DEPOSIT_STATUSES,
  DEPOSIT_STEPS,
  type DepositEvent,
  type DepositRefusal,
  type DepositState,
  type DepositStatus,
  stateOf,
  stepOf,
} from '../../src/deposits/transitions.ts';
import { money } from '../../src/lib/money.ts';
import { startService, type TestService } from '../support/service.ts';

const AMOUNT = '12.5';

/** The steps of D7, D40 and D58, restated independently: where a deposit goes, and by which entry. */
const STEPS: Record<DepositEvent, Partial<Record<DepositState, [to: DepositStatus, entry?: string]>>> = {
  receive: { new: ['pending', 'payment_received'] },
  finalize: { seen: ['pending'] },
  drop: { seen: ['failed', 'payment_dropped'] },
  credit: { new: ['credited'], seen: ['credited'], pending: ['credited'], unmatched: ['credited'] },
  convert: { unmatched: ['pending', 'payment_accepted'] },
  unmatch: {
    new: ['unmatched', 'unmatched_deposit'],
    seen: ['unmatched', 'payment_unmatched'],
    pending: ['unmatched', 'payment_unmatched'],
    failed: ['unmatched', 'unmatched_deposit'],
  },
  accept: { unmatched: ['accepted'] },
  refund: { unmatched: ['refunding'] },
  return: { refunding: ['refunded'] },
  keep: { refunding: ['unmatched'], refunded: ['unmatched'] },
  take_back: { unmatched: ['taken_back'] },
};

/** The reason for a refusal, by the event, and where a state has another. */
const REASONS: Record<DepositEvent, DepositRefusal> = {
  receive: 'known',
  finalize: 'known',
  drop: 'known',
  credit: 'not_unmatched',
  convert: 'not_unmatched',
  unmatch: 'known',
  accept: 'not_unmatched',
  refund: 'not_unmatched',
  return: 'not_refunded',
  keep: 'not_refunded',
  take_back: 'account_pays',
};
const OTHER_REASONS: Partial<Record<DepositState, Partial<Record<DepositEvent, DepositRefusal>>>> = {
  seen: { take_back: 'not_final' },
  failed: { take_back: 'not_final' },
  taken_back: { refund: 'taken_back', take_back: 'taken_back' },
};

function reasonOf(state: DepositState, event: DepositEvent): DepositRefusal {
  return state === 'new' ? 'unwritten' : (OTHER_REASONS[state]?.[event] ?? REASONS[event]);
}

/** The shortest series of events that takes a new deposit to a state; undefined if none does. */
function wayTo(wanted: DepositState): DepositEvent[] | undefined {
  const ways = new Map<DepositState, DepositEvent[]>([['new', []]]);
  for (const [state, way] of ways) {
    for (const event of DEPOSIT_EVENTS) {
      const to = stepOf(state, event)?.to;
      if (to === undefined) continue;
      // A deposit that is received is final, or only seen.
      for (const next of event === 'receive' ? (['seen', to] as const) : [to]) {
        if (!ways.has(next)) ways.set(next, [...way, event]);
      }
    }
  }
  return ways.get(wanted);
}

describe('the steps of a deposit', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const notification = (final: boolean): DepositNotification => ({
    provider: 'simulator',
    providerReference: randomUUID(),
    method: 'SPEI',
    destination: '646180157000000004',
    reference: null,
    asset: 'MXNB',
    network: null,
    amount: money(AMOUNT),
    final,
    payer: {},
  });

  /** The reason in an event why a deposit is not credited. */
  const reasonFor = (event: DepositEvent | undefined) =>
    event === 'unmatch' || event === 'drop' ? { reason: 'UNDERPAID' as const } : {};

  /** A committed deposit in a state; a new one is not written yet, and made for the event. */
  const depositIn = (state: DepositState, next: DepositEvent): Promise<Deposit> =>
    service.foundation.db.transaction(async (trx) => {
      const [first, ...rest] = wayTo(state) ?? [];
      const isSeen = state === 'seen' || rest.includes('drop');
      const mismatch = reasonFor(first ?? next).reason;
      const fresh = await toDeposit(trx, notification(!isSeen), mismatch ? { mismatch } : {});
      if (first === undefined) return fresh;
      let deposit = addDeposit(trx, fresh, first);
      for (const event of rest) deposit = await moveDeposit(trx, deposit, event, reasonFor(event));
      return deposit;
    });

  const take = (deposit: Deposit, state: DepositState, event: DepositEvent): Promise<Deposit> =>
    service.foundation.db.transaction((trx) =>
      state === 'new'
        ? Promise.resolve(addDeposit(trx, deposit, event))
        : moveDeposit(trx, deposit, event, reasonFor(event)),
    );

  const entriesOf = async ({ id }: Deposit): Promise<string[]> =>
    (
      await service.database.query(
        `select type from ledger_entries where source_id = $1 and account_id = $2`,
        [id, UNCLAIMED_ACCOUNT_ID],
      )
    ).map((row) => row['type'] as string);

  it('reach every state, and none that cannot be stored', () => {
    for (const state of DEPOSIT_STATES) expect(wayTo(state), state).to.not.equal(undefined);
    for (const state of DEPOSIT_STATES) {
      for (const event of DEPOSIT_EVENTS) {
        const to = stepOf(state, event)?.to;
        if (to !== undefined) expect(DEPOSIT_STATUSES, `${state} ${event}`).to.include(to);
      }
    }
  });

  it('book a payment that was accepted, and could not be converted, as that', async () => {
    const held = await depositIn('unmatched', 'convert');
    const converted = await take(held, 'unmatched', 'convert');
    expect(converted).to.deep.include({ status: 'pending', acceptedBy: 'person', resolvedAt: null });
    const again = await take(converted, 'pending', 'unmatch');
    expect(again).to.deep.include({ status: 'unmatched', acceptedBy: null, resolvedAt: null });
    expect(await entriesOf(held)).to.have.members([
      'unmatched_deposit',
      'payment_accepted',
      'payment_acceptance_failed',
    ]);
  });

  it('resolve a deposit that is credited only if a decision about it was needed', async () => {
    const payment = await depositIn('pending', 'credit');
    expect((await take(payment, 'pending', 'credit')).resolvedAt).to.equal(null);
    const converted = await take(await depositIn('unmatched', 'convert'), 'unmatched', 'convert');
    expect((await take(converted, 'pending', 'credit')).resolvedAt).to.be.instanceOf(Date);
  });

  for (const state of DEPOSIT_STATES) {
    for (const event of DEPOSIT_EVENTS) {
      const [to, entry] = STEPS[event][state] ?? [];
      if (to === undefined) {
        const reason = reasonOf(state, event);
        it(`refuse to ${event} a deposit that is ${state}, because of: ${reason}`, async () => {
          expect(DEPOSIT_STEPS[state][event]).to.equal(reason);
          const deposit = await depositIn(state, event);
          const failure: unknown = await take(deposit, state, event).catch((error: unknown) => error);
          expect(String(failure)).to.include(`is ${state} and cannot ${event}: ${reason}`);
        });
      } else {
        it(`take a deposit that is ${state} to ${to} when it is to ${event}`, async () => {
          const deposit = await depositIn(state, event);
          const before = state === 'new' ? [] : await entriesOf(deposit);
          const moved = await take(deposit, state, event);
          const stored = await findDeposit(service.foundation.db.read, UNCLAIMED_ACCOUNT_ID, deposit.id);
          expect(stored).to.deep.include({ status: to, confirmationDueAt: null });
          expect(stored.resolvedAt).to.deep.equal(moved.resolvedAt);
          expect(stateOf(stored)).to.equal(to);
          const posted = (await entriesOf(deposit)).filter((type) => !before.includes(type));
          expect(posted).to.deep.equal(entry === undefined ? [] : [entry]);
        });
      }
    }
  }
});
