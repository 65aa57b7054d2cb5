import { type ContractDocument, eachOperation } from '../../document.ts';
import { writeSamples } from './samples.ts';

/** The names of languages that highlighters know where they differ from the samples' labels. */
const HIGHLIGHTED_AS: Record<string, string> = { curl: 'Shell' };

/**
 * A copy of the contract whose operations have samples in `x-codeSamples`, which Redoc, Scalar, ReadMe and others show
 * instead of those that they make up.
 */
export function withCodeSamples(document: ContractDocument, baseUrl: string): ContractDocument {
  const samples = writeSamples(document, baseUrl);
  const paths = structuredClone(document.paths);
  for (const [, , operation] of eachOperation({ paths })) {
    operation['x-codeSamples'] = (samples.get(operation.operationId) ?? []).map(({ label, source }) => ({
      lang: HIGHLIGHTED_AS[label] ?? label,
      label,
      source,
    }));
  }
  return { ...document, paths };
}
