import type { JSX } from 'preact';
import type { Setback } from '../../deposits/index.ts';
import { formatPrice } from '../../pages/index.ts';
import { money } from '../../lib/money.ts';
import type { Fate } from './texts.ts';
import { Icon } from './icons.tsx';
import type { View } from './view.ts';

/** Says what arrived and was not credited, and what happens next (D7). */
export function Setbacks({ view }: { view: View }): JSX.Element | null {
  const { texts, setbacks, link } = view;
  if (setbacks.length === 0) return null;
  return (
    <section class="setbacks" aria-labelledby="setbacks">
      <h2 id="setbacks">
        <Icon of="alert" />
        {texts.notCredited}
      </h2>
      {setbacks.map((setback) => (
        <Setback view={view} setback={setback} />
      ))}
      {link.status === 'active' && <p>{texts.payAgain}</p>}
    </section>
  );
}

type Reading = Pick<View, 'texts' | 'locale' | 'methods'>;

/** What arrived, why it was not credited, and what happens to it. The merchant's panel shows the same. */
export function Setback({ view, setback }: { view: Reading; setback: Setback }): JSX.Element {
  const { texts, locale } = view;
  const { asset, amount, unmatchedReason: reason } = setback;
  const difference = differenceOf(view, setback);
  const received = formatPrice(locale, amount, asset);
  return (
    <p>
      <strong>{difference ? texts.outOf(received, difference.due) : texts.received(received)}</strong>{' '}
      {difference ? difference.inWords : reason !== null && texts.reasons[reason]}{' '}
      {texts.fates[fateOf(setback)]}
    </p>
  );
}

/** By how much the amount was wrong; undefined when it was not, or when the amount due may have changed since. */
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

function fateOf({ status }: Setback): Fate {
  switch (status) {
    case 'refunding':
      return 'returning';
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
