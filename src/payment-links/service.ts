import { firstObstacle } from '../accounts/standing.ts';
import type { Caller } from '../credentials/service.ts';
import type { Queryable, Trx } from '../db/connect.ts';
import { DomainError, invalidParam } from '../lib/errors.ts';
import { deterministicHex, newLinkCode } from '../lib/ids.ts';
import { formatAmount, parseRequestAmount, type Money } from '../lib/money.ts';
import { readCatalogue, type LinkCurrency, type Method } from '../methods/catalogue.ts';
import { priceNatively, type FeeBearer } from '../methods/pricing.ts';
import type { Provider } from '../methods/providers/provider.ts';
import { assessMethod, type Viability } from '../methods/viability.ts';
import { drawQr } from './qr-image.ts';
import * as repository from './repository.ts';
import { nextStatus, type LinkTrigger } from './transitions.ts';

/** Whether money of another family can pay a link; the provider port does not convert yet. */
const CONVERSION_ENABLED = false;

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_LIFE_MS = 7 * DAY_MS;
const MIN_LIFE_MS = 5 * 60 * 1000;
const MAX_LIFE_MS = 90 * DAY_MS;

export interface LinkWithMethods {
  link: repository.LinkRow;
  methods: repository.LinkMethodRow[];
}

/** What a client asks for (D5), as text where a rule is still to be checked. */
export interface LinkRequest {
  amount: string;
  currency: string;
  description: string;
  acceptedMethods: readonly string[] | undefined;
  metadata: Record<string, string>;
  feeBearer: FeeBearer;
  returnUrl: string | null;
  expiresAt: Date | undefined;
}

/** A link that is fit to be written, with its instructions already issued by the provider. */
export interface LinkDraft {
  request: LinkRequest;
  amount: Money;
  methods: Omit<repository.LinkMethodRow, 'account_id' | 'link_code' | 'amount_due_expires_at'>[];
}

/** Which methods could pay an amount, asked before there is a link. */
export interface MethodOptions {
  currency: LinkCurrency;
  amount: Money;
  conversionEnabled: boolean;
  methods: { method: Method; viability: Viability }[];
}

export interface PaymentLinkService {
  /** Throws `invalid_request` for an amount of zero or above the currency's limit. Changes nothing. */
  methodOptions(caller: Caller, currency: string, amount: string): Promise<MethodOptions>;
  /**
   * Checks a request and gets its instructions from the provider, before any transaction (D16). Amounts are
   * decimals in the link's currency. Throws the account's obstacle (D14), `forbidden` for a method that the
   * account may not use, and `invalid_request` naming the field for all else.
   */
  draft(caller: Caller, request: LinkRequest, idempotencyKey: string): Promise<LinkDraft>;
  /** Writes the drafted link. Throws `invalid_request` when its expiry is not 5 minutes to 90 days ahead (D5). */
  create(trx: Trx, caller: Caller, draft: LinkDraft, requestId: string): Promise<LinkWithMethods>;
  /** Throws `payment_link_not_found`, also for another account's link. */
  get(accountId: string, code: string): Promise<LinkWithMethods>;
  /** Throws `payment_link_not_cancellable` unless the link is active. */
  cancel(trx: Trx, accountId: string, code: string): Promise<LinkWithMethods>;
  /** Throws `payment_link_not_deletable` unless the link is cancelled or expired. Its movements stay. */
  remove(trx: Trx, accountId: string, code: string): Promise<void>;
}

