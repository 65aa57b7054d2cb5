import { isDeepStrictEqual } from 'node:util';
import { errorCodesOf } from './gained-values.ts';
import { operationsOf, resolved, type Json } from './json.ts';
import type { Change } from './rules.ts';

/*
 * Differences that break no program by their form, but may by their meaning, which only a person can tell. Each is asked until
 * `accepted.ts` has the answer.
 */

export function questions(base: Json, revision: Json): Change[] {
  return [
    ...fieldsOfEvents(base, revision),
    ...codesOfOperations(base, revision),
    ...numbersInTexts(base, revision),
  ].map(([where, text]) => ({ is: 'question', where, text }));
}

type Question = [where: string, text: string];

/** A receiver may read events into a type that refuses other fields. */
function fieldsOfEvents(base: Json, revision: Json): Question[] {
  return Object.entries<Json>(revision['webhooks'] ?? {}).flatMap(([event, item]) => {
    if (!base['webhooks']?.[event]) return [];
    const before = fieldsOfEvent(base, base['webhooks'][event]);
    return fieldsOfEvent(revision, item)
      .filter((name) => !before.includes(name))
      .map((name): Question => [event, `the data has the new field \`${name}\``]);
  });
}

function fieldsOfEvent(contract: Json, item: Json): string[] {
  const bodies = operationsOf(item).map(([, { requestBody }]) => resolved(contract, requestBody ?? {}));
  const schemas = bodies.flatMap(({ content }) => Object.values<Json>(content ?? {}));
  return schemas.flatMap(({ schema }) => {
    const { data } = resolved(contract, schema)['properties'] ?? {};
    return Object.keys(resolved(contract, data ?? {})['properties'] ?? {});
  });
}

/** Programs branch on the codes that an operation lists. */
function codesOfOperations(base: Json, revision: Json): Question[] {
  const after = errorCodesOf(revision);
  return [...errorCodesOf(base)].flatMap(([operationId, old]) => {
    const now = after.get(operationId) ?? [];
    return [
      ...missing(now, old).map((code): Question => [operationId, `the error code \`${code}\` joins`]),
      ...missing(old, now).map((code): Question => [operationId, `the error code \`${code}\` leaves`]),
    ];
  });
}

const missing = (some: string[], others: string[]) => [
  ...new Set(some.filter((one) => !others.includes(one))),
];

/** A limit that only words say. */
function numbersInTexts(base: Json, revision: Json): Question[] {
  const after = textsOf(revision);
  return [...textsOf(base)].flatMap(([pointer, text]): Question[] => {
    const now = after.get(pointer);
    if (now === undefined) return [];
    const [old, found] = [numbersIn(text), numbersIn(now)];
    return isDeepStrictEqual(old, found)
      ? []
      : [[pointer, `the text has the numbers ${list(found)} instead of ${list(old)}`]];
  });
}

/** What people read, by its place: a description, a summary, or the meaning of a value. */
function textsOf(contract: Json): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (part: Json, at: string, isOfValues: boolean): void => {
    for (const [key, value] of Object.entries(part)) {
      if (key === 'example' || key === 'examples') continue;
      // An item has its name, so that another one before it changes no place.
      const place = `${at}/${Array.isArray(part) ? (value?.name ?? value?.$ref ?? key) : key}`;
      if (typeof value === 'object' && value !== null) walk(value, place, key === 'x-enumDescriptions');
      else if (isOfValues || key === 'description' || key === 'summary') texts.set(place, String(value));
    }
  };
  walk(contract, '#', false);
  return texts;
}

const NUMBER =
  /\d+(?:[.,]\d+)*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|twice|half)\b/gi;

const numbersIn = (text: string) => (text.match(NUMBER) ?? []).map((number) => number.toLowerCase()).sort();
const list = (numbers: string[]) => (numbers.length === 0 ? 'none' : numbers.join(', '));
