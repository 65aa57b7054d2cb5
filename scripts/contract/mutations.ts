import { differences } from './differences.ts';
import { gainsOf, OPERATION } from './gains.ts';
import { HARMLESS } from './harmless.ts';
import { resolved, type Json } from './json.ts';
import { usesOf } from './uses.ts';

/** One change of one node of a contract. */
interface Mutation {
  /** The shape of the node's path, such as `paths.*.*.parameters[].schema.maxLength`, with who uses a component. */
  kind: string;
  change: string;
  at: Path;
  revision: Json;
}

type Path = (string | number)[];

interface Node {
  kind: string;
  path: Path;
  value: any;
  parent: any;
  /** Whether the node's key is a name of the API. */
  isNamed: boolean;
  /** Whether the node's own keys are. */
  isMap: boolean;
}

interface Outcome {
  mutations: number;
  kinds: number;
  refused: number;
  accepted: number;
  /** What is accepted without a reason, or refused although there is one, and reasons that nothing needed. */
  faults: string[];
}

/**
 * Makes each change to each node and asks what `differences` says of it: it must be refused, or `HARMLESS` must say why it
 * breaks nobody.
 */
export function tryMutations(contract: Json): Outcome {
  const outcome: Outcome = { mutations: 0, kinds: 0, refused: 0, accepted: 0, faults: [] };
  const kinds = new Set<string>();
  const needed = new Set<unknown>();
  for (const { kind, change, at, revision } of mutationsOf(contract)) {
    const what = `${kind} ${change}`;
    const isRefused = differences(contract, revision).some(({ is }) => is === 'breaking');
    const reasons = HARMLESS.filter(({ what: pattern }) => pattern.test(what));
    kinds.add(kind);
    outcome.mutations++;
    outcome[isRefused ? 'refused' : 'accepted']++;
    for (const reason of reasons) needed.add(reason);
    if (isRefused === reasons.length > 0) {
      const fault = isRefused ? `is refused, but: ${reasons[0]!.because}` : 'is accepted for no reason';
      outcome.faults.push(`${what} ${fault} (${at.join(' ')})`);
    }
  }
  for (const reason of HARMLESS) {
    if (!needed.has(reason)) outcome.faults.push(`${reason.what} is no mutation, but: ${reason.because}`);
  }
  return { ...outcome, kinds: kinds.size };
}

function* mutationsOf(contract: Json): Generator<Mutation> {
  for (const node of nodesOf(contract)) {
    for (const [change, edit] of changesOf(contract, node)) {
      yield { kind: node.kind, change, at: node.path, revision: edit(contract) };
    }
  }
}

/** Objects whose keys are names of the API, unless they have such a name themselves. */
const NAMES = new Set([
  'paths',
  'webhooks',
  'schemas',
  'parameters',
  'headers',
  'responses',
  'requestBodies',
  'links',
  'examples',
  'securitySchemes',
  'properties',
  'content',
  'mapping',
  'x-enumDescriptions',
]);

function* nodesOf(contract: Json): Generator<Node> {
  const uses = usesOf(contract);
  function* walk(node: Node): Generator<Node> {
    yield node;
    const { value, path, kind, isMap } = node;
    if (typeof value !== 'object' || value === null || isExample(node)) return;
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) {
        const isMap = kind.endsWith('.security');
        const position = { kind: `${kind}[]`, path: [...path, at], parent: value, isNamed: false };
        yield* walk({ ...position, value: item, isMap });
      }
      return;
    }
    const isPathItem = /^(paths|webhooks)\.\*$/.test(kind);
    for (const [key, child] of Object.entries(value)) {
      const isNamed = isMap || (isPathItem && key !== 'parameters');
      const shape = isNamed ? nameShape(node, key) : fieldShape(value, key);
      yield* walk({
        kind: kind === '' ? shape : `${kind}.${shape}`,
        path: [...path, key],
        value: child,
        parent: value,
        isNamed,
        isMap: !isNamed && NAMES.has(key) && !Array.isArray(child),
      });
    }
  }
  /** Names do not matter, but who uses a component, the class of a status, and whether a property is optional (`*?`). */
  function nameShape({ kind, path, parent }: Node, name: string): string {
    if (path[0] === 'components' && path.length === 2) {
      const use = uses.get(['#', ...path, name].join('/'));
      const users = [use?.sent && 'sent', use?.read && 'read'].filter(Boolean).join(' and ');
      return `*(${users || 'unused'})`;
    }
    if (kind.endsWith('.responses')) return name.replace(/^(\d)\d\d$/, '$1XX');
    return kind.endsWith('.properties') && !parent['required']?.includes(name) ? '*?' : '*';
  }
  yield* walk({ kind: '', path: [], value: contract, parent: undefined, isNamed: false, isMap: false });
}

