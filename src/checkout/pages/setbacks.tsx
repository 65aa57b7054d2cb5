import type { JSX } from 'preact';
import type { Setback } from '../../deposits/index.ts';
import { formatPrice } from '../../pages/index.ts';
import { money } from '../../lib/money.ts';
import type { Fate } from './texts.ts';
import { Icon } from './icons.tsx';
import { Moment } from './parts.tsx';
import type { PayerRefund } from './refund-repository.ts';
import type { View } from './view.ts';

/** Explains uncredited deposits and the next steps (D7). */
export function Setbacks({ view }: { view: View }): JSX.Element | null {
  const { setbacks, link } = view;
  if (setbacks.length === 0) return null;
  return (
    <section class="setbacks" aria-labelledby="setbacks">
      <h2 id="setbacks">
        <Icon of="alert" />
        {titleOf(view)}
      </h2>
      {setbacks.map((setback) => (
        <Setback view={view} setback={setback} />
      ))}
      {link.status === 'active' && <Advice view={view} />}
    </section>
  );
}

function titleOf(view: View): string {
  const { texts, setbacks } = view;
  if (!setbacks.every((setback) => isPart(view, setback))) return texts.notCredited;
  return adviceOf(view) === 'rest_arrived' ? texts.inParts : texts.partly;
}

/** The next step for an open payment, which is to wait for the merchant, to contact them first, or to pay again. */
export function Advice({
  view,
}: {
  view: Advised & Pick<View, 'texts' | 'locale' | 'merchant'>;
}): JSX.Element {
  const { texts, merchant } = view;
  return <p>{texts.advice[adviceOf(view)](merchant, missingText(view))}</p>;
}

type Advised = Pick<View, 'setbacks' | 'missing' | 'methods'>;

/** The missing amount by the first method that takes the rest. */
function missingText({ missing, methods, locale }: Pick<View, 'missing' | 'methods' | 'locale'>): string {
  const method = methods.find(({ method: name }) => missing.get(name));
  const amount = method && missing.get(method.method);
  return method && amount ? formatPrice(locale, amount.toFixed(method.decimals), method.asset) : '';
}

/** A payer who may have paid enough is never advised to pay again while the money is with the merchant. */
export function adviceOf(view: Advised): keyof View['texts']['advice'] {
  const { setbacks, missing, methods } = view;
  const withMerchant = setbacks.filter(({ status }) => status === 'unmatched' || status === 'accepted');
  if (withMerchant.length === 0) return 'pay_again';
  if (!withMerchant.every(({ unmatchedReason: reason }) => reason === 'UNDERPAID')) return 'wait';
  if (!withMerchant.some((setback) => isPart(view, setback))) return 'ask_first';
  const asking = methods.filter(({ method }) => missing.get(method)?.gt(0));
  if (asking.length === 0) return [...missing.values()].includes(null) ? 'ask_price' : 'rest_arrived';
  return asking.every(({ requiresConversion }) => requiresConversion) ? 'pay_rest_at_price' : 'pay_rest';
}

/** Whether a deposit counts towards the amount due, because the rest can be paid. */
function isPart(
  { missing, methods }: Pick<View, 'missing' | 'methods'>,
  { status, unmatchedReason: reason, asset }: Setback,
): boolean {
  const isAsked = methods.some((method) => method.asset === asset && missing.has(method.method));
  return isAsked && status === 'unmatched' && reason === 'UNDERPAID';
}

type Reading = Pick<View, 'texts' | 'locale' | 'methods' | 'refunds' | 'missing'>;

/** An uncredited deposit, with the reason and its fate. The merchant's panel shows the same. */
export function Setback({ view, setback }: { view: Reading; setback: Setback }): JSX.Element {
  const { texts, locale } = view;
  const { asset, amount, unmatchedReason: reason } = setback;
  const refund = view.refunds.find(({ depositId }) => depositId === setback.id);
  const difference = differenceOf(view, setback);
  const received = formatPrice(locale, amount, asset);
  if (isPart(view, setback)) {
    return (
      <p>
        <strong>{texts.received(received)}</strong> {texts.fates.kept}
      </p>
    );
  }
  return (
    <p>
      <strong>{difference ? texts.outOf(received, difference.due) : texts.received(received)}</strong>{' '}
      {difference ? difference.inWords : reason !== null && texts.reasons[reason]}{' '}
      {texts.fates[fateOf(setback, refund)]}
      {setback.status === 'refunded' && refund?.finishedAt && (
        <>
          {' '}
          {texts.returnedOn} <Moment locale={locale} at={refund.finishedAt} />.
        </>
      )}
    </p>
  );
}

/** The deviation of the amount; undefined when there was none, or when the amount due may have changed since. */
function differenceOf(
  { texts, locale, methods }: Reading,
  { asset, amount, method: name, unmatchedReason: reason }: Setback,
): { due: string; inWords: string } | undefined {
  const method = methods.find((candidate) => candidate.method === name);
  const isAboutAmount = reason === 'UNDERPAID' || reason === 'OVERPAID';
  if (!isAboutAmount || !method?.amountDue || method.requiresConversion) return undefined;
  const gap = money(method.amountDue).minus(money(amount));
  const size = formatPrice(locale, gap.abs().toFixed(), asset);
  return {
    due: formatPrice(locale, method.amountDue, asset),
    inWords: gap.isPositive() ? texts.missing(size) : texts.excess(size),
  };
}

function fateOf({ status }: Setback, refund: PayerRefund | undefined): Exclude<Fate, 'kept'> {
  switch (status) {
    case 'refunding':
      return refund?.status === 'sent' ? 'returning' : 'to_return';
    case 'refunded':
      return 'returned';
    case 'accepted':
      return 'accepted';
    case 'failed':
    case 'taken_back':
      return 'vanished';
    case 'pending':
    case 'credited':
    case 'unmatched':
      return 'waiting';
  }
}
