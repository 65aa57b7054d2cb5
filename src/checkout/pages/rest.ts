import type { Money } from '../../lib/money.ts';
import type { Providers } from '../../methods/index.ts';
import { type LinkMethod, missingOf, type PaymentLink } from '../../payment-links/index.ts';

/**
 * The part that is missing by each method of a link, by the method's name, while the rest can be paid; null until its
 * payer asks for a new quote (D7).
 */
export type Missing = ReadonlyMap<string, Money | null>;

export function readMissing(link: PaymentLink, methods: readonly LinkMethod[]): Missing {
  return new Map(
    methods.flatMap((method) => {
      const missing = missingOf(link, method);
      return missing === undefined ? [] : [[method.method, missing] as const];
    }),
  );
}

/**
 * The methods to offer. These are all of them or, once a part has arrived, those that take the rest, with its amount.
 */
export async function offerMethods(
  providers: Pick<Providers, 'find'>,
  methods: LinkMethod[],
  missing: Missing,
): Promise<LinkMethod[]> {
  const offered = methods.map(async (method) => {
    const amount = missing.get(method.method);
    if (amount === null) return [method];
    return amount?.gt(0) ? [await askingFor(providers, method, amount)] : [];
  });
  const asking = (await Promise.all(offered)).flat();
  return asking.length > 0 ? asking : methods;
}

async function askingFor(
  providers: Pick<Providers, 'find'>,
  method: LinkMethod,
  amount: Money,
): Promise<LinkMethod> {
  const { asset, network, provider, decimals } = method;
  // The stored URI opens the wallet with the whole amount.
  const { payment_uri: whole, ...instructions } = method.instructions;
  const { address } = instructions;
  const uri =
    whole !== undefined && network !== null && address !== undefined
      ? await providers.find(provider)?.paymentUri({ asset, network, address, amount })
      : undefined;
  return {
    ...method,
    amountDue: amount.toFixed(decimals),
    instructions: { ...instructions, ...(uri !== undefined && { payment_uri: uri }) },
  };
}
