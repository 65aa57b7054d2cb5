import type { JSX } from 'preact';
import { formatMoney, Status } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import { useTexts } from '../frame/context.tsx';
import type { MemberVisit, Visit } from '../request/route.ts';
import type { LinkStanding } from './standing.ts';
import { LINKS } from './texts.ts';

/** The roles that create and cancel payment links. */
export const LINK_MAKERS: readonly Role[] = ['owner', 'finance', 'developer'];

const TONES = {
  active: 'busy',
  processing: 'busy',
  paid: 'good',
  partly_paid: 'waiting',
  cancelled: 'quiet',
  expired: 'quiet',
} as const satisfies Record<LinkStanding, string>;

export function LinkState({ status }: { status: LinkStanding }): JSX.Element {
  return <Status tone={TONES[status]}>{useTexts(LINKS).statuses[status]}</Status>;
}

/** For a sentence; in tables, `<Amount>` aligns. */
export function inMoney({ language }: Visit, amount: string, asset: string): string {
  return formatMoney(language, amount, asset);
}

export function mayMakeLinks({ membership }: MemberVisit): boolean {
  return LINK_MAKERS.includes(membership.role);
}
