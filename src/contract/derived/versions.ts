import type { ContractDocument } from '../document.ts';
import { CHANGES, toVersion } from '../versions.ts';

/** The contract of a dated version, as its clients see requests and responses (D18). */
export function inVersion(document: ContractDocument, version: string): ContractDocument {
  const older = structuredClone(document);
  for (const { since, downgradeContract } of CHANGES) {
    if (version < since) downgradeContract(older);
  }
  const { parameters, headers, examples } = older.components;
  Object.assign(headers?.['Service-Version'] as object, { example: version });
  const asked = parameters?.['ServiceVersion'] as { schema: object };
  Object.assign(asked, { schema: { ...asked.schema, enum: [version] }, example: version });
  for (const example of Object.values(examples ?? {}) as { value: unknown }[]) {
    example.value = toVersion(example.value, version);
  }
  return older;
}
