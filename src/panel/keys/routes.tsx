import {
  findCredential,
  type IssuedCredential,
  listCredentials,
  type ListedCredential,
} from '../../credentials/index.ts';
import type { Trx } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { listLastCalls } from '../../request-logs/index.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { pathTo, TECHNICAL, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { newKeyPage, readNewKey } from './form.tsx';
import { issuedPage, keyPage, keysPage } from './pages.tsx';
import { KEYS } from './texts.ts';

/** The account's API keys, with their scopes and last use; create, rotate, revoke, rename. */
export function keyRoutes(services: PanelServices): Route[] {
  const { db, cursors, credentials, apiKeys, environment, apiBaseUrl } = services;
  const once = createOnce(services);

  const getKey = async (visit: MemberVisit): Promise<ListedCredential> => {
    const key = await findCredential(db.read, { accountId: visit.accountId, id: idOf(visit) });
    if (!key) throw new DomainError('api_key_not_found');
    return key;
  };
  const showIssued = (visit: MemberVisit, issued: IssuedCredential, isBoundToAddresses: boolean): Reply => ({
    page: issuedPage(visit, issued, { apiBaseUrl: apiBaseUrl(), isBoundToAddresses }),
  });
  /** A repeatable change, on the key's page. */
  const change = async (
    visit: MemberVisit,
    notice: keyof (typeof KEYS)['en']['notices'],
    work: (trx: Trx, id: string) => Promise<void>,
  ): Promise<Reply> => {
    const id = idOf(visit);
    const page = pathTo(visit, `keys/${id}`);
    try {
      await db.transaction((trx) => work(trx, id));
      // So that a page that says "revoked" is true when it is read.
      await credentials.caughtUp();
      return { redirect: `${page}?notice=${notice}` };
    } catch (error) {
      return { redirect: `${page}?problem=${reasonOf(error, KEYS.en.problems)}` };
    }
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/keys',
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const [obstacle, page] = await Promise.all([
          credentials.findObstacle(db.read, accountId),
          cursors.list(
            { accountId, list: 'panel_keys', filters: {} },
            { cursor: visit.query('cursor') },
            {
              read: (range) => listCredentials(db.read, { ...range, accountId }),
              idOf: ({ id }) => id,
              view: (key) => key,
            },
          ),
        ]);
        const ids = page.data.map(({ id }) => id);
        const lastCalls = await listLastCalls(db.read, { accountId, credentialIds: ids });
        return { page: keysPage(visit, { keys: page.data, next: page.next_cursor, lastCalls, obstacle }) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/keys/new',
      access: TECHNICAL,
      // Before the form is filled in, rather than after.
      freshProof: true,
      handle: async (visit) => {
        const obstacle = await credentials.findObstacle(db.read, visit.accountId);
        return obstacle ? { redirect: pathTo(visit, 'keys') } : { page: newKeyPage(visit) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/keys/new',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        try {
          const key = readNewKey(visit, environment, new Date());
          const issued = await once(visit, () => (trx) => apiKeys.create(trx, visit.actor, key), {
            sealed: true,
          });
          return showIssued(visit, issued, key.allowedCidrs.length > 0);
        } catch (error) {
          return { page: newKeyPage(visit, reasonOf(error, KEYS.en.problems)), status: 422 };
        }
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/keys/:key',
      access: TECHNICAL,
      handle: async (visit) => {
        const key = await getKey(visit);
        const [call] = await listLastCalls(db.read, { accountId: visit.accountId, credentialIds: [key.id] });
        return { page: keyPage(visit, key, call) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/keys/:key/rotate',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { id, allowedCidrs } = await getKey(visit);
        try {
          const issued = await once(
            visit,
            () => (trx) => apiKeys.rotate(trx, visit.accountId, visit.actor, id),
            { sealed: true },
          );
          // Once the page is shown, the old secret is refused.
          await credentials.caughtUp();
          return showIssued(visit, issued, allowedCidrs.length > 0);
        } catch (error) {
          const problem = reasonOf(error, KEYS.en.problems);
          return { redirect: `${pathTo(visit, `keys/${id}`)}?problem=${problem}` };
        }
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/keys/:key/revoke',
      access: TECHNICAL,
      freshProof: true,
      handle: (visit) =>
        change(visit, 'revoked', (trx, id) => apiKeys.revoke(trx, visit.accountId, visit.actor, id)),
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/keys/:key/rename',
      access: TECHNICAL,
      freshProof: true,
      handle: (visit) =>
        change(visit, 'renamed', (trx, id) =>
          apiKeys.rename(trx, visit.accountId, visit.actor, id, visit.field('name')),
        ),
    },
  ];
}

function idOf(visit: MemberVisit): string {
  const id = visit.param('key');
  if (!isId(id)) throw new DomainError('api_key_not_found');
  return id;
}
