import { requireGoodStanding } from '../accounts/index.ts';
import { holdCustomer } from '../customers/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { readMarket } from '../fx/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId, newLinkCode } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { mergeMetadata } from '../lib/metadata.ts';
import { formatAmount, parseRequestAmount, type Money } from '../lib/money.ts';
import { readFloats, type Visitor } from '../liquidity/index.ts';
import {
  type FeeBearer,
  feeFor,
  isExchanged,
  type LinkCurrency,
  type Method,
  needsConversion,
  owedFor,
  type Providers,
  readCatalogue,
  type Viability,
} from '../methods/index.ts';
import { eraseNotes } from '../team-notes/index.ts';
import { DEFAULT_LIFE_MS, requireAmount, requireExpiry } from './bounds.ts';
import { assess, type Choice, requireViable, usableMethods, viableMethods } from './choose-methods.ts';
import { lockLinkFor, moveLink } from './link-state.ts';
import type { Merchant } from './merchant.ts';
import { completeOffer, offerAtOnce, toOfferColumns, type Offer, type OfferTerms } from './offer.ts';
import { keepWithinShares } from './promises.ts';
import { payerCurrency } from './payer-currency.ts';
import { listLinkMethods, moveExpiry, type LinkMethod } from './quote-repository.ts';
import * as repository from './repository.ts';
import { insertTerms, replaceTerms } from './search-repository.ts';

/** The origin of a link, which is the request or, for a scan of a counter code, the code and the visitor (D12). */
interface LinkOrigin {
  requestId: string;
  visitor: Visitor | undefined;
}

export interface LinkWithMethods {
  link: repository.PaymentLink;
  methods: LinkMethod[];
}

/** A client's request (D5), with text where a rule is still to be checked. */
export interface LinkRequest {
  amount: string;
  currency: string;
  description: string;
  reference: string | null;
  acceptedMethods: readonly string[] | undefined;
  metadata: Record<string, string>;
  feeBearer: FeeBearer;
  returnUrl: string | null;
  /** For providers that require the payer's name. */
  payerName: string | null;
  /** The customer that it is for. */
  customerId: string | null;
  expiresAt: Date | undefined;
}

/** A request that passed all checks, with the known parts of its methods. */
export interface LinkDraft {
  request: LinkRequest;
  amount: Money;
  methods: { offer: Offer; fee: Money }[];
}

/** Changes to a link (D5); undefined leaves a field unchanged. A metadata key set to null is removed. */
export interface LinkUpdate {
  description: string | undefined;
  reference: string | null | undefined;
  metadata: Record<string, string | null> | undefined;
  returnUrl: string | null | undefined;
  customerId: string | null | undefined;
  expiresAt: Date | undefined;
}

/** The methods that could pay an amount, before there is a link. */
export interface MethodOptions {
  currency: LinkCurrency;
  amount: Money;
  conversionEnabled: boolean;
  methods: { method: Method; viability: Viability }[];
}

