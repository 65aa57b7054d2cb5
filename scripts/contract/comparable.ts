import { resolved, type Json } from './json.ts';

/**
 * A contract in the form in which oasdiff judges it as its readers do:
 * - An event is what a GET returns. oasdiff takes the body of a webhook for a request to the service, for which other
 *   changes are breaking than for what a receiver reads.
 * - An enum marked `x-extensible` is any string; `enums.ts` compares its values.
 * - A union with a discriminator is an object with a property per member: it may gain members, as events do.
 * - The dated version to ask for is any text: it is another one in each dated version.
 * - What a map holds is a property `*`, because oasdiff looks at "properties" only.
 */
export function comparable(contract: Json): Json {
  const { webhooks, ...document } = structuredClone(contract);
  for (const [event, { post }] of Object.entries<Json>(webhooks ?? {})) {
    document['paths'][eventPath(event)] = { get: asRead(post, document['components']) };
  }
  delete document['components'].parameters.ServiceVersion.schema.enum;
  return opened(document) as Json;
}

const EVENTS = '/webhooks/';
const eventPath = (event: string) => EVENTS + event;

/** The event that a path of a comparable contract stands for. */
export const eventOf = (path: string) => (path.startsWith(EVENTS) ? path.slice(EVENTS.length) : undefined);

/** The call to a receiver as a response: its header parameters are headers, its body is the content. */
function asRead({ operationId, tags, parameters = [], requestBody }: Json, components: Json): Json {
  const headers = (parameters as Json[]).map((parameter) => {
    const { name, required, schema } = resolved({ components }, parameter);
    return [name, { required, schema }];
  });
  const event = {
    description: 'The event.',
    headers: Object.fromEntries(headers),
    content: requestBody.content,
  };
  return { operationId, tags, responses: { 200: event } };
}

function opened(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(opened);
  const { additionalProperties, ...schema } = part as Json;
  if (schema['x-extensible'] === true) delete schema['enum'];
  if (schema['discriminator']) {
    schema['type'] = 'object';
    schema['properties'] = Object.fromEntries(
      Object.keys(schema['discriminator'].mapping).map((name) => [name, { type: 'object' }]),
    );
    delete schema['oneOf'];
    delete schema['discriminator'];
  }
  if (additionalProperties) {
    schema['properties'] = {
      ...schema['properties'],
      '*': additionalProperties === true ? {} : additionalProperties,
    };
  } else if (additionalProperties === false) {
    schema['additionalProperties'] = false;
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, opened(value)]));
}
