import type { Trx } from '../db/index.ts';
import { endScreening, findScreeningSince } from '../deployment/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../operators/index.ts';
import {
  decideScreening,
  hasUndecided,
  lockScreeningById,
  lockScreenings,
  releaseAll,
  type ScreeningRecord,
} from './repository.ts';

// Decisions by two operators in place of the screening hook (D45, D53).

const DECIDE = 'screening.decide';
const OFF = 'screening.off';

/**
 * Requests that a held payment be allowed or refused. A refused deposit can also be allowed, after which its account
 * may accept it. Throws `screening_not_found` and `screening_not_held`.
 */
export async function askToDecide(
  trx: Trx,
  { approvals, by }: { approvals: Approvals; by: Operator },
  { id, decision, reason }: { id: string; decision: 'allow' | 'refuse'; reason: string },
): Promise<ListedRequest> {
  const { accountId: account, subject, code } = await lockDecidable(trx, id, decision);
  const details = { subject, id, account, decision, code };
  return approvals.request(trx, by, { kind: DECIDE, details, reason, evidence: null });
}

/** Requests that screening be disabled. Throws `screening_is_off`. */
export async function askToSwitchOff(
  trx: Trx,
  { approvals, by }: { approvals: Approvals; by: Operator },
  reason: string,
): Promise<ListedRequest> {
  if (!(await findScreeningSince(trx))) throw new DomainError('screening_is_off');
  return approvals.request(trx, by, { kind: OFF, details: {}, reason, evidence: null });
}

/** `hasten` makes a waiting transfer due now. */
export function screeningKinds(
  hasten: (trx: Trx, transfer: { accountId: string; id: string }) => Promise<unknown>,
): Readonly<Record<string, ApprovalKind>> {
  return {
    [DECIDE]: {
      async carryOut(trx, { id: request, details }) {
        const decision = details['decision'] === 'allow' ? 'allow' : 'refuse';
        const row = await lockDecidable(trx, String(details['id']), decision);
        await decideScreening(trx, row, decision, request);
        if (row.subject === 'transfer') await hasten(trx, { accountId: row.accountId, id: row.subjectId });
      },
    },
    [OFF]: {
      /**
       * Throws `screening_undecided`, because disabling screening must not release payments that were held or refused.
       */
      async carryOut(trx, { id: request }) {
        await lockScreenings(trx);
        if (!(await findScreeningSince(trx))) throw new DomainError('screening_is_off');
        if (await hasUndecided(trx)) throw new DomainError('screening_undecided');
        await releaseAll(trx, request);
        await endScreening(trx);
      },
    },
  };
}

async function lockDecidable(trx: Trx, id: string, decision: 'allow' | 'refuse'): Promise<ScreeningRecord> {
  const row = await lockScreeningById(trx, { id });
  if (!row) throw new DomainError('screening_not_found');
  const isRevised = row.subject === 'deposit' && row.decision === 'refuse' && decision === 'allow';
  // Refusals are carried out first.
  if (row.decision !== 'hold' && !(isRevised && row.dueAt === null))
    throw new DomainError('screening_not_held');
  return row;
}
