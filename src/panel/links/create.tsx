import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import type { TransactionWork } from '../../idempotency/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatAmount } from '../../lib/money.ts';
import { type LinkCurrency, listCurrencies } from '../../methods/index.ts';
import { Field, Group, Refusal, Select, withQuery } from '../../pages/index.ts';
import {
  isComplete,
  type LinkDraft,
  type MethodOptions,
  readLastCurrency,
  readMerchant,
} from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Form, fieldsOf } from '../frame/fields.ts';
import { Once } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { refusalOf } from '../request/refusal.ts';
import type { MemberVisit, Page, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { amountTyped } from '../request/typed-amount.ts';
import { type LinkForm, LIVES, readForm, toLinkRequest } from './create-form.ts';
import { CREATE_LINK } from './create-texts.ts';
import { inMoney, LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts.ts';

interface CreatePage {
  form: LinkForm;
  currencies: readonly LinkCurrency[];
  /** For the form's amount; undefined while it has none. */
  options: MethodOptions | undefined;
}

const FIELDS = [
  'amount',
  'currency',
  'description',
  'reference',
  'method',
  'payer_name',
  'return_url',
  'metadata',
];

/** A new payment link: the form, the methods for its amount, and the creation itself. */
export function createLink(services: PanelServices): Route[] {
  const { db, paymentLinks } = services;
  const once = createOnce(services);

  const optionsFor = async (visit: MemberVisit, form: LinkForm): Promise<MethodOptions | undefined> => {
    if (form.amount === '') return undefined;
    const merchant = await readMerchant(db.read, visit.accountId);
    try {
      const amount = amountTyped(visit, form.amount).toFixed();
      return await paymentLinks.methodOptions(merchant, form.currency, amount);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_request') return undefined;
      throw error;
    }
  };

  const pageOf = async (visit: MemberVisit, form: LinkForm): Promise<Page> => {
    const currencies = await listCurrencies(db.read);
    return createPage(visit, { form, currencies, options: await optionsFor(visit, form) });
  };

  const create = async (visit: MemberVisit, form: LinkForm): Promise<{ code: string }> => {
    const amount = amountTyped(visit, form.amount).toFixed();
    const request = toLinkRequest({ ...form, amount }, await readClock(db.read));
    return once(visit, async () => {
      const merchant = await readMerchant(db.read, visit.accountId);
      const write =
        (draft: LinkDraft): TransactionWork<{ code: string }> =>
        async (trx) => {
          const origin = { requestId: visit.request.call.requestId, visitor: undefined };
          const { link } = await paymentLinks.create(trx, merchant, draft, origin);
          await recordDeed(trx, visit.accountId, visit.actor, {
            action: 'payment_link.created',
            subject: link.code,
            details: { amount: request.amount, currency: request.currency },
          });
          return { code: link.code };
        };
      const draft = await paymentLinks.draft(merchant, request);
      if (draft.methods.every(({ offer }) => isComplete(offer))) return write(draft);
      return { ask: async (providerKey) => write(await paymentLinks.ask(draft, providerKey)) };
    });
  };

  return [
    {
      method: 'get',
      path: paths.links.new,
      access: LINK_MAKERS,
      handle: async (visit) => {
        const form = readForm(visit);
        if (visit.refused) return { page: await pageOf(visit, form) };
        const currency = await readLastCurrency(db.read, visit.accountId);
        return { page: await pageOf(visit, { ...form, currency: currency ?? '' }) };
      },
    },
    {
      // Not by GET, which would put the input into URLs.
      method: 'post',
      path: paths.links.methods,
      access: LINK_MAKERS,
      handle: async (visit) => {
        const form = readForm(visit);
        if (visit.request.get('hx-request') !== 'true') return { page: await pageOf(visit, form) };
        return { partial: <Methods form={form} options={await optionsFor(visit, form)} /> };
      },
    },
    {
      method: 'post',
      path: paths.links.list,
      access: LINK_MAKERS,
      handle: async (visit) => {
        try {
          const { code } = await create(visit, readForm(visit));
          return { redirect: withQuery(pathTo(visit, paths.links.link, { code }), { notice: 'created' }) };
        } catch (error) {
          return refusalOf(error, { form: paths.links.list, page: paths.links.new }, LINKS.en.problems);
        }
      },
    },
  ];
}

function createPage(visit: MemberVisit, { form, currencies, options }: CreatePage): Page {
  const texts = CREATE_LINK[visit.language];
  const { problems } = LINKS[visit.language];
  const shown = fieldsOf(visit, problems, FIELDS, {
    'invalid_request.accepted_methods': 'method',
  });
  const methodsPath = pathTo(visit, paths.links.methods);
  const refresh = {
    'hx-post': methodsPath,
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
      <>
        <Refusal>{shown.above}</Refusal>
        <form method="post" action={pathTo(visit, paths.links.list)} class="link-form">
          <Once />
          <div class="sum" {...refresh}>
            <div>
              <Field
                {...shown.field('amount', form.amount)}
                label={texts.amount}
                hint={texts.amountHint}
                inputmode="decimal"
                autocomplete="off"
                maxlength={30}
              />
            </div>
            <div>
              <Select
                {...shown.field('currency', form.currency)}
                label={texts.currency}
                options={currencies.map(({ currency }) => [currency, currency])}
              />
            </div>
          </div>
          <Field
            {...shown.field('description', form.description)}
            label={texts.description}
            hint={texts.descriptionHint}
            autocomplete="off"
            maxlength={500}
          />
          <Field
            {...shown.field('reference', form.reference)}
            label={texts.reference}
            hint={texts.referenceHint}
            autocomplete="off"
            required={false}
            maxlength={255}
          />
          <Methods form={form} options={options} error={shown.field('method').error} />
          <Select
            {...shown.field('life', form.life)}
            label={texts.expires}
            options={LIVES.map((hours) => [hours, texts.lives[hours]])}
          />
          <fieldset>
            <legend>{texts.feeBearer}</legend>
            {(['merchant', 'payer'] as const).map((bearer) => (
              <label>
                <input type="radio" name="fee_bearer" value={bearer} checked={form.feeBearer === bearer} />
                {texts[bearer]}
              </label>
            ))}
          </fieldset>
          <More form={form} shown={shown} />
          <button type="submit">{texts.submit}</button>
        </form>
      </>
    ),
  };
}

/** Rarely used fields. */
function More(props: { form: LinkForm; shown: Form }): JSX.Element {
  const { form, shown } = props;
  const texts = useTexts(CREATE_LINK);
  const isUsed =
    form.payerName !== '' || form.returnUrl !== '' || form.metadata.some(({ key, value }) => key + value);
  return (
    <details open={isUsed}>
      <summary>{texts.more}</summary>
      <Field
        {...shown.field('payer_name', form.payerName)}
        label={texts.payerName}
        hint={texts.payerNameHint}
        autocomplete="off"
        required={false}
        maxlength={140}
      />
      <Field
        {...shown.field('return_url', form.returnUrl)}
        label={texts.returnUrl}
        hint={texts.returnUrlHint}
        type="url"
        autocomplete="off"
        required={false}
        maxlength={2048}
      />
      <Group {...shown.field('metadata')} label={texts.metadata} describedBy="metadata-hint">
        {form.metadata.map(({ key, value }, row) => (
          <div class="pair">
            <input
              name="metadata_key"
              value={key}
              maxLength={40}
              autocomplete="off"
              aria-label={texts.key(row + 1)}
              placeholder={row === 0 ? 'order_id' : undefined}
            />
            <input
              name="metadata_value"
              value={value}
              maxLength={500}
              autocomplete="off"
              aria-label={texts.value(row + 1)}
              placeholder={row === 0 ? '10442' : undefined}
            />
          </div>
        ))}
        <small id="metadata-hint">{texts.metadataHint}</small>
      </Group>
    </details>
  );
}

/** Which methods can pay the amount; htmx replaces it when the amount changes, and a button shows the page again. */
function Methods(props: Pick<CreatePage, 'form' | 'options'> & { error?: string | undefined }): JSX.Element {
  const visit = useMemberVisit();
  const { form, options, error } = props;
  const texts = useTexts(CREATE_LINK);
  const inCurrency = (amount: string): string => inMoney(visit, amount, form.currency);
  return (
    <div id="methods" aria-live="polite">
      <Group name="method" label={texts.methods} error={error} describedBy="methods-hint">
        <p id="methods-hint" class="hint">
          {options ? texts.methodsHint : texts.methodsLater}
        </p>
        {options?.methods.map(({ method, viability }) => {
          const reason = viability.available
            ? viability.requiresConversion && texts.converted
            : texts.reasons[viability.reason](inCurrency(formatAmount(viability.minimumRequired)));
          return (
            <label>
              <input
                type="checkbox"
                name="method"
                value={method.name}
                checked={viability.available && form.methods.includes(method.name)}
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
