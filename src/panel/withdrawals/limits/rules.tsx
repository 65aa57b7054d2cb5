import type { JSX } from 'preact';
import { invalidParam } from '../../../lib/errors/errors.ts';
import { isKeyOf } from '../../../lib/is-key-of.ts';
import { formatMoney, Select } from '../../../pages/index.ts';
import { type Member, OWNERS } from '../../../people/index.ts';
import { APPROVERS, coverageOf, type MoveKind, type Needs, type RuleUse } from '../../../treasury/index.ts';
import { actionOf, formOf } from '../../frame/action.tsx';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { type Reader, sumOrZero, text } from '../../frame/fields.ts';
import { AmountField, LimitCurrency, Moment } from '../../frame/parts.tsx';
import { type Column, Rows } from '../../frame/rows.tsx';
import { paths } from '../../request/paths.ts';
import { LIMITS } from './texts.ts';

/** The choices of a rule, by the values of its field. */
const CHOICES = {
  '1': { approvals: 1, owners: 0 },
  '1-owner': { approvals: 1, owners: 1 },
  '2': { approvals: 2, owners: 0 },
  '2-one-owner': { approvals: 2, owners: 1 },
  '2-owners': { approvals: 2, owners: 2 },
} as const satisfies Record<string, Needs>;

const needs: Reader<Needs> = (visit, name) => {
  const chosen = visit.field(name);
  if (!isKeyOf(CHOICES, chosen)) throw invalidParam(name, `${name} is not known.`);
  return CHOICES[chosen];
};

const kind: Reader<MoveKind | null> = (visit, name) => {
  const chosen = visit.field(name);
  if (!isKeyOf(LIMITS.en.kinds, chosen)) throw invalidParam(name, `${name} is not known.`);
  return chosen === 'all' ? null : chosen;
};

const common = {
  access: OWNERS,
  freshProof: true,
  texts: LIMITS,
  page: paths.withdrawals.limits,
} as const;

/** Adds an approval rule (D80). */
export const addRule = formOf({
  ...common,
  path: paths.withdrawals.addRule,
  // The page has another field for a currency.
  fields: { kind, above: sumOrZero('rule_currency'), rule_currency: text, needs },
  places: { 'invalid_request.currency': 'rule_currency' },
  act: (trx, { accountId, actor }, { approvalRules }, entered) =>
    approvalRules.add(trx, accountId, actor, {
      ...entered.needs,
      kind: entered.kind,
      amount: entered.above,
      currency: entered.rule_currency,
    }),
  flash: 'added',
});

export const removeRule = actionOf({
  ...common,
  path: paths.withdrawals.removeRule,
  act: (trx, visit, { approvalRules }) =>
    approvalRules.remove(trx, visit.accountId, visit.actor, visit.param('rule')),
  flash: 'removed',
});

export const keepRule = actionOf({
  ...common,
  path: paths.withdrawals.keepRule,
  act: (trx, visit, { approvalRules }) =>
    approvalRules.keep(trx, visit.accountId, visit.actor, visit.param('rule')),
  flash: 'kept',
});

/** All rules, the strictest first; owners remove them here. */
export function RuleList(props: {
  rules: readonly RuleUse[];
  members: readonly Pick<Member, 'role'>[];
}): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LIMITS);
  const { rules, members } = props;
  const mayChange = OWNERS.includes(visit.membership.role) && visit.session.isFresh;
  const columns: Column<RuleUse>[] = [
    {
      heading: texts.above,
      name: ({ amount, currency }) => formatMoney(visit.language, amount, currency),
    },
    { heading: texts.covers, cell: ({ kind: of }) => texts.kinds[of ?? 'all'] },
    { heading: texts.needs, cell: (rule) => <RuleNeeds of={rule} members={members} /> },
    { heading: texts.usedOfRule, amount: ({ used, currency }) => [used, currency] },
    ...(mayChange ? [{ heading: '', cell: (rule: RuleUse) => <Change of={rule} /> }] : []),
  ];
  if (rules.length === 0) return <p>{texts.noRules}</p>;
  return <Rows label={texts.rules} of={rules} columns={columns} />;
}

function RuleNeeds(props: { of: RuleUse; members: readonly Pick<Member, 'role'>[] }): JSX.Element {
  const { language } = useMemberVisit();
  const texts = useTexts(LIMITS);
  const { of: rule, members } = props;
  const coverage = coverageOf(rule, members);
  return (
    <>
      {texts.approvalOf(APPROVERS[language](rule))}
      {rule.endsAt && (
        <>
          <br />
          <small class="muted">
            {texts.ends} <Moment at={rule.endsAt} inSentence />
          </small>
        </>
      )}
      {coverage !== 'all' && (
        <>
          <br />
          <small>{texts.coverage[coverage]}</small>
        </>
      )}
    </>
  );
}

function Change({ of: { id, endsAt } }: { of: RuleUse }): JSX.Element {
  const texts = useTexts(LIMITS);
  const [Form, button] = endsAt === null ? [removeRule.Form, texts.remove] : [keepRule.Form, texts.keep];
  return (
    <Form of={{ rule: id }}>
      <button type="submit" class="secondary">
        {button}
      </button>
    </Form>
  );
}

export function RuleForm(props: { present: string | undefined; currencies: readonly string[] }): JSX.Element {
  const { language } = useMemberVisit();
  const texts = useTexts(LIMITS);
  const options = Object.entries(CHOICES).map(
    ([value, of]) => [value, capitalized(APPROVERS[language](of))] as const,
  );
  return (
    <>
      <h2>{texts.add}</h2>
      <p class="muted">{texts.addHint}</p>
      <addRule.Form class="narrow">
        {(field) => (
          <>
            <Select {...field('kind', 'all')} label={texts.covers} options={Object.entries(texts.kinds)} />
            <AmountField {...field('above')} label={texts.aboveInDay} hint={texts.aboveHint} />
            <LimitCurrency field={(_, initial) => field('rule_currency', initial)} {...props} />
            <Select {...field('needs', '2')} label={texts.approvedBy} options={options} />
            <button type="submit">{texts.add}</button>
          </>
        )}
      </addRule.Form>
    </>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
