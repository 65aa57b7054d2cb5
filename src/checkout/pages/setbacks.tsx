import type { JSX } from 'preact';
import type { SetbackRow } from '../../deposits/records.ts';
import { formatMoney } from '../../pages/format.ts';
import type { Fate } from '../texts/texts.ts';
import type { View } from './view.ts';

/** Says plainly what arrived and was not credited, and what happens next (D7). */
export function Setbacks({ view }: { view: View }): JSX.Element | null {
  const { texts, setbacks, link } = view;
  if (setbacks.length === 0) return null;
  return (
    <section class="setbacks" aria-labelledby="setbacks">
      <h2 id="setbacks">{texts.notCredited}</h2>
      {setbacks.map((setback) => (
        <Setback view={view} setback={setback} />
      ))}
      {link.status === 'active' && <p>{texts.payAgain}</p>}
    </section>
  );
}

type Reading = Pick<View, 'texts' | 'language' | 'methods'>;

/** What arrived, why it was not credited, and what becomes of it. The merchant's panel shows the same. */
export function Setback({ view, setback }: { view: Reading; setback: SetbackRow }): JSX.Element {
  const { texts } = view;
  const { unmatched_reason: reason } = setback;
  return (
    <p>
      <strong>{amountsOf(view, setback)}</strong> {reason !== null && texts.reasons[reason]}{' '}
      {texts.fates[fateOf(setback)]}
    </p>
  );
}

function amountsOf({ texts, language, methods }: Reading, setback: SetbackRow): string {
  const { asset, amount, unmatched_reason: reason } = setback;
  const received = formatMoney(language, amount, asset);
  const method = methods.find((candidate) => candidate.method === setback.method);
  const isAboutAmount = reason === 'UNDERPAID' || reason === 'OVERPAID';
  // When the method converts, the amount due may have changed since.
  if (!isAboutAmount || !method?.amount_due || method.requires_conversion) return texts.received(received);
  return texts.outOf(received, formatMoney(language, method.amount_due, asset));
}

function fateOf({ status }: SetbackRow): Fate {
  switch (status) {
    case 'refunding':
      return 'returning';
    case 'refunded':
      return 'returned';
    case 'accepted':
      return 'accepted';
    case 'failed':
      return 'vanished';
    case 'pending':
    case 'credited':
    case 'unmatched':
      return 'waiting';
  }
}
