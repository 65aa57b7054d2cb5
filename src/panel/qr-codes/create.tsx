import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { type LinkCurrency, listCurrencies } from '../../methods/index.ts';
import { withQuery } from '../../pages/index.ts';
import { readMerchant } from '../../payment-links/index.ts';
import type { QrCodeRequest } from '../../qr-codes/index.ts';
import { Field, Once, Refusal } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit, Page, Reply, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CHANGERS } from './access.ts';
import { amountOf, limitsOf, nameOf, optional } from './form.ts';
import { QR_CODES } from './texts.ts';

/** The most common choice. */
const USUAL_CURRENCY = 'MXNB';

/** A new counter code. */
export function createCode(services: PanelServices): Route[] {
  const { db, qrCodes } = services;
  const once = createOnce(services);

  const create = async (trx: Trx, visit: MemberVisit, request: QrCodeRequest): Promise<{ id: string }> => {
    const { accountId } = visit;
    const [merchant, currencies] = await Promise.all([readMerchant(trx, accountId), listCurrencies(trx)]);
    if (!currencies.some(({ currency }) => currency === request.currency))
      throw invalidParam('currency', 'currency must be one of those on the form.');
    const { id } = await qrCodes.create(trx, merchant, request);
    const details = { id, currency: request.currency, fixed_amount: request.fixedAmount };
    await recordDeed(trx, accountId, visit.actor, {
      action: 'qr_code.created',
      subject: request.name,
      details,
    });
    return { id };
  };

  return [
    {
      method: 'get',
      path: paths.qrCodes.new,
      access: CHANGERS,
      handle: async (visit) => ({ page: newCodePage(visit, await listCurrencies(db.read)) }),
    },
    {
      method: 'post',
      path: paths.qrCodes.new,
      access: CHANGERS,
      handle: async (visit): Promise<Reply> => {
        try {
          const request = requestOf(visit);
          const { id } = await once(visit, () => (trx) => create(trx, visit, request));
          return {
            redirect: withQuery(pathTo(visit, paths.qrCodes.code, { counter: id }), { notice: 'created' }),
          };
        } catch (error) {
          const { problems } = QR_CODES[visit.language];
          const problem = problems[reasonOf(error, problems)];
          return { status: 422, page: newCodePage(visit, await listCurrencies(db.read), problem) };
        }
      },
    },
  ];
}

function requestOf(visit: MemberVisit): QrCodeRequest {
  return {
    name: nameOf(visit),
    storeLabel: optional(visit, 'store_label'),
    externalReference: optional(visit, 'external_reference'),
    currency: visit.field('currency'),
    fixedAmount: amountOf(visit),
  };
}

/** `problem` explains why the input was refused; the form keeps the input. */
function newCodePage(visit: MemberVisit, currencies: readonly LinkCurrency[], problem?: string): Page {
  const { language } = visit;
  const texts = QR_CODES[language];
  const typed = (name: string): { value: string } => ({ value: visit.field(name) });
  return {
    title: texts.createTitle,
    back: { href: pathTo(visit, paths.qrCodes.list), label: texts.title },
    body: (
      <form method="post" action={pathTo(visit, paths.qrCodes.new)} class="narrow">
        {problem !== undefined && <Refusal>{problem}</Refusal>}
        <Once />
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          maxlength={100}
          autocomplete="off"
          {...typed('name')}
        />
        <Field
          name="store_label"
          label={`${texts.storeLabel} (${texts.optional})`}
          required={false}
          maxlength={100}
          autocomplete="off"
          {...typed('store_label')}
        />
        <Field
          name="external_reference"
          label={`${texts.reference} (${texts.optional})`}
          hint={texts.referenceHint}
          required={false}
          maxlength={100}
          autocomplete="off"
          {...typed('external_reference')}
        />
        <label for="currency">{texts.currency}</label>
        <select id="currency" name="currency" aria-describedby="limits">
          {currencies.map(({ currency }) => (
            <option value={currency} selected={currency === (visit.field('currency') || USUAL_CURRENCY)}>
              {currency}
            </option>
          ))}
        </select>
        <Field
          name="fixed_amount"
          label={`${texts.fixedAmount} (${texts.optional})`}
          hint={texts.fixedAmountHint}
          required={false}
          inputmode="decimal"
          maxlength={21}
          autocomplete="off"
          {...typed('fixed_amount')}
        />
        <ul class="hints" id="limits">
          {currencies.map((currency) => (
            <li>{limitsOf(visit, currency)}</li>
          ))}
        </ul>
        <button type="submit">{texts.create}</button>
      </form>
    ),
  };
}
