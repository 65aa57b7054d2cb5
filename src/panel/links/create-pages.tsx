import type { JSX } from 'preact';
import { formatAmount } from '../../lib/money.ts';
import type { LinkCurrency } from '../../methods/index.ts';
import type { MethodOptions } from '../../payment-links/index.ts';
import { Field, Once, Refusal } from '../frame/parts.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { inMoney } from './parts.tsx';
import { LINKS } from './texts/by-language.ts';
import { LIVES, type LinkForm } from './create-form.ts';

export interface CreatePage {
  form: LinkForm;
  currencies: readonly LinkCurrency[];
  /** For the form's amount; undefined while it has none. */
  options: MethodOptions | undefined;
  /** Why the link was not created. */
  problem: string | undefined;
}

export function createPage(visit: MemberVisit, { form, currencies, options, problem }: CreatePage): Page {
  const texts = LINKS[visit.language].create;
  const methodsPath = pathTo(visit, 'links/methods');
  const refresh = {
    'hx-post': methodsPath,
    'hx-trigger': 'input delay:400ms',
    'hx-target': '#methods',
    'hx-swap': 'outerHTML',
    'hx-include': 'closest form',
  };
  return {
    title: texts.title,
    htmx: true,
    body: (
      <>
        {problem !== undefined && <Refusal>{problem}</Refusal>}
        <form method="post" action={pathTo(visit, 'links')} class="link-form">
          <Once />
          <div class="sum" {...refresh}>
            <div>
              <Field
                name="amount"
                label={texts.amount}
                hint={texts.amountHint}
                value={form.amount}
                inputmode="decimal"
                autocomplete="off"
                maxlength={21}
              />
            </div>
            <div>
              <label for="currency">{texts.currency}</label>
              <select id="currency" name="currency" required>
                {currencies.map(({ currency }) => (
                  <option value={currency} selected={currency === form.currency}>
                    {currency}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <Field
            name="description"
            label={texts.description}
            hint={texts.descriptionHint}
            value={form.description}
            autocomplete="off"
            maxlength={500}
          />
          <Field
            name="reference"
            label={texts.reference}
            hint={texts.referenceHint}
            value={form.reference}
            autocomplete="off"
            required={false}
            maxlength={255}
          />
          <Methods visit={visit} form={form} options={options} />
          <label for="life">{texts.expiry}</label>
          <select id="life" name="life">
            {LIVES.map((hours) => (
              <option value={hours} selected={hours === form.life}>
                {texts.lives[hours]}
              </option>
            ))}
          </select>
          <fieldset>
            <legend>{texts.feeBearer}</legend>
            {(['merchant', 'payer'] as const).map((bearer) => (
              <label>
                <input type="radio" name="fee_bearer" value={bearer} checked={form.feeBearer === bearer} />
                {texts[bearer]}
              </label>
            ))}
          </fieldset>
          <More visit={visit} form={form} />
          <button type="submit">{texts.submit}</button>
        </form>
        <p>
          <a href={pathTo(visit, 'links')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

/** Rarely used fields. */
function More({ visit, form }: { visit: MemberVisit; form: LinkForm }): JSX.Element {
  const texts = LINKS[visit.language].create;
  const isUsed =
    form.payerName !== '' || form.returnUrl !== '' || form.metadata.some(({ key, value }) => key + value);
  return (
    <details open={isUsed}>
      <summary>{texts.more}</summary>
      <Field
        name="payer_name"
        label={texts.payerName}
        hint={texts.payerNameHint}
        value={form.payerName}
        autocomplete="off"
        required={false}
        maxlength={140}
      />
      <Field
        name="return_url"
        label={texts.returnUrl}
        hint={texts.returnUrlHint}
        type="url"
        value={form.returnUrl}
        autocomplete="off"
        required={false}
        maxlength={2048}
      />
      <fieldset aria-describedby="metadata-hint">
        <legend>{texts.metadata}</legend>
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
      </fieldset>
    </details>
  );
}

/** Which methods can pay the amount; htmx replaces it when the amount changes, and a button shows the page again. */
export function Methods({
  visit,
  form,
  options,
}: Pick<CreatePage, 'form' | 'options'> & { visit: MemberVisit }): JSX.Element {
  const texts = LINKS[visit.language].create;
  const inCurrency = (amount: string): string => inMoney(visit, amount, form.currency);
  return (
    <fieldset id="methods" aria-live="polite" aria-describedby="methods-hint">
      <legend>{texts.methods}</legend>
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
      <button type="submit" class="plain" formaction={pathTo(visit, 'links/methods')} formnovalidate>
        {texts.showMethods}
      </button>
    </fieldset>
  );
}
