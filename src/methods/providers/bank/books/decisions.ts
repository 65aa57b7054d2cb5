import type { Database, Trx } from '../../../../db/index.ts';
import { DomainError, invalidParam } from '../../../../lib/errors/errors.ts';
import { money } from '../../../../lib/money.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../../../../operators/index.ts';
import { listOrders } from '../payouts/repository.ts';
import { DECISIONS, type Decision } from './decision-kinds.ts';
import { decideEntry, findEntry, type EntryKind, type EntryRow } from './repository.ts';

export const DECISION_KIND = 'bank.decide';

const KINDS: Readonly<Record<Decision, EntryKind>> = {
  payer: 'deposit',
  own: 'other',
  cost: 'cost',
  return: 'return',
  'taken-back': 'taken_back',
};

/**
 * Requests another operator's approval to book a movement that no rule explains as what it is: a payment by a payer, which
 * then pays the link that it names or waits in the inbox; the deployment's own; a charge; the return of a payment (`of`: our id of it); or a deposit that
 * is taken back (`of`: the provider's reference of it). Throws `invalid_request` naming what does not fit.
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
  await requireFits(db, entry, as, of);
  return approvals.request(trx, by, {
    ...why,
    kind: DECISION_KIND,
    details: { entry: identity, as, of: of ?? null, amount: entry.amount, currency: entry.currency },
  });
}

async function requireFits(
  db: Database,
  entry: EntryRow,
  as: Decision,
  of: string | undefined,
): Promise<void> {
  const isCredit = money(entry.amount).isPositive();
  if (as !== 'own' && isCredit !== (as === 'payer' || as === 'return')) {
    throw invalidParam('as', `A ${isCredit ? 'credit' : 'debit'} cannot be decided as ${as}.`);
  }
  if (as === 'return') {
    const [order] = await listOrders(db.read, { account: entry.account, ids: [of ?? ''] });
    if (!order || money(order.amount).lt(money(entry.amount))) {
      throw invalidParam(
        'of',
        'Name the payment that came back by our id; at most what was sent comes back.',
      );
    }
  }
  if (as === 'taken-back') {
    const deposit = await findEntry(db.read, { identity: of ?? '' });
    const isOne = deposit?.kind === 'deposit' && deposit.account === entry.account && deposit.isFinal;
    if (!isOne || money(deposit.amount).lt(money(entry.amount).abs())) {
      throw invalidParam('of', "Name the deposit that was taken back by the provider's reference.");
    }
  }
}

/** Books it: the report worker then takes in what it means. */
export const DECISION_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [DECISION_KIND]: {
    async carryOut(trx, { details, approvedBy }) {
      const { entry: identity, as, of } = details as Record<string, string | null>;
      const decision = DECISIONS.find((one) => one === as);
      const entry = await findEntry(trx, { identity: identity ?? '' });
      if (!decision || !entry) throw new DomainError('operator_request_forged');
      const subject = decision === 'return' || decision === 'taken-back' ? (of ?? null) : null;
      const decided = { id: entry.id, kind: KINDS[decision], subject, operator: approvedBy.id };
      if ((await decideEntry(trx, decided)) === 0) throw new DomainError('operator_request_not_waiting');
    },
  },
};
