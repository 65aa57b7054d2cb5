import type { JSX } from 'preact';
import { Status } from '../../../pages/index.ts';
import type { SavedDestination } from '../../../treasury/index.ts';
import { Moment } from '../../frame/parts.tsx';
import type { MemberVisit } from '../../request/route.ts';
import { DESTINATIONS } from './texts.ts';

export function Trust({
  visit,
  of,
  now,
}: {
  visit: MemberVisit;
  of: SavedDestination;
  now: Date;
}): JSX.Element {
  const texts = DESTINATIONS[visit.language];
  const { trustedAt } = of;
  if (trustedAt <= now) return <Status tone="good">{texts.inUse}</Status>;
  return (
    <Status tone="waiting">
      {texts.newUntil} <Moment at={trustedAt} />
    </Status>
  );
}
