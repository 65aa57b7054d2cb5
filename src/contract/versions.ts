import { DomainError } from '../lib/errors/errors.ts';
import type { ContractDocument } from './document.ts';

type JsonObject = Record<string, unknown>;

interface VersionChange {
  /** The version that introduced the change; older ones get responses through `downgrade`. */
  since: string;
  description: string;
  /** Converts one object of a response from the newer form to the older. Pure. */
  downgrade: (object: JsonObject) => JsonObject;
  /** Makes the same change to a contract of the newer form. */
  downgradeContract: (document: ContractDocument) => void;
}

/** The dated versions, oldest first. The last is the current one, to which new keys are pinned (D18). */
export const VERSIONS = ['2026-05-01', '2026-11-01'] as const;
export const CURRENT_VERSION: string = VERSIONS[VERSIONS.length - 1] ?? '';

/** Newest first, the order in which a response is downgraded. */
export const CHANGES: readonly VersionChange[] = [
  {
    since: '2026-11-01',
    description: 'The `type` of a transaction was called `kind`.',
    downgrade: (object: JsonObject): JsonObject => {
      if (object['object'] !== 'transaction') return object;
      // Entry by entry, so that the field keeps its place.
      return Object.fromEntries(
        Object.entries(object).map(([key, value]) => [key === 'type' ? 'kind' : key, value]),
      );
    },
    downgradeContract: (document) =>
      renameField(document, 'Transaction', {
        from: 'type',
        to: 'kind',
        description: 'Why the balance changed. Called `type` in version `2026-11-01`.',
      }),
  },
];

/** The requested version, or else the pinned one. Throws `unknown_api_version`, because there is no silent fallback. */
export function chooseVersion(requested: string | undefined, pinned: string): string {
  if (requested === undefined) return pinned;
  if ((VERSIONS as readonly string[]).includes(requested)) return requested;
  throw new DomainError('unknown_api_version', {
    message: `Service-Version can be ${VERSIONS.join(' or ')}. Without it, the version pinned to the API key applies.`,
    param: 'Service-Version',
  });
}

/** Converts a response of the current version to the form of the given version. */
export function toVersion(body: unknown, version: string): unknown {
  const changes = CHANGES.filter((change) => version < change.since);
  if (changes.length === 0) return body;
  return changes.reduce((answer, change) => mapObjects(answer, change.downgrade), body);
}

/** Changes apply to the objects of a response, which is one object or a list of objects in `data`. */
function mapObjects(body: unknown, map: (object: JsonObject) => JsonObject): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const object = body as JsonObject;
  return Array.isArray(object['data']) && object['object'] === 'list'
    ? { ...object, data: (object['data'] as JsonObject[]).map(map) }
    : map(object);
}

/** Renames a field of a schema, with its new description; the field keeps its place. */
function renameField(
  { components }: ContractDocument,
  schemaName: string,
  { from, to, description }: { from: string; to: string; description: string },
): void {
  const schema = components['schemas']?.[schemaName] as {
    required: string[];
    properties: Record<string, JsonObject>;
  };
  if (!schema.properties[from]) throw new Error(`the contract's ${schemaName} has no field ${from}`);
  schema.required = schema.required.map((name) => (name === from ? to : name));
  schema.properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) =>
      name === from ? [to, { ...field, description }] : [name, field],
    ),
  );
}
