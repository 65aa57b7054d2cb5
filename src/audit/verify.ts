import { query, type Command, type Queryable, sql } from '../db/index.ts';
import { BOOK_CHECKS } from './books.ts';
import { CHAIN_CHECKS } from './chain.ts';
import type { Check } from './checks.ts';
import { EVENT_CHECKS } from './events.ts';
import { RECORD_CHECKS } from './records.ts';

/** A fault, in words, with its check and account. */
export interface Discrepancy {
  check: string;
  accountId: string;
  detail: string;
}

export interface Verification {
  ok: boolean;
  entries: number;
  postings: number;
  discrepancies: Discrepancy[];
}

const CHECKS = { ...BOOK_CHECKS, ...RECORD_CHECKS, ...EVENT_CHECKS, ...CHAIN_CHECKS };

const count = query.first<Record<string, never>, { entries: number; postings: number }>('audit.count', () =>
  sql.select(
    sql.raw('(select count(*)::integer from ledger_entries) as entries'),
    sql.raw('(select count(*)::integer from ledger_postings) as postings'),
  ),
);

/** Each check reads the whole ledger, which an API call's transaction never does. */
const CHECK_TIMEOUT: Command = { text: `set local statement_timeout = '30min'` };

/**
 * Proves the ledger from its postings alone (D9), that every record agrees with its postings, and that every change of
 * state has its event. Each discrepancy names the fault; each check shows the first hundred, and as many more as are
 * `known`. Pass a snapshot, so that all reads see the same moment.
 */
export async function verifyLedger(on: Queryable, known = 0): Promise<Verification> {
  await on.query(CHECK_TIMEOUT);
  const discrepancies = await runChecks(on, CHECKS, known);
  const counts = await count(on);
  return {
    ok: discrepancies.length === 0,
    entries: counts?.entries ?? 0,
    postings: counts?.postings ?? 0,
    discrepancies,
  };
}

export async function runChecks(
  on: Queryable,
  checks: Record<string, Check>,
  known = 0,
): Promise<Discrepancy[]> {
  const discrepancies: Discrepancy[] = [];
  for (const [name, find] of Object.entries(checks)) {
    const findings = await find(on, known);
    discrepancies.push(...findings.map(({ accountId, detail }) => ({ check: name, accountId, detail })));
  }
  return discrepancies;
}
