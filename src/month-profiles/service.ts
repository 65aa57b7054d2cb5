import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import type { MovementType } from '../ledger/index.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import { oneLine } from '../lib/one-line.ts';
import { findRow, writeMailed, writeRow } from './repository.ts';

/** The types of movements that have a general-ledger code each, in the order in which people list them. */
export const MOVEMENT_TYPES = [
  'payment',
  'fee',
  'deposit',
  'refund',
  'withdrawal',
  'conversion',
  'reversal',
] as const satisfies readonly MovementType[];
export const MAX_CODE_LENGTH = 40;

/** How an account's files of a month are written. */
export interface MonthProfile {
  /** The columns of movements, in their order; null for all of them. */
  columns: readonly string[] | null;
  /** The general-ledger codes by type of movement; types without one are missing. */
  codes: Readonly<Record<string, string>>;
  /** Whether the mail with the monthly statements carries the workbook. */
  isMailed: boolean;
}

const NO_PROFILE: MonthProfile = { columns: null, codes: {}, isMailed: false };

/** The account's profile. It has all columns and no codes until the account has saved one. */
export async function findProfile(on: Queryable, accountId: string): Promise<MonthProfile> {
  return (await findRow(on, { accountId })) ?? NO_PROFILE;
}

/**
 * Saves an account's profile, for its next files. Throws `invalid_request` for a column that is not among `known` or
 * comes twice, for none at all, and for a code of more than 40 characters.
 */
export async function saveProfile(
  trx: Trx,
  accountId: string,
  actor: Actor,
  { columns, codes, known }: Omit<MonthProfile, 'isMailed'> & { known: readonly string[] },
): Promise<void> {
  const kept = Object.fromEntries(
    MOVEMENT_TYPES.map((type) => [type, oneLine(codes[type] ?? '')]).filter(([, code]) => code !== ''),
  ) as Record<string, string>;
  if (Object.values(kept).some((code) => code.length > MAX_CODE_LENGTH))
    throw invalidParam('codes', `A code has at most ${MAX_CODE_LENGTH} characters.`);
  if (columns !== null) requireColumns(columns, known);
  await writeRow(trx, {
    accountId,
    columns: columns && [...columns],
    codes: JSON.stringify(kept),
  });
  const details = { columns: columns?.join(' ') ?? 'all', ...kept };
  await recordAction(trx, accountId, actor, { action: 'month_profile.saved', subject: '', details });
}

/** Whether the mails with the monthly statements carry the workbook, from the next one on. */
export async function mailWorkbook(
  trx: Trx,
  accountId: string,
  actor: Actor,
  isMailed: boolean,
): Promise<void> {
  await writeMailed(trx, { accountId, isMailed });
  const action = isMailed ? 'month_profile.mail_switched_on' : 'month_profile.mail_switched_off';
  await recordAction(trx, accountId, actor, { action, subject: '' });
}

function requireColumns(columns: readonly string[], known: readonly string[]): void {
  const areColumns = columns.every((column) => known.includes(column));
  if (columns.length === 0 || !areColumns || new Set(columns).size < columns.length)
    throw invalidParam('columns', `columns must be some of ${known.join(', ')}, each once.`);
}
