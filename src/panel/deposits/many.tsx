import type { JSX } from 'preact';
import type { Trx } from '../../db/index.ts';
import { type DepositRecord, getDepositRecord, reviewOf } from '../../deposits/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { formatAmount, money, parseRequestAmount, ZERO } from '../../lib/money.ts';
import { formatMoney, Select, withQuery } from '../../pages/index.ts';
import { findScreening } from '../../screening/index.ts';
import { REFUND_REASONS } from '../../transfers/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Once, Outcome } from '../frame/parts.tsx';
import { type Column, Rows } from '../frame/rows.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { reasonFor } from '../refunds/form.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { pageOf, PROVEN_FIRST } from '../request/area.ts';
import { createOnce } from '../request/once.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { readPaymentOutlook } from './accept-as-payment.tsx';
import { amountOf, DepositState } from './state.tsx';
import { DEPOSITS, type DepositTexts } from './texts.ts';

/** Deposits that are decided on together; a page of those that wait has as many. */
export const MOST_DECIDED = 50;

/** The id of the form that sends what is chosen in a list. */
const FORM = 'decide';

const DECISIONS = ['accept', 'refund'] as const;
type Decision = (typeof DECISIONS)[number];

/** The effect of a decision on one deposit, with the amount that it moves and the link that it pays, if any. */
interface Effect {
  amount: string;
  asset: string;
  link: string | undefined;
  /** Set if it is exchanged at the rate of the moment, for which `amount` is the most. */
  atMost: boolean;
}

interface Line {
  deposit: DepositRecord;
  /** The reason why it is left out. Undefined if it is decided on. */
  problem: keyof DepositTexts['many']['problems'] | undefined;
}

/** A deposit of the list, to be chosen for a decision on several. */
export function Choose({ deposit }: { deposit: DepositRecord }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS).many;
  const label = texts.choose(amountOf(visit, deposit));
  return <input type="checkbox" form={FORM} name="deposit" value={deposit.id} aria-label={label} />;
}

/** The decisions on what is chosen in a list. */
export function DecideOnChosen(): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS).many;
  return (
    <form id={FORM} method="get" action={pathTo(visit, paths.deposits.decide)} class="row">
      {DECISIONS.map((decision) => (
        <button type="submit" name="decision" value={decision} class="secondary">
          {texts.chosen[decision]}
        </button>
      ))}
    </form>
  );
}

/** The effect of a decision on each chosen deposit, to be confirmed once. */
export const reviewMany = pageOf(
  paths.deposits.decide,
  MONEY,
  async (visit, services) => {
    const decision = DECISIONS.find((one) => one === visit.query('decision'));
    const ids = [...new Set(visit.queries('deposit'))];
    const back = (outcome: object) => ({
      redirect: withQuery(backTo(visit), { status: 'unmatched', ...outcome }),
    });
    if (!decision || ids.length === 0) return back({ problem: 'none_chosen' });
    if (ids.length > MOST_DECIDED) return back({ problem: 'too_many_chosen' });
    const lines: (Line & { effect: Effect | undefined })[] = [];
    for (const id of ids) {
      const deposit = await getDepositRecord(services.db.read, visit.accountId, id);
      lines.push({ deposit, ...(await foresee(services, visit, decision, deposit)) });
    }
    return pageFor(visit, decision, <Review decision={decision} lines={lines} />);
  },
  PROVEN_FIRST,
);

/**
 * Decides on each deposit in a transaction of its own, by what decides on a single one, so limits and approvals count as
 * if they were decided one by one. One that is refused leaves the others as they are. The same form sent again gets the
 * first results (D16).
 */
