import type { Foundation } from '../../composition/index.ts';
import { formatAmount, type Money } from '../../lib/money.ts';
import { changeMethod, listMethods, type Method } from '../../methods/index.ts';
import { CommandFailure, formatDuration, formatPercent, requireChange } from '../frame/index.ts';
import { requireProvider } from '../rails/providers-actions.ts';

export async function list({ db }: Foundation): Promise<object> {
  return { data: (await listMethods(db.read)).map(view) };
}

/** For `--exchange`, no other provider than the method's own; for `--max-amount`, no maximum. */
const NONE = 'none';

export interface SetOptions {
  enabled?: boolean;
  provider?: string;
  exchange?: string;
  network?: string;
  minAmount?: Money;
  maxAmount?: Money | typeof NONE;
  feePercent?: Money;
  feeFixed?: Money;
  decimals?: number;
  quoteLife?: number;
  spreadPercent?: Money;
  maxSlippagePercent?: Money;
}

export async function change(
  { db, providers }: Foundation,
  name: string,
  options: SetOptions,
): Promise<object> {
  if (options.provider !== undefined) requireProvider(providers, options.provider);
  const exchange = options.exchange === NONE ? null : options.exchange;
  if (exchange) requireProvider(providers, exchange);
  const change = requireChange({
    enabled: options.enabled,
    provider: options.provider,
    exchangeProvider: exchange,
    network: options.network,
    minAmount: options.minAmount,
    maxAmount: options.maxAmount === NONE ? null : options.maxAmount,
    feeRate: options.feePercent,
    feeFixed: options.feeFixed,
    decimals: options.decimals,
    quoteLifeMs: options.quoteLife,
    spread: options.spreadPercent,
    maxSlippage: options.maxSlippagePercent,
  });
  const changed = await db.transaction((trx) => changeMethod(trx, name, change));
  if (!changed)
    throw new CommandFailure(`There is no method ${name}; \`payments methods list\` lists all methods.`);
  return view(changed);
}

function view(method: Method): object {
  return {
    method: method.name,
    asset: method.asset,
    kind: method.kind,
    network: method.network,
    provider: method.provider,
    exchange_provider: method.exchangeProvider,
    decimals: method.decimals,
    min_amount: formatAmount(method.minAmount),
    max_amount: method.maxAmount && formatAmount(method.maxAmount),
    fee_percent: formatPercent(method.feeRate),
    fee_fixed: formatAmount(method.feeFixed),
    quote_life: formatDuration(method.quoteLifeMs),
    spread_percent: formatPercent(method.spread),
    max_slippage_percent: formatPercent(method.maxSlippage),
    enabled: method.enabled,
  };
}
