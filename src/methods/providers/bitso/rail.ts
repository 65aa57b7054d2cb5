import { apiKey, apiOrigin, apiSecret } from '../../../lib/env-validators.ts';
import { defineRail } from '../../index.ts';
import { bitsoOf } from './client/settings.ts';

/** SPEI by Bitso Business, and MXNB by Juno. */
export const bitsoRail = defineRail({
  name: 'bitso',
  variables: {
    BITSO_API_KEY: apiKey({ default: undefined }),
    BITSO_API_SECRET: apiSecret({ default: undefined }),
    BITSO_BASE_URL: apiOrigin({ default: undefined }),
    JUNO_API_KEY: apiKey({ default: undefined }),
    JUNO_API_SECRET: apiSecret({ default: undefined }),
    JUNO_BASE_URL: apiOrigin({ default: undefined }),
  },
  secrets: ['BITSO_API_KEY', 'BITSO_API_SECRET', 'JUNO_API_KEY', 'JUNO_API_SECRET'],
  live: {
    purpose: 'SPEI by Bitso',
    needs: 'BITSO_API_KEY and BITSO_API_SECRET',
    page: 'docs/rails/bitso.md',
  },
  configure: bitsoOf,
  ownPlaces: ({ apiKey, juno }) => [
    { kind: 'BITSO_API_KEY', value: apiKey },
    ...(juno ? [{ kind: 'JUNO_API_KEY', value: juno.apiKey }] : []),
  ],
  async open({ db, logger }, config) {
    const { createBitso } = await import('./bitso.ts');
    return createBitso({ db, logger, config });
  },
  commands: async () => (await import('./commands.ts')).registerBitsoCommands,
});
