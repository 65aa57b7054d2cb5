import { recordDeed } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import type { TransactionWork } from '../../idempotency/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { listCurrencies } from '../../methods/index.ts';
import {
  isComplete,
  type LinkDraft,
  type MethodOptions,
  readLastCurrency,
  readMerchant,
} from '../../payment-links/index.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { pathTo, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts/by-language.ts';
import { readForm, toLinkRequest, type LinkForm } from './create-form.ts';
import { createPage, Methods } from './create-pages.tsx';

/** A new payment link: the form, the methods for its amount, and the creation itself. */
export function createLinkRoutes(services: PanelServices): Route[] {
  const { db, paymentLinks } = services;
  const once = createOnce(services);

  const optionsFor = async (visit: MemberVisit, form: LinkForm): Promise<MethodOptions | undefined> => {
    if (form.amount === '') return undefined;
    const merchant = await readMerchant(db.read, visit.accountId);
    try {
      return await paymentLinks.methodOptions(merchant, form.currency, form.amount);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_request') return undefined;
      throw error;
    }
  };
  const pageOf = async (visit: MemberVisit, form: LinkForm, problem?: string): Promise<Page> => {
    const currencies = await listCurrencies(db.read);
    return createPage(visit, { form, currencies, options: await optionsFor(visit, form), problem });
  };
  const create = async (visit: MemberVisit, form: LinkForm): Promise<{ code: string }> => {
    const request = toLinkRequest(form, await readClock(db.read));
    return once(visit, async () => {
      const merchant = await readMerchant(db.read, visit.accountId);
      const write =
        (draft: LinkDraft): TransactionWork<{ code: string }> =>
        async (trx) => {
          const origin = { requestId: visit.request.call.requestId, qrCodeId: null };
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
      path: '/panel/accounts/:account/links/new',
      access: LINK_MAKERS,
      handle: async (visit) => {
        const currency = await readLastCurrency(db.read, visit.accountId);
        return { page: await pageOf(visit, { ...readForm(visit), currency: currency ?? '' }) };
      },
    },
    {
      // Not by GET, which would put the input into URLs.
      method: 'post',
      path: '/panel/accounts/:account/links/methods',
      access: LINK_MAKERS,
      handle: async (visit) => {
        const form = readForm(visit);
        if (visit.request.get('hx-request') !== 'true') return { page: await pageOf(visit, form) };
        return { partial: Methods({ visit, form, options: await optionsFor(visit, form) }) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/links',
      access: LINK_MAKERS,
      handle: async (visit) => {
        const form = readForm(visit);
        try {
          const { code } = await create(visit, form);
          return { redirect: `${pathTo(visit, `links/${code}`)}?notice=created` };
        } catch (error) {
          const { problems } = LINKS[visit.language];
          return { page: await pageOf(visit, form, problems[reasonOf(error, problems)]), status: 422 };
        }
      },
    },
  ];
}
