import type { ComponentChildren, JSX } from 'preact';
import { type Acceptance, type DepositRecord, getDepositRecord, sumOf } from '../../deposits/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { formatAmount, money, type Money, parseRequestAmount } from '../../lib/money.ts';
import { Facts, formatMoney, withQuery } from '../../pages/index.ts';
import { readAvailable, Review } from '../approvals/review.tsx';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { Fact } from '../frame/detail.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { pageOf, PROVEN_FIRST } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { DEPOSITS, type DepositTexts } from './texts.ts';

/** The effect of accepting a deposit as the payment of its link, or the reason why it cannot be accepted. */
export type PaymentOutlook = { can: Acceptance } | { cannot: keyof DepositTexts['problems'] };

export async function readPaymentOutlook(
  { db, inbox }: PanelServices,
  deposit: DepositRecord,
): Promise<PaymentOutlook> {
  try {
    return { can: await inbox.foreseePayment(db.read, deposit) };
  } catch (error) {
    return { cannot: reasonOf(error, DEPOSITS.en.problems) };
  }
}

/** A deposit that paid no link, as the payment of its link (D40). */
export const acceptAsPayment = actionOf({
  path: paths.deposits.acceptAsPayment,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: DEPOSITS,
  page: paths.deposits.deposit,
  act: async (trx, visit, { inbox }) => {
    const { accountId, actor } = visit;
    const expected = expectedOf(visit);
    const accepted = await inbox.acceptAsPayment(trx, actor, accountId, visit.param('deposit'), expected);
    return { isConverted: accepted.isConverted };
  },
  flash: ({ isConverted }) => (isConverted ? 'converting' : 'paid'),
});

/** All deposits that are held for a link, as its payment (D40). */
export const acceptTogether = actionOf({
  path: paths.deposits.acceptTogether,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: DEPOSITS,
  page: paths.deposits.deposit,
  act: async (trx, visit, { inbox }) => {
    const { accountId, actor } = visit;
    const expected = expectedOf(visit);
    const accepted = await inbox.acceptTogether(trx, actor, accountId, visit.param('deposit'), expected);
    return { isConverted: accepted.isConverted };
  },
  flash: ({ isConverted }) => (isConverted ? 'converting_together' : 'paid_together'),
});

/** The amount that the page showed, which another deposit or a new quote may have changed meanwhile. */
function expectedOf(visit: MemberVisit): Money {
  const expected = parseRequestAmount(visit.field('received'));
  if (!expected) throw invalidParam('received', 'It must be the amount that the page showed.');
  return expected;
}

