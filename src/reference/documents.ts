import { createHash } from 'node:crypto';
import { dump } from 'js-yaml';
import {
  type ContractDocument,
  forClients,
  inVersion,
  toLlmsText,
  toOpenApi30,
  toPostman,
  VERSIONS,
} from '../contract/index.ts';
import { guidesFor, type Guide } from './book/guides.ts';

export interface Document {
  type: string;
  text: string;
  /** Changes with the text. */
  tag: string;
}

/**
 * The contract in the forms that tools load, by path, with the deployment's URL as its server. Each is built on first
 * request.
 */
export function createDocuments(options: {
  document: ContractDocument;
  guides: Guide[];
  baseUrl: () => string;
}): { paths: string[]; find(path: string): Document } {
  const { document, guides, baseUrl } = options;
  const here = <T extends object>(contract: T): T => ({ ...contract, servers: [{ url: baseUrl() }] });
  const json = (contract: object) => ({ type: 'application/json', text: JSON.stringify(contract) });
  const makers: Record<string, () => Omit<Document, 'tag'>> = {
    '/openapi.yaml': () => ({
      type: 'application/yaml',
      text: dump(here(document), { lineWidth: 120, noRefs: true }),
    }),
    '/openapi.json': () => json(here(document)),
    '/openapi.postman.json': () => json(toPostman(document, baseUrl())),
    '/llms.txt': () => ({
      type: 'text/plain',
      text: toLlmsText(document, guidesFor(guides, baseUrl()), baseUrl()),
    }),
  };
  const addClients = (path: string, contract: () => ContractDocument) => {
    makers[`${path}.clients.json`] = () => json(here(forClients(contract())));
    makers[`${path}.clients-3.0.json`] = () => json(here(toOpenApi30(forClients(contract()))));
  };
  addClients('/openapi', () => document);
  for (const version of VERSIONS) {
    makers[`/openapi/${version}.json`] = () => json(here(inVersion(document, version)));
    addClients(`/openapi/${version}`, () => inVersion(document, version));
  }
  const made = new Map<string, Document>();
  return {
    paths: Object.keys(makers),
    find(path) {
      const known = made.get(path);
      if (known) return known;
      const make = makers[path];
      if (!make) throw new Error(`there is no document ${path}`);
      const { type, text } = make();
      const tag = createHash('sha256').update(text).digest('base64url');
      const found = { type, text, tag };
      made.set(path, found);
      return found;
    },
  };
}
