import { findAccount } from '../accounts/index.ts';
import { OPERATOR, recordAction } from '../audit-log/index.ts';
import type { Database, Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { deterministicHex } from '../lib/ids.ts';
import { canonicalJson } from '../lib/json.ts';
import type { ApprovalKind, Approvals, ApprovedRequest } from './approvals.ts';
import { recordOperatorDeed } from './log.ts';
import type { Operator } from './operators.ts';
import type { ListedRequest, DifferenceRow } from './repository.ts';
import * as repository from './repository.ts';

/** Findings above this number can be acknowledged once the others are settled. */
const MAX_RECORDED = 1_000;
const MAX_DESCRIPTION_LENGTH = 4_000;
const KIND = 'difference.acknowledge';

export interface Marked<D> {
  /** Not acknowledged yet. */
  differences: (D & { id: string })[];
  /** With the request that two operators agreed on. */
  acknowledged: (D & { id: string; acknowledged_by: string })[];
}

/** Lets a check separate known differences. */
export interface KnownDifferences {
  /**
   * Separates differences that two operators have acknowledged, and records the rest, so that they can be acknowledged
   * by id. An id stands for all facts found, including amounts, so any change makes a new difference. Equal ones are
   * separate differences.
   */
  mark<D extends object>(foundBy: string, found: readonly D[]): Promise<Marked<D>>;
  /** The number of additional findings that a check with a limit must look for. */
  countKnown(): Promise<number>;
}

/** Acknowledges differences that are real and known, so that checks do not fail because of them (D46). */
export interface Differences extends KnownDifferences {
  /** Throws `difference_not_found` if no check has found it recently. */
  get(on: Queryable, id: string): Promise<DifferenceRow>;
  /** Requests another operator's approval that it is real and known. Throws as `get` does. */
  askToAcknowledge(
    trx: Trx,
    by: Operator,
    id: string,
    why: { reason: string; evidence: string },
  ): Promise<ListedRequest>;
  /** Most recently found first. */
  list(on: Queryable, limit: number): Promise<ListedDifference[]>;
}

export interface ListedDifference extends DifferenceRow {
  status: 'open' | 'waiting' | 'acknowledged';
  /** The request that acknowledges it, or that awaits a second operator. */
  request: string | null;
}

export function createDifferences({ db, approvals }: { db: Database; approvals: Approvals }): Differences {
  /** The genuine requests about these that count, which are the approved one or else the waiting one. */
  const requestsAbout = async (on: Queryable, ids: readonly string[]) => {
    const approved = new Map<string, string>();
    const waiting = new Map<string, string>();
    for (const request of await repository.findRequestsAbout(on, { ids })) {
      if (!approvals.isGenuine(request)) continue;
      const difference = String(request.details['difference']);
      if (request.decision === 'approved') approved.set(difference, request.id);
      else if (request.decision === null && !request.hasExpired) waiting.set(difference, request.id);
    }
    return { approved, waiting };
  };
  const get: Differences['get'] = async (on, id) => {
    const difference = await repository.findDifference(on, { id });
    if (!difference) throw new DomainError('difference_not_found');
    return difference;
  };

  return {
    get,

    async mark(foundBy, found) {
      if (found.length === 0) return { differences: [], acknowledged: [] };
      const identified = identify(foundBy, found);
      const { approved } = await requestsAbout(
        db.read,
        identified.map(({ id }) => id),
      );
      const acknowledged = identified.flatMap(({ id, difference }) => {
        const request = approved.get(id);
        return request === undefined ? [] : [{ ...difference, id, acknowledged_by: request }];
      });
      const others = identified.filter(({ id }) => !approved.has(id));
      const recorded = others
        .slice(0, MAX_RECORDED)
        .map(({ id, difference }) => ({ id, description: difference }))
        .filter(({ description }) => JSON.stringify(description).length < MAX_DESCRIPTION_LENGTH);
      if (recorded.length > 0)
        await db.transaction((trx) => repository.recordDifferences(trx, foundBy, recorded));
      return { differences: others.map(({ id, difference }) => ({ ...difference, id })), acknowledged };
    },

    countKnown: () => repository.countKnown(db.read),

    async askToAcknowledge(trx, by, id, { reason, evidence }) {
      const { foundBy, description } = await get(trx, id);
      const details = { difference: id, found_by: foundBy, description };
      return approvals.request(trx, by, { kind: KIND, details, reason, evidence });
    },

    async list(on, limit) {
      const rows = await repository.listDifferences(on, { limit });
      const ids = rows.map(({ id }) => id);
      const { approved, waiting } = await requestsAbout(on, ids);
      return rows.map((row) => {
        const request = approved.get(row.id) ?? waiting.get(row.id) ?? null;
        const status = approved.has(row.id) ? 'acknowledged' : request === null ? 'open' : 'waiting';
        return { ...row, status, request };
      });
    },
  };
}

export const DIFFERENCE_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [KIND]: { carryOut: recordAcknowledgement },
};

/**
 * Records that an approved request acknowledges a difference; the approval alone is decisive. Also written to the audit
 * log of the account that the difference concerns.
 */
export async function recordAcknowledgement(
  trx: Trx,
  { id, details, reason, approvedBy }: ApprovedRequest,
): Promise<void> {
  const {
    difference,
    found_by: foundBy,
    description,
  } = details as {
    difference: string;
    found_by: string;
    description: Record<string, unknown>;
  };
  const deed = { action: 'difference.acknowledged', subject: difference };
  await recordOperatorDeed(trx, approvedBy, { ...deed, details: { request: id, found_by: foundBy } });
  const accountId = description['account_id'] ?? description['accountId'];
  if (typeof accountId === 'string' && (await findAccount(trx, { id: accountId })))
    await recordAction(trx, accountId, OPERATOR, { ...deed, details: { found_by: foundBy, reason } });
}

function identify<D extends object>(foundBy: string, found: readonly D[]): { id: string; difference: D }[] {
  const seen = new Map<string, number>();
  return found.map((difference) => {
    const text = canonicalJson(difference);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return { id: `dif_${deterministicHex(foundBy, text, String(nth)).slice(0, 32)}`, difference };
  });
}
