import type { JSX } from 'preact';
import { Once } from '../frame/parts.tsx';
import { pathTo, type MemberVisit } from '../request/route.ts';
import { nextStatus } from '../../payment-links/index.ts';
import { LINKS } from './texts/by-language.ts';
import type { LinkView } from './view.ts';

/** What can be simulated from the panel; the payer's page and the API have the same. */
export const SIMULATED = ['exact', 'under', 'over', 'seen_then_confirmed'] as const;

/** The user's possible actions on the link in its state. */
export function Actions({ visit, view }: { visit: MemberVisit; view: LinkView }): JSX.Element {
  const texts = LINKS[visit.language].actions;
  const { link, mayChange, canSimulate } = view;
  return (
    <>
      {canSimulate && <Simulate visit={visit} view={view} />}
      {mayChange && nextStatus(link.status, 'cancel') && (
        <Confirmed
          action={pathTo(visit, `links/${link.code}/cancel`)}
          label={texts.cancel}
          hint={texts.cancelHint}
        />
      )}
      {mayChange && nextStatus(link.status, 'delete') && (
        <Confirmed
          action={pathTo(visit, `links/${link.code}/delete`)}
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

function Simulate({ visit, view }: { visit: MemberVisit; view: LinkView }): JSX.Element {
  const texts = LINKS[visit.language].actions;
  const { link, methods } = view;
  return (
    <section aria-labelledby="simulate">
      <h2 id="simulate">{texts.simulate}</h2>
      <p>{texts.simulateHint}</p>
      <form method="post" action={pathTo(visit, `links/${link.code}/simulate`)} class="row">
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
