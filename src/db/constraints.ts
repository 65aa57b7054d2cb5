import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';

/** What a violated constraint means to the caller. A name that is not here is our own mistake, and rethrown. */
const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  idempotency_records_pkey: 'idempotency_request_in_progress',
  money_quotas_within_limit: 'rate_limit_exceeded',
  qr_codes_one_per_reference: 'qr_code_reference_taken',
};

export function translateDatabaseError(error: unknown): unknown {
  const constraint = constraintOf(error);
  const code = constraint === undefined ? undefined : MEANINGS[constraint];
  return code ? new DomainError(code, { cause: error }) : error;
}

/** The violated constraint's name, if that is what the error is about. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}
