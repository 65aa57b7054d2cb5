import type { LinkCurrency, Method } from '../catalogue.ts';
import { needsConversion } from '../viability.ts';
import type { Providers } from './registry.ts';

/** Whether money received by a method counts as the other asset without being exchanged. */
export function isAtPar(
  { asset, provider }: Pick<Method, 'asset' | 'provider'>,
  other: string,
  providers: Pick<Providers, 'find'>,
): boolean {
  return asset === other || providers.find(provider)?.holdsAtPar(asset, other) === true;
}

/** Whether a payment by this method is exchanged before a link in the currency is credited. */
export function isExchanged(
  method: Method,
  currency: LinkCurrency,
  providers: Pick<Providers, 'find'>,
): boolean {
  return needsConversion(method, currency) || !isAtPar(method, currency.currency, providers);
}
