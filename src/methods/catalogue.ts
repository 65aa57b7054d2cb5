import type { Queryable } from '../db/connect.ts';
import { sql, statement } from '../db/statement.ts';
import { money, type Money } from '../lib/money.ts';

export type MethodKind = 'clabe' | 'bank' | 'key' | 'on_chain';

/** A way to pay, as the catalogue has it (D1): data, not code. */
export interface Method {
  name: string;
  /** What the payer sends. */
  asset: string;
  family: string;
  /** How many decimals of an amount the rail carries. */
  decimals: number;
  kind: MethodKind;
  network: string | null;
  /** In the asset that is sent. */
  minAmount: Money;
  /** A share of the link's amount: 0.012 is 1.2 %. */
  feeRate: Money;
  /** In the link's currency. */
  feeFixed: Money;
  enabled: boolean;
  position: number;
}

export interface LinkCurrency {
  currency: string;
  family: string;
  minAmount: Money;
  maxAmount: Money;
  /** What a link must amount to before another family's money can pay it. */
  conversionMinAmount: Money;
  /** When these rules were read, on the deployment's clock. */
  asOf: Date;
}

export interface Catalogue {
  methods: readonly Method[];
  currency: LinkCurrency | undefined;
}

interface MethodRow {
  method: string;
  asset: string;
  family: string;
  decimals: number;
  kind: MethodKind;
  network: string | null;
  min_amount: string;
  fee_rate: string;
  fee_fixed: string;
  enabled: boolean;
  position: number;
}

const methodsStatement = statement<Record<string, never>, MethodRow>('methods.list', () =>
  sql('payment_methods as m')
    .join('assets as a', 'a.asset', 'm.asset')
    .select('m.*', 'a.family')
    .orderBy('m.position'),
);

const currencyStatement = statement<
  { currency: string },
  {
    currency: string;
    family: string;
    min_amount: string;
    max_amount: string;
    conversion_min_amount: string;
    as_of: Date;
  }
>('methods.find_currency', (p) =>
  sql('link_currencies as c')
    .join('assets as a', 'a.asset', 'c.currency')
    .where('c.currency', p.currency)
    .select('c.*', 'a.family', sql.raw('service_now() as as_of')),
);

/** The methods there are, in the order to offer them, with the rules of one link currency. */
export async function readCatalogue(on: Queryable, currency: string): Promise<Catalogue> {
  const [methods, row] = await Promise.all([
    methodsStatement.all(on, {}),
    currencyStatement.first(on, { currency }),
  ]);
  return {
    methods: methods.map(toMethod),
    currency: row && {
      currency: row.currency,
      family: row.family,
      minAmount: money(row.min_amount),
      maxAmount: money(row.max_amount),
      conversionMinAmount: money(row.conversion_min_amount),
      asOf: row.as_of,
    },
  };
}

function toMethod(row: MethodRow): Method {
  return {
    name: row.method,
    asset: row.asset,
    family: row.family,
    decimals: row.decimals,
    kind: row.kind,
    network: row.network,
    minAmount: money(row.min_amount),
    feeRate: money(row.fee_rate),
    feeFixed: money(row.fee_fixed),
    enabled: row.enabled,
    position: row.position,
  };
}
