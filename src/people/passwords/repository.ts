import { columns, command, named, query, type Queryable, sql, statement, type Trx } from '../../db/index.ts';

export interface PasswordRow {
  user_id: string;
  hash: string;
  sealed_totp_secret: Buffer;
  /** A bigint, as text. */
  last_totp_step: string;
  changed_at: Date;
}

export const putPassword = command.run<PasswordRow>('passwords.put', (p) =>
  sql('passwords')
    .insert(columns(p, ['user_id', 'hash', 'sealed_totp_secret', 'last_totp_step', 'changed_at']))
    .onConflict('user_id')
    .merge(),
);

export const findPassword = query.first<{ userId: string }, PasswordRow>('passwords.find', (p) =>
  sql('passwords').where({ user_id: p.userId }).select('*'),
);

export interface PresentedPassword extends PasswordRow {
  email: string;
}

/** Undefined also for a user who is disabled, or who signs in with passkeys only. */
export const findPasswordByEmail = query.first<{ email: string }, PresentedPassword>(
  'passwords.by_email',
  (p) =>
    named(
      `select w.*, u.email from users u join passwords w on w.user_id = u.id
      where u.email = :email and u.disabled_at is null`,
      p,
    ),
);

const useStepStatement = statement<{ userId: string; step: string }>('passwords.use_step', (p) =>
  named(
    'update passwords set last_totp_step = :step where user_id = :userId and last_totp_step < :step::bigint',
    p,
  ),
);

/** False if a code of this step or a later one was used: each counts once. */
export async function useTotpStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  return (await useStepStatement.run(trx, { userId, step: String(step) })) === 1;
}

const deleteStatement = statement<{ userId: string }>('passwords.delete', (p) =>
  sql('passwords').where({ user_id: p.userId }).delete(),
);

/** With its second factor and recovery codes. False when the user has no password. */
export async function deletePassword(trx: Trx, userId: string): Promise<boolean> {
  return (await deleteStatement.run(trx, { userId })) === 1;
}

const insertCodesStatement = statement<{ userId: string; hmacs: Buffer[] }>('recovery_codes.insert', (p) =>
  named(
    'insert into recovery_codes (user_id, code_hmac) select :userId::uuid, hmac from unnest(:hmacs::bytea[]) as hmac',
    p,
  ),
);

const deleteCodesStatement = statement<{ userId: string }>('recovery_codes.delete', (p) =>
  sql('recovery_codes').where({ user_id: p.userId }).delete(),
);

/** Replaces all of the user's codes. */
export async function replaceCodes(trx: Trx, userId: string, hmacs: Buffer[]): Promise<void> {
  await deleteCodesStatement.run(trx, { userId });
  await insertCodesStatement.run(trx, { userId, hmacs });
}

const useCodeStatement = statement<{ userId: string; hmacs: Buffer[] }>('recovery_codes.use', (p) =>
  named(
    `update recovery_codes set used_at = service_now()
      where user_id = :userId and code_hmac = any(:hmacs::bytea[]) and used_at is null`,
    p,
  ),
);

/** False when the user has no such code, or has used it. */
export async function useRecoveryCode(trx: Trx, userId: string, hmacs: Buffer[]): Promise<boolean> {
  return (await useCodeStatement.run(trx, { userId, hmacs })) === 1;
}

const countCodesStatement = statement<{ userId: string }, { left: number }>('recovery_codes.count', (p) =>
  named(
    'select count(*)::integer as left from recovery_codes where user_id = :userId and used_at is null',
    p,
  ),
);

export async function countRecoveryCodes(on: Queryable, userId: string): Promise<number> {
  return (await countCodesStatement.first(on, { userId }))?.left ?? 0;
}
