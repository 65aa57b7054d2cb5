import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import {
  type EndpointRow,
  listDeliveries,
  listEndpoints,
  listRecentOutcomes,
  MAX_ENDPOINTS,
} from '../../webhooks/index.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { pathTo, TECHNICAL, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { deliveryRoutes } from './delivery-routes.tsx';
import { createEndpointReader } from './endpoint.ts';
import { endpointFormPage, secretPage, testPage, type EndpointForm } from './forms.tsx';
import { endpointPage, endpointsPage } from './pages.tsx';
import { WEBHOOKS } from './texts.ts';

/** The maximum per account. */
const ALL = { afterTime: undefined, afterId: undefined, limit: MAX_ENDPOINTS };
const FIRST = { afterTime: undefined, afterId: undefined, limit: 10 };
const MAX_DESCRIPTION = 500;

/** The endpoints that receive events; for technical roles. */
export function webhookRoutes(services: PanelServices): Route[] {
  const { db, endpoints, eventTypes, sendTestEvent } = services;
  const once = createOnce(services);
  const endpointOf = createEndpointReader(db);

  const formOf = (visit: MemberVisit): EndpointForm => ({
    url: visit.field('url').trim(),
    description: visit.field('description').trim(),
    enabledEvents: visit.fields('events'),
  });
  /** What the contract validates in an API call. */
  const checked = (form: EndpointForm): EndpointForm => {
    if (form.description.length > MAX_DESCRIPTION)
      throw invalidParam('description', `description must have at most ${MAX_DESCRIPTION} characters.`);
    const known = eventTypes.map(({ type }) => type).filter((type) => form.enabledEvents.includes(type));
    if (known.length === 0) throw invalidParam('enabled_events', 'enabled_events must name a type.');
    return { ...form, enabledEvents: known };
  };
  /** Shows the form again, with the reason for the refusal. */
  const again = (visit: MemberVisit, error: unknown, id?: string): Reply => {
    const { problems } = WEBHOOKS[visit.language];
    const refusal = problems[reasonOf(error, problems)];
    return {
      page: endpointFormPage(visit, eventTypes, formOf(visit), { ...(id && { id }), refusal }),
      status: 422,
    };
  };
  const record = (trx: Trx, visit: MemberVisit, endpoint: EndpointRow, what: string): Promise<void> =>
    // Without the URL's path and query, where receivers keep secrets.
    recordDeed(trx, visit.accountId, visit.actor, {
      action: `webhook_endpoint.${what}`,
      subject: new URL(endpoint.url).host,
      details: { id: endpoint.id },
    });
  /** A change to an endpoint that needs no input, on its page. It needs a proof, like all changes to where events go. */
  const onEndpoint = (
    path: `/panel/accounts/:account/webhooks/:endpoint/${string}`,
    work: (trx: Trx, visit: MemberVisit, endpoint: EndpointRow) => Promise<{ notice: string; path?: string }>,
  ): Route => ({
    method: 'post',
    path,
    access: TECHNICAL,
    freshProof: true,
    handle: async (visit) => {
      const endpoint = await endpointOf(visit);
      const done = await db.transaction((trx) => work(trx, visit, endpoint));
      const page = pathTo(visit, done.path ?? `webhooks/${endpoint.id}`);
      return { redirect: `${page}?notice=${done.notice}` };
    },
  });

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks',
      access: TECHNICAL,
      handle: async (visit) => {
        const [all, outcomes] = await Promise.all([
          listEndpoints(db.read, { ...ALL, accountId: visit.accountId }),
          listRecentOutcomes(db.read, { accountId: visit.accountId }),
        ]);
        return { page: endpointsPage(visit, all, outcomes, eventTypes) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks/new',
      access: TECHNICAL,
      handle: (visit) => {
        const enabledEvents = eventTypes.map(({ type }) => type);
        const empty = { url: '', description: '', enabledEvents };
        return Promise.resolve({ page: endpointFormPage(visit, eventTypes, empty) });
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/webhooks/new',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        try {
          const created = await once(
            visit,
            () => async (trx) => {
              const { endpoint, secret } = await endpoints.create(
                trx,
                visit.accountId,
                checked(formOf(visit)),
              );
              await record(trx, visit, endpoint, 'created');
              return { id: endpoint.id, secret };
            },
            { sealed: true },
          );
          return { page: secretPage(visit, created, false) };
        } catch (error) {
          return again(visit, error);
        }
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks/:endpoint',
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const endpoint = await endpointOf(visit);
        const newest = { ...FIRST, accountId, endpointId: endpoint.id, eventType: undefined };
        const [outcomes, deliveries] = await Promise.all([
          listRecentOutcomes(db.read, { accountId }),
          listDeliveries(db.read, newest, undefined),
        ]);
        const own = outcomes.find(({ endpointId }) => endpointId === endpoint.id);
        return { page: endpointPage(visit, endpoint, own, deliveries) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks/:endpoint/edit',
      access: TECHNICAL,
      handle: async (visit) => {
        const { id, url, description, enabledEvents } = await endpointOf(visit);
        const form = { url, description, enabledEvents };
        return { page: endpointFormPage(visit, eventTypes, form, { id }) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/webhooks/:endpoint/edit',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { id } = await endpointOf(visit);
        try {
          await db.transaction(async (trx) => {
            const change = { ...checked(formOf(visit)), enabled: undefined };
            const changed = await endpoints.update(trx, visit.accountId, id, change, visit.actor);
            await record(trx, visit, changed, 'changed');
          });
          return { redirect: `${pathTo(visit, `webhooks/${id}`)}?notice=saved` };
        } catch (error) {
          return again(visit, error, id);
        }
      },
    },
    onEndpoint('/panel/accounts/:account/webhooks/:endpoint/switch', async (trx, visit, { id }) => {
      const enabled = visit.field('enabled') === 'yes';
      const change = { url: undefined, description: undefined, enabledEvents: undefined, enabled };
      const changed = await endpoints.update(trx, visit.accountId, id, change, visit.actor);
      const notice = enabled ? 'switched_on' : 'switched_off';
      await record(trx, visit, changed, notice);
      return { notice };
    }),
    onEndpoint('/panel/accounts/:account/webhooks/:endpoint/enable', async (trx, visit, { id }) => {
      await record(trx, visit, await endpoints.enable(trx, visit.accountId, id), 'enabled');
      return { notice: 'enabled' };
    }),
    onEndpoint('/panel/accounts/:account/webhooks/:endpoint/delete', async (trx, visit, endpoint) => {
      await endpoints.remove(trx, visit.accountId, endpoint.id);
      await record(trx, visit, endpoint, 'deleted');
      return { notice: 'removed', path: 'webhooks' };
    }),
    {
      method: 'post',
      path: '/panel/accounts/:account/webhooks/:endpoint/test',
      access: TECHNICAL,
      handle: async (visit) => {
        const endpoint = await endpointOf(visit);
        const outcome = await once(visit, () => ({
          ask: async (providerKey) => {
            const sent = await sendTestEvent(endpoint, providerKey);
            return () => Promise.resolve(sent);
          },
        }));
        return { page: testPage(visit, endpoint.id, outcome) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/webhooks/:endpoint/rotate',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { id } = await endpointOf(visit);
        const rotated = await once(
          visit,
          () => async (trx) => {
            const { endpoint, secret } = await endpoints.rotateSecret(trx, visit.accountId, id);
            await record(trx, visit, endpoint, 'secret_rotated');
            return { id, secret };
          },
          { sealed: true },
        );
        return { page: secretPage(visit, rotated, true) };
      },
    },
    ...deliveryRoutes(services),
  ];
}
