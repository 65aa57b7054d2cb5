import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { UTC } from '../../lib/time-zone.ts';
import { Status } from '../../pages/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { isTechnical, type MemberVisit, MONEY } from '../request/route.ts';
import { OWNERS, TECHNICAL } from '../../people/index.ts';
import { dismissFirstSteps, type FirstStepsRow } from './repository.ts';
import { OVERVIEW } from './texts.ts';

/** Roles that may create payment links; others could not take the steps. */
const STARTERS = [...new Set([...MONEY, ...TECHNICAL])];

/** Hides the first steps, for everybody in the account. */
export const dismissSteps = actionOf({
  path: paths.overview.dismissFirstSteps,
  access: STARTERS,
  freshProof: false,
  texts: OVERVIEW,
  page: paths.overview.page,
  act: async (trx, { accountId, actor, membership }) => {
    if (!(await dismissFirstSteps(trx, accountId))) return;
    await recordAction(trx, accountId, actor, {
      action: 'first_steps.dismissed',
      subject: membership.accountName,
    });
  },
  flash: 'dismissed',
});

/** Complete with a payment and, for a company, a webhook endpoint; neither needs a key. */
export function areShown({ membership }: MemberVisit, steps: FirstStepsRow): boolean {
  const hears = steps.hasEndpoint || membership.accountKind === 'individual';
  const isOver = steps.dismissed || (steps.hasPayment && hears);
  return !isOver && STARTERS.includes(membership.role);
}

/** The README's first steps by clicking; each step is done when its result exists. */
export function FirstSteps(props: { steps: FirstStepsRow; isTest: boolean }): JSX.Element {
  const visit = useMemberVisit();
  const { steps, isTest } = props;
  const texts = useTexts(OVERVIEW);
  const list = [
    ...(OWNERS.includes(visit.membership.role)
      ? [{ text: texts.zone, isDone: visit.timeZone !== UTC, href: pathTo(visit, paths.settings.page) }]
      : []),
    ...(isTechnical(visit)
      ? [{ text: texts.key, isDone: steps.hasKey, href: pathTo(visit, paths.keys.list) }]
      : []),
    { text: texts.createLink, isDone: steps.hasLink, href: pathTo(visit, paths.links.new) },
    {
      text: isTest ? texts.pay : { ...texts.pay, hint: texts.payForReal },
      isDone: steps.hasPayment,
      href: steps.payableLink,
    },
    ...(isTechnical(visit)
      ? [{ text: texts.webhook, isDone: steps.hasEndpoint, href: pathTo(visit, paths.webhooks.list) }]
      : []),
  ];
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{texts.firstSteps}</h2>
      {visit.membership.accountKind === 'company' && <p>{texts.firstStepsHint}</p>}
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
      <dismissSteps.Form>
        <button type="submit" class="plain">
          {texts.dismiss}
        </button>
      </dismissSteps.Form>
    </section>
  );
}
