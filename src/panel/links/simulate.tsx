import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import { planDeposit, simulateDeposit } from '../../deposits/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Once } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { attempt } from '../request/refusal.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { LINK_MAKERS } from './parts.tsx';
import { LINKS } from './texts.ts';
import { codeOf, type LinkView } from './view.ts';

/** What can be simulated from the panel; the payer's page and the API have the same. */
const SIMULATED = ['exact', 'under', 'over', 'seen_then_confirmed'] as const;

/** In the test environment, the payment of a link as its payer would make it. */
export function simulatePayment(services: PanelServices): Route[] {
  const { db, deposits, simulator } = services;
  const once = createOnce(services);

  if (!simulator) return [];
  return [
    {
      method: 'post',
      path: paths.links.simulate,
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
        return attempt({ page: objectPages.payment_link(visit, code) }, LINKS.en, async () => {
          await once(visit, async () => {
            const planned = await planDeposit(db.read, simulator, payment);
            return async (trx) => {
              const { id } = await simulateDeposit(trx, { deposits, simulator }, planned);
              const details = { method: payment.method, scenario: payment.scenario };
              const deed = { action: 'payment.simulated', subject: code, details };
              await recordDeed(trx, visit.accountId, visit.actor, deed);
              return { id };
            };
          });
          return 'simulated';
        });
      },
    },
  ];
}

export function Simulate({ view }: { view: LinkView }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).actions;
  const { link, methods } = view;
  return (
    <section aria-labelledby="simulate">
      <h2 id="simulate">{texts.simulate}</h2>
      <p>{texts.simulateHint}</p>
      <form method="post" action={pathTo(visit, paths.links.simulate, { code: link.code })} class="row">
        <Once />
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
      </form>
    </section>
  );
}
