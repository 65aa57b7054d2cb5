import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import { nextStatus } from '../../payment-links/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useTexts } from '../frame/context.tsx';
import { paths } from '../request/paths.ts';
import { LINK_MAKERS } from './parts.tsx';
import { Simulate } from './simulate.tsx';
import { LINKS } from './texts.ts';
import { codeOf, type LinkView } from './view.ts';

/** The changes on a link's page. */
const ON_LINK = { access: LINK_MAKERS, freshProof: false, texts: LINKS, page: paths.links.link } as const;

export const cancelLink = actionOf({
  ...ON_LINK,
  path: paths.links.cancel,
  deed: async (trx, visit, { paymentLinks }) => {
    const { accountId, actor } = visit;
    const code = codeOf(visit);
    await paymentLinks.cancel(trx, accountId, code);
    await recordDeed(trx, accountId, actor, { action: 'payment_link.cancelled', subject: code });
  },
  notice: 'cancelled',
});

export const deleteLink = actionOf({
  ...ON_LINK,
  path: paths.links.delete,
  deed: async (trx, visit, { paymentLinks }) => {
    const { accountId, actor } = visit;
    const code = codeOf(visit);
    await paymentLinks.remove(trx, accountId, code);
    await recordDeed(trx, accountId, actor, { action: 'payment_link.deleted', subject: code });
  },
  notice: 'deleted',
  to: paths.links.list,
});

/** The user's possible actions on the link in its state. */
export function Actions({ view }: { view: LinkView }): JSX.Element {
  const texts = useTexts(LINKS).actions;
  const { link, mayChange, canSimulate } = view;
  const own = { code: link.code };
  return (
    <>
      {canSimulate && <Simulate view={view} />}
      {mayChange && nextStatus(link.status, 'cancel') && (
        <cancelLink.Section of={own} folded title={texts.cancel} hint={texts.cancelHint} />
      )}
      {mayChange && nextStatus(link.status, 'delete') && (
        <deleteLink.Section of={own} folded title={texts.remove} hint={texts.removeHint} />
      )}
    </>
  );
}
