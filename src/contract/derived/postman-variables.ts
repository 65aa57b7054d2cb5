import {
  readLinks,
  readParameters,
  type ContractDocument,
  type OperationObject,
  type ParameterObject,
} from '../document.ts';

/** An operation, as `eachOperation` gives it. */
export type Entry = [path: string, method: string, operation: OperationObject];

/** The values that the operation's links take from the response's body, as JSON pointers by variable. */
export function linkedIds(
  document: ContractDocument,
  [, , operation]: Entry,
  entries: Entry[],
): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { operationId, parameters = {} } of readLinks(document, operation)) {
    const [path, , target] = findOperation(entries, operationId);
    for (const { name } of parametersIn('path', document, path, target)) {
      const [, pointer] = /^\$response\.body#(.+)$/.exec(parameters[name] ?? '') ?? [];
      if (pointer) ids.set(variableFor(path, name), pointer);
    }
  }
  return ids;
}

/** Example values that are those of path parameters become their variables, such as a `payment_link`. */
export function withVariables(
  document: ContractDocument,
  example: Record<string, unknown>,
  entries: Entry[],
): Record<string, unknown> {
  const parameters = entries.flatMap(([path, , operation]) =>
    parametersIn('path', document, path, operation).map(({ name, example: value }) => ({
      variable: variableFor(path, name),
      value,
    })),
  );
  const replaced = Object.entries(example).map(([name, value]): [string, unknown] => {
    const same = parameters.find((other) => other.value === value && other.variable.startsWith(name));
    return [name, same ? `{{${same.variable}}}` : value];
  });
  return Object.fromEntries(replaced);
}

/** Throws if a link or a preparation names an operation that does not exist. */
export function findOperation(entries: Entry[], operationId: string): Entry {
  const entry = entries.find(([, , operation]) => operation.operationId === operationId);
  if (!entry) throw new Error(`${operationId} does not exist`);
  return entry;
}

/** The parameters of an operation and of its path that are sent in one place. */
export function parametersIn(
  place: 'path' | 'query' | 'header',
  document: ContractDocument,
  path: string,
  operation: OperationObject,
): ParameterObject[] {
  const parameters = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
  return readParameters(document, parameters).filter((parameter) => parameter.in === place);
}

/** `payment_link_code` for the `{code}` of `/v1/payment_links/{code}`; a longer name stays as it is. */
export function variableFor(path: string, name: string): string {
  const [collection = ''] = path
    .slice(0, path.indexOf(`/{${name}}`))
    .split('/')
    .slice(-1);
  const singular = collection.replace(/s$/, '');
  return name.includes('_') || name === singular ? name : `${singular}_${name}`;
}
