import { registerRail } from '../http-rail/index.ts';
import type { BridgeConfig } from './client/settings.ts';

export const registerBridgeCommands = registerRail<'bridge', BridgeConfig>({
  name: 'bridge',
  rail: 'Bridge',
  needs: 'BRIDGE_API_KEY',
  description: 'the account at Bridge',
  check: async (access) => (await import('./check/check.ts')).checkBridge(access),
  subscribe: {
    description: 'have Bridge send its events to this deployment',
    examples: ['payments bridge subscribe'],
    async act(access, { url }, signal) {
      const [{ createBridgeClient }, { subscribe }] = await Promise.all([
        import('./client/client.ts'),
        import('./check/webhooks.ts'),
      ]);
      return subscribe(createBridgeClient(access), url, signal);
    },
  },
});
