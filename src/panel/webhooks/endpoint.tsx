import type { JSX } from 'preact';
import { Empty } from '../../pages/index.ts';
import { type WebhookEndpoint, listDeliveries, listRecentOutcomes } from '../../webhooks/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { DELIVERY_STATUS, EndpointStatus } from '../frame/delivery-status.tsx';
import { detailOf } from '../frame/detail.tsx';
import { OverlapField, overlapOf, PreviousSecret } from '../frame/secret-overlap.tsx';
import { Moment, WithProof } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { deliveryColumns } from './deliveries.tsx';
import { DELIVERIES } from './delivery-texts.ts';
import { getEndpoint, LastDay, record, secretPage } from './parts.tsx';
import { testEndpoint } from './test.tsx';
import { WEBHOOKS } from './texts.ts';

const UNCHANGED = {
  url: undefined,
  description: undefined,
  enabledEvents: undefined,
  standardWebhooks: undefined,
};
const FIRST = { afterTime: undefined, afterId: undefined, limit: 10 };

/** The changes on an endpoint's page. They need a proof, like all changes to where events go. */
const ON_ENDPOINT = {
  access: TECHNICAL,
  freshProof: true,
  texts: WEBHOOKS,
  page: paths.webhooks.endpoint,
} as const;

export const switchEndpoint = actionOf({
  ...ON_ENDPOINT,
  path: paths.webhooks.switch,
  act: async (trx, visit, { endpoints }) => {
    const { id } = await getEndpoint(trx, visit);
    const enabled = visit.field('enabled') === 'yes';
    const flash = enabled ? 'switched_on' : 'switched_off';
    const change = { ...UNCHANGED, enabled };
    await record(trx, visit, await endpoints.update(trx, visit.accountId, id, change, visit.actor), flash);
    return { flash } as const;
  },
  flash: ({ flash }) => flash,
});

/** After the service has disabled it. */
export const enableEndpoint = actionOf({
  ...ON_ENDPOINT,
  path: paths.webhooks.enable,
  act: async (trx, visit, { endpoints }) => {
    const { id } = await getEndpoint(trx, visit);
    await record(trx, visit, await endpoints.enable(trx, visit.accountId, id), 'enabled');
  },
  flash: 'enabled',
});

export const endPreviousSecret = actionOf({
  ...ON_ENDPOINT,
  path: paths.webhooks.endPrevious,
  act: async (trx, visit, { endpoints }) => {
    const endpoint = await getEndpoint(trx, visit);
    await endpoints.endPreviousSecret(trx, visit.accountId, endpoint.id);
    // The row that was read may be outdated; what is done a second time changes nothing.
    if (endpoint.previousValidUntil !== null) await record(trx, visit, endpoint, 'previous_secret_ended');
  },
  flash: 'previous_ended',
});

export const deleteEndpoint = actionOf({
  ...ON_ENDPOINT,
  path: paths.webhooks.delete,
  act: async (trx, visit, { endpoints }) => {
    const endpoint = await getEndpoint(trx, visit);
    await endpoints.remove(trx, visit.accountId, endpoint.id);
    await record(trx, visit, endpoint, 'deleted');
  },
  flash: 'removed',
  to: paths.webhooks.list,
});

/** A new signing secret. The old one may sign beside it for a while (D63). */
export const rotateSecret = actionOf({
  ...ON_ENDPOINT,
  path: paths.webhooks.rotate,
  once: 'sealed',
  act: async (trx, visit, { endpoints }) => {
    const { id } = await getEndpoint(trx, visit);
    const { endpoint, secret } = await endpoints.rotateSecret(trx, visit.accountId, id, overlapOf(visit));
    const until = endpoint.previousValidUntil?.toISOString() ?? null;
    await record(trx, visit, endpoint, 'secret_rotated', {
      ...(until !== null && { previous_valid_until: until }),
    });
    return { id, secret, previousValidUntil: until };
  },
  reply: (visit, rotated) => ({ page: secretPage(visit, rotated) }),
});

