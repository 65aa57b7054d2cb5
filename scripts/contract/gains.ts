import { operationsOf, type Json } from './json.ts';

/** What a node has besides: fields that are set, or items that are appended. */
type Gain = Json | unknown[];

/** Everything that a node of this kind can have besides, by what it is called. */
export function gainsOf(kind: string, value: any, isMap: boolean): Record<string, Gain> {
  if (typeof value !== 'object' || value === null) return {};
  const found = GAINS.find(([pattern]) => pattern.test(kind));
  if (found) return value.$ref && !SCHEMA.test(kind) ? {} : found[1](value);
  if (isMap) return { 'an entry': { added: Object.values(value)[0] } };
  return Array.isArray(value) ? {} : X_FIELD;
}

export const OPERATION = /^(paths|webhooks)\.\*\.\*$/;
const SCHEMA =
  /(\.(schema|items|additionalProperties|propertyNames)|\.(properties|schemas)\.\*[^.]*|\.(oneOf|anyOf|allOf)\[\])$/;

const X_FIELD = { 'an x- field': { 'x-tool': true } };
const DEPRECATION = { 'a deprecation': { deprecated: true, 'x-deprecated-since': '2026-11-01' } };
const SERVER = { 'a server': { servers: [{ url: 'https://example.com' }] } };
const EXTERNAL_DOCS = { 'external docs': { externalDocs: { url: 'https://example.com' } } };

const TEXT = { type: 'string', maxLength: 10 };
const OPTIONAL_PARAMETER = { name: 'added', in: 'query', schema: TEXT };
const REQUIRED_PARAMETER = { ...OPTIONAL_PARAMETER, required: true };
const MEDIA_TYPE = { 'application/added': { schema: TEXT } };

/** A field that is not there yet. */
const absent = (value: Json, field: string, gained: unknown) =>
  field in value ? {} : { [field]: { [field]: gained } };

const requirement = ({ required }: Json) => ({
  [required ? 'the right to be left out' : 'a requirement']: { required: !required },
});

const GAINS: [RegExp, (value: any) => Record<string, Gain>][] = [
  [
    /^$/,
    () => ({
      ...X_FIELD,
      ...EXTERNAL_DOCS,
      security: { security: [{ apiKey: [] }] },
      'a dialect': { jsonSchemaDialect: 'https://example.com/dialect' },
    }),
  ],
  [
    /^info$/,
    () => ({
      ...X_FIELD,
      contact: { contact: { email: 'api@example.com' } },
      terms: { termsOfService: 'https://example.com' },
    }),
  ],
  [/^tags$/, () => ({ 'an item': [{ name: 'added' }] })],
  [/^servers$/, () => ({ 'an item': [{ url: 'https://example.com' }] })],
  [/^(paths|webhooks)\.\*$/, ofPathItem],
  [OPERATION, ofOperation],
  [/\.security(\(none\))?$/, () => ({ 'an alternative': [{ added: [] }], 'an empty alternative': [{}] })],
  [/\.security\[\]$/, () => ({ 'another scheme': { added: [] } })],
  [/\.security\[\]\.\*$/, () => ({ 'a scope': ['added'] })],
  [/(\.parameters\[\]|^components\.parameters\.\*[^.]*)$/, ofParameter],
  [
    /\.requestBody$/,
    (value) => ({
      ...X_FIELD,
      ...requirement(value),
      'a media type': { content: { ...value.content, ...MEDIA_TYPE } },
    }),
  ],
  [
    /(\.responses\.(\dXX|default)|^components\.responses\.\*[^.]*)$/,
    (value) => ({
      ...X_FIELD,
      ...absent(value, 'x-error-codes', ['added']),
      'a header': { headers: { ...value.headers, Added: { schema: TEXT } } },
      'a link': { links: { ...value.links, added: { operationId: 'getPing' } } },
      'a media type': { content: { ...value.content, ...MEDIA_TYPE } },
    }),
  ],
  [
    /\.content\.\*$/,
    () => ({
      ...X_FIELD,
      'an encoding': { encoding: { added: { contentType: 'text/plain' } } },
      'another schema': { schema: TEXT },
    }),
  ],
  [
    /\.headers\.\*[^.]*$/,
    (value) => ({
      ...X_FIELD,
      ...DEPRECATION,
      ...requirement(value),
      'another explode': { explode: true },
    }),
  ],
  [
    /\.links\.\*[^.]*$/,
    (value) => ({
      ...X_FIELD,
      'a parameter': { parameters: { ...value.parameters, added: '$response.body#/id' } },
      'a body': { requestBody: '$response.body' },
      'a server': { server: { url: 'https://example.com' } },
    }),
  ],
  [
    /\.securitySchemes\.\*[^.]*$/,
    () => ({ ...X_FIELD, 'a name': { name: 'X-Key' }, 'a place': { in: 'header' }, flows: { flows: {} } }),
  ],
  [SCHEMA, ofSchema],
  [/\.required$/, () => ({ 'a name': ['added'] })],
  [/\.(tags|x-error-codes|enum(\(open\))?)$/, () => ({ 'an item': ['added'] })],
  [/\.(oneOf|anyOf|allOf)$/, () => ({ 'an item': [{ $ref: '#/components/schemas/Ping' }] })],
];

