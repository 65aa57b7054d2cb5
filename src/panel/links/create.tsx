import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import type { TransactionWork } from '../../idempotency/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatAmount } from '../../lib/money.ts';
import { listCurrencies } from '../../methods/index.ts';
import { amountTyped, Field, Group, Select } from '../../pages/index.ts';
import {
  isComplete,
  type LinkDraft,
  type MethodOptions,
  readLastCurrency,
  readMerchant,
} from '../../payment-links/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type FieldOf, optionalText, requiredText, sum, text } from '../frame/fields.ts';
import { AmountField } from '../frame/parts.tsx';
import { pageOf, type Pages } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import {
  customerId,
  feeBearer,
  hours,
  LIVES,
  MAX_LENGTH,
  metadata,
  METADATA_ROWS,
  metadataRows,
  methods,
  payerName,
  returnUrl,
  USUAL_LIFE,
} from './create-fields.ts';
import { CREATE_LINK } from './create-texts.ts';
import { CustomerChoice, FoundCustomers, readCustomerChoice } from './customer-choice.tsx';
import { MetadataFields, PurposeFields, ReturnUrlField } from './link-fields.tsx';
import { inMoney, LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts.ts';

const AN_HOUR_MS = 3600_000;

export const createLink = formOf({
  path: paths.links.list,
  access: LINK_MAKERS,
  freshProof: false,
  texts: LINKS,
  page: paths.links.new,
  fields: {
    amount: sum('currency'),
    currency: text,
    description: requiredText(MAX_LENGTH.description),
    reference: optionalText(MAX_LENGTH.reference),
    method: methods,
    life: hours,
    fee_bearer: feeBearer,
    customer_id: customerId,
    payer_name: payerName,
    return_url: returnUrl,
    metadata,
  },
  places: { 'invalid_request.accepted_methods': 'method' },
  prepare: async (visit, { db, paymentLinks }, entered) => {
    const { accountId, actor } = visit;
    const [merchant, now] = await Promise.all([readMerchant(db.read, accountId), readClock(db.read)]);
    const amount = entered.amount.toFixed();
    const { currency } = entered;
    const draft = await paymentLinks.draft(merchant, {
      amount,
      currency,
      description: entered.description,
      reference: entered.reference,
      acceptedMethods: entered.method,
      metadata: entered.metadata,
      feeBearer: entered.fee_bearer,
      returnUrl: entered.return_url,
      payerName: entered.payer_name,
      customerId: entered.customer_id,
      expiresAt: new Date(now.getTime() + entered.life * AN_HOUR_MS),
    });
    const write =
      (draft: LinkDraft): TransactionWork<{ code: string }> =>
      async (trx) => {
        const origin = { requestId: visit.request.call.requestId, visitor: undefined };
        const { code } = (await paymentLinks.create(trx, merchant, draft, origin)).link;
        const details = { amount, currency };
        await recordAction(trx, accountId, actor, { action: 'payment_link.created', subject: code, details });
        return { code };
      };
    if (draft.methods.every(({ offer }) => isComplete(offer))) return write(draft);
    return { ask: async (providerKey) => write(await paymentLinks.ask(draft, providerKey)) };
  },
  flash: 'created',
  to: (visit, { code }) => pathTo(visit, paths.links.link, { code }),
});

/** The page for a new payment link. */
export const showNewLink = pageOf(paths.links.new, LINK_MAKERS, newLinkPage);

/** The methods that can pay the amount in the form. It is sent by POST, because a GET would put it into the URL. */
export const showMethods: Pages = (services) => [
  {
    method: 'post',
    path: paths.links.methods,
    access: LINK_MAKERS,
    handle: async (visit) => {
      if (visit.request.get('hx-request') !== 'true') return { page: await newLinkPage(visit, services) };
      const currency = visit.field('currency');
      const options = await readOptions(visit, services, currency);
      return { partial: <Methods currency={currency} options={options} error={undefined} /> };
    },
  },
];

/** The customers that match the search in the form; by POST as well, because it has names. */
export const showCustomers: Pages = (services) => [
  {
    method: 'post',
    path: paths.links.customers,
    access: LINK_MAKERS,
    handle: async (visit) => {
      if (visit.request.get('hx-request') !== 'true') return { page: await newLinkPage(visit, services) };
      const customers = await readCustomerChoice(visit, services, undefined);
      return { partial: <FoundCustomers of={customers} /> };
    },
  },
];

/** The options for the amount in the form; undefined while that is empty or no amount. */
async function readOptions(
  visit: MemberVisit,
  { db, paymentLinks }: PanelServices,
  currency: string,
): Promise<MethodOptions | undefined> {
  const typed = visit.field('amount').trim();
  if (typed === '') return undefined;
  const merchant = await readMerchant(db.read, visit.accountId);
  try {
    return await paymentLinks.methodOptions(merchant, currency, amountTyped(typed, currency).toFixed());
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return undefined;
    throw error;
  }
}

/** The form, empty or with what was entered. */
async function newLinkPage(visit: MemberVisit, services: PanelServices): Promise<Page> {
  const { read } = services.db;
  const entered = visit.field('currency');
  const [currencies, customers, last] = await Promise.all([
    listCurrencies(read),
    readCustomerChoice(visit, services, visit.query('customer')),
    entered === '' ? readLastCurrency(read, visit.accountId) : undefined,
  ]);
  const currency = entered || (last ?? '');
  const options = await readOptions(visit, services, currency);
  const texts = CREATE_LINK[visit.language];
  const refresh = {
    'hx-post': pathTo(visit, paths.links.methods),
    'hx-trigger': 'input delay:400ms',
    'hx-target': '#methods',
    'hx-swap': 'outerHTML',
    'hx-include': 'closest form',
  };
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.links.list), label: texts.back },
    htmx: true,
    body: (
      <createLink.Form class="link-form">
        {(field) => (
          <>
            <div class="sum" {...refresh}>
              <div>
                <AmountField
                  {...field('amount', visit.field('amount').trim())}
                  label={texts.amount}
                  hint={texts.amountHint}
                />
              </div>
              <div>
                <Select
                  {...field('currency', currency)}
                  label={texts.currency}
                  options={currencies.map(({ currency }) => [currency, currency])}
                />
              </div>
            </div>
            <PurposeFields
              description={field('description', visit.field('description').trim())}
              reference={field('reference', visit.field('reference').trim())}
            />
            <CustomerChoice
              of={customers}
              href={pathTo(visit, paths.links.customers)}
              error={field('customer_id').error}
            />
            <Methods currency={currency} options={options} error={field('method').error} />
            <Select
              {...field('life', visit.field('life') || USUAL_LIFE)}
              label={texts.expires}
              options={LIVES.map((hours) => [hours, texts.lives[hours]])}
            />
            <fieldset>
              <legend>{texts.feeBearer}</legend>
              {(['merchant', 'payer'] as const).map((bearer) => (
                <label>
                  <input
                    type="radio"
                    name="fee_bearer"
                    value={bearer}
                    checked={bearer === feeBearer(visit, 'fee_bearer')}
                  />
                  {texts[bearer]}
                </label>
              ))}
            </fieldset>
            <More field={field} />
            <button type="submit">{texts.submit}</button>
          </>
        )}
      </createLink.Form>
    ),
  };
}

