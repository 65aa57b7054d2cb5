import type { JSX } from 'preact';
import type { Trx } from '../../db/index.ts';
import { Empty, Facts, withQuery } from '../../pages/index.ts';
import {
  type Delivery,
  type WebhookEndpoint,
  listDeliveries,
  listRecentOutcomes,
  type RecentOutcomes,
} from '../../webhooks/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { DELIVERY_STATUS, EndpointStatus } from '../frame/delivery-status.tsx';
import { OverlapField, PreviousSecret } from '../frame/overlap.tsx';
import { Moment, Once, Outcome, WithProof } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DELIVERIES } from './delivery-texts.ts';
import { createEndpointReader } from './endpoint.ts';
import { LastDay } from './parts.tsx';
import { record } from './record.ts';
import { WEBHOOKS } from './texts.ts';

const UNCHANGED = {
  url: undefined,
  description: undefined,
  enabledEvents: undefined,
  standardWebhooks: undefined,
};
const FIRST = { afterTime: undefined, afterId: undefined, limit: 10 };

/** One endpoint, with its newest deliveries and its forms. */
export function showEndpoint({ db, endpoints }: PanelServices): Route[] {
  const endpointOf = createEndpointReader(db);

  /** A change to an endpoint that needs no input, on its page. It needs a proof, like all changes to where events go. */
  const onEndpoint = (
    path: `${typeof paths.webhooks.endpoint}/${string}`,
    work: (
      trx: Trx,
      visit: MemberVisit,
      endpoint: WebhookEndpoint,
    ) => Promise<{ notice: string; page?: string }>,
  ): Route => ({
    method: 'post',
    path,
    access: TECHNICAL,
    freshProof: true,
    handle: async (visit) => {
      const endpoint = await endpointOf(visit);
      const done = await db.transaction((trx) => work(trx, visit, endpoint));
      const page = done.page ?? objectPages.webhook_endpoint(visit, endpoint.id);
      return { redirect: withQuery(page, { notice: done.notice }) };
    },
  });

  return [
    {
      method: 'get',
      path: paths.webhooks.endpoint,
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const endpoint = await endpointOf(visit);
        const newest = { accountId, endpointId: endpoint.id, eventType: undefined, ...FIRST };
        const [outcomes, deliveries] = await Promise.all([
          listRecentOutcomes(db.read, { accountId }),
          listDeliveries(db.read, newest, undefined),
        ]);
        const own = outcomes.find(({ endpointId }) => endpointId === endpoint.id);
        return { page: endpointPage(visit, endpoint, own, deliveries) };
      },
    },
    onEndpoint(paths.webhooks.switch, async (trx, visit, { id }) => {
      const enabled = visit.field('enabled') === 'yes';
      const change = { ...UNCHANGED, enabled };
      const changed = await endpoints.update(trx, visit.accountId, id, change, visit.actor);
      const notice = enabled ? 'switched_on' : 'switched_off';
      await record(trx, visit, changed, notice);
      return { notice };
    }),
    onEndpoint(paths.webhooks.enable, async (trx, visit, { id }) => {
      await record(trx, visit, await endpoints.enable(trx, visit.accountId, id), 'enabled');
      return { notice: 'enabled' };
    }),
    onEndpoint(paths.webhooks.endPrevious, async (trx, visit, endpoint) => {
      // The row that was read may be outdated; what is done a second time changes nothing.
      await endpoints.endPreviousSecret(trx, visit.accountId, endpoint.id);
      if (endpoint.previousValidUntil !== null) await record(trx, visit, endpoint, 'previous_secret_ended');
      return { notice: 'previous_ended' };
    }),
    onEndpoint(paths.webhooks.delete, async (trx, visit, endpoint) => {
      await endpoints.remove(trx, visit.accountId, endpoint.id);
      await record(trx, visit, endpoint, 'deleted');
      return { notice: 'removed', page: pathTo(visit, paths.webhooks.list) };
    }),
  ];
}

