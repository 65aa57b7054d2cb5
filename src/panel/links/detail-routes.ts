import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import { planDeposit, simulateDeposit } from '../../deposits/index.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { MEMBERS, pathTo, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts/by-language.ts';
import type { LinkTexts } from './texts/texts.ts';
import { SIMULATED } from './actions.tsx';
import { linkNews, linkPage } from './detail.tsx';
import { linkRefundRoutes } from './refund-routes.ts';
import { codeOf, readLinkView } from './view.ts';

/** One payment link, and what people do with it. */
export function linkRoutesOf(services: PanelServices): Route[] {
  const { db, paymentLinks, deposits, simulator } = services;
  const once = createOnce(services);

  /** Does it, and goes to a page of the panel with what was done; or back to the link, with why it was not. */
  const attempt = async (
    visit: MemberVisit,
    { to, notice }: { to: string; notice: keyof LinkTexts['notices'] },
    work: () => Promise<unknown>,
  ): Promise<Reply> => {
    try {
      await work();
      return { redirect: `${pathTo(visit, to)}?notice=${notice}` };
    } catch (error) {
      const reason = reasonOf(error, LINKS[visit.language].problems);
      return { redirect: `${pathTo(visit, `links/${codeOf(visit)}`)}?problem=${reason}` };
    }
  };
  const change = (visit: MemberVisit, action: string, work: (trx: Trx) => Promise<unknown>) => () =>
    db.transaction(async (trx) => {
      await work(trx);
      await recordDeed(trx, visit.accountId, visit.actor, { action, subject: codeOf(visit) });
    });

  const routes: Route[] = [
    {
      method: 'get',
      path: '/panel/accounts/:account/links/:code',
      access: MEMBERS,
      handle: async (visit) => {
        const view = await readLinkView(services, visit);
        if (visit.request.get('hx-request') !== 'true') return { page: linkPage(visit, view) };
        return visit.query('seen') === view.digest ? { unchanged: true } : { partial: linkNews(visit, view) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/links/:code/cancel',
      access: LINK_MAKERS,
      handle: (visit) => {
        const { accountId } = visit;
        const code = codeOf(visit);
        return attempt(
          visit,
          { to: `links/${code}`, notice: 'cancelled' },
          change(visit, 'payment_link.cancelled', (trx) => paymentLinks.cancel(trx, accountId, code)),
        );
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/links/:code/delete',
      access: LINK_MAKERS,
      handle: (visit) =>
        attempt(
          visit,
          { to: 'links', notice: 'deleted' },
          change(visit, 'payment_link.deleted', (trx) =>
            paymentLinks.remove(trx, visit.accountId, codeOf(visit)),
          ),
        ),
    },
    ...linkRefundRoutes(services),
  ];
  if (!simulator) return routes;
  return [
    ...routes,
    {
      method: 'post',
      path: '/panel/accounts/:account/links/:code/simulate',
      access: LINK_MAKERS,
      handle: (visit) => {
        const code = codeOf(visit);
        const wanted = visit.field('scenario');
        const payment = {
          accountId: visit.accountId,
          code,
          method: visit.field('method'),
          scenario: SIMULATED.find((known) => known === wanted) ?? 'exact',
          amount: undefined,
        };
        return attempt(visit, { to: `links/${code}`, notice: 'simulated' }, () =>
          once(visit, async () => {
            const planned = await planDeposit(db.read, simulator, payment);
            return async (trx) => {
              const { id } = await simulateDeposit(trx, { deposits, simulator }, planned);
              const details = { method: payment.method, scenario: payment.scenario };
              const deed = { action: 'payment.simulated', subject: code, details };
              await recordDeed(trx, visit.accountId, visit.actor, deed);
              return { id };
            };
          }),
        );
      },
    },
  ];
}