function ofPathItem(value: Json): Record<string, Gain> {
  const operations = operationsOf(value);
  const isLast = operations.every(([, { parameters = [] }]) => parameters.length === 0);
  return {
    ...X_FIELD,
    ...SERVER,
    'an operation': { options: { ...operations[0]![1], operationId: 'added' } },
    [isLast ? 'an optional parameter' : 'an optional parameter before others']: {
      parameters: [...(value['parameters'] ?? []), OPTIONAL_PARAMETER],
    },
    'a required parameter': { parameters: [...(value['parameters'] ?? []), REQUIRED_PARAMETER] },
    'a summary': { summary: 'A path.' },
  };
}

function ofOperation(value: Json): Record<string, Gain> {
  const { parameters = [], responses } = value;
  const response = (status: string) => ({ responses: { ...responses, [status]: { description: 'Added.' } } });
  return {
    ...X_FIELD,
    ...DEPRECATION,
    ...SERVER,
    ...EXTERNAL_DOCS,
    'a callback': { callbacks: { added: { '{$request.body#/url}': { post: { responses: {} } } } } },
    'an optional parameter': { parameters: [...parameters, OPTIONAL_PARAMETER] },
    'a required parameter': { parameters: [...parameters, REQUIRED_PARAMETER] },
    ...(!value['requestBody'] && {
      'an optional body': { requestBody: { content: MEDIA_TYPE } },
      'a required body': { requestBody: { required: true, content: MEDIA_TYPE } },
    }),
    'another success': response('299'),
    'a redirect': response('399'),
    'another client error': response('499'),
    'another server error': response('599'),
    ...(!responses.default && { 'a default response': response('default') }),
    ...absent(value, 'x-moves-money', true),
    ...absent(value, 'x-destructive', true),
    ...absent(value, 'x-echoes-body', true),
  };
}

function ofParameter(value: Json): Record<string, Gain> {
  const style = value['style'] ?? (value['in'] === 'query' ? 'form' : 'simple');
  const explode = value['explode'] ?? style === 'form';
  return {
    ...X_FIELD,
    ...DEPRECATION,
    ...requirement(value),
    'another style': { style: value['in'] === 'query' ? 'pipeDelimited' : 'matrix' },
    'the style that it has': { style, explode },
    'another explode': { explode: !explode },
    'other reserved characters': { allowReserved: !value['allowReserved'] },
    'an empty value': { allowEmptyValue: true },
    'a media type instead of a schema': { schema: undefined, content: MEDIA_TYPE },
  };
}

function ofSchema(value: Json): Record<string, Gain> {
  const types = [value['type'] ?? []].flat();
  const each = (fields: Json) =>
    Object.assign({}, ...Object.entries(fields).map(([field, gained]) => absent(value, field, gained)));
  const isClosed = value['additionalProperties'] === false;
  const properties = { ...value['properties'], added: TEXT };
  return {
    ...X_FIELD,
    ...DEPRECATION,
    'a comment': { $comment: 'Added.' },
    'a title': { title: 'Added' },
    'an unknown keyword': { if: { const: 1 }, then: { const: 2 } },
    'a negation': { not: { const: 'added' } },
    'a branch': { allOf: [...(value['allOf'] ?? []), { required: ['added'] }] },
    ...each({ readOnly: true, writeOnly: true, const: 'added', enum: ['added'], default: 'added' }),
    ...each({ 'x-extensible': true, 'x-enumDescriptions': { added: 'A value.' } }),
    ...(types.includes('string') &&
      each({ maxLength: 5, minLength: 5, pattern: '^added$', format: 'uuid', contentEncoding: 'base64' })),
    ...(types.includes('integer') &&
      each({ maximum: 5, minimum: 5, exclusiveMaximum: 5, multipleOf: 5, format: 'int64' })),
    ...(types.includes('array') && each({ maxItems: 5, minItems: 5, uniqueItems: true })),
    ...(types.includes('object') && {
      [isClosed ? 'an optional property, being closed' : 'an optional property']: { properties },
      'a required property': { properties, required: [...(value['required'] ?? []), 'added'] },
      'other additionalProperties': { additionalProperties: isClosed },
      ...each({ maxProperties: 5, minProperties: 5, unevaluatedProperties: false }),
      ...each({ patternProperties: { '^x': TEXT }, dependentRequired: { added: ['other'] } }),
    }),
  };
}