/** Rarely used fields. */
function More({ field }: { field: FieldOf<'payer_name' | 'return_url' | 'metadata'> }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CREATE_LINK);
  const rows = metadataRows(visit, METADATA_ROWS);
  const [name, url] = [visit.field('payer_name').trim(), visit.field('return_url').trim()];
  const isUsed = name !== '' || url !== '' || rows.some(({ key, value }) => key + value);
  return (
    <details open={isUsed}>
      <summary>{texts.more}</summary>
      <Field
        {...field('payer_name', name)}
        label={texts.payerName}
        hint={texts.payerNameHint}
        autocomplete="off"
        required={false}
        maxlength={MAX_LENGTH.payerName}
      />
      <ReturnUrlField {...field('return_url', url)} />
      <MetadataFields error={field('metadata').error} rows={rows} />
    </details>
  );
}

/** The methods that can pay the amount; htmx replaces them when it changes, and without scripts a button shows the page again. */
function Methods(props: {
  currency: string;
  /** For the form's amount; undefined while it has none. */
  options: MethodOptions | undefined;
  error: string | undefined;
}): JSX.Element {
  const visit = useMemberVisit();
  const { currency, options, error } = props;
  const texts = useTexts(CREATE_LINK);
  const chosen = visit.fields('method');
  const inCurrency = (amount: string): string => inMoney(visit, amount, currency);
  return (
    <div id="methods" aria-live="polite">
      <Group name="method" label={texts.methods} error={error} describedBy="methods-hint">
        <p id="methods-hint" class="hint">
          {options ? texts.methodsHint : texts.methodsLater}
        </p>
        {options?.methods.map(({ method, viability }) => {
          const reason = viability.available
            ? viability.requiresConversion && texts.converted
            : texts.reasons[viability.reason](
                inCurrency(formatAmount(viability.minimumRequired)),
                inCurrency(formatAmount(viability.maximumAccepted)),
              );
          return (
            <label>
              <input
                type="checkbox"
                name="method"
                value={method.name}
                checked={viability.available && chosen.includes(method.name)}
                disabled={!viability.available}
              />
              {method.name}{' '}
              <small>
                {method.network ?? ''} {reason}
              </small>
            </label>
          );
        })}
        {options && (
          <p class="hint">
            {texts.limits(
              inCurrency(formatAmount(options.currency.minAmount)),
              inCurrency(formatAmount(options.currency.maxAmount)),
            )}
          </p>
        )}
        <button type="submit" class="plain" formaction={pathTo(visit, paths.links.methods)} formnovalidate>
          {texts.showMethods}
        </button>
      </Group>
    </div>
  );
}
