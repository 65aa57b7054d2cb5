import type { JSX } from 'preact';
import { MONEY, pathTo, TECHNICAL, type MemberVisit } from '../route.ts';
import { Status } from '../frame/tables.tsx';
import type { FirstStepsRow } from './repository.ts';
import { OVERVIEW } from './texts.ts';

/** Roles that may create payment links; others could not take the steps. */
export const STARTERS = [...new Set([...MONEY, ...TECHNICAL])];

/** Complete with a payment and a webhook endpoint; neither needs a key. */
export function areShown({ membership }: MemberVisit, steps: FirstStepsRow): boolean {
  const isOver = steps.dismissed || (steps.has_payment && steps.has_endpoint);
  return !isOver && STARTERS.includes(membership.role);
}

/** The README's first steps by clicking; each step is done when its result exists. */
export function FirstSteps(props: {
  visit: MemberVisit;
  steps: FirstStepsRow;
  isTest: boolean;
}): JSX.Element {
  const { visit, steps, isTest } = props;
  const texts = OVERVIEW[visit.language];
  const isTechnical = TECHNICAL.includes(visit.membership.role);
  const list = [
    ...(steps.can_have_keys && isTechnical
      ? [{ text: texts.key, isDone: steps.has_key, href: pathTo(visit, 'keys') }]
      : []),
    { text: texts.createLink, isDone: steps.has_link, href: pathTo(visit, 'links/new') },
    {
      text: isTest ? texts.pay : { ...texts.pay, hint: texts.payForReal },
      isDone: steps.has_payment,
      href: steps.payable_link,
    },
    ...(isTechnical
      ? [{ text: texts.webhook, isDone: steps.has_endpoint, href: pathTo(visit, 'webhooks') }]
      : []),
  ];
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{texts.firstSteps}</h2>
      <p>{texts.firstStepsHint}</p>
      <ol>
        {list.map(({ text, isDone, href }) => (
          <li>
            <strong>{text.title}</strong>{' '}
            {isDone ? (
              <Status tone="good">{texts.done}</Status>
            ) : (
              <>
                <br />
                {text.hint} {href !== null && <a href={href}>{text.action}</a>}
              </>
            )}
          </li>
        ))}
      </ol>
      <form method="post" action={pathTo(visit, 'first-steps/dismiss')}>
        <button type="submit" class="plain">
          {texts.dismiss}
        </button>
      </form>
    </section>
  );
}
