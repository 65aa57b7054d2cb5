export const LINK_STATUSES = ['active', 'processing', 'paid', 'cancelled', 'expired'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export type LinkTrigger = 'receive' | 'settle' | 'cancel' | 'expire' | 'delete';

/** Everything that can happen to a link (D6 and the spec's deletion rule); what is not here is refused. */
const TRANSITIONS: Record<LinkStatus, Partial<Record<LinkTrigger, LinkStatus | 'deleted'>>> = {
  active: { receive: 'processing', cancel: 'cancelled', expire: 'expired' },
  processing: { settle: 'paid' },
  paid: {},
  cancelled: { delete: 'deleted' },
  expired: { delete: 'deleted' },
};

/** The state a trigger leads to, or undefined when it is not allowed in this one. */
export function nextStatus(status: LinkStatus, trigger: LinkTrigger): LinkStatus | 'deleted' | undefined {
  return TRANSITIONS[status][trigger];
}
