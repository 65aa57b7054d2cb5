import { isDeepStrictEqual } from 'node:util';
import { operationsOf, resolved, type Json } from './json.ts';
import {
  addition,
  breaking,
  detail,
  elsewhere,
  entries,
  fields,
  fixed,
  happened,
  text,
  under,
  welcome,
  type Change,
  type Place,
  type Rule,
} from './rules.ts';
import { schemaDifferences } from './schema-differences.ts';
import { usesOf, type Use } from './uses.ts';

/**
 * All differences between two contracts, judged for those who use the first: callers, receivers of events, and programs
 * that were compiled with clients generated from it. What no rule knows to be harmless is breaking.
 */
export function differences(base: Json, revision: Json): Change[] {
  const nobody = { sent: false, read: false, by: [] };
  return DOCUMENT({ pointer: '#', base, revision, ...nobody }, base, revision, [base, revision]);
}

const uses = new WeakMap<Json, Map<string, Use>>();

/** A component is judged once, for all who use it. Generated clients have even those that nobody uses. */
const component =
  (rule: Rule, unused: Use): Rule =>
  (place, before, after, parents) => {
    if (!uses.has(place.base)) uses.set(place.base, usesOf(place.base));
    const use = uses.get(place.base)!.get(place.pointer) ?? unused;
    return rule({ ...place, ...use }, before, after, parents);
  };

const BOTH = { sent: true, read: true, by: [] };
const READ = { sent: false, read: true, by: [] };

const components = (rule: Rule, unused: Use) =>
  entries({
    gone: 'generated clients have a type of this name',
    added: welcome,
    each: component(rule, unused),
  });

/** A component that both contracts refer to is judged where it is. */
const referred =
  (rule: Rule): Rule =>
  (place, before, after, parents) => {
    const names: (string | undefined)[] = [before.$ref, after.$ref];
    if (names.includes(undefined)) {
      return rule(place, resolved(place.base, before), resolved(place.revision, after), parents);
    }
    if (names[0] !== names[1])
      return breaking(place, `is ${names[1]} instead of ${names[0]}: programs know it as that`);
    return fields({ description: text, summary: text })(place, before, after, parents);
  };

/** Parameters, bodies and responses that have names are types of these names. */
const named =
  (rule: Rule): Rule =>
  (place, before, after, parents) =>
    (before.$ref === undefined) === (after.$ref === undefined)
      ? referred(rule)(place, before, after, parents)
      : breaking(
          place,
          `is ${after.$ref ?? 'inline'} instead of ${before.$ref ?? 'inline'}: generated clients name a type after it`,
        );

const content: Rule = (place, before, after, parents) =>
  entries({
    gone: place.sent ? 'callers send it' : 'programs ask for it',
    added: place.read ? unexpectedContent : welcome,
    each: fields({ schema: schemaDifferences, example: text, examples: text }),
  })(place, before, after, parents);

const unexpectedContent: Rule = (place) =>
  breaking(place, 'is new: programs that do not ask for a media type cannot read another one');

const STYLE_BY_PLACE: Record<string, string> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
};
const styleOf = (parameter: Json) => parameter['style'] ?? STYLE_BY_PLACE[parameter['in']];
const ENCODING = 'callers write the values in another way';

const parameter = fields({
  name: fixed('callers send another one'),
  in: fixed('callers send it elsewhere'),
  description: text,
  example: text,
  examples: text,
  deprecated: text,
  'x-deprecated-since': text,
  required: fixed('generated methods take it in another way, or calls without it are refused', false),
  style: (place, before, after, [old, now]) =>
    fixed(ENCODING)(place, before ?? styleOf(old), after ?? styleOf(now), [old, now]),
  explode: (place, before, after, [old, now]) =>
    fixed(ENCODING)(place, before ?? styleOf(old) === 'form', after ?? styleOf(now) === 'form', [old, now]),
  allowReserved: fixed(ENCODING, false),
  allowEmptyValue: fixed(ENCODING, false),
  schema: schemaDifferences,
  content,
});

const header = fields({
  description: text,
  example: text,
  examples: text,
  deprecated: text,
  'x-deprecated-since': text,
  required: (place, before, after) =>
    before === true
      ? breaking(place, 'can be left out now: programs read it')
      : (after === true ? addition : detail)(place, happened(before, after)),
  schema: schemaDifferences,
});

interface Found {
  parameter: Json;
  place: Place;
}