export interface PaymentLinkService {
  /**
   * Accepts any amount, even one that no link can have. Throws `invalid_request` for text that is not an amount.
   * Changes nothing.
   */
  methodOptions(merchant: Merchant, currency: string, amount: string): Promise<MethodOptions>;
  /** The currency in which payers read amounts of links that the account would create. */
  payerCurrency(
    merchant: Pick<Merchant, 'disabledMethods'>,
    of: { methods: readonly Method[]; currency: LinkCurrency },
  ): string;
  /**
   * Checks a request, before any transaction and without an external call (D26). Amounts are decimals in the link's
   * currency. Throws the account's obstacle (D14), `forbidden` for a method that the account may not use, and
   * `invalid_request` naming the field for all else, such as an expiry that is not 5 minutes to 90 days ahead (D5).
   */
  draft(merchant: Merchant, request: LinkRequest, visitor?: Visitor): Promise<LinkDraft>;
  /**
   * Gets the missing quotes and instructions of a draft from the provider, before any transaction. When the provider
   * does not respond within 2 s, the method is filled in later (D4).
   */
  ask(draft: LinkDraft, providerKey: string): Promise<LinkDraft>;
  /**
   * Writes the drafted link. A quote that is no longer within the account's share of a float is left out and filled in
   * later, because only this step sees the promises of concurrent calls (D38). Throws `invalid_request` unless the
   * account has the customer that it names.
   */
  create(
    trx: Trx,
    merchant: Pick<Merchant, 'accountId'>,
    draft: LinkDraft,
    origin: LinkOrigin,
  ): Promise<LinkWithMethods>;
  /** Throws `payment_link_not_found`, also for another account's link. */
  get(accountId: string, code: string): Promise<LinkWithMethods>;
  /**
   * Throws `payment_link_not_modifiable` unless the link is active, and `invalid_request` for an expiry out of bounds
   * or metadata that has become too large, and for a customer as `create` does.
   */
  update(trx: Trx, accountId: string, code: string, change: LinkUpdate): Promise<LinkWithMethods>;
  /** Throws `payment_link_not_cancellable` unless the link is active. */
  cancel(trx: Trx, accountId: string, code: string): Promise<LinkWithMethods>;
  /** Throws `payment_link_not_deletable` unless the link is cancelled or expired. Its movements remain. */
  remove(trx: Trx, accountId: string, code: string): Promise<void>;
}

interface Parts {
  read: Queryable;
  providers: Providers;
  checkoutBaseUrl: () => string;
  logger: Logger;
}

export function createPaymentLinkService(parts: Parts): PaymentLinkService {
  return {
    methodOptions: (merchant, currency, amount) => methodOptions(parts, merchant, currency, amount),
    payerCurrency: (merchant, of) => currencyForPayers(parts, merchant, of),
    draft: (merchant, request, visitor) => draft(parts, merchant, request, visitor),
    ask: (draft, providerKey) => askProviders(parts, draft, providerKey),
    create: (trx, merchant, draft, origin) => createLink(parts, trx, merchant, draft, origin),
    get: (accountId, code) => getLink(parts, accountId, code),
    update: updateLink,
    cancel: cancelLink,
    remove: deleteLink,
  };
}

async function methodOptions(
  parts: Parts,
  merchant: Merchant,
  currencyName: string,
  amountText: string,
): Promise<MethodOptions> {
  const { methods, currency } = await readCatalogue(parts.read, currencyName);
  if (!currency) throw invalidParam('currency', `Payment links are not available in ${currencyName}.`);
  const amount = parseRequestAmount(amountText);
  if (!amount) throw invalidParam('amount', 'amount must have up to 12 digits and up to 8 decimals.');
  const choice = await choiceFor(
    parts,
    merchant,
    { methods, currency },
    { amount, feeBearer: 'merchant', linkLifeMs: DEFAULT_LIFE_MS },
  );
  const usable = usableMethods(choice);
  return {
    currency,
    amount,
    conversionEnabled: usable.some(({ family }) => family !== currency.family),
    methods: usable.map((method) => ({ method, viability: assess(method, choice) })),
  };
}

async function choiceFor(
  { read, providers }: Parts,
  { accountId, disabledMethods: disabled }: Merchant,
  { methods, currency }: { methods: readonly Method[]; currency: LinkCurrency },
  terms: Pick<Choice, 'amount' | 'feeBearer' | 'linkLifeMs'>,
  { named, visitor }: { named?: readonly string[] | undefined; visitor?: Visitor | undefined } = {},
): Promise<Choice> {
  const inQuestion = methods.filter(({ name }) => named?.includes(name) ?? true);
  // Only methods that another provider exchanges for depend on its float.
  const needsFloats = inQuestion.some(({ exchangeProvider }) => exchangeProvider !== null);
  const needsMarket =
    terms.amount.gte(currency.conversionMinAmount) &&
    inQuestion.some((method) => needsConversion(method, currency));
  const [floats, market] = await Promise.all([
    needsFloats ? readFloats(read, currency.currency, { accountId, visitor }) : undefined,
    needsMarket ? readMarket(read, currency.currency) : undefined,
  ]);
  const { amount, feeBearer, linkLifeMs } = terms;
  return { amount, feeBearer, linkLifeMs, methods, currency, disabled, providers, floats, market };
}

