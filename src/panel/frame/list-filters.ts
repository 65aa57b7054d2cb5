import type { Language } from '../../pages/index.ts';
import { readFilters } from '../request/filters.ts';
import type { MemberVisit } from '../request/route.ts';
import type { FilterField } from './filter-bar.tsx';

/**
 * The end of a range of times, which is the moment after its last one, or the last one itself, in whole milliseconds.
 */
type RangeEnd = 'excluded' | 'included';

interface TimeRange {
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

/** The filters of one list. Reading a value also adds its field to the bar, so that no field is shown that filters nothing. */
export interface ListFilters {
  language: Language;
  /** One of these values, with their labels if they are not shown as they are. */
  choice<T extends string>(
    name: string,
    label: string,
    choices: readonly T[],
    labels?: Readonly<Record<T, string>>,
  ): T | undefined;
  /** Text of this form; what has another form counts as not given. */
  matching(form: RegExp, field: TextField): string | undefined;
  /** Free text, cut at the field's length. */
  words(field: TextField): string | undefined;
  /** Whole days in the account's time zone. */
  days(end: RangeEnd): TimeRange;
  /** Times to the minute in the account's time zone. */
  minutes(): TimeRange;
  /** One of these values, chosen elsewhere on the page; the bar only passes it on. */
  passedOn<T extends string>(name: string, choices: readonly T[]): T | undefined;
}

type TextField = Omit<Extract<FilterField, { kind: 'text' }>, 'kind'>;

/** The filters that a list's declaration reads, and the bar that they make. */
export function filterBarOf(visit: MemberVisit): {
  given: ListFilters;
  fields: readonly FilterField[];
  keep: readonly string[];
} {
  const read = readFilters(visit);
  const fields: FilterField[] = [];
  const keep: string[] = [];
  const given: ListFilters = {
    language: visit.language,
    choice: (name, label, choices, labels) => {
      const options = choices.map((choice) => [choice, labels?.[choice] ?? choice] as const);
      fields.push({ kind: 'choice', name, label, options });
      return read.choice(name, choices);
    },
    matching: (form, field) => {
      fields.push({ kind: 'text', ...field });
      return read.matching(field.name, form);
    },
    words: (field) => {
      fields.push({ kind: 'text', ...field });
      return read.words(field.name, field.maxlength) || undefined;
    },
    days: (end) => {
      fields.push({ kind: 'days' });
      const createdBefore = end === 'included' ? read.dayLast('until') : read.dayEnd('until');
      return { createdAfter: read.dayStart('from'), createdBefore };
    },
    minutes: () => {
      fields.push({ kind: 'minutes' });
      return { createdAfter: read.minute('from'), createdBefore: read.minute('to') };
    },
    passedOn: (name, choices) => {
      keep.push(name);
      return read.choice(name, choices);
    },
  };
  return { given, fields, keep };
}
