import { type Brand, findAccount, readBrand } from '../../accounts/index.ts';
import { readClock } from '../../clock/index.ts';
import type { Queryable } from '../../db/index.ts';
import {
  listPayments,
  listSetbacks,
  type LinkPayment,
  type Setback,
  UNCLAIMED_ACCOUNT_ID,
} from '../../deposits/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import type { TimeZone } from '../../lib/time-zone.ts';
import { type DepositProgress, listMethods, type Providers } from '../../methods/index.ts';
import {
  findLink,
  findLinkAccount,
  type LinkMethod,
  type PaymentLink,
  listLinkMethods,
} from '../../payment-links/index.ts';
import { listPayerRefunds, type PayerRefund } from './refund-repository.ts';

const LINK_CODE = /^PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

/** The facts of a link that a payer may see; of its account only the name, the colour, the logo and the time zone. */
export interface Checkout {
  merchant: string;
  /** The time zone of receipts, which are the account's documents. */
  timeZone: TimeZone;
  brand: Brand;
  link: PaymentLink;
  methods: LinkMethod[];
  /** The life of a new quote of each method in milliseconds, while the link can be paid by one that converts. */
  quoteLives: ReadonlyMap<string, number>;
  /** Uncredited deposits, newest first. */
  setbacks: Setback[];
  /** The link's payment, once it is seen. It is the last deposit if several paid it together. */
  payment: LinkPayment | undefined;
  /** The earlier ones, newest first. */
  earlierPayments: LinkPayment[];
  /** Refunds of any deposit for the link, oldest first. */
  refunds: PayerRefund[];
  /** The deployment's time. */
  now: Date;
}

/** Throws `payment_link_not_found`, after the same work for a deleted link as for a code that never existed. */
export async function readCheckout(read: Queryable, code: string): Promise<Checkout> {
  if (!LINK_CODE.test(code)) throw new DomainError('payment_link_not_found');
  // An unknown code is looked up in the account that has no links, so that it takes as long as a page's reads.
  const accountId = (await findLinkAccount(read, code)) ?? UNCLAIMED_ACCOUNT_ID;
  const [link, methods, setbacks, payments, refunds, account, brand, now] = await Promise.all([
    findLink(read, { accountId, code }),
    listLinkMethods(read, { accountId, code }),
    listSetbacks(read, { accountId, code }),
    listPayments(read, { accountId, code }),
    listPayerRefunds(read, { accountId, code }),
    findAccount(read, { id: accountId }),
    readBrand(read, accountId),
    readClock(read),
  ]);
  if (!link || !account) throw new DomainError('payment_link_not_found');
  const { name: merchant, timeZone } = account;
  const converts = link.status === 'active' && methods.some(({ requiresConversion }) => requiresConversion);
  const quoteLives = new Map(
    (converts ? await listMethods(read) : []).map(({ name, quoteLifeMs }) => [name, quoteLifeMs]),
  );
  const [payment, ...earlierPayments] = payments;
  const owner = { merchant, timeZone, brand };
  return { quoteLives, link, methods, setbacks, payment, earlierPayments, refunds, now, ...owner };
}

/** Normalizes a link's code as people may type it; undefined if it cannot be one. */
export function toLinkCode(text: string): string | undefined {
  const code = text.toUpperCase();
  return LINK_CODE.test(code) ? code : undefined;
}

/** The payment's progress at its provider; undefined if there is none, or this deployment no longer has the provider. */
export async function readProgress(
  providers: Pick<Providers, 'find'>,
  { payment }: Checkout,
): Promise<DepositProgress | undefined> {
  return payment && providers.find(payment.provider)?.progressOf(payment.providerReference);
}
