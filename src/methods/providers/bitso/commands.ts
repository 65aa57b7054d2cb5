import { registerRail } from '../http-rail/index.ts';
import type { BitsoConfig } from './client/settings.ts';

export const registerBitsoCommands = registerRail<'bitso', BitsoConfig, { replace: boolean }>({
  name: 'bitso',
  rail: 'Bitso',
  needs: 'BITSO_API_KEY',
  description: 'the account at Bitso Business',
  check: async (access) => (await import('./check/check.ts')).checkBitso(access),
  subscribe: {
    description: 'subscribe this deployment to the notices of Bitso',
    options: (command) => command.option('--replace', 'replace subscriptions that point elsewhere', false),
    examples: [
      'payments bitso subscribe',
      'payments bitso subscribe --replace \\\n      --url https://payments.example.com/providers/bitso/notices',
    ],
    async act(access, { url, replace: replaces }, signal) {
      const [{ openClient }, { subscribe }] = await Promise.all([
        import('./client/client.ts'),
        import('./check/subscriptions.ts'),
      ]);
      const client = openClient(access, access.config);
      const { subscriptions, changed } = await subscribe(client, { url, replaces }, signal);
      return { url, subscribed: changed, data: subscriptions };
    },
  },
});
