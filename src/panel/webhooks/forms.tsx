import type { JSX } from 'preact';
import type { SendOutcome } from '../../webhooks/index.ts';
import { explainType } from '../events/texts.ts';
import type { EventTypeText } from '../events/pages.tsx';
import { Field, Once, Refusal, WithProof } from '../frame/parts.tsx';
import { Copy, Facts } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { WEBHOOKS } from './texts.ts';

export interface EndpointForm {
  url: string;
  description: string;
  enabledEvents: readonly string[];
}

/** A form for a new or an existing endpoint; after a refusal, with the input and the reason. */
export function endpointFormPage(
  visit: MemberVisit,
  eventTypes: readonly EventTypeText[],
  form: EndpointForm,
  { id, refusal }: { id?: string; refusal?: string | undefined } = {},
): Page {
  const texts = WEBHOOKS[visit.language];
  const fields = (
    <>
      <Field name="url" label={texts.url} hint={texts.urlHint} type="url" value={form.url} maxlength={2048} />
      <Field
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        value={form.description}
        required={false}
        maxlength={500}
      />
      <fieldset>
        <legend>{texts.events}</legend>
        <small>{texts.eventsHint}</small>
        {eventTypes.map((type) => (
          <EventChoice visit={visit} type={type} chosen={form.enabledEvents.includes(type.type)} />
        ))}
      </fieldset>
    </>
  );
  return {
    title: id === undefined ? texts.add : texts.edit,
    body: (
      <>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        <WithProof visit={visit}>
          {id === undefined ? (
            <form method="post" action={pathTo(visit, 'webhooks/new')} class="endpoint">
              <Once />
              {fields}
              <button type="submit">{texts.add}</button>
            </form>
          ) : (
            <form method="post" action={pathTo(visit, `webhooks/${id}/edit`)} class="endpoint">
              {fields}
              <button type="submit">{texts.save}</button>
            </form>
          )}
        </WithProof>
        <p>
          <a href={pathTo(visit, id === undefined ? 'webhooks' : `webhooks/${id}`)}>
            {id === undefined ? texts.back : texts.toEndpoint}
          </a>
        </p>
      </>
    ),
  };
}

function EventChoice(props: { visit: MemberVisit; type: EventTypeText; chosen: boolean }): JSX.Element {
  const { visit, type, chosen } = props;
  const hintId = `${type.type}-hint`;
  return (
    <div class="event-choice">
      <label>
        <input type="checkbox" name="events" value={type.type} checked={chosen} aria-describedby={hintId} />
        <code>{type.type}</code>
      </label>
      <small id={hintId}>{explainType(visit.language, type)}</small>
    </div>
  );
}

/** The only page that ever shows a signing secret. */
export function secretPage(
  visit: MemberVisit,
  { id, secret }: { id: string; secret: string },
  isRotated: boolean,
): Page {
  const texts = WEBHOOKS[visit.language];
  return {
    title: texts.secretTitle,
    body: (
      <>
        <p>
          {texts.secretHint} {isRotated && texts.rotatedHint}
        </p>
        <p class="once">
          <code>{secret}</code> <Copy visit={visit} text={secret} />
        </p>
        <p>{texts.secretUse}</p>
        <p>
          <a href={pathTo(visit, `webhooks/${id}`)}>{texts.toEndpoint}</a>
        </p>
      </>
    ),
  };
}

export function testPage(visit: MemberVisit, endpointId: string, outcome: SendOutcome): Page {
  const texts = WEBHOOKS[visit.language];
  const endpoint = pathTo(visit, `webhooks/${endpointId}`);
  return {
    title: texts.testTitle,
    body: (
      <>
        {outcome.delivered ? (
          <p class="notice" role="status">
            {texts.testDelivered}
          </p>
        ) : (
          <Refusal>{texts.testRefused}</Refusal>
        )}
        <Facts
          of={[
            [texts.answer, outcome.httpStatus ?? texts.noAnswer],
            [texts.error, errorBeside(outcome.httpStatus, outcome.error)],
            [texts.took, `${outcome.durationMs} ms`],
          ]}
        />
        {outcome.httpStatus !== null && (
          <AnswerBody visit={visit} body={outcome.responseBody} label={texts.answer} />
        )}
        <form method="post" action={`${endpoint}/test`}>
          <Once />
          <button type="submit" class="secondary">
            {texts.testAgain}
          </button>
        </form>
        <p>
          <a href={endpoint}>{texts.toEndpoint}</a>
        </p>
      </>
    ),
  };
}

/** Why an attempt failed, unless its status already says so. */
export function errorBeside(httpStatus: number | null, error: string | null): string | null {
  return error === `status ${httpStatus}` ? null : error;
}

/** The beginning of a receiver's response. */
export function AnswerBody(props: { visit: MemberVisit; body: string; label: string }): JSX.Element {
  const { visit, body, label } = props;
  const texts = WEBHOOKS[visit.language];
  if (body === '') return <p class="muted">{texts.emptyBody}</p>;
  return (
    <pre class="wrapped" tabIndex={0} role="region" aria-label={label}>
      <code>{body}</code>
    </pre>
  );
}