export function createPaymentLinkService(options: {
  read: Queryable;
  provider: Provider;
  checkoutBaseUrl: () => string;
}): PaymentLinkService {
  const { read, provider, checkoutBaseUrl } = options;

  return {
    async methodOptions(caller, currencyName, amountText) {
      const { methods, currency } = await readCatalogue(read, currencyName);
      if (!currency) throw invalidParam('currency', `No payment link can be made in ${currencyName}.`);
      const amount = parseRequestAmount(amountText);
      if (!amount || amount.isZero() || amount.gt(currency.maxAmount)) {
        throw invalidParam(
          'amount',
          `amount must be more than zero and at most ${currency.maxAmount.toFixed()} ${currency.currency}.`,
        );
      }
      return {
        currency,
        amount,
        conversionEnabled: CONVERSION_ENABLED,
        methods: usableMethods(methods, currency, caller.disabledMethods).map((method) => ({
          method,
          viability: assessMethod(method, currency, amount),
        })),
      };
    },

    async draft(caller, request, idempotencyKey) {
      const obstacle = firstObstacle(caller.standing);
      if (obstacle) throw new DomainError(obstacle);

      const { methods, currency } = await readCatalogue(read, request.currency);
      if (!currency) throw invalidParam('currency', `No payment link can be made in ${request.currency}.`);
      const amount = requireAmount(request.amount, currency);
      const chosen =
        request.acceptedMethods === undefined
          ? viableMethods(methods, currency, amount, caller.disabledMethods)
          : requireViable(request.acceptedMethods, methods, currency, amount, caller.disabledMethods);

      // A key is forgotten after a day, and may then be used for another link: that one is paid elsewhere (D16).
      const day = Math.floor(currency.asOf.getTime() / DAY_MS);
      const issueKey = deterministicHex(idempotencyKey, String(day));

      return {
        request,
        amount,
        methods: await Promise.all(
          chosen.map(async (method, position) => {
            const { amountDue, fee } = priceNatively(method, amount, request.feeBearer);
            const issued = await provider.issueInstructions({
              idempotencyKey: issueKey,
              method: method.name,
              kind: method.kind,
              network: method.network,
            });
            return {
              method: method.name,
              asset: method.asset,
              position,
              requires_conversion: false,
              amount_due: amountDue.toFixed(method.decimals),
              decimals: method.decimals,
              fee: formatAmount(fee),
              exchange_rate: '1.00000000',
              quote_status: 'native' as const,
              instructions: issued.instructions,
              destination: issued.destination,
              reference: issued.reference,
              network: method.network,
            };
          }),
        ),
      };
    },

    async create(trx, caller, draft, requestId) {
      const createdAt = await trx.now;
      const expiresAt = requireExpiry(draft.request.expiresAt, createdAt);
      const code = newLinkCode();
      const checkoutUrl = `${checkoutBaseUrl()}/pay/${code}`;
      const link: repository.NewLink = {
        account_id: caller.accountId,
        code,
        amount: formatAmount(draft.amount),
        currency: draft.request.currency,
        description: draft.request.description,
        metadata: draft.request.metadata,
        fee_bearer: draft.request.feeBearer,
        return_url: draft.request.returnUrl,
        checkout_url: checkoutUrl,
        qr_svg: drawQr(checkoutUrl),
        request_id: requestId,
        created_at: createdAt,
        expires_at: expiresAt,
        accepted_methods: draft.methods.map(({ method }) => method),
      };
      const methods = draft.methods.map((method) => ({
        ...method,
        account_id: caller.accountId,
        link_code: code,
        // A native amount is good for as long as the link is (D4).
        amount_due_expires_at: expiresAt,
      }));
      trx.settleAtCommit(repository.insertLink(trx, link, methods));
      return { link: { ...link, status: 'active', paid_at: null, paid_with_method: null }, methods };
    },

    async get(accountId, code) {
      const [link, methods] = await Promise.all([
        repository.findLink(read, accountId, code),
        repository.listLinkMethods(read, accountId, code),
      ]);
      if (!link) throw new DomainError('payment_link_not_found');
      return { link, methods };
    },

    async cancel(trx, accountId, code) {
      const link = await lockLinkFor('cancel', trx, accountId, code);
      const methods = await repository.listLinkMethods(trx, accountId, code);
      await repository.setLinkStatus(trx, link, 'cancelled');
      return { link: { ...link, status: 'cancelled' }, methods };
    },

    async remove(trx, accountId, code) {
      const link = await lockLinkFor('delete', trx, accountId, code);
      await repository.markLinkDeleted(trx, link, await trx.now);
    },
  };
}

