import { setTimeout as delay } from 'node:timers/promises';
import type { Foundation } from '../../../src/composition/foundation.ts';
import type { FakeBitso } from '../../fake-bitso/server.ts';
import { retryStuck } from './operator.ts';
import { endStuck } from './weather.ts';

/** What was refused after a lost answer is believed only after minutes of look-ups; a lock-out lasts one more. */
const TIMEOUT_MS = 15 * 60_000;
const PAUSE_MS = 1_000;

/** What still waits for somebody, in words. */
export async function listUnsettled({ db }: Foundation): Promise<string[]> {
  const { rows } = await db.read.query<{ fault: string }>({
    text: `select format('%s %s at %s is still %s: %s', kind, id, provider, status, last_error) as fault
             from transfers where status in ('held', 'sent')
           union all
           select format('deposit %s is still pending', id) from deposits where status = 'pending'
           union all
           select format('notice %s of %s is %s: %s', notice_id, provider, status, last_error)
             from provider_notices where status = 'waiting'`,
  });
  return rows.map(({ fault }) => fault);
}

/** Waits until nothing waits, and Bitso's statement was read to its end twice: what it shows can set more in motion. */
export async function untilSettled(foundation: Foundation, fake: FakeBitso): Promise<number> {
  const startedAt = Date.now();
  const isTooLate = (): boolean => Date.now() - startedAt > TIMEOUT_MS;
  await fake.noticesAtRest();
  for (let reading = 0; reading < 2; reading++) {
    await untilNothingWaits(foundation, fake, isTooLate);
    await untilStatementIsRead(foundation, isTooLate);
  }
  await untilNothingWaits(foundation, fake, isTooLate);
  return Date.now() - startedAt;
}

async function untilNothingWaits(
  foundation: Foundation,
  fake: FakeBitso,
  isTooLate: () => boolean,
): Promise<void> {
  while (!isTooLate() && (await listUnsettled(foundation)).length > 0) {
    endStuck(fake);
    await retryStuck(foundation);
    await delay(PAUSE_MS);
  }
}

/** All of it again: nobody has to wait here until late lines are looked for. */
async function untilStatementIsRead({ db }: Foundation, isTooLate: () => boolean): Promise<void> {
  const { rows } = await db.transaction((trx) =>
    trx.query<{ now: Date }>({
      text: `update provider_statements
                set due_at = service_now(), next_from = since, complete_to = since, read_to = since,
                        lease_token = gen_random_uuid()
              where provider = 'bitso' returning service_now() as now`,
    }),
  );
  const unread = async () =>
    db.read.query({
      text: `select from provider_statements where provider = 'bitso' and read_to < $1`,
      values: [rows[0]?.now],
    });
  while (!isTooLate() && (await unread()).rowCount !== 0) await delay(PAUSE_MS);
}
