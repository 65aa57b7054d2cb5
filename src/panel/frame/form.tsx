import type { ComponentChildren, JSX } from 'preact';
import type { Visit } from '../request/route.ts';

/** A form as it starts or, once it was refused, with what was entered and what is wrong with it. */
export interface Form {
  /** A field's name, with what stands in it and what is wrong with that. */
  field(name: string, initial?: string): { name: string; value: string; error: string | undefined };
  /** What is wrong with none of its fields, for a `<Refusal>` above them. */
  above: string | undefined;
}

/**
 * A problem is shown beside the field that its key names, as `invalid_request.amount` and `invalid_request.amount.ambiguous`
 * do, or that `places` gives for it; above the form if that is none of its fields.
 */
export function formOf<P extends string>(
  visit: Visit,
  { problem, texts }: { problem: P | undefined; texts: Readonly<Record<P, string>> },
  fields: readonly string[],
  places?: Readonly<Partial<Record<NoInfer<P>, string>>>,
): Form {
  if (problem === undefined) {
    return { field: (name, value = '') => ({ name, value, error: undefined }), above: undefined };
  }
  const named = places?.[problem] ?? /^invalid_request\.(\w+)/.exec(problem)?.[1];
  const place = fields.find((name) => name === named);
  const text = texts[problem];
  return {
    field: (name) => ({ name, value: visit.field(name), error: name === place ? text : undefined }),
    above: place === undefined ? text : undefined,
  };
}

interface ControlProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** Why what was entered is refused, and what would be right. */
  error?: string | undefined;
  /** The id of what else is said of it. */
  describedBy?: string;
}

/** What the label, the hint and the error of a control know it by. */
interface ControlAttributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  /** A long page opens at what is wrong. */
  autofocus: true | undefined;
}

/** A control with its label, and what is to be said of it below. */
export function Control(
  props: ControlProps & { children: (attributes: ControlAttributes) => JSX.Element },
): JSX.Element {
  const { name, label, hint, error, describedBy, children } = props;
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  const errorId = error === undefined ? undefined : errorIdOf(name);
  return (
    <>
      <label for={name}>{label}</label>
      {children({
        id: name,
        name,
        'aria-describedby': idsOf(errorId, hintId, describedBy),
        'aria-invalid': error === undefined ? undefined : 'true',
        autofocus: error === undefined ? undefined : true,
      })}
      <FieldError name={name} error={error} />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </>
  );
}

/** One of several, each with the text that stands for it. */
export function Select(
  props: ControlProps & {
    value: string;
    options: readonly (readonly [value: string, text: string])[];
    required?: boolean;
  },
): JSX.Element {
  const { value, options, required = true, ...control } = props;
  return (
    <Control {...control}>
      {(attributes) => (
        <select {...attributes} required={required}>
          {options.map(([option, text]) => (
            <option value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Control>
  );
}

/** Controls that belong together, with what is wrong with them. */
export function Group(props: {
  name: string;
  label: string;
  error: string | undefined;
  /** The id of what else is said of them. */
  describedBy?: string;
  children: ComponentChildren;
}): JSX.Element {
  const { name, label, error, describedBy, children } = props;
  return (
    <fieldset aria-describedby={idsOf(error === undefined ? undefined : errorIdOf(name), describedBy)}>
      <legend>{label}</legend>
      {children}
      <FieldError name={name} error={error} />
    </fieldset>
  );
}

function FieldError({ name, error }: { name: string; error: string | undefined }): JSX.Element | null {
  if (error === undefined) return null;
  return (
    <small id={errorIdOf(name)} class="field-error" role="alert">
      {error}
    </small>
  );
}

function idsOf(...ids: (string | undefined)[]): string | undefined {
  return ids.filter((id) => id !== undefined).join(' ') || undefined;
}

function errorIdOf(name: string): string {
  return `${name}-error`;
}
