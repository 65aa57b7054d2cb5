import type { Handlers } from '../contract/index.ts';
import { newId } from '../lib/ids.ts';
import { formatTimestamp } from '../lib/timestamp.ts';

type SystemHandlers = Pick<Handlers, 'getHealth' | 'getPing' | 'postPing'>;

/** The calls that check that the service and a credential work. They move no money. */
export function systemHandlers(options: { environment: 'test' | 'live' }): SystemHandlers {
  return {
    // Checks no dependency; it only shows that this process serves requests.
    getHealth: () =>
      Promise.resolve({ status: 200, body: { status: 'ok', timestamp: formatTimestamp(new Date()) } }),

    getPing: ({ caller, requestId }) =>
      Promise.resolve({
        status: 200,
        body: {
          ok: true,
          environment: options.environment,
          api_key: {
            id: caller.credentialId,
            name: caller.credentialName,
            last_four: caller.lastFour,
            scopes: [...caller.scopes],
          },
          account: { id: caller.accountId },
          server_time: formatTimestamp(new Date()),
          request_id: requestId,
        },
      }),

    postPing:
      ({ idempotencyKey, requestId }) =>
      () =>
        Promise.resolve({
          status: 200,
          body: {
            ok: true,
            execution_id: newId(),
            executed_at: formatTimestamp(new Date()),
            idempotency_key: idempotencyKey,
            // Filled in when the response is sent (see `x-echoes-body` in the contract).
            echo: null,
            request_id: requestId,
          },
        }),
  };
}
