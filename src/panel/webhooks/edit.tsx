import type { ComponentChildren, JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { Field, Group } from '../../pages/index.ts';
import { type EventTypeText, explainType } from '../events/parts.tsx';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type FieldOf, optionalText, type Reader, trimmed } from '../frame/fields.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { getEndpoint, record, secretPage } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

const MAX_DESCRIPTION = 500;

interface Settings {
  url: string;
  description: string;
  enabledEvents: readonly string[];
  standardWebhooks: boolean;
}

const isChosen: Reader<boolean> = (visit, name) => visit.field(name) === 'yes';
const allChosen: Reader<string[]> = (visit, name) => visit.fields(name);

/** The form of a new endpoint, and of the settings of one. */
const OF_ENDPOINT = {
  access: TECHNICAL,
  freshProof: true,
  texts: WEBHOOKS,
  fields: {
    url: trimmed,
    description: optionalText(MAX_DESCRIPTION),
    events: allChosen,
    standard_webhooks: isChosen,
  },
  places: { 'invalid_request.enabled_events': 'events' },
} as const;

function settingsOf(
  entered: { url: string; description: string | null; events: string[]; standard_webhooks: boolean },
  { eventTypes }: PanelServices,
): Settings {
  const { url, events, standard_webhooks: standardWebhooks } = entered;
  const enabledEvents = eventTypes.map(({ type }) => type).filter((type) => events.includes(type));
  if (enabledEvents.length === 0) throw invalidParam('enabled_events', 'enabled_events must name a type.');
  return { url, description: entered.description ?? '', enabledEvents, standardWebhooks };
}

export const createEndpoint = formOf({
  ...OF_ENDPOINT,
  path: paths.webhooks.new,
  page: paths.webhooks.new,
  once: 'sealed',
  act: async (trx, visit, services, entered) => {
    const settings = settingsOf(entered, services);
    const { endpoint, secret } = await services.endpoints.create(trx, visit.accountId, settings);
    await record(trx, visit, endpoint, 'created');
    return { id: endpoint.id, secret };
  },
  reply: (visit, created) => ({ page: secretPage(visit, created) }),
});

export const changeEndpoint = formOf({
  ...OF_ENDPOINT,
  path: paths.webhooks.edit,
  page: paths.webhooks.edit,
  act: async (trx, visit, services, entered) => {
    const { id } = await getEndpoint(trx, visit);
    const change = { ...settingsOf(entered, services), enabled: undefined };
    const changed = await services.endpoints.update(trx, visit.accountId, id, change, visit.actor);
    await record(trx, visit, changed, 'changed');
  },
  flash: 'saved',
  to: paths.webhooks.endpoint,
});

export const showNewEndpoint = pageOf(paths.webhooks.new, TECHNICAL, async (visit, { eventTypesIn }) =>
  newEndpointPage(visit, await eventTypesIn(visit.language)),
);

export const showEndpointSettings = pageOf(
  paths.webhooks.edit,
  TECHNICAL,
  async (visit, { db, eventTypesIn }) => {
    const endpoint = await getEndpoint(db.read, visit);
    return changePage(visit, await eventTypesIn(visit.language), endpoint);
  },
);

function newEndpointPage(visit: MemberVisit, types: readonly EventTypeText[]): Page {
  const texts = WEBHOOKS[visit.language];
  const all = types.map(({ type }) => type);
  const empty = { url: '', description: '', enabledEvents: all, standardWebhooks: false };
  return {
    title: texts.add,
    back: { href: pathTo(visit, paths.webhooks.list), label: texts.back },
    body: (
      <createEndpoint.Form class="endpoint">
        {(field) => (
          <>
            <Fields field={field} types={types} settings={empty} />
            <button type="submit">{texts.add}</button>
          </>
        )}
      </createEndpoint.Form>
    ),
  };
}

function changePage(
  visit: MemberVisit,
  types: readonly EventTypeText[],
  { id, ...settings }: Settings & { id: string },
): Page {
  const texts = WEBHOOKS[visit.language];
  const own = { endpoint: id };
  return {
    title: texts.edit,
    back: { href: pathTo(visit, paths.webhooks.endpoint, own), label: texts.toEndpoint },
    body: (
      <changeEndpoint.Form of={own} class="endpoint">
        {(field) => (
          <>
            <Fields field={field} types={types} settings={settings} />
            <button type="submit">{texts.save}</button>
          </>
        )}
      </changeEndpoint.Form>
    ),
  };
}

function Fields(props: {
  field: FieldOf<keyof (typeof OF_ENDPOINT)['fields']>;
  types: readonly EventTypeText[];
  settings: Settings;
}): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(WEBHOOKS);
  const { field, types, settings: given } = props;
  const chosen = visit.refused ? visit.fields('events') : given.enabledEvents;
  return (
    <>
      <Field
        {...field('url', given.url)}
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        maxlength={2048}
      />
      <Field
        {...field('description', given.description)}
        label={texts.description}
        hint={texts.descriptionHint}
        required={false}
        maxlength={MAX_DESCRIPTION}
      />
      <Group {...field('events')} label={texts.events}>
        <small>{texts.eventsHint}</small>
        {types.map((type) => (
          <Choice
            name="events"
            value={type.type}
            chosen={chosen.includes(type.type)}
            hint={explainType(type)}
          >
            <code>{type.type}</code>
          </Choice>
        ))}
      </Group>
      <Group {...field('standard_webhooks')} label={texts.signature}>
        <small>{texts.signatureHint}</small>
        <Choice
          name="standard_webhooks"
          value="yes"
          chosen={field('standard_webhooks', given.standardWebhooks ? 'yes' : '').value === 'yes'}
          hint={texts.standardWebhooksHint}
        >
          {texts.standardWebhooks}
        </Choice>
      </Group>
    </>
  );
}

function Choice(props: {
  name: string;
  value: string;
  chosen: boolean;
  hint: string;
  children: ComponentChildren;
}): JSX.Element {
  const { name, value, chosen, hint, children } = props;
  const hintId = `${name}-${value}-hint`;
  return (
    <div class="explained-choice">
      <label>
        <input type="checkbox" name={name} value={value} checked={chosen} aria-describedby={hintId} />
        {children}
      </label>
      <small id={hintId}>{hint}</small>
    </div>
  );
}
