import type { JSX } from 'preact';
import { formatMoney, Status } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { LinkStatus } from '../../payment-links/index.ts';
import { useTexts } from '../frame/context.tsx';
import type { MemberVisit, Visit } from '../request/route.ts';
import { LINKS } from './texts.ts';

/** Who creates and cancels payment links. */
export const LINK_MAKERS: readonly Role[] = ['owner', 'finance', 'developer'];

const TONES = {
  active: 'busy',
  processing: 'busy',
  paid: 'good',
  cancelled: 'quiet',
  expired: 'quiet',
} as const satisfies Record<LinkStatus, string>;

export function LinkState({ status }: { status: LinkStatus }): JSX.Element {
  return <Status tone={TONES[status]}>{useTexts(LINKS).statuses[status]}</Status>;
}

/** For a sentence; in tables, `<Amount>` aligns. */
export function inMoney({ language }: Visit, amount: string, asset: string): string {
  return formatMoney(language, amount, asset);
}

export function mayMakeLinks({ membership }: MemberVisit): boolean {
  return LINK_MAKERS.includes(membership.role);
}
