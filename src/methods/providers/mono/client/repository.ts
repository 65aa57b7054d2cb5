import { command, named } from '../../../../db/index.ts';
import { lockIn } from '../../http-rail/index.ts';

interface TurnParams {
  /** A digest of the client's id. */
  client: string;
  /** The window in which at most five calls are made. */
  windowMs: number;
  /** Which of the last five calls must be older than that, counted from the oldest. */
  nth: number;
}

/** Undefined if rate-limited, by us or by Mono's Retry-After. */
// In real time, because Mono's limits do not follow the deployment's clock. One statement checks and takes.
export const takeTurn = command.first<TurnParams, { isTaken: boolean }>('mono_clients.take_turn', (p) =>
  named(
    `insert into mono_clients as c (id, recent_calls)
     values (:client, array_fill('-infinity'::timestamptz, array[4]) || clock_timestamp())
     on conflict (id) do update set recent_calls = c.recent_calls[2:5] || clock_timestamp()
      where (c.locked_until is null or c.locked_until <= clock_timestamp())
        and c.recent_calls[:nth::integer] <= clock_timestamp() - :windowMs * interval '1 millisecond'
     returning true as is_taken`,
    p,
  ),
);

export const findLock = lockIn('mono_clients');

/** Makes no calls for a while. */
export const lockClient = command.run<{ client: string; waitMs: number }>('mono_clients.lock', (p) =>
  named(
    `update mono_clients
        set locked_until = greatest(locked_until, clock_timestamp() + :waitMs * interval '1 millisecond')
      where id = :client`,
    p,
  ),
);
