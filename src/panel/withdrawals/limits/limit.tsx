import type { JSX } from 'preact';
import { formatAmount, money, ZERO } from '../../../lib/money.ts';
import { listCurrencyRates } from '../../../methods/index.ts';
import { Facts, formatMoney, typedAmountOf } from '../../../pages/index.ts';
import { type Member, OWNERS, TREASURERS } from '../../../people/index.ts';
import {
  type AccountLimit,
  findLimit,
  isLimit,
  listActiveMembers,
  listRuleUses,
  type RuleUse,
} from '../../../treasury/index.ts';
import { formOf } from '../../frame/action.tsx';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { optionalAmount, text } from '../../frame/fields.ts';
import { Amount, AmountField, LimitCurrency, Moment, Outcome, WithProof } from '../../frame/parts.tsx';
import { pageOf } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { type MemberVisit, type Page, READERS } from '../../request/route.ts';
import { RuleForm, RuleList } from './rules.tsx';
import { LIMITS } from './texts.ts';

interface LimitView {
  /** Undefined while there is none. */
  limit: AccountLimit | undefined;
  /** All rules, of which the limit is one. */
  rules: readonly RuleUse[];
  /** Those who may move money, and so approve. */
  members: readonly Pick<Member, 'role'>[];
  /** The currencies that a limit can have. */
  currencies: readonly string[];
}

/** The limit of what one person may move out of the account alone (D44); empty for no limit. */
export const setLimit = formOf({
  path: paths.withdrawals.limits,
  access: OWNERS,
  freshProof: true,
  texts: LIMITS,
  page: paths.withdrawals.limits,
  fields: { amount: optionalAmount('currency'), currency: text },
  act: (trx, { accountId, actor }, { limits }, limit) => limits.set(trx, accountId, actor, limit),
  flash: 'set',
});

/** The limit and the other approval rules, with how much of each is used. */
export const showLimit = pageOf(paths.withdrawals.limits, READERS, async (visit, { db }) => {
  const { accountId } = visit;
  const [limit, rules, members, rates] = await Promise.all([
    findLimit(db.read, { accountId }),
    listRuleUses(db.read, { accountId, transferIds: [] }),
    listActiveMembers(db.read, accountId, TREASURERS),
    listCurrencyRates(db.read),
  ]);
  return limitPage(visit, { limit, rules, members, currencies: rates.map(({ family }) => family) });
});

function limitPage(visit: MemberVisit, view: LimitView): Page {
  const texts = LIMITS[visit.language];
  const { limit, rules, members, currencies } = view;
  const used = rules.find(isLimit)?.used ?? '0';
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.allWithdrawals },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p>
          {texts.why} <span class="muted">{texts.valued}</span>
        </p>
        <h2>{texts.limit}</h2>
        <p>{texts.limitHint}</p>
        {limit ? <Current limit={limit} used={used} /> : <p>{texts.none}</p>}
        <h2>{texts.rules}</h2>
        <RuleList rules={rules} members={members} />
        {OWNERS.includes(visit.membership.role) ? (
          <WithProof>
            <LimitForm limit={limit} currencies={currencies} />
            <RuleForm present={limit?.currency} currencies={currencies} />
          </WithProof>
        ) : (
          <p class="muted">{texts.onlyOwners}</p>
        )}
      </>
    ),
  };
}

function Current({ limit, used }: { limit: AccountLimit; used: string }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LIMITS);
  const { currency, amount, nextAmount, nextCurrency, nextAt } = limit;
  const sum = (of: string): JSX.Element => <Amount of={of} asset={currency} />;
  const next =
    nextAmount === null ? texts.noLimit : formatMoney(visit.language, nextAmount, nextCurrency ?? currency);
  return (
    <Facts
      of={[
        [texts.limitForDay, <strong>{sum(amount)}</strong>],
        [texts.used, sum(used)],
        [texts.left, sum(leftOf(amount, used))],
        [
          texts.next,
          nextAt && (
            <>
              {texts.from(next)} <Moment at={nextAt} inSentence />
            </>
          ),
        ],
      ]}
    />
  );
}

/** A limit may have been lowered to less than was moved. */
function leftOf(amount: string, used: string): string {
  const left = money(amount).minus(money(used));
  return formatAmount(left.isNegative() ? ZERO : left);
}

function LimitForm({ limit, currencies }: Pick<LimitView, 'limit' | 'currencies'>): JSX.Element {
  const texts = useTexts(LIMITS);
  return (
    <>
      <h2>{texts.set}</h2>
      <p class="muted">{texts.setHint}</p>
      <setLimit.Form class="narrow">
        {(field) => (
          <>
            <AmountField
              {...field('amount', limit ? typedAmountOf(limit.amount, limit.currency) : '')}
              label={texts.amount}
              hint={texts.amountHint}
              required={false}
            />
            <LimitCurrency field={field} present={limit?.currency} currencies={currencies} />
            <button type="submit">{texts.save}</button>
          </>
        )}
      </setLimit.Form>
    </>
  );
}
