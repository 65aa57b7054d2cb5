import { invalidParam } from '../../lib/errors/errors.ts';
import type { Money } from '../../lib/money.ts';
import type { MemberVisit, Visit } from '../request/route.ts';
import type { Upload } from '../request/upload.ts';
import { amountTyped, sumTyped } from '../../pages/index.ts';

/** A field's name, with what stands in it and what is wrong with that. */
export type FieldOf<Name extends string> = (
  name: Name,
  initial?: string,
) => { name: string; value: string; error: string | undefined };

/** A form as it starts or, once it was refused, with what was entered and what is wrong with it. */
export interface Form {
  field: FieldOf<string>;
  /** The fault that belongs to none of its fields, for a `<Refusal>` above them. */
  above: string | undefined;
}

/**
 * The form of a page. If it was refused, the problem is shown beside the field that its key names, as `invalid_request.amount`
 * and `invalid_request.amount.ambiguous` do, or that `places` gives for it; above the form if that is none of its fields.
 */
export function fieldsOf<P extends string>(
  visit: Visit,
  problems: Readonly<Record<P, string>>,
  fields: readonly string[],
  places?: Readonly<Partial<Record<NoInfer<P>, string>>>,
): Form {
  if (!visit.refused) {
    return { field: (name, value = '') => ({ name, value, error: undefined }), above: undefined };
  }
  const { problem } = visit.refused;
  const named = places?.[problem as P] ?? /^invalid_request\.(\w+)/.exec(problem)?.[1];
  const place = fields.find((name) => name === named);
  const said = problems[problem as P];
  return {
    field: (name) => ({ name, value: visit.field(name), error: name === place ? said : undefined }),
    above: place === undefined ? said : undefined,
  };
}

/** Reads a field of a form. Throws `invalid_request` naming it for what cannot be meant. */
export type Reader<V> = (visit: MemberVisit, name: string) => V;

export const text: Reader<string> = (visit, name) => visit.field(name);

export const trimmed: Reader<string> = (visit, name) => visit.field(name).trim();

/** A file, if one was chosen. */
export const file: Reader<Upload | undefined> = (visit, name) => visit.file(name);

/** An amount above zero, of the currency in another field; without one, as most currencies are written. */
export const sum =
  (currencyField?: string): Reader<Money> =>
  (visit, name) =>
    sumTyped(trimmed(visit, name), currencyField && visit.field(currencyField), name);

/** An amount of the currency in another field, which may be zero. */
export const sumOrZero =
  (currencyField: string): Reader<Money> =>
  (visit, name) =>
    amountTyped(trimmed(visit, name), visit.field(currencyField), name);

/** An amount of the currency in another field, or null if the field is left empty. */
export const optionalAmount =
  (currencyField: string): Reader<Money | null> =>
  (visit, name) => {
    const typed = trimmed(visit, name);
    return typed === '' ? null : amountTyped(typed, visit.field(currencyField), name);
  };

/** A text of at most `max` characters, or null if the field is left empty. */
export const optionalText =
  (max: number): Reader<string | null> =>
  (visit, name) => {
    const given = trimmed(visit, name);
    if ([...given].length > max) throw invalidParam(name, `${name} may have up to ${max} characters.`);
    return given === '' ? null : given;
  };

/** A text of 1 to `max` characters. */
export const requiredText =
  (max: number): Reader<string> =>
  (visit, name) => {
    const given = optionalText(max)(visit, name);
    if (given === null) throw invalidParam(name, `${name} must have 1 to ${max} characters.`);
    return given;
  };
