import { PAYABLE_BY_ALL } from '../payment-links/links.ts';
import type { Answer, Client } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

/** A link that is paid in USDC for MXNB, so that its quotes come from the provider. */
const CONVERTED = {
  amount: PAYABLE_BY_ALL,
  currency: 'MXNB',
  description: 'Order',
  accepted_methods: ['USDC'],
};

export function createConverted(api: Client, idempotencyKey: string, fields: object = {}): Promise<Answer> {
  return api.post('/v1/payment_links', { ...CONVERTED, ...fields }, { idempotencyKey });
}

/** How many quotes the provider was asked for. */
export async function quotesAsked({ database }: TestService): Promise<number> {
  const [row] = await database.query(
    `select count(*)::int as n from simulator_operations where operation = 'quote'`,
  );
  return row?.['n'] as number;
}

/** What is stored of an idempotency key. */
export async function recordOf({ database }: TestService, key: string) {
  const [row] = await database.query(
    `select status, leased_until, leased_until - now() as left from idempotency_records where key = $1`,
    [key],
  );
  return row;
}
