import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { type LinkCurrency, listCurrencies } from '../../methods/index.ts';
import { Refusal, Select, withQuery } from '../../pages/index.ts';
import { readMerchant } from '../../payment-links/index.ts';
import type { QrCodeRequest } from '../../qr-codes/index.ts';
import { formOf } from '../frame/form.ts';
import { Once } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit, Page, Reply, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CHANGERS } from './access.ts';
import { amountOf, limitsOf, nameOf, optional } from './form.ts';
import { CODE_FIELDS, CodeField, PROBLEM_PLACES, type CodeProblem } from './parts.tsx';
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
          const problem = reasonOf(error, QR_CODES.en.problems);
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

function newCodePage(visit: MemberVisit, currencies: readonly LinkCurrency[], problem?: CodeProblem): Page {
  const texts = QR_CODES[visit.language];
  const fields = [...CODE_FIELDS, 'currency'];
  const form = formOf(visit, { problem, texts: texts.problems }, fields, PROBLEM_PLACES);
  return {
    title: texts.createTitle,
    back: { href: pathTo(visit, paths.qrCodes.list), label: texts.title },
    body: (
      <form method="post" action={pathTo(visit, paths.qrCodes.new)} class="narrow">
        <Refusal>{form.above}</Refusal>
        <Once />
        <CodeField form={form} name="name" hint={texts.nameHint} />
        <CodeField form={form} name="store_label" />
        <CodeField form={form} name="external_reference" hint={texts.referenceHint} />
        <Select
          {...form.field('currency', USUAL_CURRENCY)}
          label={texts.currency}
          hint={currencies.map((currency) => limitsOf(visit, currency)).join(' ')}
          options={currencies.map(({ currency }) => [currency, currency])}
        />
        <CodeField form={form} name="fixed_amount" hint={texts.fixedAmountHint} />
        <button type="submit">{texts.create}</button>
      </form>
    ),
  };
}
