import { randomUUID } from 'node:crypto';
import { inviteTo, join } from '../people.ts';
import type { RouteFixtures } from '../fixtures.ts';

export const TEAM_FIXTURES: RouteFixtures = {
  makers: {
    user: async (service, account) => (await join(service, account.id, 'viewer')).id,
    '/panel/accounts/:account/team/:user/vouch user': async (service, account) =>
      (await join(service, account.id, 'finance', { isNew: true })).id,
    '/panel/accounts/:account/team/:user/invite user': async (service, account) =>
      (await inviteTo(service, account.id, 'viewer', `${randomUUID()}@acme.example`)).userId,
  },
  forms: {
    '/panel/accounts/:account/team/invite': () => ({
      email: `${randomUUID()}@acme.example`,
      name: 'New',
      role: 'viewer',
    }),
    '/panel/accounts/:account/team/:user/role': () => ({ role: 'finance' }),
  },
};