/** The effect of accepting a deposit with the others of its link; undefined if it cannot be, or if there are no others. */
export async function readJointOutlook(
  { db, inbox }: PanelServices,
  deposit: DepositRecord,
): Promise<Acceptance | undefined> {
  try {
    const joint = await inbox.foreseeTogether(db.read, deposit);
    return joint.deposits.length > 1 ? joint : undefined;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** The page on which it is confirmed. */
export const reviewAcceptanceTogether = pageOf(
  paths.deposits.acceptTogether,
  MONEY,
  async (visit, services) => {
    const { accountId } = visit;
    const deposit = await getDepositRecord(services.db.read, accountId, visit.param('deposit'));
    const joint = await readJointOutlook(services, deposit);
    if (!joint) return { redirect: objectPages.deposit(visit, deposit.id) };
    const available = await readAvailable(services.db.read, accountId, joint.link.currency);
    return togetherPage(visit, deposit, joint, available);
  },
  PROVEN_FIRST,
);

function togetherPage(visit: MemberVisit, deposit: DepositRecord, of: Acceptance, available: Money): Page {
  const texts = DEPOSITS[visit.language];
  const page = {
    title: texts.together,
    hint: togetherHint(texts, of),
    amount: sumOf(of.deposits),
    form: (content: ComponentChildren) => (
      <acceptTogether.Form of={{ deposit: deposit.id }}>{content}</acceptTogether.Form>
    ),
    submit: texts.acceptTogether,
    back: { href: objectPages.deposit(visit, deposit.id), text: texts.backToDeposit },
    more: of.deposits.map((part) => [
      texts.part,
      <a href={objectPages.deposit(visit, part.id)}>
        {formatMoney(visit.language, part.amount, part.asset)}
        {part.payer['name'] === undefined ? '' : `, ${part.payer['name']}`}
      </a>,
    ]) as Fact[],
  };
  return acceptancePage(visit, deposit, of, available, page);
}

/** The page on which it is confirmed. */
export const reviewAcceptanceAsPayment = pageOf(
  paths.deposits.acceptAsPayment,
  MONEY,
  async (visit, services) => {
    const { db } = services;
    const { accountId } = visit;
    const deposit = await getDepositRecord(db.read, accountId, visit.param('deposit'));
    const outlook = await readPaymentOutlook(services, deposit);
    if ('cannot' in outlook) {
      return { redirect: withQuery(objectPages.deposit(visit, deposit.id), { problem: outlook.cannot }) };
    }
    const { link } = outlook.can;
    const available = await readAvailable(db.read, accountId, link.currency);
    const texts = DEPOSITS[visit.language];
    return reviewPayment(visit, deposit, outlook.can, available, {
      title: texts.asPayment,
      submit: texts.acceptAsPayment,
      form: (content) => <acceptAsPayment.Form of={{ deposit: deposit.id }}>{content}</acceptAsPayment.Form>,
      back: { href: objectPages.deposit(visit, deposit.id), text: texts.backToDeposit },
    });
  },
  PROVEN_FIRST,
);

/** A page on which an acceptance is confirmed. */
interface Confirmation {
  title: string;
  submit: string;
  form: (content: ComponentChildren) => JSX.Element;
  back: { href: string; text: string };
}

/** The effect of a deposit as the payment of a link, to be confirmed. */
export function reviewPayment(
  visit: MemberVisit,
  deposit: DepositRecord,
  of: Acceptance,
  available: Money,
  confirmation: Confirmation,
): Page {
  const hint = hintOf(DEPOSITS[visit.language], of);
  const amount = money(deposit.amount);
  return acceptancePage(visit, deposit, of, available, { ...confirmation, hint, amount, more: [] });
}

/** The page of accepting one deposit or several. */
interface AcceptancePage extends Confirmation {
  hint: string;
  amount: Money;
  more: Fact[];
}

function acceptancePage(
  visit: MemberVisit,
  deposit: DepositRecord,
  of: Acceptance,
  available: Money,
  page: AcceptancePage,
): Page {
  const texts = DEPOSITS[visit.language];
  const { id, asset, method } = deposit;
  const { link, received, fee } = of;
  const { currency: inCurrency } = link;
  const isOurs = link.feeBearer === 'merchant' && !fee.isZero();
  const after = available.plus(isOurs ? received.minus(fee) : received);
  return {
    title: page.title,
    body: (
      <Review
        of={{
          from: <a href={objectPages.deposit(visit, id)}>{texts.unmatchedDeposit}</a>,
          to: paymentLink(visit, link.code),
          method,
          amount: { amount: page.amount, asset },
          fee: isOurs ? { amount: fee, asset: inCurrency } : undefined,
          arrives: { amount: received, asset: inCurrency },
          labels: { arrives: creditedText(texts, of) },
          more: [...page.more, [texts.difference, differenceOf(visit, of)]],
          after: { amount: after, asset: inCurrency },
        }}
        hint={page.hint}
        form={page.form}
        fields={<input type="hidden" name="received" value={formatAmount(received)} />}
        submit={page.submit}
        back={page.back}
      />
    ),
  };
}

/** The choice to accept a deposit with the others of its link. */
export function Together(props: { deposit: DepositRecord; of: Acceptance }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const { deposit, of } = props;
  return (
    <div>
      <h3>{texts.together}</h3>
      <p>{togetherHint(texts, of)}</p>
      <Facts
        of={[
          [creditedText(texts, of), formatMoney(visit.language, formatAmount(of.received), of.link.currency)],
          [texts.difference, differenceOf(visit, of)],
        ]}
      />
      <a href={pathTo(visit, paths.deposits.acceptTogether, { deposit: deposit.id })} role="button">
        {texts.acceptTogether}
      </a>
    </div>
  );
}

/** The choice on the deposit's page, with its effect or the reason why it is not possible. */
export function AsPayment(props: { deposit: DepositRecord; outlook: PaymentOutlook }): JSX.Element {
  const visit = useMemberVisit();
  const { deposit, outlook } = props;
  const texts = useTexts(DEPOSITS);
  if ('cannot' in outlook) {
    return (
      <div>
        <h3>{texts.asPayment}</h3>
        <p>{texts.problems[outlook.cannot]}</p>
      </div>
    );
  }
  const { link, received, fee } = outlook.can;
  const inMoney = (amount: Money) => formatMoney(visit.language, formatAmount(amount), link.currency);
  return (
    <div>
      <h3>{texts.asPayment}</h3>
      <p>{hintOf(texts, outlook.can)}</p>
      <Facts
        of={[
          [creditedText(texts, outlook.can), inMoney(received)],
          [texts.difference, differenceOf(visit, outlook.can)],
          [texts.fee, fee.isZero() ? undefined : `${inMoney(fee)}, ${texts.feeBy[link.feeBearer]}`],
        ]}
      />
      <a href={pathTo(visit, paths.deposits.acceptAsPayment, { deposit: deposit.id })} role="button">
        {texts.acceptAsPayment}
      </a>
    </div>
  );
}

function creditedText(texts: DepositTexts, { atMost }: Acceptance): string {
  return atMost ? texts.creditedAtMost : texts.credited;
}

function togetherHint(texts: DepositTexts, of: Acceptance): string {
  const hint = texts.togetherHint(of.deposits.length);
  return of.isConverted ? `${hint} ${hintOf(texts, of)}` : hint;
}

function hintOf(texts: DepositTexts, { atMost, isConverted }: Acceptance): string {
  if (atMost) return texts.asPaymentAtMost;
  return isConverted ? texts.asPaymentConverted : texts.asPaymentHint;
}

function differenceOf({ language }: MemberVisit, { link, difference }: Acceptance): string {
  if (difference.isZero()) return DEPOSITS[language].noDifference;
  return formatMoney(language, formatAmount(difference), link.currency);
}
