import type { Endpoint } from '../http/dispatch.ts';
import { Refusal } from '../http/refusal.ts';
import { timeOf } from '../state/time.ts';
import { pesos, type Account, type World } from '../state/world.ts';

export function accountEndpoints({ receiving, sending, clock }: World): Endpoint[] {
  const accounts = [...new Set([receiving, sending])];
  const view = ({ id, role }: Account) => ({
    id,
    role,
    state: 'active',
    type: 'savings',
    number: id.slice(-8),
  });
  const common = { source: 'accounts', scope: 'tenant_accounts:readonly', method: 'GET' } as const;
  return [
    {
      ...{ ...common, path: '/api/v1/tenant/accounts', query: ['role', 'state', 'type', 'number'] },
      handle: ({ query: { role = 'all' } }) =>
        accounts.filter((account) => role === 'all' || account.role === role).map(view),
    },
    {
      ...{ ...common, path: '/api/v1/tenant/accounts/:id' },
      handle({ params }) {
        const found = accounts.find(({ id }) => id === params['id']);
        if (!found) throw new Refusal(404, 'tenant_account_not_found', 'No such account');
        return { ...view(found), balance: pesos(found.balance), balance_updated_at: timeOf(clock.now()) };
      },
    },
  ];
}
