import type { JSX } from 'preact';
import type { HeldMoney } from '../../ledger/index.ts';
import { formatQuantity } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { OVERVIEW } from './texts.ts';

/** How much of each currency is held outside the balances; nothing if none is. */
export function HeldCard({ held }: { held: readonly HeldMoney[] }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(OVERVIEW).held;
  if (held.length === 0) return null;
  return (
    <ul class="balances" aria-label={texts.title}>
      {held.map(({ asset, amount }) => (
        <li>
          <a href={pathTo(visit, paths.deposits.list)}>{texts.in(asset)}</a>
          <p class="amount">{formatQuantity(visit.language, amount, asset)}</p>
          <p class="muted">{texts.hint}</p>
        </li>
      ))}
    </ul>
  );
}
