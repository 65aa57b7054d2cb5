import type { JSX } from 'preact';
import { formatAmount, money, ZERO } from '../../../lib/money.ts';
import { listCurrencyRates } from '../../../methods/index.ts';
import { Facts, formatMoney, typedAmountOf } from '../../../pages/index.ts';
import { findLimit, type AccountLimit, sumMovedAlone } from '../../../treasury/index.ts';
import { formOf } from '../../frame/action.tsx';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { optionalAmount, text } from '../../frame/fields.ts';
import { Amount, AmountField, LimitCurrency, Moment, Outcome } from '../../frame/parts.tsx';
import { pageOf } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { type MemberVisit, type Page, READERS } from '../../request/route.ts';
import { OWNERS } from '../../../people/index.ts';
import { LIMITS } from './texts.ts';

interface LimitView {
  /** Undefined when none was ever set. */
  limit: AccountLimit | undefined;
  /** How much of it is used, in its currency. */
  used: string;
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

/** The limit, and how much of it is used. */
export const showLimit = pageOf(paths.withdrawals.limits, READERS, async (visit, { db }) => {
  const { accountId } = visit;
  const [limit, rates] = await Promise.all([findLimit(db.read, { accountId }), listCurrencyRates(db.read)]);
  const used = limit ? await sumMovedAlone(db.read, accountId, limit.currency) : '0';
  return limitPage(visit, { limit, used, currencies: rates.map(({ family }) => family) });
});

function limitPage(visit: MemberVisit, { limit, used, currencies }: LimitView): Page {
  const texts = LIMITS[visit.language];
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.allWithdrawals },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} />
        <p>
          {texts.why} <span class="muted">{texts.valued}</span>
        </p>
        {(limit?.amount ?? null) === null && <p>{texts.none}</p>}
        {limit && <Current limit={limit} used={used} />}
        <h2>{texts.set}</h2>
        {OWNERS.includes(visit.membership.role) ? (
          <LimitForm limit={limit} currencies={currencies} />
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
        [texts.limitForDay, amount !== null && <strong>{sum(amount)}</strong>],
        [texts.used, sum(used)],
        [texts.left, amount !== null && sum(leftOf(amount, used))],
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
      <p class="muted">{texts.setHint}</p>
      <setLimit.Form class="narrow">
        {(field) => (
          <>
            <AmountField
              {...field(
                'amount',
                limit && limit.amount !== null ? typedAmountOf(limit.amount, limit.currency) : '',
              )}
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
