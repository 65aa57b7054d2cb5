import type { JSX } from 'preact';
import { type Acceptance, type DepositRecord, getDepositRecord } from '../../deposits/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { money, parseRequestAmount } from '../../lib/money.ts';
import { formatMoney, withQuery } from '../../pages/index.ts';
import { listLinks, type PaymentLinkSummary, searchLinks } from '../../payment-links/index.ts';
import { readAvailable } from '../approvals/review.tsx';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { listOf } from '../frame/list.tsx';
import { MAX_SEARCH_LENGTH } from '../frame/search-field.tsx';
import { pageOf, PROVEN_FIRST } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { MONEY } from '../request/route.ts';
import { reviewPayment } from './accept-as-payment.tsx';
import { listAmountsDue } from './repository.ts';
import { amountOf } from './state.tsx';
import { DEPOSITS } from './texts.ts';

const MOST_FOUND = 100;

/** An open link, with what it takes of the deposit's asset; null where it does not take it. */
type Candidate = PaymentLinkSummary & { due: string | null };

/** The open links of the account, to choose the one that a deposit pays. */
export const chooseLink = listOf({
  path: paths.deposits.assign,
  access: MONEY,
  name: 'panel_deposit_links',
  subject: (visit, { db }) => getDepositRecord(db.read, visit.accountId, visit.param('deposit')),
  filters: (given, _visit, _services, { asset, network }) => {
    const { search: label, searchHint: hint } = DEPOSITS[given.language].assignment;
    return { text: given.words({ name: 'q', label, hint, maxlength: MAX_SEARCH_LENGTH }), asset, network };
  },
  limit: ({ text }) => (text === undefined ? undefined : MOST_FOUND),
  read: async (on, { text, asset, network, afterId: afterCode, ...query }): Promise<Candidate[]> => {
    const any = { status: 'active', createdAfter: undefined, createdBefore: undefined } as const;
    const links =
      text === undefined
        ? await listLinks(on, { ...query, ...any, afterCode, currency: undefined, terms: undefined })
        : await searchLinks(on, { ...query, ...any, text });
    const codes = links.map(({ code }) => code);
    const due = await listAmountsDue(on, { accountId: query.accountId, codes, asset, network });
    const byCode = new Map(due.map(({ linkCode, amountDue }) => [linkCode, amountDue]));
    return links.map((link) => ({ ...link, due: byCode.get(link.code) ?? null }));
  },
  idOf: ({ code }) => code,
  show: (visit, { subject: deposit, rows, next, filters }) => {
    const texts = DEPOSITS[visit.language].assignment;
    return {
      title: texts.title,
      back: { href: objectPages.deposit(visit, deposit.id), label: DEPOSITS[visit.language].backToDeposit },
      above: <p>{texts.hint(amountOf(visit, deposit))}</p>,
      rows,
      // A search has no further pages.
      next: filters.text === undefined ? next : null,
      columns: [
        {
          heading: DEPOSITS[visit.language].description,
          subject: ({ code, description, reference, due }) => ({
            href:
              due === null || code === deposit.paymentLinkCode
                ? undefined
                : pathTo(visit, paths.deposits.assignTo, { deposit: deposit.id, code }),
            title: description,
            detail: [reference, code].filter((part) => part !== null).join(' · '),
          }),
        },
        { heading: DEPOSITS[visit.language].created, moment: ({ createdAt }) => createdAt },
        { heading: DEPOSITS[visit.language].amount, amount: ({ amount, currency }) => [amount, currency] },
        {
          heading: DEPOSITS[visit.language].due,
          cell: ({ due }) =>
            due === null ? texts.notTaken : formatMoney(visit.language, due, deposit.asset),
        },
      ],
      none: texts.none,
    };
  },
});

/** An unmatched deposit, as the payment of another link (D77). */
export const assignDeposit = actionOf({
  path: paths.deposits.assignTo,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: DEPOSITS,
  page: paths.deposits.deposit,
  act: async (trx, visit, { inbox }) => {
    // The amount that the page showed; a new quote may have changed it meanwhile.
    const expected = parseRequestAmount(visit.field('received'));
    if (!expected) throw invalidParam('received', 'It must be the amount that the page showed.');
    const { accountId, actor } = visit;
    const [id, code] = [visit.param('deposit'), visit.param('code')];
    const { isConverted } = await inbox.assign(trx, actor, accountId, id, code, expected);
    return { isConverted };
  },
  flash: ({ isConverted }) => (isConverted ? 'converting' : 'paid'),
});

/** The page on which it is confirmed. */
export const reviewAssignment = pageOf(
  paths.deposits.assignTo,
  MONEY,
  async (visit, { db, inbox }) => {
    const { accountId } = visit;
    const deposit = await getDepositRecord(db.read, accountId, visit.param('deposit'));
    const code = visit.param('code');
    const of = { deposit: deposit.id, code };
    let acceptance: Acceptance;
    try {
      acceptance = await inbox.foreseeAssignment(db.read, deposit, code);
    } catch (error) {
      const problem = reasonOf(error, DEPOSITS.en.problems);
      return { redirect: withQuery(objectPages.deposit(visit, deposit.id), { problem }) };
    }
    const texts = DEPOSITS[visit.language];
    const available = await readAvailable(db.read, accountId, acceptance.link.currency);
    return reviewPayment(visit, deposit, acceptance, available, {
      title: texts.assignment.title,
      submit: texts.assignment.submit(code),
      form: (content) => <assignDeposit.Form of={of}>{content}</assignDeposit.Form>,
      back: {
        href: pathTo(visit, paths.deposits.assign, { deposit: deposit.id }),
        text: texts.assignment.back,
      },
    });
  },
  PROVEN_FIRST,
);

/** The choice on the deposit's page; it begins with the open links of the same amount. */
export function Assign({ deposit }: { deposit: DepositRecord }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS).assignment;
  const page = pathTo(visit, paths.deposits.assign, { deposit: deposit.id });
  return (
    <div>
      <h3>{texts.title}</h3>
      <p>{texts.why}</p>
      <a href={withQuery(page, { q: money(deposit.amount).toFixed() })} role="button" class="secondary">
        {texts.choose}
      </a>
    </div>
  );
}
