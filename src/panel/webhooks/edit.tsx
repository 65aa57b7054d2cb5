import type { ComponentChildren, JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { Field, Group, Refusal, withQuery } from '../../pages/index.ts';
import { type EventTypeText, explainType } from '../events/parts.tsx';
import { formOf } from '../frame/form.ts';
import { Once, WithProof } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, type Page, type Reply, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { createEndpointReader } from './endpoint.ts';
import { record } from './record.ts';
import { secretPage } from './secret.tsx';
import { WEBHOOKS } from './texts.ts';

const MAX_DESCRIPTION = 500;

interface EndpointForm {
  url: string;
  description: string;
  enabledEvents: readonly string[];
  standardWebhooks: boolean;
}

/** A new endpoint, or other settings of one. */
export function editEndpoint(services: PanelServices): Route[] {
  const { db, endpoints, eventTypes, eventTypesIn } = services;
  const once = createOnce(services);
  const endpointOf = createEndpointReader(db);

  const typedIn = (visit: MemberVisit): EndpointForm => ({
    url: visit.field('url').trim(),
    description: visit.field('description').trim(),
    enabledEvents: visit.fields('events'),
    standardWebhooks: visit.field('standard_webhooks') === 'yes',
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
  const again = async (visit: MemberVisit, error: unknown, id?: string): Promise<Reply> => {
    const problem = reasonOf(error, WEBHOOKS.en.problems);
    const types = await eventTypesIn(visit.language);
    return {
      page: endpointFormPage(visit, types, typedIn(visit), { ...(id && { id }), problem }),
      status: 422,
    };
  };

  return [
    {
      method: 'get',
      path: paths.webhooks.new,
      access: TECHNICAL,
      handle: async (visit) => {
        const types = await eventTypesIn(visit.language);
        const all = types.map(({ type }) => type);
        const empty = { url: '', description: '', enabledEvents: all, standardWebhooks: false };
        return { page: endpointFormPage(visit, types, empty) };
      },
    },
    {
      method: 'post',
      path: paths.webhooks.new,
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
                checked(typedIn(visit)),
              );
              await record(trx, visit, endpoint, 'created');
              return { id: endpoint.id, secret };
            },
            { sealed: true },
          );
          return { page: secretPage(visit, created) };
        } catch (error) {
          return await again(visit, error);
        }
      },
    },
    {
      method: 'get',
      path: paths.webhooks.edit,
      access: TECHNICAL,
      handle: async (visit) => {
        const endpoint = await endpointOf(visit);
        const types = await eventTypesIn(visit.language);
        return { page: endpointFormPage(visit, types, endpoint, { id: endpoint.id }) };
      },
    },
    {
      method: 'post',
      path: paths.webhooks.edit,
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { id } = await endpointOf(visit);
        try {
          await db.transaction(async (trx) => {
            const change = { ...checked(typedIn(visit)), enabled: undefined };
            const changed = await endpoints.update(trx, visit.accountId, id, change, visit.actor);
            await record(trx, visit, changed, 'changed');
          });
          return {
            redirect: withQuery(pathTo(visit, paths.webhooks.endpoint, { endpoint: id }), {
              notice: 'saved',
            }),
          };
        } catch (error) {
          return await again(visit, error, id);
        }
      },
    },
  ];
}

/** A form for a new or an existing endpoint; after a refusal, with the input and the reason. */
function endpointFormPage(
  visit: MemberVisit,
  eventTypes: readonly EventTypeText[],
  given: EndpointForm,
  { id, problem }: { id?: string; problem?: keyof (typeof WEBHOOKS)['en']['problems'] } = {},
): Page {
  const texts = WEBHOOKS[visit.language];
  const form = formOf(visit, { problem, texts: texts.problems }, ['url', 'description', 'events'], {
    'invalid_request.enabled_events': 'events',
  });

  const fields = (
    <>
      <Field
        {...form.field('url', given.url)}
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        maxlength={2048}
      />
      <Field
        {...form.field('description', given.description)}
        label={texts.description}
        hint={texts.descriptionHint}
        required={false}
        maxlength={500}
      />
      <Group {...form.field('events')} label={texts.events}>
        <small>{texts.eventsHint}</small>
        {eventTypes.map((type) => (
          <Choice
            name="events"
            value={type.type}
            chosen={given.enabledEvents.includes(type.type)}
            hint={explainType(type)}
          >
            <code>{type.type}</code>
          </Choice>
        ))}
      </Group>
      <Group {...form.field('standard_webhooks')} label={texts.signature}>
        <small>{texts.signatureHint}</small>
        <Choice
          name="standard_webhooks"
          value="yes"
          chosen={given.standardWebhooks}
          hint={texts.standardWebhooksHint}
        >
          {texts.standardWebhooks}
        </Choice>
      </Group>
    </>
  );
  return {
    title: id === undefined ? texts.add : texts.edit,
    back:
      id === undefined
        ? { href: pathTo(visit, paths.webhooks.list), label: texts.back }
        : { href: pathTo(visit, paths.webhooks.endpoint, { endpoint: id }), label: texts.toEndpoint },
    body: (
      <>
        <Refusal>{form.above}</Refusal>
        <WithProof>
          {id === undefined ? (
            <form method="post" action={pathTo(visit, paths.webhooks.new)} class="endpoint">
              <Once />
              {fields}
              <button type="submit">{texts.add}</button>
            </form>
          ) : (
            <form
              method="post"
              action={pathTo(visit, paths.webhooks.edit, { endpoint: id })}
              class="endpoint"
            >
              {fields}
              <button type="submit">{texts.save}</button>
            </form>
          )}
        </WithProof>
      </>
    ),
  };
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