function currencyForPayers(
  { providers }: Parts,
  { disabledMethods: disabled }: Pick<Merchant, 'disabledMethods'>,
  { methods, currency }: { methods: readonly Method[]; currency: LinkCurrency },
): string {
  const usable = usableMethods({ methods, currency, disabled, providers });
  return payerCurrency(
    currency.currency,
    usable.map((method) => ({ ...method, requiresConversion: needsConversion(method, currency) })),
  );
}

async function draft(
  parts: Parts,
  merchant: Merchant,
  request: LinkRequest,
  visitor?: Visitor,
): Promise<LinkDraft> {
  requireGoodStanding(merchant.standing);

  const { methods, currency } = await readCatalogue(parts.read, request.currency);
  if (!currency) throw invalidParam('currency', `Payment links are not available in ${request.currency}.`);
  const amount = requireAmount('amount', request.amount, currency);
  if (request.expiresAt) requireExpiry(request.expiresAt, currency.asOf);
  const linkExpiresAt = request.expiresAt ?? new Date(currency.asOf.getTime() + DEFAULT_LIFE_MS);
  const linkLifeMs = linkExpiresAt.getTime() - currency.asOf.getTime();
  const choice = await choiceFor(
    parts,
    merchant,
    { methods, currency },
    { amount, feeBearer: request.feeBearer, linkLifeMs },
    { named: request.acceptedMethods, visitor },
  );
  const chosen =
    request.acceptedMethods === undefined
      ? viableMethods(choice)
      : requireViable(request.acceptedMethods, choice);

  const placeKey = newId();
  return {
    request,
    amount,
    methods: await Promise.all(
      chosen.map(async (method) => {
        const fee = feeFor(method, amount);
        const owed = owedFor(amount, fee, request.feeBearer);
        const terms = termsOf(
          method,
          currency,
          { owed, payerName: request.payerName, linkExpiresAt },
          choice,
        );
        return { fee, offer: await offerAtOnce(parts.providers, terms, currency.asOf, placeKey) };
      }),
    ),
  };
}

async function askProviders(parts: Parts, draft: LinkDraft, providerKey: string): Promise<LinkDraft> {
  const methods = draft.methods.map(async ({ fee, offer }) => ({
    fee,
    offer: await completeOffer(parts, offer, providerKey),
  }));
  return { ...draft, methods: await Promise.all(methods) };
}

async function createLink(
  { checkoutBaseUrl }: Parts,
  trx: Trx,
  { accountId }: Pick<Merchant, 'accountId'>,
  { request, amount, methods: drafts }: LinkDraft,
  origin: LinkOrigin,
): Promise<LinkWithMethods> {
  if (request.customerId !== null) await holdCustomer(trx, accountId, request.customerId);
  const createdAt = await trx.now;
  const expiresAt = request.expiresAt ?? new Date(createdAt.getTime() + DEFAULT_LIFE_MS);
  const code = newLinkCode();
  const link: repository.NewLink = {
    accountId,
    code,
    amount: formatAmount(amount),
    currency: request.currency,
    description: request.description,
    reference: request.reference,
    metadata: request.metadata,
    feeBearer: request.feeBearer,
    returnUrl: request.returnUrl,
    payerName: request.payerName,
    customerId: request.customerId,
    checkoutUrl: `${checkoutBaseUrl()}/pay/${code}`,
    requestId: origin.requestId,
    qrCodeId: origin.visitor?.qrCodeId ?? null,
    createdAt,
    expiresAt,
    acceptedMethods: drafts.map(({ offer }) => offer.terms.method),
  };
  const offers = drafts.map(({ offer }) => offer);
  const kept = await keepWithinShares(trx, link, origin.visitor, offers);
  const methods = drafts.map(({ fee }, position) =>
    toLinkMethod(link, { fee, offer: kept[position] as Offer }, position),
  );
  // Methods of one provider may share a destination.
  for (const record of new Set(drafts.map(({ offer }) => offer.issued?.record))) record?.(trx);
  trx.defer(repository.insertLink(trx, link, methods));
  trx.defer(insertTerms(trx, link));
  return {
    link: {
      status: 'active',
      revision: 0,
      qrSvg: null,
      refundTotal: '0',
      paidAt: null,
      paidWithMethod: null,
      amountReceived: null,
      ...link,
    },
    methods,
  };
}

