import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { planDeposit, simulateDeposit } from '../../deposits/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { nextStatus } from '../../payment-links/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useTexts } from '../frame/context.tsx';
import { paths } from '../request/paths.ts';
import { LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts.ts';
import { codeOf, type LinkView } from './view.ts';

/** The changes on a link's page. */
const ON_LINK = { access: LINK_MAKERS, freshProof: false, texts: LINKS, page: paths.links.link } as const;

export const cancelLink = actionOf({
  ...ON_LINK,
  path: paths.links.cancel,
  act: async (trx, visit, { paymentLinks }) => {
    const { accountId, actor } = visit;
    const code = codeOf(visit);
    await paymentLinks.cancel(trx, accountId, code);
    await recordAction(trx, accountId, actor, { action: 'payment_link.cancelled', subject: code });
  },
  flash: 'cancelled',
});

export const deleteLink = actionOf({
  ...ON_LINK,
  path: paths.links.delete,
  act: async (trx, visit, { paymentLinks }) => {
    const { accountId, actor } = visit;
    const code = codeOf(visit);
    await paymentLinks.remove(trx, accountId, code);
    await recordAction(trx, accountId, actor, { action: 'payment_link.deleted', subject: code });
  },
  flash: 'deleted',
  to: paths.links.list,
});

/** The scenarios that the panel offers. */
const SIMULATED = ['exact', 'under', 'over', 'seen_then_confirmed'] as const;

/** In the test environment, the payment of a link as its payer would make it. */
export const simulatePayment = actionOf({
  ...ON_LINK,
  path: paths.links.simulate,
  once: true,
  act: async (trx, visit, { db, deposits, simulator }) => {
    if (!simulator) throw new DomainError('route_not_found');
    const { accountId, actor } = visit;
    const code = codeOf(visit);
    const scenario = SIMULATED.find((known) => known === visit.field('scenario')) ?? 'exact';
    const details = { method: visit.field('method'), scenario };
    const planned = await planDeposit(db.read, simulator, { ...details, accountId, code, amount: undefined });
    await simulateDeposit(trx, { deposits, simulator }, planned);
    await recordAction(trx, accountId, actor, { action: 'payment.simulated', subject: code, details });
  },
  flash: 'simulated',
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

function Simulate({ view }: { view: LinkView }): JSX.Element {
  const texts = useTexts(LINKS).actions;
  const { link, methods } = view;
  return (
    <section aria-labelledby="simulate">
      <h2 id="simulate">{texts.simulate}</h2>
      <p>{texts.simulateHint}</p>
      <simulatePayment.Form of={{ code: link.code }} class="row">
        <label>
          {texts.method}
          <select name="method">
            {methods.map(({ method }) => (
              <option value={method}>{method}</option>
            ))}
          </select>
        </label>
        <label>
          {texts.scenario}
          <select name="scenario">
            {SIMULATED.map((scenario) => (
              <option value={scenario}>{texts.scenarios[scenario]}</option>
            ))}
          </select>
        </label>
        <button type="submit">{texts.pay}</button>
      </simulatePayment.Form>
    </section>
  );
}
