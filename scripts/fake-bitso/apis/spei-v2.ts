import { Refusal } from '../http/refusal.ts';
import type { Endpoint } from '../http/router.ts';
import { speiTime } from '../state/times.ts';
import type { World } from '../state/world.ts';
import type { Fundings } from './fundings.ts';
import type { Withdrawal, Withdrawals } from './withdrawals.ts';

const QUERY = ['created_at_gte', 'created_at_lte', 'page_size', 'page_token', 'cursor'];
const DAY_MS = 24 * 3_600_000;
const MAX_PAGE = 1_000;

/** SPEI movements, oldest first, by default of today; what undoes what is linked both ways. */
export function speiV2Endpoints({ clock }: World, fundings: Fundings, withdrawals: Withdrawals): Endpoint[] {
  const access = { style: 'bare', access: 'bitso', source: 'spei_list' } as const;
  const linked = (withdrawal: Withdrawal) => ({
    ...withdrawals.view(withdrawal),
    created_at: speiTime(withdrawal.at),
    refunded_deposit: withdrawal.reversedBy === null ? null : { fid: withdrawal.reversedBy },
  });

  function page<T extends { at: number }>(items: T[], query: Record<string, string>) {
    const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const from = timeOf(query['created_at_gte'], today);
    const to = timeOf(query['created_at_lte'], Infinity);
    const matching = items.filter(({ at }) => at >= from && at <= to);
    const size = Math.min(Number(query['page_size'] ?? 25), MAX_PAGE);
    const start = Number(query['page_token'] ?? query['cursor'] ?? 0);
    if (!(size > 0 && start >= 0)) throw new Refusal('0304', 'Invalid value: page_size or page_token');
    const next = start + size < matching.length ? String(start + size) : null;
    return { items: matching.slice(start, start + size), next };
  }

  return [
    {
      ...{ method: 'GET', path: '/spei/v2/deposits', query: QUERY, ...access },
      handle({ query }) {
        const { items, next } = page(
          fundings.all().filter(({ currency }) => currency === 'mxn'),
          query,
        );
        return {
          deposits: items.map(({ fid, status, at, amount, details }) => ({
            ...{ fid, deposit_id: fid.slice(0, 8), status: status.toUpperCase(), amount: amount.toFixed(2) },
            sender_clabe: details['sender_clabe'] ?? '',
            receiver_clabe: details['receive_clabe'] ?? '',
            ...{ details, created_at: speiTime(at) },
            refunded_withdrawal: details['origin_wid'] === undefined ? null : { wid: details['origin_wid'] },
          })),
          next_page_token: next,
        };
      },
    },
    {
      ...{ method: 'GET', path: '/spei/v2/withdrawals', query: QUERY, ...access },
      handle({ query }) {
        const { items, next } = page(
          withdrawals.all().filter(({ currency }) => currency === 'mxn'),
          query,
        );
        return { withdrawals: items.map(linked), next_page_token: next };
      },
    },
    {
      ...{ method: 'GET', path: '/spei/v2/withdrawals/:wid', ...access },
      handle: ({ params }) => linked(withdrawals.find(params['wid'])),
    },
  ];
}

function timeOf(text: string | undefined, otherwise: number): number {
  const time =
    text === undefined ? otherwise : Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(time)) throw new Refusal('0304', 'Invalid value: created_at');
  return time;
}
