import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import { nextStatus } from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { attempt } from '../request/refusal.ts';
import type { MemberVisit, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { LINK_MAKERS } from './parts.tsx';
import { Simulate } from './simulate.tsx';
import { LINKS } from './texts.ts';
import { codeOf, type LinkView } from './view.ts';

/** Cancelling and deleting a link. */
export function changeLink({ db, paymentLinks }: PanelServices): Route[] {
  const change = (visit: MemberVisit, action: string, work: (trx: Trx) => Promise<unknown>) =>
    db.transaction(async (trx) => {
      await work(trx);
      await recordDeed(trx, visit.accountId, visit.actor, { action, subject: codeOf(visit) });
    });

  return [
    {
      method: 'post',
      path: paths.links.cancel,
      access: LINK_MAKERS,
      handle: (visit) => {
        const { accountId } = visit;
        const code = codeOf(visit);
        return attempt({ page: objectPages.payment_link(visit, code) }, LINKS.en, async () => {
          await change(visit, 'payment_link.cancelled', (trx) => paymentLinks.cancel(trx, accountId, code));
          return 'cancelled';
        });
      },
    },
    {
      method: 'post',
      path: paths.links.delete,
      access: LINK_MAKERS,
      handle: (visit) => {
        const { accountId } = visit;
        const code = codeOf(visit);
        const ways = { page: pathTo(visit, paths.links.list), from: objectPages.payment_link(visit, code) };
        return attempt(ways, LINKS.en, async () => {
          await change(visit, 'payment_link.deleted', (trx) => paymentLinks.remove(trx, accountId, code));
          return 'deleted';
        });
      },
    },
  ];
}

/** The user's possible actions on the link in its state. */
export function Actions({ view }: { view: LinkView }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).actions;
  const { link, mayChange, canSimulate } = view;
  return (
    <>
      {canSimulate && <Simulate view={view} />}
      {mayChange && nextStatus(link.status, 'cancel') && (
        <Confirmed
          action={pathTo(visit, paths.links.cancel, { code: link.code })}
          label={texts.cancel}
          hint={texts.cancelHint}
        />
      )}
      {mayChange && nextStatus(link.status, 'delete') && (
        <Confirmed
          action={pathTo(visit, paths.links.delete, { code: link.code })}
          label={texts.remove}
          hint={texts.removeHint}
        />
      )}
    </>
  );
}

/** Cannot be undone: two clicks, with an explanation in between. */
function Confirmed({ action, label, hint }: { action: string; label: string; hint: string }): JSX.Element {
  return (
    <details>
      <summary>{label}</summary>
      <form method="post" action={action}>
        <p>{hint}</p>
        <button type="submit" class="secondary">
          {label}
        </button>
      </form>
    </details>
  );
}
