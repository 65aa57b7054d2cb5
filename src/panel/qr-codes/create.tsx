import { recordAction } from '../../audit-log/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { type LinkCurrency, listCurrencies } from '../../methods/index.ts';
import { Select } from '../../pages/index.ts';
import { readMerchant } from '../../payment-links/index.ts';
import { formOf } from '../frame/action.tsx';
import { optionalAmount, text } from '../frame/fields.ts';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { CHANGERS, CodeField, FixedAmountField, limitsOf, name, optional, PROBLEM_PLACES } from './parts.tsx';
import { QR_CODES } from './texts.ts';

/** The most common choice. */
const USUAL_CURRENCY = 'MXNB';

export const createCode = formOf({
  path: paths.qrCodes.new,
  access: CHANGERS,
  freshProof: false,
  once: true,
  texts: QR_CODES,
  page: paths.qrCodes.new,
  fields: {
    name,
    store_label: optional,
    external_reference: optional,
    currency: text,
    fixed_amount: optionalAmount('currency'),
  },
  places: PROBLEM_PLACES,
  act: async (trx, { accountId, actor }, { qrCodes }, entered) => {
    const { currency } = entered;
    const fixedAmount = entered.fixed_amount?.toFixed() ?? null;
    const [merchant, currencies] = await Promise.all([readMerchant(trx, accountId), listCurrencies(trx)]);
    if (!currencies.some((known) => known.currency === currency))
      throw invalidParam('currency', 'currency must be one of those on the form.');
    const { id } = await qrCodes.create(trx, merchant, {
      name: entered.name,
      storeLabel: entered.store_label,
      externalReference: entered.external_reference,
      currency,
      fixedAmount,
    });
    const details = { id, currency, fixed_amount: fixedAmount };
    await recordAction(trx, accountId, actor, { action: 'qr_code.created', subject: entered.name, details });
    return { id };
  },
  flash: 'created',
  to: (visit, { id }) => objectPages.qr_code(visit, id),
});

/** The page for a new counter code. */
export const showNewCode = pageOf(paths.qrCodes.new, CHANGERS, async (visit, { db }) =>
  newCodePage(visit, await listCurrencies(db.read)),
);

function newCodePage(visit: MemberVisit, currencies: readonly LinkCurrency[]): Page {
  const texts = QR_CODES[visit.language];
  return {
    title: texts.createTitle,
    back: { href: pathTo(visit, paths.qrCodes.list), label: texts.title },
    body: (
      <createCode.Form class="narrow">
        {(field) => (
          <>
            <CodeField field={field} name="name" hint={texts.nameHint} />
            <CodeField field={field} name="store_label" />
            <CodeField field={field} name="external_reference" hint={texts.referenceHint} />
            <Select
              {...field('currency', USUAL_CURRENCY)}
              label={texts.currency}
              hint={currencies.map((currency) => limitsOf(visit, currency)).join(' ')}
              options={currencies.map(({ currency }) => [currency, currency])}
            />
            <FixedAmountField field={field} hint={texts.fixedAmountHint} />
            <button type="submit">{texts.create}</button>
          </>
        )}
      </createCode.Form>
    ),
  };
}
