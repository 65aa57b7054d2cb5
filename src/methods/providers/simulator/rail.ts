import { defineRail } from '../../index.ts';

/** Simulated payments. Loaded only where they are allowed, so that no live process can ever use it (D25). */
export const simulatorRail = defineRail({
  name: 'simulator',
  configure: ({ ENVIRONMENT: environment }) => (environment === 'test' ? {} : undefined),
  async open({ db }) {
    const { createSimulator } = await import('./simulator.ts');
    return createSimulator({ db });
  },
  commands: async () => (await import('./commands.ts')).registerSimulatorCommands,
});
