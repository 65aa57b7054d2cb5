import type { Trx } from '../../../../db/index.ts';
import { DomainError, invalidParam } from '../../../../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../../../../operators/index.ts';
import { FileRefused } from '../files/index.ts';
import { objectionTo, type WaitingDecision } from './accept.ts';
import type { Importer } from './importer.ts';
import * as repository from './repository.ts';

const KINDS: Readonly<Record<WaitingDecision, string>> = { accept: 'bank.accept', discard: 'bank.discard' };

/**
 * Requests another operator's approval to book a waiting statement, or to discard it. The balance is the one that the
 * operator read at the bank. For an accepted statement it is that of its end, and for a discarded one that of the end
 * of the last closed day. Throws `invalid_request` naming the mismatch.
 */
export async function askAboutWaiting(
  trx: Trx,
  { approvals }: { approvals: Approvals },
  by: Operator,
  { statement: id, decision, balance }: { statement: string; decision: WaitingDecision; balance: Money },
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  const row = await repository.findWaiting(trx, { id });
  if (!row) throw invalidParam('statement', `There is no statement ${id} that waits.`);
  const state = await repository.findState(trx, { account: row.account });
  const wrong = objectionTo(decision, row, state, balance);
  if (wrong !== undefined) throw invalidParam('balance', wrong);
  const { account, bankId, opening, closing, firstDay, lastDay } = row;
  return approvals.request(trx, by, {
    ...why,
    kind: KINDS[decision],
    details: {
      statement: id,
      account,
      bank_id: bankId?.slice(0, 60) ?? null,
      opening,
      closing,
      first_day: firstDay,
      last_day: lastDay,
      balance: formatAmount(balance),
    },
  });
}

/** Carries them out at the accounts that the deployment has by then. */
export function waitingKinds(importer: () => Importer | undefined): Readonly<Record<string, ApprovalKind>> {
  const kind = (decision: WaitingDecision): ApprovalKind => ({
    async carryOut(trx, { details, approvedBy }) {
      const { statement, balance } = details as Record<string, string | undefined>;
      const books = importer();
      if (statement === undefined || balance === undefined) throw new DomainError('operator_request_forged');
      if (!books) throw invalidParam('statement', 'This deployment has no bank accounts.');
      try {
        await books.decide(trx, { statement, decision, balance: money(balance), operator: approvedBy.id });
      } catch (error) {
        if (error instanceof FileRefused) throw invalidParam('statement', error.message);
        throw error;
      }
    },
  });
  return { [KINDS.accept]: kind('accept'), [KINDS.discard]: kind('discard') };
}
