import {
  type ContractDocument,
  type Deprecation,
  eachOperation,
  type OperationObject,
  readDeprecations,
  readParameters,
} from '../../contract/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';

/** The facts about an operation that the chain needs, read from the contract once, at startup. */
export interface Operation {
  id: string;
  method: string;
  /** As the contract writes it: /v1/payment_links/{code}. */
  path: string;
  /** If undefined, no credential is needed. */
  scopes: readonly string[] | undefined;
  /** Whether it creates or modifies, and so needs an Idempotency-Key. */
  mutates: boolean;
  /** Whether it reads a list in pages, or all of it. */
  isList: boolean;
  takesBody: boolean;
  requiresBody: boolean;
  /** Whether the response's `echo` is the body as it was sent. */
  echoesBody: boolean;
  /** The media types that its successful response can have, by preference. */
  mediaTypes: readonly string[];
  /** The names of its query parameters, with the type of each. */
  queryParams: ReadonlyMap<string, string | undefined>;
  /** The parameters that are an object, with `name[key]=value` for each of its keys. */
  objectParams: ReadonlySet<string>;
  /** Whether a success uses one of the day's money operations (D17). */
  usesMoneyQuota: boolean;
  /** The deprecated parts of its requests; undefined for most operations. */
  deprecations: readonly Deprecation[] | undefined;
}

export interface Match {
  operation: Operation;
  pathParams: Record<string, string>;
}

export interface RouteIndex {
  readonly operations: readonly Operation[];
  /** Throws `route_not_found` or `method_not_allowed`. */
  match(method: string, path: string): Match;
  /** `route_not_found`, with the path that was probably meant. */
  notFound(path: string): DomainError;
}

interface Node {
  fixed: Map<string, Node>;
  param?: { name: string; node: Node };
  operations: Map<string, Operation>;
}

const TEST_HELPERS = '/v1/test_helpers/';

/** Test helpers have no route in the live environment, and none of their calls can be made to fail (D21). */
export function isTestHelper(path: string): boolean {
  return path.startsWith(TEST_HELPERS);
}

/**
 * A single lookup, whose match authentication, validation and dispatch share. A tree of path segments, in which a fixed
 * segment takes precedence over a parameter.
 */
export function createRouteIndex(
  contract: ContractDocument,
  { environment }: { environment: string },
): RouteIndex {
  const root = newNode();
  const operations: Operation[] = [];
  const deprecations = readDeprecations(contract);
  for (const [path, method, object] of eachOperation(contract)) {
    const operation = {
      ...readOperation(method, path, object, contract),
      deprecations: deprecations.get(object.operationId),
    };
    operations.push(operation);
    // Test helpers have a handler everywhere, but a route only in the test environment (D21).
    if (isTestHelper(operation.path) && environment !== 'test') continue;
    descend(root, path).operations.set(method, operation);
  }

  const notFound = (path: string): DomainError => {
    const meant = pathMeantBy(root, path);
    if (meant === undefined) return new DomainError('route_not_found');
    return new DomainError('route_not_found', {
      message: `This path does not exist. Did you mean ${meant}?`,
    });
  };

  return {
    operations,
    notFound,
    match(method, path) {
      const pathParams: Record<string, string> = {};
      const node = find(root, path.split('/'), 1, pathParams);
      if (!node) throw notFound(path);
      const operation = node.operations.get(method);
      if (!operation) {
        const allowed = [...node.operations.keys()].join(', ');
        throw new DomainError('method_not_allowed', {
          message: `This path supports only ${allowed}.`,
          headers: { Allow: allowed },
        });
      }
      return { operation, pathParams };
    },
  };
}

function newNode(): Node {
  return { fixed: new Map(), operations: new Map() };
}

function descend(root: Node, path: string): Node {
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name) {
      node.param ??= { name, node: newNode() };
      if (node.param.name !== name)
        throw new Error(`the contract names one path parameter both {${node.param.name}} and {${name}}`);
      node = node.param.node;
    } else {
      const next = node.fixed.get(segment) ?? newNode();
      node.fixed.set(segment, next);
      node = next;
    }
  }
  return node;
}

function readOperation(
  method: string,
  path: string,
  object: OperationObject,
  contract: ContractDocument,
): Omit<Operation, 'deprecations'> {
  const requirement = object.security?.[0];
  const parameters = readParameters(contract, object.parameters ?? []);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    id: object.operationId,
    method,
    path,
    scopes: requirement && Object.values(requirement)[0],
    mutates: parameters.some(({ name }) => name === 'Idempotency-Key'),
    isList: query.some(({ name }) => name === 'cursor'),
    takesBody: object.requestBody !== undefined,
    requiresBody: object.requestBody?.required === true,
    echoesBody: object['x-echoes-body'] === true,
    mediaTypes: Object.keys(object.responses['200']?.content ?? {}),
    queryParams: new Map(query.map(({ name, schema }) => [name, schema?.type] as const)),
    objectParams: new Set(query.filter(({ style }) => style === 'deepObject').map(({ name }) => name)),
    usesMoneyQuota: object['x-moves-money'] === true,
  };
}

function find(
  node: Node,
  segments: string[],
  at: number,
  pathParams: Record<string, string>,
): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.operations.size > 0 ? node : undefined;
  const fixed = node.fixed.get(segment);
  const found = fixed && find(fixed, segments, at + 1, pathParams);
  if (found || !node.param || segment === '') return found;
  const value = decodeSegment(segment);
  if (value === undefined) return undefined;
  pathParams[node.param.name] = value;
  return find(node.param.node, segments, at + 1, pathParams);
}

/** The path that exists if a slash at the end is left out, or the version is put in front; undefined if neither does. */
function pathMeantBy(root: Node, path: string): string | undefined {
  const bare = path.replace(/\/+$/, '');
  return [bare, `/v1${bare}`].find((meant) => meant !== path && find(root, meant.split('/'), 1, {}));
}

/** A segment that is not valid percent-encoding, or has characters that no id can have, matches nothing. */
function decodeSegment(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(segment);
    return value.includes('\0') || !value.isWellFormed() ? undefined : value;
  } catch {
    return undefined;
  }
}
