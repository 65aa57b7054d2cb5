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