/** Some fields mean something else beside, or without, others. */
function fieldShape(fields: Json, key: string): string {
  if (key === 'enum' && fields['x-extensible'] === true) return 'enum(open)';
  if (key === 'security' && fields[key].length === 0) return 'security(none)';
  return key;
}

type Edit = (contract: Json) => Json;
type Change = [change: string, edit: Edit];

function changesOf(contract: Json, node: Node): Change[] {
  const { kind, path, value, parent, isNamed, isMap } = node;
  const key = path.at(-1);
  const set =
    (to: unknown): Edit =>
    (document) =>
      withValue(document, path, to);
  const removed = value === false ? 'is no longer said to be false' : 'is removed';
  const changes: Change[] = path.length === 0 ? [] : [[removed, set(undefined)]];
  if (isNamed) changes.push(['is renamed', (document) => withRenamed(document, path, otherName(node))]);
  if (isNamed && path[0] === 'components' && path.length === 3) {
    changes.push(['is renamed with its references', (document) => withRenamedComponent(document, path)]);
  }
  if (Array.isArray(parent) && path.at(-1) !== parent.length - 1) {
    const others = parent.filter((one) => one !== value);
    changes.push(['is put last', (document) => withValue(document, path.slice(0, -1), [...others, value])]);
  }
  if (isExample(node)) return [...changes, ['is changed', set({ another: 'example' })]];
  if (typeof value === 'boolean') changes.push(['is negated', set(!value)]);
  if (typeof value === 'number') changes.push(['is raised', set(value + 1)], ['is lowered', set(value - 1)]);
  if (key === '$ref') {
    const inlined = resolved(contract, { $ref: value });
    changes.push(['is another', set(anotherReference(contract, value))]);
    changes.push(['is inlined', (document) => withValue(document, path.slice(0, -1), inlined)]);
  } else if (typeof value === 'string') {
    changes.push(['is changed', set(OTHER[key!]?.find((other) => other !== value) ?? `${value}x`)]);
  }
  if (/\.type$/.test(kind) && typeof value === 'string' && !kind.includes('securitySchemes')) {
    changes.push(['gains null', set([value, 'null'])]);
  }
  const gained = Object.entries(gainsOf(kind, value, isMap)).map(([what, gain]): Change => [
    `gains ${what}`,
    set(withGain(value, gain)),
  ]);
  return [...changes, ...gained];
}

/** Values that a field of the OpenAPI Specification can have instead. */
const OTHER: Record<string, string[]> = {
  in: ['query', 'header', 'cookie'],
  style: ['form', 'deepObject', 'spaceDelimited'],
  type: ['integer', 'string', 'apiKey'],
  format: ['uuid', 'date'],
  openapi: ['3.2.0'],
};

function otherName({ kind, path }: Node): string {
  const name = String(path.at(-1));
  if (OPERATION.test(kind)) return 'trace';
  if (/\.\dXX$/.test(kind)) return `${name[0]}99`;
  return `${name}x`;
}

function anotherReference(contract: Json, reference: string): string {
  const [, , section = ''] = reference.split('/');
  const names = Object.keys(contract['components'][section]);
  const other = names.find((name) => !reference.endsWith(`/${name}`));
  return `#/components/${section}/${other}`;
}

/** Data of the API as an example shows it. */
const isExample = ({ path, kind, value }: Node) =>
  /\.(example|value|default|const)$/.test(kind) || (path.at(-1) === 'examples' && Array.isArray(value));

const withGain = (value: Json | unknown[], gain: Json | unknown[]): unknown =>
  Array.isArray(value) ? [...value, ...(gain as unknown[])] : withoutUndefined({ ...value, ...gain });

const withoutUndefined = (part: Json): Json =>
  Object.fromEntries(Object.entries(part).filter(([, field]) => field !== undefined));

/** A contract that is different at one path and shares all other parts. No value removes what is there. */
function withValue(part: any, [key, ...rest]: Path, to: unknown): any {
  if (key === undefined) return to;
  const value = rest.length === 0 ? to : withValue(part[key], rest, to);
  if (Array.isArray(part))
    return part.flatMap((item, at) => (at !== key ? [item] : value === undefined ? [] : [value]));
  return withoutUndefined({ ...part, [key]: value });
}

function withRenamed(document: Json, path: Path, name: string): Json {
  const parent = path.slice(0, -1).reduce<any>((part, key) => part[key], document);
  const renamed = Object.entries(parent).map(([key, value]) => [key === path.at(-1) ? name : key, value]);
  return withValue(document, path.slice(0, -1), Object.fromEntries(renamed));
}

function withRenamedComponent(document: Json, path: Path): Json {
  const reference = ['#', ...path].join('/');
  const renamed = JSON.stringify(withRenamed(document, path, `${path.at(-1)}x`));
  return JSON.parse(renamed.replaceAll(JSON.stringify(reference), JSON.stringify(`${reference}x`)));
}
