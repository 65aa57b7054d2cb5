import { createClient } from './generated/client/index.js';
import { createDeprecationWarning } from './deprecation.js';
import { Api } from './generated/sdk.gen.js';
import { createTransport } from './transport.js';
import { SERVICE_VERSION, VERSION } from './version.gen.js';

export interface PaymentsAccountOptions {
  /** `sk_test_…` or `sk_live_…`. Keep it on your server. */
  apiKey: string;
  /** Where the service is, with or without `/v1`: `https://payments.example.com`. */
  baseUrl: string;
  /** For each attempt of a call. By default, 30 seconds. */
  timeoutMs?: number;
  /** How often a failed call is sent again at most. By default, 4. */
  maxRetries?: number;
  /** Sends the requests, instead of the global fetch. */
  fetch?: typeof fetch;
}

/** The operations that list page by page. */
export type ListOperation = {
  [Name in keyof Api]: Name extends `list${string}` ? (ItemOf<Name> extends never ? never : Name) : never;
}[keyof Api];

type Called<Name extends keyof Api> = Awaited<ReturnType<Extract<Api[Name], (...args: never[]) => unknown>>>;
type PageOf<Name extends keyof Api> = Extract<Called<Name>, { data: { next_cursor: string | null } }>['data'];

/** What an operation lists. */
export type ItemOf<Name extends keyof Api> = PageOf<Name> extends { data: (infer Item)[] } ? Item : never;

/** Any of these operations. */
type List<Item> = (options: object) => Promise<{ data: Page<Item> }>;

interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * The Payments Account API. Each operation is a method, which resolves with its `data` and the `response`, and rejects
 * with an ApiError or a ConnectionError.
 *
 * A call that changes something gets an idempotency key of its own, unless you give one as
 * `headers: { 'Idempotency-Key': … }`; it is the same in all attempts.
 */
export class PaymentsAccount extends Api {
  constructor(options: PaymentsAccountOptions) {
    const { apiKey, baseUrl, timeoutMs = 30_000, maxRetries = 4, fetch = globalThis.fetch } = options;
    const client = createClient({
      baseUrl: baseUrl.replace(/(\/v1)?\/*$/, ''),
      auth: apiKey,
      headers: { 'Service-Version': SERVICE_VERSION, 'User-Agent': `payments-account-typescript/${VERSION}` },
      fetch: createTransport({ timeoutMs, maxRetries, fetch }),
      throwOnError: true,
    });
    client.interceptors.response.use(createDeprecationWarning());
    super({ client });
  }

  /** Lists everything, page after page: `for await (const link of payments.all('listPaymentLinks'))`. */
  async *all<Name extends ListOperation>(
    operation: Name,
    options?: Parameters<Api[Name]>[0],
  ): AsyncGenerator<ItemOf<Name>, void, undefined> {
    const list = this[operation] as unknown as List<ItemOf<Name>>;
    let query: object = { ...options?.query };
    for (;;) {
      const { data: page } = await list.call(this, { ...options, query });
      yield* page.data;
      if (!page.has_more) return;
      query = { ...query, cursor: page.next_cursor };
    }
  }
}
