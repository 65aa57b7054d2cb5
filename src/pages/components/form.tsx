import type { ComponentChildren, JSX } from 'preact';

interface ControlProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** The reason why the input is refused, and the accepted form. */
  error?: string | undefined;
  /** The id of a further description. */
  describedBy?: string;
}

/** The ids that connect a control with its label, hint and error. */
interface ControlAttributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  /** A long page opens at the first error. */
  autofocus: true | undefined;
}

/** A control with its label, and its hint and error below. */
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

export function Field(props: {
  name: string;
  label: string;
  hint?: string;
  /** The reason why the input is refused, and the accepted form. */
  error?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'date' | 'url';
  value?: string;
  autocomplete?: string;
  /** The id of its suggestions. */
  list?: string;
  inputmode?: 'numeric' | 'decimal' | 'text' | 'email';
  required?: boolean;
  minlength?: number;
  maxlength?: number;
}): JSX.Element {
  const { name, label, hint, error, type = 'text', required = true, ...rest } = props;
  return (
    <Control name={name} label={label} hint={hint} error={error}>
      {(attributes) => {
        // Which attributes an input takes depends on its type, which the compiler does not know here.
        const all = { ...attributes, type, required, ...rest } as object;
        return <input {...all} />;
      }}
    </Control>
  );
}

/** One of several options, each with its text. */
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

/** Controls that belong together, with their errors. */
export function Group(props: {
  name: string;
  label: string;
  error: string | undefined;
  /** The id of a further description. */
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
