import type { JSX } from 'preact';
import type { Account } from '../../accounts/index.ts';
import type { RefundRule } from '../../deposits/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { Facts, Field, Select } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Reader, trimmed } from '../frame/fields.ts';
import { paths } from '../request/paths.ts';
import { SETTINGS } from './texts.ts';

type Choice = keyof (typeof SETTINGS)['en']['automaticRefunds']['choices'];

const PROPOSED_DAYS = 7;

const choice: Reader<Choice> = (visit, name) => {
  const chosen = visit.field(name);
  if (!isKeyOf(SETTINGS.en.automaticRefunds.choices, chosen))
    throw invalidParam(name, `${name} is not known.`);
  return chosen;
};

/** The settings of automatic refunds of unmatched deposits (D77), for owners. */
export const setAutomaticRefunds = formOf({
  path: paths.settings.automaticRefunds,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  fields: { refunds: choice, days: trimmed },
  act: (trx, { accountId, actor }, { automaticRefunds }, { refunds, days }) =>
    automaticRefunds.set(trx, accountId, actor, ruleOf(refunds, days)),
  flash: 'automatic_refunds_set',
});

function ruleOf(refunds: Choice, days: string): RefundRule {
  // Anything but a number is refused like a number that is out of range.
  const afterDays = /^\d{1,2}$/.test(days) ? Number(days) : 0;
  return { atOnce: refunds === 'at_once', afterDays: refunds === 'after_days' ? afterDays : null };
}

export function AutomaticRefundsForm({ account }: { account: Account }): JSX.Element {
  const texts = useTexts(SETTINGS).automaticRefunds;
  const { autoRefund, refundAfterDays } = account;
  const set: Choice = autoRefund ? 'at_once' : refundAfterDays === null ? 'never' : 'after_days';
  const days = set === 'after_days' && refundAfterDays;
  if (!OWNERS.includes(useMemberVisit().membership.role))
    return (
      <Facts
        of={[
          [texts.when, texts.choices[set]],
          [texts.days, days],
        ]}
      />
    );
  return (
    <>
      <p>{texts.why}</p>
      <setAutomaticRefunds.Form class="narrow">
        {(field) => (
          <>
            <Select {...field('refunds', set)} label={texts.when} options={Object.entries(texts.choices)} />
            <Field
              {...field('days', String(refundAfterDays ?? PROPOSED_DAYS))}
              label={texts.days}
              hint={texts.daysHint}
              inputmode="numeric"
              autocomplete="off"
              maxlength={2}
            />
            <button type="submit">{texts.save}</button>
          </>
        )}
      </setAutomaticRefunds.Form>
    </>
  );
}
