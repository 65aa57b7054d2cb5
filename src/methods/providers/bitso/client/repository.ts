import { command, named } from '../../../../db/index.ts';
import { lockIn } from '../../http-rail/index.ts';

interface TurnParams {
  key: string;
  /** The part of the allowance that one call uses. */
  spacingMs: number;
  /** The part of the allowance that may be used in advance. */
  burstMs: number;
}

/** The parts of a nonce, both from the database, so that two processes never get the same pair. */
export interface TurnRow {
  /** Since 1970. */
  atMs: string;
  /** From 0 to 999999, the next one for each turn. */
  number: number;
}

/** Undefined if rate-limited, because the key is locked or its allowance is used up. */
// In real time, because Bitso's limits do not follow the deployment's clock. One statement checks and takes.
export const takeTurn = command.first<TurnParams, TurnRow>('bitso_keys.take_turn', (p) =>
  named(
    `insert into bitso_keys as k (id, number, used_to)
     values (:key, floor(random() * 1000000)::integer, clock_timestamp() + :spacingMs * interval '1 millisecond')
     on conflict (id) do update
       set number = (k.number + 1) % 1000000,
           used_to = greatest(k.used_to, clock_timestamp()) + :spacingMs * interval '1 millisecond'
     where (k.locked_until is null or k.locked_until <= clock_timestamp())
       and k.used_to <= clock_timestamp() + :burstMs * interval '1 millisecond'
     returning floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as at_ms, number`,
    p,
  ),
);

export const findLock = lockIn('bitso_keys');

interface LockParams {
  key: string;
  /** The duration of the first lock-out; each further one within an hour lasts twice as long, up to an hour. */
  waitMs: number;
}

/** Undefined when it is already locked, because the calls in flight all report the same lock-out. */
export const lockKey = command.first<LockParams, { lockedUntil: Date; lockouts: number }>(
  'bitso_keys.lock',
  (p) =>
    named(
      `update bitso_keys k
        set lockouts = next.lockouts,
            locked_until = clock_timestamp()
              + least(:waitMs * power(2, next.lockouts - 1), greatest(:waitMs, 3600000)) * interval '1 millisecond'
       from (select id, case when locked_until > clock_timestamp() - interval '1 hour'
                             then least(lockouts + 1, 20) else 1 end as lockouts
               from bitso_keys where id = :key) as next
      where k.id = next.id and (k.locked_until is null or k.locked_until <= clock_timestamp())
      returning k.locked_until, k.lockouts`,
      p,
    ),
);