function endpointPage(
  visit: MemberVisit,
  endpoint: WebhookEndpoint,
  outcomes: RecentOutcomes | undefined,
  deliveries: readonly Delivery[],
): Page {
  const texts = WEBHOOKS[visit.language];
  const own = { endpoint: endpoint.id };
  return {
    title: new URL(endpoint.url).host,
    back: { href: pathTo(visit, paths.webhooks.list), label: texts.back },
    body: (
      <>
        <Outcome notices={texts.notices} />
        <Health endpoint={endpoint} />
        <Facts
          of={[
            [texts.status, <EndpointStatus endpoint={endpoint} />],
            [texts.url, endpoint.url],
            [texts.note, endpoint.description],
            [texts.events, endpoint.enabledEvents.join(', ')],
            [texts.signature, signatureHeadersOf(endpoint)],
            [texts.lastDay, <LastDay outcomes={outcomes} />],
            [texts.id, <code>{endpoint.id}</code>],
            [texts.created, <Moment at={endpoint.createdAt} exact />],
          ]}
        />
        <form method="post" action={pathTo(visit, paths.webhooks.test, own)} class="with-hint">
          <Once />
          <button type="submit">{texts.test}</button>
          <small class="muted">{texts.testHint}</small>
        </form>
        <h2>{texts.deliveries}</h2>
        {deliveries.length === 0 ? (
          <Empty>{DELIVERIES[visit.language].none}</Empty>
        ) : (
          <Rows
            label={DELIVERIES[visit.language].title}
            of={deliveries}
            columns={deliveryColumns(visit, endpoint.id)}
          />
        )}
        <p class="row">
          <a href={pathTo(visit, paths.webhooks.deliveries, own)}>{texts.allDeliveries}</a>
          <a href={pathTo(visit, paths.webhooks.replay, own)}>{texts.replay}</a>
        </p>
        <Settings endpoint={endpoint} />
      </>
    ),
  };
}

function signatureHeadersOf({ standardWebhooks }: WebhookEndpoint): string {
  return standardWebhooks ? 'Service-Signature, webhook-signature' : 'Service-Signature';
}

/** What is wrong with an endpoint, and what to do about it. */
function Health(props: { endpoint: WebhookEndpoint }): JSX.Element | null {
  const visit = useMemberVisit();
  const { endpoint } = props;
  const texts = useTexts(WEBHOOKS);
  if (endpoint.disabledAt !== null) {
    return (
      <div class="warning">
        <p>
          {useTexts(DELIVERY_STATUS).switchedOff}, <Moment at={endpoint.disabledAt} />.{' '}
          {texts.switchedOffHint}
        </p>
        <WithProof>
          <form
            method="post"
            action={pathTo(visit, paths.webhooks.enable, { endpoint: endpoint.id })}
            class="with-hint"
          >
            <button type="submit">{texts.enable}</button>
            <small>{texts.enableHint}</small>
          </form>
        </WithProof>
      </div>
    );
  }
  if (endpoint.enabled && endpoint.consecutiveFailures === 0) return null;
  return (
    <div class="warning">
      <p>{endpoint.enabled ? texts.failingHint : texts.offHint}</p>
    </div>
  );
}

function Settings(props: { endpoint: WebhookEndpoint }) {
  const visit = useMemberVisit();
  const { endpoint } = props;
  const own = { endpoint: endpoint.id };
  const texts = useTexts(WEBHOOKS);
  return (
    <>
      <h2>{texts.settings}</h2>
      <PreviousSecret
        until={endpoint.previousValidUntil}
        action={pathTo(visit, paths.webhooks.endPrevious, own)}
      />
      <p>
        <a href={pathTo(visit, paths.webhooks.edit, own)}>{texts.edit}</a>
      </p>
      <WithProof>
        <form method="post" action={pathTo(visit, paths.webhooks.switch, own)} class="with-hint">
          <input type="hidden" name="enabled" value={endpoint.enabled ? 'no' : 'yes'} />
          <button type="submit" class="secondary">
            {endpoint.enabled ? texts.switchOff : texts.switchOn}
          </button>
          <small class="muted">{endpoint.enabled && texts.switchOffHint}</small>
        </form>
        <form method="post" action={pathTo(visit, paths.webhooks.rotate, own)} class="narrow">
          <Once />
          <OverlapField hint={texts.overlapHint} />
          <button type="submit" class="secondary">
            {texts.rotate}
          </button>
        </form>
        <details>
          <summary>{texts.remove}</summary>
          <form method="post" action={pathTo(visit, paths.webhooks.delete, own)} class="with-hint">
            <button type="submit">{texts.removeNow}</button>
            <small class="muted">{texts.removeHint}</small>
          </form>
        </details>
      </WithProof>
    </>
  );
}