const REFUSALS = {
  cancel: 'payment_link_not_cancellable',
  delete: 'payment_link_not_deletable',
} as const satisfies Partial<Record<LinkTrigger, string>>;

async function lockLinkFor(
  trigger: keyof typeof REFUSALS,
  trx: Trx,
  accountId: string,
  code: string,
): Promise<repository.LinkRow> {
  const link = await repository.lockLink(trx, accountId, code);
  if (!link) throw new DomainError('payment_link_not_found');
  if (!nextStatus(link.status, trigger)) {
    throw new DomainError(REFUSALS[trigger], {
      message:
        trigger === 'delete' && link.status === 'active'
          ? 'The payment link is active. Cancel it first, then delete it.'
          : `The payment link is ${link.status}; a link in this state cannot be ${trigger === 'delete' ? 'deleted' : 'cancelled'}.`,
    });
  }
  return link;
}

function requireAmount(text: string, currency: LinkCurrency): Money {
  const amount = parseRequestAmount(text);
  if (!amount || amount.lt(currency.minAmount) || amount.gt(currency.maxAmount)) {
    throw invalidParam(
      'amount',
      `amount must be from ${currency.minAmount.toFixed()} to ${currency.maxAmount.toFixed()} ${currency.currency}.`,
    );
  }
  return amount;
}

function usableMethods(
  methods: readonly Method[],
  currency: LinkCurrency,
  disabled: readonly string[],
): Method[] {
  return methods.filter(
    (method) =>
      method.enabled &&
      !disabled.includes(method.name) &&
      (CONVERSION_ENABLED || method.family === currency.family),
  );
}

function viableMethods(
  methods: readonly Method[],
  currency: LinkCurrency,
  amount: Money,
  disabled: readonly string[],
): Method[] {
  const viable = usableMethods(methods, currency, disabled).filter(
    (method) => assessMethod(method, currency, amount).available,
  );
  if (viable.length === 0) {
    throw invalidParam('amount', `No payment method can pay ${amount.toFixed()} ${currency.currency}.`);
  }
  return viable;
}

/** Every named method must be able to pay; the first that is not is refused by its place in the request (D24). */
function requireViable(
  names: readonly string[],
  methods: readonly Method[],
  currency: LinkCurrency,
  amount: Money,
  disabled: readonly string[],
): Method[] {
  return names.map((name, place) => {
    const param = `accepted_methods[${place}]`;
    const method = methods.find((candidate) => candidate.name === name && candidate.enabled);
    if (!method) throw invalidParam(param, `There is no payment method ${name}.`);
    if (disabled.includes(name)) {
      throw new DomainError('forbidden', {
        param,
        message: `The method ${name} is not enabled for this account.`,
      });
    }
    if (usableMethods([method], currency, []).length === 0) {
      throw invalidParam(param, `${name} cannot pay a link in ${currency.currency}.`);
    }
    const viability = assessMethod(method, currency, amount);
    if (!viability.available) {
      throw invalidParam(
        param,
        `${name} needs an amount of at least ${viability.minimumRequired.toFixed()} ${currency.currency} (${viability.reason}).`,
      );
    }
    return method;
  });
}

function requireExpiry(requested: Date | undefined, now: Date): Date {
  if (!requested) return new Date(now.getTime() + DEFAULT_LIFE_MS);
  const lifeMs = requested.getTime() - now.getTime();
  if (lifeMs < MIN_LIFE_MS || lifeMs > MAX_LIFE_MS) {
    throw invalidParam('expires_at', 'expires_at must be from 5 minutes to 90 days ahead.');
  }
  return requested;
}
