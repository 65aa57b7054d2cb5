import type { Environment } from '../lib/environment.ts';
import { command, named, query, type Queryable, sql, type Trx } from '../db/index.ts';

/** Binds it to this environment permanently, unless it has keys of another. */
// A database from before this was recorded belongs to the environment of its keys.
export const recordEnvironment = command.run<{ environment: string }>('deployment.record_environment', (p) =>
  named(
    `insert into deployment (environment)
     select :environment where not exists (select from credentials where environment <> :environment)
     on conflict do nothing`,
    p,
  ),
);

const environmentQuery = query.first<Record<string, never>, { environment: Environment }>(
  'deployment.environment',
  () => sql('deployment').select('environment'),
);

/** The environment that the database belongs to; undefined before the first start. */
export async function findEnvironment(on: Queryable): Promise<Environment | undefined> {
  return (await environmentQuery(on))?.environment;
}

/** Binds the database to this cell permanently, unless it has one. */
export const recordCell = command.run<{ cell: number }>('deployment.record_cell', ({ cell }) =>
  sql('deployment').whereNull('cell').update({ cell }),
);

const cellQuery = query.first<Record<string, never>, { cell: number | null }>('deployment.cell', () =>
  sql('deployment').select('cell'),
);

/** The cell that the database belongs to; undefined before the first start. */
export async function findCell(on: Queryable): Promise<number | undefined> {
  return (await cellQuery(on))?.cell ?? undefined;
}

/** By version, a fingerprint that identifies a key of SECRETS_KEY without revealing it. */
export type SecretsKeys = Readonly<Record<string, string>>;

export const lockSecretsKeys = command.first<Record<string, never>, { secretsKeys: SecretsKeys }>(
  'deployment.lock_secrets_keys',
  () => sql('deployment').select('secrets_keys').forUpdate(),
);

export const recordSecretsKeys = command.run<{ secretsKeys: string }>(
  'deployment.record_secrets_keys',
  ({ secretsKeys }) => sql('deployment').update({ secrets_keys: secretsKeys }),
);

const secretsKeysQuery = query.first<Record<string, never>, { secretsKeys: SecretsKeys }>(
  'deployment.secrets_keys',
  () => sql('deployment').select('secrets_keys'),
);

export async function findSecretsKeys(on: Queryable): Promise<SecretsKeys> {
  return (await secretsKeysQuery(on))?.secretsKeys ?? {};
}

/** The number of records of each kind that need a version of SECRETS_KEY. */
export interface SecretUses {
  apiKeys: number;
  webhookSecrets: number;
  secondFactors: number;
  operatorKeys: number;
  operatorRequests: number;
  bankFiles: number;
}

/**
 * The records that need each version, which sealed texts and stamps begin with. Records that have ended need none, and
 * responses that are stored for 24 hours are not counted.
 */
export const countSecretUses = query.all<Record<string, never>, SecretUses & { version: number }>(
  'deployment.secret_uses',
  (p) =>
    named(
      `with used as (
         select 'api_key' as what, pepper_version::integer as version from credentials
           where revoked_at is null and (expires_at is null or expires_at > service_now())
         union all
         select 'api_key', previous_pepper_version::integer from credentials
           where revoked_at is null and previous_valid_until > service_now()
         union all
         select 'webhook_secret', get_byte(sealed_secret, 0) from webhook_endpoints
         union all
         select 'webhook_secret', get_byte(previous_sealed_secret, 0) from webhook_endpoints
           where previous_valid_until > service_now()
         union all
         select 'second_factor', get_byte(sealed_totp_secret, 0) from passwords
         union all
         select 'operator_key', get_byte(key_stamp, 0) from operators where revoked_at is null
         union all
         select 'operator_request', get_byte(request_stamp, 0) from operator_requests
           where decision is null and expires_at > service_now()
         union all
         select 'bank_file', get_byte(content, 0) from bank_files
         union all
         select 'bank_file', get_byte(content, 0) from bank_batches
       )
       select version,
              count(*) filter (where what = 'api_key')::integer as api_keys,
              count(*) filter (where what = 'webhook_secret')::integer as webhook_secrets,
              count(*) filter (where what = 'second_factor')::integer as second_factors,
              count(*) filter (where what = 'operator_key')::integer as operator_keys,
              count(*) filter (where what = 'operator_request')::integer as operator_requests,
              count(*) filter (where what = 'bank_file')::integer as bank_files
       from used group by version order by version desc`,
      p,
    ),
);

/** From now on no provider is asked to carry out a transfer; those already requested continue. */
export const holdTransfers = command.run<Record<string, never>>('deployment.hold_transfers', () =>
  sql('deployment')
    .whereNull('transfers_held_since')
    .update({ transfers_held_since: sql.raw('service_now()') }),
);

export const resumeTransfers = command.run<Record<string, never>>('deployment.resume_transfers', () =>
  sql('deployment').update({ transfers_held_since: null }),
);

const heldSince = query.first<Record<string, never>, { since: Date | null }>(
  'deployment.transfers_held_since',
  () => sql('deployment').select('transfers_held_since as since'),
);

/** Undefined while transfers are sent. */
export async function findTransferHold(on: Queryable): Promise<Date | undefined> {
  return (await heldSince(on))?.since ?? undefined;
}

const screeningSince = query.first<Record<string, never>, { since: Date | null }>(
  'deployment.screening_since',
  () => sql('deployment').select('screening_since as since'),
);

/** The time at which screening was enabled; undefined while it is not. */
export async function findScreeningSince(on: Queryable): Promise<Date | undefined> {
  return (await screeningSince(on))?.since ?? undefined;
}

const recordScreeningCommand = command.run<Record<string, never>>('deployment.record_screening', () =>
  sql('deployment')
    .whereNull('screening_since')
    .update({ screening_since: sql.raw('service_now()') }),
);

/** False if screening was already on. */
export async function recordScreening(trx: Trx): Promise<boolean> {
  return (await recordScreeningCommand(trx)) === 1;
}

export const endScreening = command.run<Record<string, never>>('deployment.end_screening', () =>
  sql('deployment').update({ screening_since: null }),
);

const unsettled = query.first<Record<string, never>, { since: Date | null }>(
  'deployment.unsettled_since',
  () => sql('deployment').select('unsettled_since as since'),
);

/** The time of the database's restore, if the other cells have not been asked since which accounts are here (D74). */
export async function findUnsettledSince(on: Queryable): Promise<Date | undefined> {
  return (await unsettled(on))?.since ?? undefined;
}

export const recordSettled = command.run<Record<string, never>>('deployment.record_settled', () =>
  sql('deployment').update({ unsettled_since: null }),
);