/** One endpoint, with its newest deliveries and its forms. */
export const showEndpoint = pageOf(paths.webhooks.endpoint, readBy(TECHNICAL), async (visit, { db }) => {
  const { accountId, language } = visit;
  const endpoint = await getEndpoint(db.read, visit);
  const newest = { accountId, endpointId: endpoint.id, eventType: undefined, ...FIRST };
  const [outcomes, deliveries] = await Promise.all([
    listRecentOutcomes(db.read, { accountId }),
    listDeliveries(db.read, newest, undefined),
  ]);
  const texts = WEBHOOKS[language];
  const own = { endpoint: endpoint.id };
  const mayChange = TECHNICAL.includes(visit.membership.role);
  return detailOf({
    title: new URL(endpoint.url).host,
    back: { href: pathTo(visit, paths.webhooks.list), label: texts.back },
    outcomes: texts,
    above: <Health endpoint={endpoint} />,
    facts: [
      [texts.status, <EndpointStatus endpoint={endpoint} />],
      [texts.url, endpoint.url],
      [texts.note, endpoint.description],
      [texts.events, endpoint.enabledEvents.join(', ')],
      [texts.signature, signatureHeadersOf(endpoint)],
      [texts.lastDay, <LastDay outcomes={outcomes.find(({ endpointId }) => endpointId === endpoint.id)} />],
      [texts.id, <code>{endpoint.id}</code>],
      [texts.created, <Moment at={endpoint.createdAt} exact />],
    ],
    children: (
      <>
        <testEndpoint.Form of={own} class="with-hint">
          <button type="submit">{texts.test}</button>
          <small class="muted">{texts.testHint}</small>
        </testEndpoint.Form>
        <h2>{texts.deliveries}</h2>
        {deliveries.length === 0 ? (
          <Empty>{DELIVERIES[language].none}</Empty>
        ) : (
          <Rows
            label={DELIVERIES[language].title}
            of={deliveries}
            columns={deliveryColumns(visit, endpoint)}
          />
        )}
        <p class="row">
          <a href={pathTo(visit, paths.webhooks.deliveries, own)}>{texts.allDeliveries}</a>
          {mayChange && <a href={pathTo(visit, paths.webhooks.replay, own)}>{texts.replay}</a>}
        </p>
        {mayChange && <Settings endpoint={endpoint} />}
      </>
    ),
  });
});

function signatureHeadersOf({ standardWebhooks }: WebhookEndpoint): string {
  return standardWebhooks ? 'Service-Signature, webhook-signature' : 'Service-Signature';
}

/** The fault of an endpoint, and how to mend it. */
function Health(props: { endpoint: WebhookEndpoint }): JSX.Element | null {
  const { endpoint } = props;
  const texts = useTexts(WEBHOOKS);
  if (endpoint.disabledAt !== null) {
    return (
      <div class="warning">
        <p>
          {useTexts(DELIVERY_STATUS).switchedOff}, <Moment at={endpoint.disabledAt} />.{' '}
          {texts.switchedOffHint}
        </p>
        <enableEndpoint.Form of={{ endpoint: endpoint.id }} class="with-hint">
          <button type="submit">{texts.enable}</button>
          <small>{texts.enableHint}</small>
        </enableEndpoint.Form>
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
        form={(button) => <endPreviousSecret.Form of={own}>{button}</endPreviousSecret.Form>}
      />
      <p>
        <a href={pathTo(visit, paths.webhooks.edit, own)}>{texts.edit}</a>
      </p>
      <WithProof>
        <switchEndpoint.Form of={own} class="with-hint">
          <input type="hidden" name="enabled" value={endpoint.enabled ? 'no' : 'yes'} />
          <button type="submit" class="secondary">
            {endpoint.enabled ? texts.switchOff : texts.switchOn}
          </button>
          <small class="muted">{endpoint.enabled && texts.switchOffHint}</small>
        </switchEndpoint.Form>
        <rotateSecret.Form of={own} class="narrow">
          <OverlapField hint={texts.overlapHint} />
          <button type="submit" class="secondary">
            {texts.rotate}
          </button>
        </rotateSecret.Form>
        <deleteEndpoint.Section
          of={own}
          folded
          title={texts.remove}
          hint={texts.removeHint}
          button={texts.removeNow}
        />
      </WithProof>
    </>
  );
}
