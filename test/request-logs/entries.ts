import type { Answer, Client } from '../support/client.ts';
import { until } from '../support/poll.ts';

/** The log entry of a call, once it is written. */
export async function entryOf(api: Client, answered: Answer): Promise<any> {
  const id = requestIdOf(answered);
  let found: Answer | undefined;
  await until(
    async () => {
      found = await api.get(`/v1/request_logs/${id}`);
      return found.status === 200;
    },
    { what: `an entry for ${id}` },
  );
  return found?.body;
}

/** Waits until the log has all earlier calls: entries are written in the order of the responses. */
export async function untilLogged(api: Client): Promise<void> {
  await entryOf(api, await api.get('/v1/ping'));
}

export function requestIdOf(answered: Answer): string {
  return answered.headers.get('x-request-id') ?? '';
}