async function getLink({ read }: Parts, accountId: string, code: string): Promise<LinkWithMethods> {
  const [link, methods] = await Promise.all([
    repository.findLink(read, { accountId, code }),
    listLinkMethods(read, { accountId, code }),
  ]);
  if (!link) throw new DomainError('payment_link_not_found');
  return { link, methods };
}

async function updateLink(
  trx: Trx,
  accountId: string,
  code: string,
  change: LinkUpdate,
): Promise<LinkWithMethods> {
  const link = await lockLinkFor('modify', trx, accountId, code);
  if (typeof change.customerId === 'string') await holdCustomer(trx, accountId, change.customerId);
  const changed = {
    ...link,
    description: change.description ?? link.description,
    reference: change.reference === undefined ? link.reference : change.reference,
    metadata: change.metadata ? mergeMetadata(link.metadata, change.metadata) : link.metadata,
    returnUrl: change.returnUrl === undefined ? link.returnUrl : change.returnUrl,
    customerId: change.customerId === undefined ? link.customerId : change.customerId,
    expiresAt: change.expiresAt ? requireExpiry(change.expiresAt, await trx.now) : link.expiresAt,
  };
  await repository.changeLink(trx, link, changed);
  replaceTerms(trx, link, changed);
  if (change.expiresAt) await moveExpiry(trx, { accountId, code, expiresAt: changed.expiresAt });
  return { link: changed, methods: await listLinkMethods(trx, { accountId, code }) };
}

async function cancelLink(trx: Trx, accountId: string, code: string): Promise<LinkWithMethods> {
  const link = await lockLinkFor('cancel', trx, accountId, code);
  const methods = await listLinkMethods(trx, { accountId, code });
  return { link: await moveLink(trx, link, 'cancel'), methods };
}

async function deleteLink(trx: Trx, accountId: string, code: string): Promise<void> {
  await moveLink(trx, await lockLinkFor('delete', trx, accountId, code), 'delete');
  eraseNotes(trx, { accountId, object: 'payment_link', objectId: code });
}

function termsOf(
  method: Method,
  currency: LinkCurrency,
  link: Pick<OfferTerms, 'owed' | 'payerName' | 'linkExpiresAt'>,
  { providers, market }: Pick<Choice, 'providers' | 'market'>,
): OfferTerms {
  return {
    method: method.name,
    provider: method.provider,
    exchangeProvider: isExchanged(method, currency, providers) ? method.exchangeProvider : null,
    kind: method.kind,
    network: method.network,
    asset: method.asset,
    decimals: method.decimals,
    requiresConversion: method.family !== currency.family,
    quoteLifeMs: method.quoteLifeMs,
    spread: method.spread,
    reference: market?.referenceFor(method.asset),
    currency: currency.currency,
    ...link,
  };
}

function toLinkMethod(
  link: repository.NewLink,
  { offer, fee }: LinkDraft['methods'][number],
  position: number,
): LinkMethod {
  const { terms } = offer;
  const columns = toOfferColumns(offer, 'calculating', link.createdAt, link.expiresAt);
  if (!columns) throw new Error('a new quote could not be written');
  return {
    accountId: link.accountId,
    linkCode: link.code,
    method: terms.method,
    provider: terms.provider,
    exchangeProvider: terms.exchangeProvider,
    asset: terms.asset,
    position,
    requiresConversion: terms.requiresConversion,
    decimals: terms.decimals,
    fee: formatAmount(fee),
    network: terms.network,
    isPaused: false,
    quoteAttempts: 0,
    arrived: null,
    ...columns,
  };
}
