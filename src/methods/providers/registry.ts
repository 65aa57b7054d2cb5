import type { Method } from '../catalogue.ts';
import type { BankingDays } from './banking-days.ts';
import { ProviderFailure, type Provider } from './provider.ts';
import { withStorableReports } from './storable-reports.ts';

/**
 * The providers that this deployment has, by name (D25). A row names the provider involved in it, and everything that
 * happens to the row later goes to that provider, even after its method was moved to another.
 */
export interface Providers {
  /** In the order in which they were configured. */
  readonly all: readonly Provider[];
  find(name: string): Provider | undefined;
  /**
   * Like `find`, but throws a ProviderFailure of kind `unavailable` for a provider that this deployment does not have,
   * because earlier requests may have been carried out, so no money may be released.
   */
  get(name: string): Provider;
  /**
   * The provider that quotes an account's own conversion. It is the last configured one that exchanges this pair, since
   * the simulator comes first. Throws as `get` does without one.
   */
  forConversion(fromAsset: string, toAsset: string): Provider;
}

/** All texts that a rail reports pass through here, and become storable. */
export function createProviders(rails: readonly Provider[]): Providers {
  const all = rails.map(withStorableReports);
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size !== all.length) throw new Error('two providers have the same name');
  return {
    all,
    find: (name) => byName.get(name),
    get(name) {
      const provider = byName.get(name);
      if (!provider) throw new ProviderFailure('unavailable', `This deployment has no provider ${name}.`);
      return provider;
    },
    forConversion(fromAsset, toAsset) {
      const provider = all.findLast((candidate) => candidate.exchanges(fromAsset, toAsset));
      if (!provider)
        throw new ProviderFailure(
          'unavailable',
          `This deployment has no provider that exchanges ${fromAsset} for ${toAsset}.`,
        );
      return provider;
    },
  };
}

/** When banks carry out payments by a method; undefined if they are paid at any time. */
export function bankingDaysOf(
  providers: Pick<Providers, 'find'>,
  { name, asset, provider }: Pick<Method, 'name' | 'asset' | 'provider'>,
): BankingDays | undefined {
  return providers.find(provider)?.bankingDays?.({ method: name, asset });
}