/** The parameters of an operation by place and name, with those of its path, in the order of a generated method. */
function parametersOf(
  contract: Json,
  operationPlace: Place,
  item: Json,
  operation: Json,
): Map<string, Found> {
  const found = new Map<string, Found>();
  const itemPlace = { ...operationPlace, pointer: operationPlace.pointer.replace(/\/[^/]*$/, '') };
  for (const [at, parameters] of [
    [itemPlace, item['parameters']],
    [operationPlace, operation['parameters']],
  ] as const) {
    for (const [index, parameter] of ((parameters ?? []) as Json[]).entries()) {
      const { in: where, name } = resolved(contract, parameter);
      found.set(`${where} ${name}`, { parameter, place: under(at, 'parameters', index) });
    }
  }
  return found;
}

function parameterDifferences(place: Place, before: Map<string, Found>, after: Map<string, Found>): Change[] {
  const gone = [...before].filter(([key]) => !after.has(key));
  const added = [...after].filter(([key]) => !before.has(key));
  const kept = [...before.keys()].filter((key) => after.has(key));
  const first = [...after.keys()].slice(0, kept.length);
  return [
    ...gone.flatMap(([key, found]) =>
      breaking(
        found.place,
        `the parameter ${key} is gone: ${place.sent ? 'calls with it are refused' : 'receivers read it'}`,
      ),
    ),
    ...added.flatMap(([key, { parameter, place: at }]) =>
      place.sent && resolved(place.revision, parameter)['required']
        ? breaking(at, `the parameter ${key} is new and required: calls without it are refused`)
        : addition(at, `the parameter ${key} is new`),
    ),
    ...(!place.sent || isDeepStrictEqual(kept, first)
      ? []
      : breaking(
          under(place, 'parameters'),
          'are in another order, or come after new ones: generated methods take them in this order',
        )),
    ...[...before].flatMap(([key, found]) => {
      const revised = after.get(key);
      if (!revised || isDeepStrictEqual(found.parameter, revised.parameter)) return [];
      return named(parameter)(found.place, found.parameter, revised.parameter, [{}, {}]);
    }),
  ];
}

const body: Rule = (place, before, after, parents) => {
  if (!before) {
    return resolved(place.revision, after)['required'] || place.read
      ? breaking(place, 'is new: calls without it are refused, or receivers do not expect it')
      : addition(place, 'is new');
  }
  if (!after) return breaking(place, `is gone: ${place.sent ? 'callers send it' : 'receivers read it'}`);
  return named(
    fields({
      description: text,
      required: fixed('generated methods take it in another way, or calls without it are refused', false),
      content,
    }),
  )(place, before, after, parents);
};

const NEXT_CALL = fixed('programs fill in parameters of the next call from it');

const link = fields({
  description: text,
  operationId: fixed('programs follow it to another operation'),
  parameters: entries({
    gone: 'programs fill in parameters of the next call from it',
    added: NEXT_CALL,
    each: NEXT_CALL,
  }),
});

