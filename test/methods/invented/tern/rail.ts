import { apiKey, apiOrigin, apiSecret } from '../../../../src/lib/env-validators.ts';
import { defineRail } from '../../../../src/methods/index.ts';
import { allOrNone } from '../../../../src/methods/providers/http-rail/index.ts';
import type { TernConfig } from './client.ts';

/** Instant payments in USD through Tern. */
export const ternRail = defineRail({
  name: 'tern',
  variables: {
    TERN_API_KEY: apiKey({ default: undefined }),
    TERN_WEBHOOK_SECRET: apiSecret({ default: undefined }),
    TERN_BASE_URL: apiOrigin({ default: undefined }),
  },
  secrets: ['TERN_API_KEY', 'TERN_WEBHOOK_SECRET'],
  configure(env): TernConfig | undefined {
    const given = allOrNone(env, ['TERN_API_KEY', 'TERN_WEBHOOK_SECRET', 'TERN_BASE_URL'], 'sheet.md');
    return (
      given && {
        ...{ apiKey: given.TERN_API_KEY, webhookSecret: given.TERN_WEBHOOK_SECRET },
        baseUrl: given.TERN_BASE_URL,
      }
    );
  },
  ownPlaces: ({ apiKey: value }) => [{ kind: 'TERN_API_KEY', value }],
  async open({ db, logger }, config) {
    const { createTern } = await import('./tern.ts');
    return createTern({ db, logger }, config);
  },
});
