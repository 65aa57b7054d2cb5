import { listMethods } from '../../methods/catalogue.ts';
import type { Provider } from '../../methods/providers/provider.ts';
import type { Providers } from '../../methods/providers/registry.ts';
import { CommandFailure, type Register } from '../command.ts';

export const registerProviderCommands: Register = (program, run) => {
  const providers = program.command('providers').description('the payment providers of this deployment');

  providers
    .command('list')
    .description('each provider, with the methods that it carries')
    .action(() =>
      run(async ({ db, providers: { all } }) => {
        const methods = await listMethods(db.read);
        return {
          data: all.map(({ name }) => ({
            provider: name,
            methods: methods.filter((method) => method.provider === name).map((method) => method.name),
          })),
        };
      }),
    );
};

export function requireProvider(providers: Providers, name: string): Provider {
  const provider = providers.find(name);
  if (!provider) {
    const known = providers.all.map((other) => other.name).join(', ');
    throw new CommandFailure(`This deployment has no provider ${name}. It has: ${known}.`);
  }
  return provider;
}