/** Programs take codes that they do not know, and a list promises no error. Where there was none, nothing happens that did not. */
const errorCodes: Rule = (place, before, after = []) => {
  const gained = before ? after.filter((code: string) => !before.includes(code)) : [];
  return gained.length > 0
    ? addition(place, `gained ${gained.map((code: string) => `\`${code}\``).join(', ')}`)
    : detail(place, 'the list is different');
};

const response: Rule = named(
  fields({
    description: text,
    'x-error-codes': errorCodes,
    headers: entries({ gone: 'programs read it', added: welcome, each: referred(header) }),
    content,
    links: entries({ gone: 'programs follow it to the next call', added: welcome, each: referred(link) }),
  }),
);

/** Programs handle an error that they do not know by the class of its status, but not another success. */
const responses = entries({
  gone: 'programs handle this status, and get another one instead',
  added: (place, before, after, parents) =>
    !place.read || /\/[45]\d\d$/.test(place.pointer)
      ? welcome(place, before, after, parents)
      : breaking(place, 'is new: programs do not take this status for what they asked for'),
  each: response,
});

/**
 * What satisfied one of the alternatives must still satisfy one. None may become empty: a client may then leave out whose
 * call it is.
 */
const security: Rule = (
  place,
  before = place.base['security'] ?? [],
  after = place.revision['security'] ?? [],
) => {
  const [wasOpen, isOpen] = [before, after].map(
    (alternatives: Json[]) =>
      alternatives.length === 0 || alternatives.some((one) => Object.keys(one).length === 0),
  );
  const isKept = before.every((old: Json) => after.some((now: Json) => isWithin(now, old)));
  return isKept && wasOpen === isOpen
    ? addition(place, happened(before, after))
    : breaking(
        place,
        `${happened(before, after)}: callers who were let in are not, or no longer say whose call it is`,
      );
};

/** Each scheme of a requirement is in the other one, with at least its scopes. */
const isWithin = (requirement: Json, other: Json) =>
  Object.entries<string[]>(requirement).every(
    ([scheme, scopes]) => scopes.every((scope) => other[scheme]?.includes(scope)) && scheme in other,
  );

const tags: Rule = (place, before = [], after = []) =>
  isDeepStrictEqual(before, after.slice(0, before.length))
    ? addition(place, happened(before, after))
    : breaking(place, `${happened(before, after)}: clients group methods in classes of these names`);

/** An operation that callers call, or that the service calls at a receiver's. */
const operation =
  (called: boolean): Rule =>
  (place, before, after, [item, revisedItem]) => {
    const by = [called ? before['operationId'] : place.pointer.split('/').at(-2)!.replaceAll('~1', '/')];
    const asked = { ...place, by, sent: called, read: !called };
    const answered = { ...place, by, sent: !called, read: called };
    const [old, now] = [before, after].map((one) => without(one, ['parameters', 'requestBody', 'responses']));
    return [
      ...fields({
        operationId: fixed('generated methods have its name'),
        summary: text,
        description: text,
        externalDocs: text,
        deprecated: text,
        'x-deprecated-since': text,
        tags,
        security,
        'x-moves-money': fixed(
          'calls count towards the daily quota of money operations, or no longer do',
          false,
        ),
        'x-destructive': fixed('models and their users are asked before such calls', false),
        'x-echoes-body': fixed('programs read their own body, digit for digit', false),
      })(asked, old, now, [old!, now!]),
      ...parameterDifferences(
        asked,
        parametersOf(place.base, asked, item, before),
        parametersOf(place.revision, asked, revisedItem, after),
      ),
      ...(isDeepStrictEqual(before.requestBody, after.requestBody)
        ? []
        : body(under(asked, 'requestBody'), before.requestBody, after.requestBody, [before, after])),
      ...responses(under(answered, 'responses'), before.responses, after.responses, [before, after]),
    ];
  };

/** The parameters of a path are judged as those of its operations. */
const pathItem =
  (called: boolean): Rule =>
  (place, before, after) => {
    const methods = (item: Json): Json => Object.fromEntries(operationsOf(item));
    const rest = (item: Json) => without(item, ['parameters', ...Object.keys(methods(item))]);
    const kept = Object.keys(methods(before)).filter((method) => method in methods(after));
    return [
      ...fields({ summary: text, description: text })(place, rest(before), rest(after), [before, after]),
      ...entries({
        gone: called ? 'calls of it fail' : 'receivers wait for it',
        added: called ? welcome : unasked,
        each: elsewhere,
      })(place, methods(before), methods(after), [before, after]),
      ...kept.flatMap((method) =>
        operation(called)(under(place, method), before[method], after[method], [before, after]),
      ),
    ];
  };

const without = (part: Json, keys: string[]): Json =>
  Object.fromEntries(Object.entries(part).filter(([key]) => !keys.includes(key)));

const unasked: Rule = (place) =>
  breaking(place, 'is new: receivers of the event get a call that they cannot answer');

/** Clients call the first one unless they are told otherwise. */
const servers: Rule = (place, before = [], after = []) => [
  ...before.flatMap((server: Json, at: number) =>
    after[at]
      ? fields({ url: fixed('clients call it'), description: text })(under(place, at), server, after[at], [
          {},
          {},
        ])
      : breaking(under(place, at), 'is gone: clients call it'),
  ),
  ...after.slice(before.length).flatMap(({ url }: Json) => addition(place, `${url} is new`)),
];

const listedTags: Rule = (place, before = [], after = []) => {
  const byName = (all: Json[]) => Object.fromEntries(all.map((tag) => [tag['name'], tag]));
  return entries({
    gone: 'clients have a class of this name',
    added: welcome,
    each: fields({ description: text, externalDocs: text, summary: text }),
  })(place, byName(before), byName(after), [{}, {}]);
};

const AUTHENTICATION = fixed('callers authenticate in this way');

const DOCUMENT = fields({
  openapi: fixed('tools that read the contract support certain versions of OpenAPI'),
  info: fields({
    title: fixed('generators name clients after it'),
    version: elsewhere,
    summary: text,
    description: text,
    license: text,
    contact: text,
    termsOfService: text,
  }),
  servers,
  tags: listedTags,
  externalDocs: text,
  paths: entries({ gone: 'calls of it fail', added: welcome, each: pathItem(true) }),
  webhooks: entries({ gone: 'receivers wait for it', added: welcome, each: pathItem(false) }),
  components: fields({
    schemas: components(schemaDifferences, BOTH),
    parameters: components(parameter, BOTH),
    headers: components(header, READ),
    responses: components(response, READ),
    requestBodies: components(body, BOTH),
    links: components(link, READ),
    examples: text,
    securitySchemes: entries({
      gone: 'callers authenticate with it',
      added: welcome,
      each: fields({
        type: AUTHENTICATION,
        name: AUTHENTICATION,
        in: AUTHENTICATION,
        scheme: AUTHENTICATION,
        description: text,
      }),
    }),
  }),
});
