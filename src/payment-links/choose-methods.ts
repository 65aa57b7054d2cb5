import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import type { Money } from '../lib/money.ts';
import type { Market } from '../fx/index.ts';
import type { Floats } from '../liquidity/index.ts';
import {
  assessMethod,
  type FeeBearer,
  type LinkCurrency,
  type Method,
  isExchanged,
  needsConversion,
  type Providers,
  type Viability,
} from '../methods/index.ts';

/** The facts that the choice of methods depends on. */
export interface Choice {
  methods: readonly Method[];
  currency: LinkCurrency;
  amount: Money;
  feeBearer: FeeBearer;
  /** The methods that the account may not use. */
  disabled: readonly string[];
  /** A method without a provider in this deployment is not offered (D25). */
  providers: Pick<Providers, 'find'>;
  /** Undefined if no other provider exchanges for any method. */
  floats: Floats | undefined;
  /** Undefined if no method needs a conversion. */
  market: Market | undefined;
  /** How long the link can be paid. */
  linkLifeMs: number;
}

/** All methods that the account may use for links in this currency, whether or not they can pay a given amount. */
export function usableMethods(
  choice: Omit<Choice, 'amount' | 'feeBearer' | 'floats' | 'market' | 'linkLifeMs'>,
): Method[] {
  return choice.methods.filter(
    (method) =>
      isOffered(method, choice) && isExchangeable(method, choice) && !choice.disabled.includes(method.name),
  );
}

function isOffered(method: Method, { providers }: Pick<Choice, 'providers'>): boolean {
  return method.enabled && providers.find(method.provider)?.carries(method) === true;
}

/** Whether its asset needs no exchange for the link's currency, or a provider exchanges it (D38). */
function isExchangeable(
  method: Method,
  { currency, providers }: Pick<Choice, 'currency' | 'providers'>,
): boolean {
  if (!isExchanged(method, currency, providers)) return true;
  const exchange = providers.find(method.exchangeProvider ?? method.provider);
  return exchange?.exchanges(method.asset, currency.currency) === true;
}

/** Whether a usable method can pay the amount now. */
export function assess(method: Method, choice: Choice): Viability {
  const { currency, amount, feeBearer, providers, floats, market } = choice;
  const { asset, exchangeProvider: provider } = method;
  const lifeMs = lifeOf(
    { requiresConversion: needsConversion(method, currency), quoteLifeMs: method.quoteLifeMs },
    choice.linkLifeMs,
  );
  const hasFloat =
    provider === null ||
    !isExchanged(method, currency, providers) ||
    floats?.cover({ provider, asset }, amount, lifeMs) === true;
  const hasRoom = !needsConversion(method, currency) || market?.hasRoom(asset, amount) === true;
  return assessMethod(method, currency, amount, {
    feeBearer,
    canExchange: hasFloat && hasRoom,
    price: market?.referenceFor(asset)?.price,
  });
}

/** How long a method's amount would be valid; without a conversion, as long as the link. */
export function lifeOf(
  { requiresConversion, quoteLifeMs }: { requiresConversion: boolean; quoteLifeMs: number },
  linkLifeMs: number,
): number {
  return requiresConversion ? Math.min(quoteLifeMs, linkLifeMs) : linkLifeMs;
}

/** The methods that can pay the amount, which a link offers by default (D24). */
export function viableMethods(choice: Choice): Method[] {
  const { currency, amount } = choice;
  const usable = usableMethods(choice);
  const viable = usable.filter((method) => assess(method, choice).available);
  if (viable.length === 0 && usable.length > 0 && usable.every(({ isPaused }) => isPaused)) {
    throw invalidParam(
      'currency',
      `All methods for links in ${currency.currency} are temporarily out of service (RAIL_PAUSED). Try again later.`,
    );
  }
  if (viable.length === 0) {
    throw invalidParam('amount', `No payment method can pay ${amount.toFixed()} ${currency.currency}.`);
  }
  return viable;
}

/** Every named method must be able to pay. The error names the first that cannot, by its index in the request (D24). */
export function requireViable(names: readonly string[], choice: Choice): Method[] {
  const { methods, currency, disabled } = choice;
  return names.map((name, index) => {
    const param = `accepted_methods[${index}]`;
    const method = methods.find((candidate) => candidate.name === name && isOffered(candidate, choice));
    if (!method)
      throw invalidParam(
        param,
        `There is no payment method ${name}. See GET /v1/payment_links/payment_methods.`,
      );
    if (disabled.includes(name)) {
      throw new DomainError('forbidden', {
        param,
        message: `The method ${name} is not enabled for this account. Contact support to have it enabled.`,
      });
    }
    if (!isExchangeable(method, choice)) {
      throw invalidParam(
        param,
        `${name} cannot pay a link in ${currency.currency}: its rail does not exchange ${method.asset} for that.`,
      );
    }
    const viability = assess(method, choice);
    if (!viability.available && viability.reason === 'RAIL_PAUSED') {
      throw invalidParam(
        param,
        `${name} is temporarily out of service (RAIL_PAUSED). Leave it out, or try again later.`,
      );
    }
    if (!viability.available && viability.reason === 'EXCHANGE_UNAVAILABLE') {
      throw invalidParam(
        param,
        `${name} cannot be exchanged for ${currency.currency} at the moment (EXCHANGE_UNAVAILABLE). Leave it out, or try again later.`,
      );
    }
    if (!viability.available && viability.reason === 'ABOVE_MAXIMUM') {
      throw invalidParam(
        param,
        `${name} takes an amount of at most ${viability.maximumAccepted.toFixed()} ${currency.currency} (ABOVE_MAXIMUM).`,
      );
    }
    if (!viability.available) {
      throw invalidParam(
        param,
        `${name} needs an amount of at least ${viability.minimumRequired.toFixed()} ${currency.currency} (${viability.reason}).`,
      );
    }
    return method;
  });
}
