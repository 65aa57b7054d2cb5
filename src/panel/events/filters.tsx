import type { JSX } from 'preact';
import type { Visit } from '../request/route.ts';

/** A time in the URL, in UTC and to the minute, as the browser's field formats it; undefined if unreadable. */
export function minuteOf(text: string | undefined): Date | undefined {
  if (!/^2[01]\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text ?? '')) return undefined;
  const time = new Date(`${text}:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A choice in the URL, if it is one of the options. */
export function choiceOf<T extends string>(text: string | undefined, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === text);
}

/** A code or an id in the URL; undefined for any other text. */
export function idOf(text: string | undefined): string | undefined {
  const id = text?.trim() ?? '';
  return /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

/** From when until when, in UTC. */
export function TimeRange({
  visit,
  texts,
  required = false,
}: {
  visit: Visit;
  texts: { from: string; to: string };
  required?: boolean;
}): JSX.Element {
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <label>
          {texts[name]}
          <input type="datetime-local" name={name} value={visit.query(name) ?? ''} required={required} />
        </label>
      ))}
    </>
  );
}
