import type { JSX } from 'preact';
import { Status } from '../../../pages/index.ts';
import type { SavedDestination } from '../../../treasury/index.ts';
import { useTexts } from '../../frame/context.tsx';
import { Moment } from '../../frame/parts.tsx';
import { DESTINATIONS } from './texts.ts';

export function Trust({ of, now }: { of: SavedDestination; now: Date }): JSX.Element {
  const texts = useTexts(DESTINATIONS);
  const { trustedAt } = of;
  if (trustedAt <= now) return <Status tone="good">{texts.inUse}</Status>;
  return (
    <Status tone="waiting">
      {texts.newUntil} <Moment at={trustedAt} />
    </Status>
  );
}
