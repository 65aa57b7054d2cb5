import pg from 'pg';
import { AccountMoves, DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import { isOutdated } from './pg-batch.ts';

/** The error that a violated constraint means to the caller. Any other violation is our own bug, and is rethrown. */
export const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  idempotency_records_pkey: 'idempotency_request_in_progress',
  money_quotas_within_limit: 'rate_limit_exceeded',
  operators_one_first: 'operator_key_required',
  operators_one_per_name: 'operator_name_taken',
  operator_requests_two_persons: 'second_operator_required',
  customers_one_per_reference: 'customer_reference_taken',
  qr_codes_one_per_reference: 'qr_code_reference_taken',
};

const DEADLOCK_DETECTED = '40P01';
/** Raised by the database's function `keep_account_move` (D74). */
const ACCOUNT_MOVES = 'PMOVE';
/** Another transaction recorded the same event, deposit or sweep at the same time; the retry finds it. */
const RECORDED_MEANWHILE: readonly (string | undefined)[] = [
  'events_pkey',
  'deposit_references_pkey',
  'evm_sweeps_pkey',
];

/**
 * Whether a transaction that failed with this error can succeed when it is run again. In a deadlock, the database rolls
 * one of the transactions back. Locks are taken in one order everywhere, so only unforeseen cases deadlock.
 */
export function passesWhenRepeated(error: unknown): boolean {
  return (
    (error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED) ||
    isOutdated(error) ||
    RECORDED_MEANWHILE.includes(constraintOf(error))
  );
}

export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === ACCOUNT_MOVES) return new AccountMoves(error);
  const constraint = constraintOf(error);
  const code = constraint === undefined ? undefined : MEANINGS[constraint];
  return code ? new DomainError(code, { cause: error }) : error;
}

/** The violated constraint's name, if the error reports one. */
function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}
