import type { JSX } from 'preact';
import { momentOf, UTC } from '../../lib/time-zone.ts';
import { useTexts, useVisit } from './context.tsx';
import type { Visit } from '../request/route.ts';
import { FRAME } from './texts.ts';

/** A filter of a list, with any value or one of these. It shows the choice in the URL. */
export function Choice(props: {
  name: string;
  label: string;
  any: string;
  options: readonly (readonly [value: string, label: string])[];
}): JSX.Element {
  const visit = useVisit();
  const chosen = visit.query(props.name);
  return (
    <label>
      {props.label}
      <select name={props.name}>
        <option value="">{props.any}</option>
        {props.options.map(([value, label]) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether the range that the URL gives ends before it begins, so that nothing is in it. */
export function isInverted({ query }: Pick<Visit, 'query'>, end: 'until' | 'to'): boolean {
  const [from, last] = [query('from'), query(end)].map((text) => momentOf(UTC, text ?? ''));
  return from !== undefined && last !== undefined && from > last;
}

/** Whole days, the last one included, in the account's time zone. */
export function Days(): JSX.Element {
  const visit = useVisit();
  const texts = useTexts(FRAME).filters;
  return (
    <>
      {(['from', 'until'] as const).map((name) => (
        <label>
          {texts[name]}
          <input
            type="date"
            name={name}
            value={visit.query(name) ?? ''}
            aria-invalid={isInverted(visit, 'until') || undefined}
          />
        </label>
      ))}
    </>
  );
}

/** From when until when, in the account's time zone. */
export function TimeRange({ required = false }: { required?: boolean }): JSX.Element {
  const visit = useVisit();
  const texts = useTexts(FRAME).filters;
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <label>
          {name === 'from' ? texts.from : texts.until}
          <input
            type="datetime-local"
            name={name}
            value={visit.query(name) ?? ''}
            required={required}
            aria-invalid={isInverted(visit, 'to') || undefined}
          />
        </label>
      ))}
    </>
  );
}
