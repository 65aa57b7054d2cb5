import { makeValidator } from 'envalid';
import { apiKey, apiOrigin, apiSecret } from '../../../lib/env-validators.ts';
import { defineRail } from '../../index.ts';
import { monoOf } from './client/settings.ts';

/** Mono's id of an account there. */
const monoAccount = makeValidator((input) => {
  if (!/^bbtacc_[\w-]{22}$/.test(input))
    throw new Error('must be the id of an account at Mono, like bbtacc_…');
  return input;
});

/** Bre-B in COP through Mono. */
export const monoRail = defineRail({
  name: 'mono',
  variables: {
    MONO_CLIENT_ID: apiKey({ default: undefined }),
    MONO_CLIENT_SECRET: apiSecret({ default: undefined }),
    MONO_WEBHOOK_SECRET: apiSecret({ default: undefined }),
    MONO_BASE_URL: apiOrigin({ default: undefined }),
    MONO_RECEIVING_ACCOUNT: monoAccount({ default: undefined }),
    MONO_SENDING_ACCOUNT: monoAccount({ default: undefined }),
  },
  secrets: ['MONO_CLIENT_SECRET', 'MONO_WEBHOOK_SECRET'],
  live: {
    purpose: 'Bre-B by Mono',
    needs: 'MONO_CLIENT_ID and its other variables',
    page: 'docs/rails/mono.md',
  },
  configure: monoOf,
  ownPlaces: ({ clientId, receivingAccount, sendingAccount }) => [
    { kind: 'MONO_CLIENT_ID', value: clientId },
    // Within a cell, one account may both receive and send.
    { kind: 'account at Mono', value: receivingAccount },
    { kind: 'account at Mono', value: sendingAccount },
  ],
  async open({ db, logger }, config) {
    const { createMono } = await import('./mono.ts');
    return createMono({ db, logger, config });
  },
  commands: async () => (await import('./commands.ts')).registerMonoCommands,
});
