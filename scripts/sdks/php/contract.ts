const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

/**
 * The contract as the templates read it. What they need to know and a generator does not tell them is put into
 * extensions: `x-page-of`, `x-parent`, `x-request`, `x-omittable`.
 */
export function contractForTemplates(document: any): any {
  const { parameters, schemas } = document.components;
  const resolve = (part: any): any => (part?.$ref ? resolve(follow(document, part.$ref)) : part);
  const requests = new Set<any>();

  for (const item of Object.values<any>(document.paths)) {
    // The client sends the version with each call.
    const withoutVersion = (list: any[] = []) =>
      list.filter((one) => resolve(one) !== parameters.ServiceVersion);
    item.parameters = withoutVersion(item.parameters);
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      operation.tags = ['Payments']; // one class with all methods
      operation.parameters = withoutVersion(operation.parameters);
      operation['x-codegen-request-body-name'] = 'request';
      requests.add(resolve(resolve(operation.requestBody)?.content['application/json'].schema));
      if (operation.parameters.some((one: any) => resolve(one) === parameters.Cursor)) {
        const list = resolve(operation.responses['200'].content['application/json'].schema);
        operation['x-page-of'] = list.properties.data.items.$ref.split('/').at(-1);
      }
    }
  }
  for (const parameter of Object.values<any>(document.paths).flatMap(parametersOf).map(resolve)) {
    if (resolve(parameter.schema)['x-extensible']) parameter['x-extensible'] = true;
  }
  // The client makes one for each call unless it is given.
  parameters.IdempotencyKey.required = false;

  for (const [name, schema] of Object.entries<any>(schemas)) {
    if (schema.discriminator) for (const one of schema.oneOf) resolve(one)['x-parent'] = name;
    if (requests.has(schema)) {
      schema['x-request'] = true; // written, never read
      markOmittable(schema, resolve);
    }
  }
  return document;
}

function parametersOf(item: any): any[] {
  return [item, ...METHODS.map((method) => item[method])].flatMap((part) => part?.parameters ?? []);
}

/** In a request, null says something else than no field at all. */
function markOmittable({ properties = {}, required = [] }: any, resolve: (part: any) => any): void {
  for (const [name, property] of Object.entries<any>(properties)) {
    const { type } = resolve(property);
    if (!required.includes(name) && Array.isArray(type) && type.includes('null'))
      property['x-omittable'] = true;
  }
}

function follow(document: any, pointer: string): any {
  return pointer
    .slice(2)
    .split('/')
    .reduce((part, name) => part[name], document);
}

/** The versions that the client tells the service. */
export function versionsOf(document: any): string {
  const served: string[] = document.components.parameters.ServiceVersion.schema.enum;
  return `<?php

declare(strict_types=1);

namespace PaymentsAccount;

/** What this client was made from. */
final class Contract
{
    public const VERSION = '${document.info.version}';
    public const SERVICE_VERSION = '${served.toSorted().at(-1)}';
}
`;
}
