import type { JSX } from 'preact';
import type { StoredEvent } from '../../events/index.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { objectPages } from '../request/paths.ts';
import { MEMBERS, READERS } from '../request/route.ts';

/** A code or an id. */
export const ID = /^[\w-]{1,64}$/;

export interface EventTypeText {
  type: string;
  description: string;
}

/** When an event of this type occurs. */
export function explainType({ description }: EventTypeText): string {
  // The contract is written in Markdown.
  return description.replaceAll('`', '');
}

/** An event with its body. */
interface ShownEvent extends StoredEvent {
  id: string;
  type: string;
  data: Readonly<Record<string, string | null>>;
}

/** The objects of events, and who may see their pages. */
const OBJECTS = [
  ['deposit', MEMBERS],
  ['withdrawal', READERS],
  ['conversion', MEMBERS],
  ['refund', MEMBERS],
] as const;

export function readEvent(row: StoredEvent): ShownEvent {
  const { id, type, data } = JSON.parse(row.body) as Pick<ShownEvent, 'id' | 'type' | 'data'>;
  return { ...row, id, type, data };
}

function linkOf({ data }: ShownEvent): string | null {
  return data['link_code'] ?? data['payment_link_code'] ?? null;
}

/** An event's payment link, or else its deposit or transfer, or the asset of its balance. */
export function Subject({ event }: { event: ShownEvent }): JSX.Element {
  const visit = useMemberVisit();
  const link = paymentLink(visit, linkOf(event));
  if (link) return link;
  for (const [object, roles] of OBJECTS) {
    const id = event.data[`${object}_id`];
    if (!id) continue;
    const code = <code>{id}</code>;
    return roles.includes(visit.membership.role) ? <a href={objectPages[object](visit, id)}>{code}</a> : code;
  }
  return <>{event.data['asset']}</>;
}
