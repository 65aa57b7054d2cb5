import type { Json } from './comparable.ts';
import type { Change } from './compare.ts';

/**
 * What oasdiff does not judge: the names of schemas, which are the names of types in the SDKs, and the values of the enums
 * that may gain some, which are their constants. Error codes and event types are such values.
 */
export function compareNames(base: Json, revision: Json): Change[] {
  const [before, after] = [base, revision].map((contract) => contract['components'].schemas as Json);
  const gone = Object.keys(before!).filter((name) => !(name in after!));
  const [enumsBefore, enumsAfter] = [enumsOf(before!), enumsOf(after!)];
  return [
    ...gone.map((name) => breaking(name, 'the schema, which SDKs have as a type, is gone')),
    ...[...enumsAfter].flatMap(([place, { values, extensible }]): Change[] => {
      const old = enumsBefore.get(place);
      if (!old) return [];
      if (!extensible) return [];
      const lost = old.values.filter((value) => !values.includes(value));
      const gained = values.filter((value) => !old.values.includes(value));
      return [
        ...(old.extensible ? [] : [breaking(place, 'may now gain values; it was closed')]),
        ...lost.map((value) => breaking(place, `lost the value \`${value}\``)),
        ...gained.map((value) => ({ breaking: false, where: place, text: `gained the value \`${value}\`` })),
      ];
    }),
  ];
}

const breaking = (where: string, text: string): Change => ({ breaking: true, where, text });

interface Enum {
  values: string[];
  extensible: boolean;
}

/** The enums of schemas, by schema and path in it. */
function enumsOf(schemas: Json): Map<string, Enum> {
  const found = new Map<string, Enum>();
  const walk = (part: unknown, place: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { enum: values, 'x-extensible': extensible } = part as Json;
    if (Array.isArray(values)) found.set(place, { values, extensible: extensible === true });
    for (const [key, value] of Object.entries(part)) {
      if (key !== 'example' && key !== 'examples')
        walk(value, key === 'properties' ? place : `${place}.${key}`);
    }
  };
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name);
  return found;
}
