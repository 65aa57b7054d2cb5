import { isDeepStrictEqual } from 'node:util';
import type { Json } from './json.ts';
import {
  addition,
  breaking,
  detail,
  entries,
  fields,
  fixed,
  happened,
  text,
  under,
  welcome,
  type Place,
  type Rule,
} from './rules.ts';

/*
 * What callers send may become wider, and what they read narrower. Neither may get another type in a generated client,
 * where names, enums, what is required and what can be null are part of a type.
 */

const TYPES = 'generated clients get another type';
const REFUSED = 'requests that were accepted are refused';
const UNEXPECTED = 'programs read what they were told not to expect';

/** Judges a schema, by who sends and who reads what it describes. */
export const schemaDifferences: Rule = (place, before, after, parents) =>
  SCHEMA(place, before, after, parents);

/** A limit. `wider` says whether the second of two limits allows more; one that is left out is `none`. */
function limit(none: number, wider: (before: number, after: number) => boolean): Rule {
  return (place, before, after) => {
    const [old, now] = [before ?? none, after ?? none];
    if (old === now) return detail(place, happened(before, after));
    return wider(old, now)
      ? widened(place, happened(before, after))
      : narrowed(place, happened(before, after));
  };
}

const widened = (place: Place, what: string) =>
  place.read ? breaking(place, `${what}: ${UNEXPECTED}`) : addition(place, what);
const narrowed = (place: Place, what: string) =>
  place.sent ? breaking(place, `${what}: ${REFUSED}`) : detail(place, what);

const upper = limit(Infinity, (before, after) => after > before);
const lower = limit(-Infinity, (before, after) => after < before);
const fewest = limit(0, (before, after) => after < before);

const pattern: Rule = (place, before, after) => {
  const what = happened(before, after);
  if (before === undefined) return narrowed(place, what);
  if (after === undefined) return widened(place, what);
  return breaking(place, `${what}: nobody can tell whether it matches the same texts`);
};

const type: Rule = (place, before, after) => {
  const sorted = (types: string | string[] | undefined) => [types ?? []].flat().sort();
  const what = happened(before, after);
  if (isDeepStrictEqual(sorted(before), sorted(after))) return detail(place, what);
  return breaking(place, `${what}: ${TYPES}, and programs and service disagree on the JSON`);
};

/** Only an enum that is only sent, or that says that it may, gains values. */
const values: Rule = (place, before, after, [schema]) => {
  if (!before || !after) return fixed(TYPES)(place, before, after, [schema, schema]);
  const lost = before.filter((value: unknown) => !after.includes(value));
  const gained = after.filter((value: unknown) => !before.includes(value));
  if (lost.length === 0 && gained.length === 0) return detail(place, 'are in another order');
  const open = schema['x-extensible'] === true || !place.read;
  return [
    ...lost.flatMap((value: unknown) =>
      breaking(place, `lost ${JSON.stringify(value)}: ${place.sent ? REFUSED : 'its constant is gone'}`),
    ),
    ...gained.flatMap((value: unknown) =>
      open
        ? addition(place, `gained ${JSON.stringify(value)}`)
        : breaking(place, `gained ${JSON.stringify(value)}: programs know all the values that there were`),
    ),
  ];
};

const required: Rule = (place, before = [], after = [], [schema, revised]) => {
  const lost = before.filter((name: string) => !after.includes(name));
  const gained = after.filter((name: string) => !before.includes(name));
  if (lost.length === 0 && gained.length === 0) return detail(place, 'are in another order');
  return [
    ...lost
      // A property that is gone is reported as such.
      .filter(
        (name: string) => !(name in (schema['properties'] ?? {})) || name in (revised['properties'] ?? {}),
      )
      .flatMap((name: string) =>
        breaking(
          place,
          `\`${name}\` became optional: ${place.read ? 'programs read it without asking whether it is there' : TYPES}`,
        ),
      ),
    ...gained.flatMap((name: string) => {
      if (place.sent) return breaking(place, `\`${name}\` became required: ${REFUSED}`);
      if (name in (schema['properties'] ?? {})) {
        return breaking(place, `\`${name}\` is never left out any more: ${TYPES}`);
      }
      return addition(place, `has \`${name}\``);
    }),
  ];
};

const properties: Rule = (place, before, after, [schema, revised]) =>
  entries({
    gone: place.sent ? REFUSED : 'programs read it',
    added: place.sent && schema['additionalProperties'] !== false ? taken : welcome,
    each: schemaDifferences,
  })(place, before, after, [schema, revised]);

const taken: Rule = (place) =>
  breaking(place, 'is new: any name was accepted, so somebody may send this one with any value');

/** Either a schema for what other names hold, or whether there can be any. */
const others: Rule = (place, before, after, parents) =>
  typeof before === 'object' && typeof after === 'object'
    ? schemaDifferences(place, before, after, parents)
    : breaking(place, `${happened(before, after)}: ${place.sent ? REFUSED : UNEXPECTED}, or ${TYPES}`);

/** Schemas that apply together. */
const list: Rule = (place, before, after) =>
  before?.length === after?.length
    ? before.flatMap((one: unknown, at: number) =>
        schemaDifferences(under(place, at), one, after[at], [before, after]),
      )
    : breaking(place, `has other members: ${TYPES}`);

/** Schemas of which one applies. With a discriminator, they are what its mapping names. */
const union: Rule = (place, before, after, [schema, revised]) =>
  schema['discriminator'] && revised['discriminator']
    ? members(place, before, after, [schema, revised])
    : list(place, before, after, [schema, revised]);

const members: Rule = (place, before = [], after = []) => {
  const byName = (schemas: Json[]) => Object.fromEntries(schemas.map((one) => [one['$ref'], one]));
  return entries({
    gone: TYPES,
    added: (at) => gainedMember(at, 'is new'),
    each: schemaDifferences,
  })(place, byName(before), byName(after), [{}, {}]);
};

/** Readers ignore kinds of things that they do not know, such as new events. */
const gainedMember = (place: Place, what: string) =>
  place.sent ? breaking(place, `${what}: ${TYPES}`) : addition(place, what);

const discriminator = fields({
  propertyName: fixed('clients find the type of a value by it'),
  mapping: entries({
    gone: 'clients find the type of a value by it',
    added: (place) => gainedMember(place, 'is new'),
    each: fixed(TYPES),
  }),
});

const SCHEMA = fields({
  $ref: fixed(TYPES),
  title: fixed('clients name types after it'),
  description: text,
  example: text,
  examples: text,
  externalDocs: text,
  $comment: text,
  deprecated: text,
  'x-deprecated-since': text,
  type,
  format: fixed(TYPES),
  const: fixed(TYPES),
  enum: values,
  'x-enumDescriptions': text,
  'x-extensible': fixed('clients treat an enum that can gain values in another way'),
  default: fixed('callers who leave it out rely on it'),
  pattern,
  maxLength: upper,
  maxItems: upper,
  maxProperties: upper,
  maximum: upper,
  exclusiveMaximum: upper,
  minLength: fewest,
  minItems: fewest,
  minProperties: fewest,
  minimum: lower,
  exclusiveMinimum: lower,
  uniqueItems: fixed(TYPES, false),
  readOnly: fixed(TYPES, false),
  writeOnly: fixed(TYPES, false),
  required,
  properties,
  additionalProperties: others,
  propertyNames: schemaDifferences,
  items: schemaDifferences,
  oneOf: union,
  anyOf: union,
  allOf: list,
  discriminator,
});