export function decideOnMany(services: PanelServices): Route[] {
  return [
    {
      method: 'post',
      path: paths.deposits.decide,
      access: MONEY,
      freshProof: true,
      review: { method: 'get', path: paths.deposits.decide },
      handle: async (visit) => {
        const decision = DECISIONS.find((one) => one === visit.field('decision'));
        if (!decision) throw invalidParam('decision', `decision must be one of ${DECISIONS.join(', ')}.`);
        const chosen = visit.fields('line').map(toChosen);
        if (chosen.length > MOST_DECIDED) throw invalidParam('line', 'There are too many.');
        const lines: Line[] = [];
        for (const one of chosen) {
          const read = () => getDepositRecord(services.db.read, visit.accountId, one.id);
          await read();
          const problem = await decide(services, visit, decision, one);
          lines.push({ deposit: await read(), problem });
        }
        return { page: pageFor(visit, decision, <Results decision={decision} lines={lines} />) };
      },
    },
  ];
}

/** A confirmed line. An acceptance as a payment has the amount that was to be credited. */
interface Chosen {
  id: string;
  received: string | undefined;
}

function toChosen(line: string): Chosen {
  const [id = '', received] = line.split('=');
  return { id, received };
}

async function foresee(
  services: PanelServices,
  visit: MemberVisit,
  decision: Decision,
  deposit: DepositRecord,
): Promise<{ effect: Effect | undefined; problem: Line['problem'] }> {
  const { db, inbox } = services;
  const refused = (problem: Line['problem']) => ({ effect: undefined, problem });
  const { amount, asset } = deposit;
  const whole = { amount, asset, link: undefined, atMost: false };
  const screening = await findScreening(db.read, reviewOf(deposit));
  if (screening?.decision === 'hold') return refused('deposit_under_review');
  if (decision === 'refund') {
    try {
      await inbox.foresee(db.read, visit.actor, deposit, {});
      return { effect: whole, problem: undefined };
    } catch (error) {
      return refused(reasonOf(error, DEPOSITS.en.many.problems));
    }
  }
  if (screening?.decision === 'refuse') return refused('deposit_refused');
  const outlook = await readPaymentOutlook(services, deposit);
  if ('can' in outlook) {
    const { received, link, atMost } = outlook.can;
    const effect = { amount: formatAmount(received), asset: link.currency, link: link.code, atMost };
    return { effect, problem: undefined };
  }
  const { cannot } = outlook;
  // A deposit that cannot pay its link can still go into the balance.
  return cannot === 'deposit_not_unmatched' || cannot === 'deposit_too_small'
    ? refused(cannot)
    : { effect: whole, problem: undefined };
}

/** The reason why it was refused; undefined if it was done. */
async function decide(
  services: PanelServices,
  visit: MemberVisit,
  decision: Decision,
  { id, received }: Chosen,
): Promise<Line['problem']> {
  const { inbox } = services;
  const { accountId, actor } = visit;
  const act = async (trx: Trx): Promise<object> => {
    if (decision === 'refund') {
      const how = { destination: {}, reason: reasonFor(visit) };
      await inbox.refund(trx, actor, accountId, id, how);
    } else if (received === undefined) {
      await inbox.accept(trx, actor, accountId, id);
    } else {
      await inbox.acceptAsPayment(trx, actor, accountId, id, parseRequestAmount(received));
    }
    return {};
  };
  try {
    await createOnce(services)(visit, () => act, { sealed: false, part: id });
    return undefined;
  } catch (error) {
    return reasonOf(error, DEPOSITS.en.many.problems);
  }
}

function backTo(visit: MemberVisit): string {
  return pathTo(visit, paths.deposits.list);
}

function pageFor(visit: MemberVisit, decision: Decision, body: JSX.Element): Page {
  const texts = DEPOSITS[visit.language];
  return {
    title: texts.many.titles[decision],
    back: { href: withQuery(backTo(visit), { status: 'unmatched' }), label: texts.many.back },
    body,
  };
}

