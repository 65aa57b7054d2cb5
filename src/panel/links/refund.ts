import { withQuery } from '../../pages/index.ts';
import { recordDeed } from '../../audit-log/index.ts';
import { findPayingDeposit, type LinkRefundRequest } from '../../deposits/index.ts';
import type { Money } from '../../lib/money.ts';
import { notEnough, type Purchase, type RefundReason } from '../../transfers/index.ts';
import { readOutlook } from '../approvals/requested.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { destinationTyped } from '../frame/destination-fields.tsx';
import { readAvailable } from '../approvals/review.tsx';
import { noteFor, reasonFor } from '../refunds/form.tsx';
import { reviewPage } from '../refunds/review.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { pathTo, paths } from '../request/paths.ts';
import { amountTyped } from '../request/typed-amount.ts';
import { MONEY, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { linkPage } from './link.tsx';
import { codeOf, readLinkView } from './view.ts';

type Request = LinkRefundRequest & { reason: RefundReason; note: string | null };

/** The refund of a paid link: reviewed or, of a converted payment, quoted, and then asked for (D10). */
export function refundLink(services: PanelServices): Route[] {
  const { db, refunds, refundQuotes, conversions } = services;
  const once = createOnce(services);

  /** Does it, or shows the link with why it is refused. */
  const refunding = async (
    visit: MemberVisit,
    work: (request: Request) => Promise<Reply>,
  ): Promise<Reply> => {
    try {
      return await work(await toRequest(visit));
    } catch (error) {
      const problem = reasonOf(error, REFUNDS.en.problems);
      return { page: linkPage(visit, await readLinkView(services, visit), problem), status: 422 };
    }
  };

  const toRequest = async (visit: MemberVisit): Promise<Request> => {
    const { accountId } = visit;
    const code = codeOf(visit);
    const deposit = await findPayingDeposit(db.read, { accountId, code });
    const destination = destinationTyped(visit, deposit?.network ?? null);
    const why = { reason: reasonFor(visit), note: noteFor(visit) };
    return { accountId, code, amount: amountOf(visit), destination, ...why };
  };

  const review = async (visit: MemberVisit, request: Request): Promise<Reply> => {
    const { accountId, code, reason, note } = request;
    const plan = await refunds.foresee(db.read, visit.actor, request);
    const available = await readAvailable(db.read, accountId, plan.asset);
    if (available.lt(plan.amount)) throw notEnough(available, plan.asset, plan.amount);
    const outlook = await readOutlook(db.read, visit, plan);
    const balanceAfter = available.minus(plan.amount);
    return { page: reviewPage(visit, { ...plan, balanceAfter, reason, note, outlook, of: { link: code } }) };
  };

  /** To the refund's page, where it is confirmed. */
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
          await recordDeed(trx, visit.accountId, visit.actor, {
            action: 'refund.quoted',
            subject: request.code,
            details: { refund: id, amount, asset, cost: `${conversion.amount} ${conversion.asset}` },
          });
          return { id };
        };
      },
    }));
    return { redirect: pathTo(visit, paths.refunds.refund, { refund: id }) };
  };

  return [
    {
      method: 'post',
      path: paths.links.reviewRefund,
      access: MONEY,
      // Moves nothing yet, but nobody should lose a short quote to proving who they are.
      freshProof: true,
      handle: (visit) =>
        refunding(visit, async (request) => {
          const purchase = await refundQuotes.prepare(visit.actor, request);
          return purchase ? quote(visit, request, purchase) : review(visit, request);
        }),
    },
    {
      method: 'post',
      path: paths.links.refund,
      access: MONEY,
      freshProof: true,
      review: { method: 'post', path: paths.links.reviewRefund },
      handle: (visit) =>
        refunding(visit, async (request) => {
          const { id, waitsFor } = await once(visit, () => async (trx) => {
            const { refund, waitsFor } = await refunds.refundLink(trx, visit.actor, request);
            const { id, amount, asset } = refund;
            await recordDeed(trx, visit.accountId, visit.actor, {
              action: 'refund.requested',
              subject: request.code,
              details: { amount, asset, refund: id },
            });
            return { id, waitsFor };
          });
          return {
            redirect: withQuery(pathTo(visit, paths.refunds.refund, { refund: id }), {
              notice: waitsFor ?? 'sent',
            }),
          };
        }),
    },
  ];
}

/** What to refund: all that is left when the field was emptied. Throws `invalid_request` for what is no amount. */
function amountOf(visit: MemberVisit): Money | undefined {
  const text = visit.field('amount').trim();
  return text === '' ? undefined : amountTyped(visit, text);
}
