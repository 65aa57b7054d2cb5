import type { Database, Queryable, Trx } from '../../../../db/index.ts';
import { DomainError, invalidParam } from '../../../../lib/errors/errors.ts';
import { money } from '../../../../lib/money.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../../../../operators/index.ts';
import { findPartOf } from '../payouts/file-debits.ts';
import { listOrders } from '../payouts/repository.ts';
import { settle } from '../payouts/settle.ts';
import { DECISIONS, type Decision } from './decision-kinds.ts';
import {
  decideEntry,
  findEntry,
  findReturnOf,
  findTakenBackOf,
  type EntryKind,
  type EntryRow,
} from './repository.ts';

const DECISION_KIND = 'bank.decide';

const KINDS: Readonly<Record<Decision, EntryKind>> = {
  payer: 'deposit',
  own: 'other',
  cost: 'cost',
  'pay-out': 'pay_out',
  return: 'return',
  'taken-back': 'taken_back',
};

/**
 * Requests another operator's approval to book an unexplained movement as: a payment by a payer, which then pays the
 * link that it names or waits in the inbox; the deployment's own; a charge; the debit of sent payments (`of`: our id of
 * one, or of a payment file or a group in it); the return of a payment (`of`: our id of it); or a deposit that is taken
 * back (`of`: the provider's reference of it). Throws `invalid_request` naming the mismatch.
 */
export async function askToDecide(
  trx: Trx,
  { approvals, db }: { approvals: Approvals; db: Database },
  by: Operator,
  { entry: identity, as, of }: { entry: string; as: Decision; of: string | undefined },
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  const entry = await findEntry(db.read, { identity });
  if (entry?.kind !== 'unknown') throw invalidParam('entry', `There is no unexplained movement ${identity}.`);
  await findMeaning(db.read, entry, as, of);
  return approvals.request(trx, by, {
    ...why,
    kind: DECISION_KIND,
    details: { entry: identity, as, of: of ?? null, amount: entry.amount, currency: entry.currency },
  });
}

/** The meaning under which a movement is booked. */
interface Meaning {
  subject: string | null;
  /** The payments that the debit covers. */
  settles: readonly string[];
}

/** Throws `invalid_request` for a meaning that the movement cannot have, or that another movement has already. */
async function findMeaning(
  on: Queryable,
  entry: EntryRow,
  as: Decision,
  of: string | undefined,
): Promise<Meaning> {
  const isCredit = money(entry.amount).isPositive();
  if (as !== 'own' && isCredit !== (as === 'payer' || as === 'return')) {
    throw invalidParam('as', `A ${isCredit ? 'credit' : 'debit'} cannot be decided as ${as}.`);
  }
  switch (as) {
    case 'pay-out':
      return findPayments(on, entry, of);
    case 'return':
      return { subject: await findReturned(on, entry, of), settles: [] };
    case 'taken-back':
      return { subject: await findTakenBack(on, entry, of), settles: [] };
    default:
      return { subject: null, settles: [] };
  }
}

async function findPayments(on: Queryable, entry: EntryRow, of = ''): Promise<Meaning> {
  const { account } = entry;
  const amount = money(entry.amount).abs();
  const [order] = await listOrders(on, { account, ids: [of] });
  if (order?.state === 'exported' && money(order.amount).eq(amount)) {
    return { subject: order.id, settles: [order.id] };
  }
  const part = await findPartOf(on, { account, of, amount });
  if (part) return { subject: part.batch, settles: part.orders };
  throw invalidParam(
    'of',
    'Name the payment, the payment file or a group in it by our id. What of it is neither done nor refused must have exactly this sum.',
  );
}

async function findReturned(on: Queryable, entry: EntryRow, of = ''): Promise<string> {
  const [order] = await listOrders(on, { account: entry.account, ids: [of] });
  if (!order || money(order.amount).lt(money(entry.amount))) {
    throw invalidParam('of', 'Name the payment that came back by our id; at most what was sent comes back.');
  }
  if (await findReturnOf(on, { order: order.id })) {
    throw invalidParam('of', 'That payment has come back already, and comes back once.');
  }
  return order.id;
}

async function findTakenBack(on: Queryable, entry: EntryRow, of = ''): Promise<string> {
  const deposit = await findEntry(on, { identity: of });
  const isOne = deposit?.kind === 'deposit' && deposit.account === entry.account && deposit.isFinal;
  if (!isOne || money(deposit.amount).lt(money(entry.amount).abs())) {
    throw invalidParam('of', "Name the deposit that was taken back by the provider's reference.");
  }
  if (await findTakenBackOf(on, { deposit: of })) {
    throw invalidParam('of', 'That deposit was taken back already, and is taken back once.');
  }
  return of;
}

/** Books it; the report worker then processes its meaning. The conditions of the request must still hold. */
export const DECISION_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [DECISION_KIND]: {
    async carryOut(trx, { details, approvedBy }) {
      const { entry: identity, as, of } = details as Record<string, string | null>;
      const decision = DECISIONS.find((one) => one === as);
      const entry = await findEntry(trx, { identity: identity ?? '' });
      if (!decision || !entry) throw new DomainError('operator_request_forged');
      if (entry.kind !== 'unknown') throw new DomainError('operator_request_not_waiting');
      const { subject, settles } = await findMeaning(trx, entry, decision, of ?? undefined);
      const decided = { id: entry.id, kind: KINDS[decision], subject, operator: approvedBy.id };
      if ((await decideEntry(trx, decided)) === 0) throw new DomainError('operator_request_not_waiting');
      if (settles.length > 0) await settle(trx, { orders: settles, entry: entry.identity });
    },
  },
};
