import { forClients } from '../../src/contract/derived/clients.ts';
import { PACKAGE_NAMES } from '../../src/contract/derived/package-names.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { operationsOf, resolved, type Json } from './json.ts';
import type { Change } from './rules.ts';

/**
 * The names that generated clients have, each with what it names. They come from the contract and from how the clients' document is
 * derived from it, so those of a release are kept: deriving them again would not show that the derivation is another one.
 */
export type ClientNames = Record<string, string>;

/** The names in the clients' document of a contract, and of the packages of the project's own clients. */
export function namesOfClients(contract: Json): ClientNames {
  return { ...namesIn(forClients(contract as unknown as ContractDocument)), ...packageNames() };
}

/** The names in a document for client generators. */
export function namesIn(document: Json): ClientNames {
  const operations = Object.entries<Json>(document['paths']).flatMap(([path, item]) =>
    operationsOf(item).flatMap(([method, operation]) => ofOperation(document, path, item, method, operation)),
  );
  const schemas = Object.entries<Json>(document['components'].schemas).flatMap(ofSchema);
  return Object.fromEntries([...operations, ...schemas]);
}

/** What stands against clients with these names instead of those. New ones are welcome. */
export function renamed(before: ClientNames, after: ClientNames): Change[] {
  return Object.entries(before)
    .filter(([name, what]) => after[name] !== what)
    .map(([where, what]) => ({
      is: 'breaking',
      where,
      text:
        after[where] === undefined
          ? `generated clients had it as ${what}, and it is gone`
          : `is ${after[where]} in generated clients, and was ${what}`,
    }));
}

type Named = [name: string, what: string];

function ofOperation(document: Json, path: string, item: Json, method: string, operation: Json): Named[] {
  const { operationId: id, parameters = [], requestBody, responses, tags } = operation;
  const names = ['x-speakeasy-group', 'x-speakeasy-name-override'].map((hint) => operation[hint]).join('.');
  const all: Json[] = [...(item['parameters'] ?? []), ...parameters];
  const body = contentOf(document, requestBody);
  return [
    [`operation ${id}`, `${method} ${path}, ${tags[0]}, ${names}${body && `, takes ${body}`}`],
    ...all.map((one): Named => {
      const { name, in: where, required, schema } = resolved(document, one);
      return [
        `parameter ${id}.${name}`,
        `${typeOf(schema)}, ${required ? 'required' : 'optional'}, ${where}`,
      ];
    }),
    ...Object.entries<Json>(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, one]): Named => [`response ${id}.${status}`, contentOf(document, one) || 'nothing']),
  ];
}

function contentOf(document: Json, part: Json | undefined): string {
  const content: Json = part ? (resolved(document, part)['content'] ?? {}) : {};
  return Object.entries<Json>(content)
    .map(([type, { schema }]) => `${type} ${typeOf(schema)}`)
    .join(' or ');
}

function ofSchema([name, schema]: [string, Json]): Named[] {
  const { properties = {}, required = [], additionalProperties, title } = schema;
  const constants: string[] = schema['x-enum-varnames'] ?? [];
  const others = { true: ', open', false: ', closed' }[String(additionalProperties)] ?? '';
  const members: Json[] = schema['oneOf'] ?? [];
  return [
    [`schema ${name}`, [typeOf(schema) + others, title, schema['x-ogen-name']].filter(Boolean).join(', ')],
    ...Object.entries<Json>(properties).map(([property, one]): Named => {
      const need = required.includes(property) ? 'required' : 'optional';
      return [`field ${name}.${property}`, `${typeOf(one)}, ${need}`];
    }),
    ...members.map((member): Named => [`member ${name}.${typeOf(member)}`, 'member of a union']),
    ...constants.map((constant, at): Named => [`constant ${constant}`, `${name} ${schema['enum'][at]}`]),
  ];
}

/** A type in one word, however the version of OpenAPI says it. */
function typeOf(schema: Json): string {
  const { $ref, type, format, items, anyOf, oneOf, allOf, nullable } = schema;
  const reference: string | undefined = $ref ?? allOf?.[0].$ref ?? anyOf?.[0].$ref;
  const types = [type ?? []].flat();
  const orNull = nullable || anyOf || types.includes('null') ? ' or null' : '';
  if (reference !== undefined) return reference.split('/').at(-1) + orNull;
  if (oneOf) return 'union';
  if (items) return `list of ${typeOf(items)}${orNull}`;
  const name = types.find((one) => one !== 'null') ?? 'anything';
  return [name, format].filter(Boolean).join(' ') + orNull;
}

function packageNames(): ClientNames {
  return Object.fromEntries(
    Object.entries(PACKAGE_NAMES).map(([registry, name]) => [
      `package ${registry}`,
      typeof name === 'string' ? name : Object.values(name).join(':'),
    ]),
  );
}
