import type { JSX } from 'preact';
import { dayOf, momentOf, plusDays, UTC } from '../../lib/time-zone.ts';
import { formatDay, formatMinute, Refusal } from '../../pages/index.ts';
import type { MemberVisit } from '../request/route.ts';
import { useMemberVisit, useTexts } from './context.tsx';
import { Choice, Days, isInverted, TimeRange } from './filter-fields.tsx';
import { FRAME } from './texts.ts';

/** A filter of a list; its value is the parameter of that name in the URL. */
export type FilterField =
  /** One of these values. */
  | {
      kind: 'choice';
      name: string;
      label: string;
      options: readonly (readonly [value: string, label: string])[];
    }
  | { kind: 'text'; name: string; label: string; maxlength: number; placeholder?: string; hint?: string }
  /** Whole days: `from` and `until`, which is included. */
  | { kind: 'days' }
  /** Times to the minute: `from` and `to`. */
  | { kind: 'minutes' };

/**
 * The filters of a list. There is a form, which a phone shows on request, and each filter that is applied, with a link
 * that removes it. Other parameters named by `keep` stay as they are.
 */
export function FilterBar(props: {
  action: string;
  fields: readonly FilterField[];
  keep?: readonly string[];
}): JSX.Element {
  const visit = useMemberVisit();
  const { action, fields, keep = [] } = props;
  const texts = useTexts(FRAME).filters;
  const given = (names: readonly string[]) =>
    names.flatMap((name) => {
      // A parameter that the bar only passes on may have several values.
      const value = (keep.includes(name) ? visit.queries(name).join(',') : visit.query(name))?.trim() ?? '';
      return value === '' ? [] : [[name, value] as const];
    });
  const names = fields.flatMap(namesOf);
  const at = (pairs: readonly (readonly [name: string, value: string])[]): string => {
    const query = new URLSearchParams(pairs.map(([...pair]) => pair)).toString();
    return query === '' ? action : `${action}?${query}`;
  };
  const isBackwards = fields.some(
    ({ kind }) =>
      (kind === 'days' && isInverted(visit, 'until')) || (kind === 'minutes' && isInverted(visit, 'to')),
  );
  const all = [...keep, ...names];
  const without = (name: string): string => at(given(all.filter((other) => other !== name)));
  const applied = fields.flatMap((field) =>
    given(namesOf(field)).flatMap(([name, value]) => {
      const words = wordsOf(visit, field, name, value);
      return words === undefined ? [] : [{ words, without: without(name) }];
    }),
  );
  const during = (days: Period): string =>
    at([...given(all.filter((name) => !(name in days))), ...Object.entries(days)]);
  return (
    <search class="filter-bar">
      <button type="button" class="filter-button secondary" {...{ popovertarget: 'filters' }}>
        {texts.filter}
      </button>
      <form id="filters" method="get" action={action} class="filters" popover="auto">
        {given(keep).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {fields.map((field) => (
          <FieldOf field={field} />
        ))}
        <button type="submit" class="secondary">
          {texts.show}
        </button>
        {fields.some(({ kind }) => kind === 'days') && <Presets during={during} />}
      </form>
      {isBackwards && <Refusal>{texts.inverted}</Refusal>}
      {applied.length > 0 && <Applied filters={applied} />}
    </search>
  );
}

type Period = Readonly<Record<'from' | 'until', string>>;

/** Links to the list of a period that people often ask for; `during` is the list's address for a period. */
function Presets({ during }: { during: (days: Period) => string }): JSX.Element {
  const texts = useTexts(FRAME).filters;
  return (
    <ul class="presets">
      {presetsOf(useMemberVisit()).map(({ name, from, until }) => (
        <li>
          <a href={during({ from, until })}>{texts.presets[name]}</a>
        </li>
      ))}
    </ul>
  );
}

/** The filters that are applied; each is taken off by a link to the list `without` it. */
function Applied({ filters }: { filters: readonly { words: string; without: string }[] }): JSX.Element {
  const texts = useTexts(FRAME).filters;
  return (
    <ul class="applied" aria-label={texts.applied}>
      {filters.map(({ words, without }) => (
        <li>
          <a href={without} aria-label={texts.takeOff(words)}>
            {words} ×
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Stretches of days that people ask for, until today in the account's time zone or the end of a month. */
function presetsOf({ timeZone, now }: MemberVisit) {
  const today = dayOf(timeZone, now);
  const month = `${today.slice(0, 7)}-01`;
  const lastOfBefore = plusDays(month, -1);
  return [
    { name: 'today', from: today, until: today },
    { name: 'week', from: plusDays(today, -6), until: today },
    { name: 'thirtyDays', from: plusDays(today, -29), until: today },
    { name: 'month', from: month, until: today },
    { name: 'monthBefore', from: `${lastOfBefore.slice(0, 7)}-01`, until: lastOfBefore },
  ] as const;
}

function namesOf(field: FilterField): string[] {
  switch (field.kind) {
    case 'days':
      return ['from', 'until'];
    case 'minutes':
      return ['from', 'to'];
    default:
      return [field.name];
  }
}

/** Undefined for a value that is no choice and no time, and so filters nothing. */
function wordsOf(visit: MemberVisit, field: FilterField, name: string, value: string): string | undefined {
  const texts = FRAME[visit.language].filters;
  if (field.kind === 'choice') {
    const label = field.options.find(([option]) => option === value)?.[1];
    return label === undefined ? undefined : `${field.label}: ${label}`;
  }
  if (field.kind === 'text') return `${field.label}: ${value}`;
  const at = momentOf(UTC, value);
  if (at === undefined) return undefined;
  const { language } = visit;
  const day = field.kind === 'days' ? formatDay(language, value) : formatMinute(language, at, UTC);
  return `${name === 'from' ? texts.from : texts.until} ${day}`;
}

function FieldOf({ field }: { field: FilterField }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(FRAME).filters;
  switch (field.kind) {
    case 'choice':
      return <Choice any={texts.any} {...field} />;
    case 'text': {
      const { name, label, maxlength, placeholder, hint } = field;
      const input = (
        <input
          type="search"
          name={name}
          value={visit.query(name) ?? ''}
          maxlength={maxlength}
          placeholder={placeholder}
          aria-describedby={hint === undefined ? undefined : `${name}-hint`}
          autocomplete="off"
        />
      );
      if (hint === undefined) {
        return (
          <label>
            {label}
            {input}
          </label>
        );
      }
      return (
        <label class="words">
          {label}
          {input}
          <small id={`${name}-hint`}>{hint}</small>
        </label>
      );
    }
    case 'days':
      return <Days />;
    case 'minutes':
      return <TimeRange />;
  }
}
