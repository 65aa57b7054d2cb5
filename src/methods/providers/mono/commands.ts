import { registerRail } from '../http-rail/index.ts';
import type { MonoConfig } from './client/settings.ts';

export const registerMonoCommands = registerRail<'mono', MonoConfig>({
  name: 'mono',
  rail: 'Mono',
  needs: 'MONO_CLIENT_ID',
  description: 'the accounts at Mono, for Bre-B',
  async check({ config, noticesUrl, ...parts }) {
    const [{ createMonoClient }, { checkMono }] = await Promise.all([
      import('./client/client.ts'),
      import('./check/check.ts'),
    ]);
    return checkMono({ client: createMonoClient({ ...config, ...parts }), ...config, noticesUrl });
  },
});