function Review(props: {
  decision: Decision;
  lines: readonly (Line & { effect: Effect | undefined })[];
}): JSX.Element {
  const visit = useMemberVisit();
  const { decision, lines } = props;
  const texts = useTexts(DEPOSITS);
  const { many } = texts;
  const decided = lines.flatMap(({ deposit, effect }) => (effect ? [{ deposit, effect }] : []));
  return (
    <>
      <Outcome flashMessages={{}} problems={many.problems} />
      {decided.length > 0 && (
        <>
          <p>{many.hints[decision]}</p>
          <Rows
            label={many.titles[decision]}
            of={decided}
            columns={[
              nameColumn(visit),
              {
                heading: many.effect,
                cell: ({ effect }) => {
                  if (decision === 'refund') return many.toPayer;
                  if (effect.link === undefined) return many.toBalance;
                  return (
                    <>
                      {many.paysLink} {paymentLink(visit, effect.link)}
                      {effect.atMost && <small class="muted"> {many.atMost}</small>}
                    </>
                  );
                },
              },
              {
                heading: decision === 'refund' ? texts.amount : texts.credited,
                amount: ({ effect }) => [effect.amount, effect.asset],
              },
            ]}
          />
          <p>
            <strong>{`${texts.total}: ${sumsOf(visit, decided)}`}</strong>
          </p>
          <form method="post" action={pathTo(visit, paths.deposits.decide)} class="narrow">
            <Once />
            <input type="hidden" name="decision" value={decision} />
            {decided.map(({ deposit, effect }) => (
              <input
                type="hidden"
                name="line"
                value={effect.link === undefined ? deposit.id : `${deposit.id}=${effect.amount}`}
              />
            ))}
            {decision === 'refund' && <Why />}
            <button type="submit">{many.confirm[decision](decided.length)}</button>
          </form>
        </>
      )}
      <LeftOut lines={lines} />
    </>
  );
}

function Why(): JSX.Element {
  const texts = useTexts(REFUNDS);
  return (
    <Select
      name="reason"
      value=""
      label={texts.reason}
      options={[
        ['', texts.form.chooseReason],
        ...REFUND_REASONS.map((reason) => [reason, texts.reasons[reason]] as const),
      ]}
    />
  );
}

function Results(props: { decision: Decision; lines: readonly Line[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const done = props.lines.filter(({ problem }) => problem === undefined);
  return (
    <>
      <p role="status">{texts.many.done[props.decision](done.length)}</p>
      {done.length > 0 && (
        <Rows
          label={texts.many.titles[props.decision]}
          of={done}
          columns={[
            nameColumn(visit),
            { heading: texts.status, cell: ({ deposit }) => <DepositState deposit={deposit} /> },
            { heading: texts.amount, amount: ({ deposit }) => [deposit.amount, deposit.asset] },
          ]}
        />
      )}
      <LeftOut lines={props.lines} />
    </>
  );
}

/** The deposits that are left out, each with the reason. */
function LeftOut({ lines }: { lines: readonly Line[] }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const { many } = texts;
  const left = lines.flatMap(({ deposit, problem }) => (problem ? [{ deposit, problem }] : []));
  if (left.length === 0) return null;
  return (
    <section>
      <h2>{many.leftOut}</h2>
      <Rows
        label={many.leftOut}
        of={left}
        columns={[
          nameColumn(visit),
          { heading: texts.why, cell: ({ problem }) => many.problems[problem] },
          { heading: texts.amount, amount: ({ deposit }) => [deposit.amount, deposit.asset] },
        ]}
      />
    </section>
  );
}

/** The deposit by its payer, with the link that it was sent for. */
function nameColumn<R extends { deposit: DepositRecord }>(visit: MemberVisit): Column<R> {
  const texts = DEPOSITS[visit.language];
  return {
    heading: texts.deposit,
    subject: ({ deposit }) => ({
      href: objectPages.deposit(visit, deposit.id),
      title: deposit.payer['name'] ?? texts.unmatchedDeposit,
      detail: deposit.paymentLinkCode,
      label: amountOf(visit, deposit),
    }),
  };
}

function sumsOf({ language }: MemberVisit, decided: readonly { effect: Effect }[]): string {
  const sums = new Map<string, typeof ZERO>();
  for (const { effect } of decided) {
    sums.set(effect.asset, (sums.get(effect.asset) ?? ZERO).plus(money(effect.amount)));
  }
  const texts = [...sums].map(([asset, sum]) => formatMoney(language, formatAmount(sum), asset));
  return new Intl.ListFormat(language).format(texts);
}
