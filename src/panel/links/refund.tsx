import { recordAction } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import { getPaidLink, type LinkRefundRequest } from '../../deposits/index.ts';
import type { Money } from '../../lib/money.ts';
import { notEnough, type Purchase, type RefundReason } from '../../transfers/index.ts';
import { readOutlook } from '../approvals/requested.ts';
import { formOf } from '../frame/action.tsx';
import { createOnce } from '../request/once.ts';
import { refusalOf } from '../request/refusal.ts';
import { destinationTyped } from '../frame/destination-fields.tsx';
import { readAvailable } from '../approvals/review.tsx';
import { noteFor, reasonFor } from '../refunds/form.tsx';
import { reviewPage } from '../refunds/review.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { objectPages, paths } from '../request/paths.ts';
import { amountTyped } from '../../pages/index.ts';
import { MONEY, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { codeOf } from './view.ts';

type Request = LinkRefundRequest & { reason: RefundReason; note: string | null };

async function toRequest(on: Queryable, visit: MemberVisit): Promise<Request> {
  const { accountId } = visit;
  const code = codeOf(visit);
  // The one that the page showed, where several deposits paid the link.
  const { deposit } = await getPaidLink(on, {
    accountId,
    code,
    depositId: visit.field('deposit') || undefined,
  });
  const destination = destinationTyped(visit, deposit.network);
  const why = { reason: reasonFor(visit), note: noteFor(visit) };
  const amount = amountOf(visit, deposit.asset);
  return { accountId, code, depositId: deposit.id, amount, destination, ...why };
}

/** The refund of a paid link, as it was reviewed. */
export const refundLink = formOf({
  path: paths.links.refund,
  access: MONEY,
  freshProof: true,
  once: true,
  review: { method: 'post', path: paths.links.reviewRefund },
  texts: REFUNDS,
  page: paths.links.link,
  // They depend on the method that was paid with.
  fields: {},
  act: async (trx, visit, { refunds }) => {
    const request = await toRequest(trx, visit);
    const { refund, waitsFor } = await refunds.refundLink(trx, visit.actor, request);
    const { id, amount, asset } = refund;
    await recordAction(trx, visit.accountId, visit.actor, {
      action: 'refund.requested',
      subject: request.code,
      details: { amount, asset, refund: id },
    });
    return { id, waitsFor };
  },
  flash: ({ waitsFor }) => waitsFor ?? 'sent',
  to: (visit, { id }) => objectPages.refund(visit, id),
});

/** The review of a refund; that of a converted payment is quoted instead, and confirmed on the refund's page (D10). */
export function reviewLinkRefund(services: PanelServices): Route[] {
  const { db, refunds, refundQuotes, conversions } = services;
  const once = createOnce(services);

  const review = async (visit: MemberVisit, request: Request): Promise<Reply> => {
    const { accountId, code, reason, note } = request;
    const plan = await refunds.foresee(db.read, visit.actor, request);
    const available = await readAvailable(db.read, accountId, plan.asset);
    if (available.lt(plan.amount)) throw notEnough(available, plan.asset, plan.amount);
    const outlook = await readOutlook(db.read, visit, plan);
    const known = { ...plan, balanceAfter: available.minus(plan.amount), reason, note, outlook };
    const { backToLink } = REFUNDS[visit.language].review;
    return {
      page: reviewPage(visit, known, {
        form: (content) => <refundLink.Form of={{ code }}>{() => content}</refundLink.Form>,
        back: { href: objectPages.payment_link(visit, code), text: backToLink },
      }),
    };
  };

  const quote = async (visit: MemberVisit, request: Request, purchase: Purchase): Promise<Reply> => {
    const { id } = await once(visit, () => ({
      ask: async (providerKey) => {
        const quoted = await conversions.requestQuote(purchase, providerKey);
        return async (trx) => {
          const { refund, conversion } = await refundQuotes.create(
            trx,
            visit.actor,
            request,
            purchase,
            quoted,
          );
          const { id, amount, asset } = refund;
          await recordAction(trx, visit.accountId, visit.actor, {
            action: 'refund.quoted',
            subject: request.code,
            details: { refund: id, amount, asset, cost: `${conversion.amount} ${conversion.asset}` },
          });
          return { id };
        };
      },
    }));
    return { redirect: objectPages.refund(visit, id) };
  };

  return [
    {
      method: 'post',
      path: paths.links.reviewRefund,
      access: MONEY,
      // A quote moves no money, but it must not expire while the user proves who they are.
      freshProof: true,
      handle: async (visit) => {
        try {
          const request = await toRequest(db.read, visit);
          const purchase = await refundQuotes.prepare(visit.actor, request);
          return await (purchase ? quote(visit, request, purchase) : review(visit, request));
        } catch (error) {
          const on = { form: paths.links.reviewRefund, page: paths.links.link };
          return refusalOf(error, on, REFUNDS.en.problems);
        }
      },
    },
  ];
}

/** The amount to refund; the whole rest if the field was emptied. Throws `invalid_request` for text that is no amount. */
function amountOf(visit: MemberVisit, asset: string): Money | undefined {
  const text = visit.field('amount').trim();
  return text === '' ? undefined : amountTyped(text, asset);
}
