import { command, named, query, sql } from './queries.ts';
import type { Tables } from './tables.ts';

/** How often the primary writes a beat. */
export const BEAT_MS = 1_000;
const KEPT_FOR = '1 minute';

export type Beat = Pick<Tables['replica_beats'], 'beat' | 'token' | 'beatenAt'>;

/** Writes a beat into the log of the primary, unless another process did so just now. */
export const beat = command.run<Record<string, never>>('replica_beats.beat', () =>
  named(
    `with purged as (
       delete from replica_beats where beaten_at < clock_timestamp() - interval '${KEPT_FOR}')
     insert into replica_beats (token)
     select gen_random_uuid()
      where not exists (
        select from replica_beats
         where beaten_at between clock_timestamp() - interval '${BEAT_MS * 0.9} ms' and clock_timestamp())`,
    {},
  ),
);

export const findLastBeat = query.first<Record<string, never>, Beat>('replica_beats.last', () =>
  sql('replica_beats').select('beat', 'token', 'beatenAt').orderBy('beat', 'desc').limit(1),
);

/** Whether a beat is one of the last that this server knows. */
export const hasBeat = query.first<Pick<Beat, 'beat' | 'token'>, { isKnown: boolean }>(
  'replica_beats.has',
  (p) =>
    sql.select(
      sql.raw('exists (?) as is_known', [sql('replica_beats').where({ beat: p.beat, token: p.token })]),
    ),
);

/** Whether any process reads on replicas. */
export const isBeaten = query.first<Record<string, never>, { isBeaten: boolean }>(
  'replica_beats.is_beaten',
  () =>
    sql.select(
      sql.raw(
        `exists (select from replica_beats where beaten_at > clock_timestamp() - interval '${KEPT_FOR}') as is_beaten`,
      ),
    ),
);

export const isReplica = query.first<Record<string, never>, { isReplica: boolean }>(
  'replica_beats.is_replica',
  () => sql.select(sql.raw('pg_is_in_recovery() as is_replica')),
);
