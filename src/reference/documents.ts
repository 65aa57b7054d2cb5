import { createHash } from 'node:crypto';
import { dump } from 'js-yaml';
import {
  type ContractDocument,
  CURRENT_VERSION,
  forClients,
  forReceivers,
  inVersion,
  readWorkflows,
  toLlmsText,
  toOpenApi30,
  toPostman,
  VERSIONS,
  withCodeSamples,
  withHttpsOnly,
  withSdkHints,
} from '../contract/index.ts';
import { toApiCatalog } from './api-catalog.ts';
import { readChangelog } from './book/changelog.ts';
import { guidesFor, type Guide } from './book/guides.ts';

interface Document {
  type: string;
  text: string;
  /** Changes with the text. */
  tag: string;
}

type Made = Omit<Document, 'tag'>;

/**
 * The contract in the forms that tools load, by path, with the deployment's URL as its server. Each is built on first
 * request.
 */
export function createDocuments(options: {
  document: ContractDocument;
  guides: Guide[];
  baseUrl: () => string;
  /** Whether webhook endpoints may have http URLs, as in a sandbox. */
  allowsPlainHttp: boolean;
}): { paths: string[]; find(path: string): Promise<Document> } {
  const { document, guides, baseUrl, allowsPlainHttp } = options;
  const here = <T extends object>(contract: T): T => ({ ...contract, servers: [{ url: baseUrl() }] });
  const json = (contract: object): Made => ({ type: 'application/json', text: JSON.stringify(contract) });
  const yaml = (contract: object): Made => ({
    type: 'application/yaml',
    text: dump(contract, { lineWidth: 120, noRefs: true }),
  });
  let withSamples: ContractDocument | undefined;
  // Both forms share it, because writing the samples takes half a second. It has one dated version, because the
  // responses of others differ from it.
  const dated = (version: string) => {
    const contract = inVersion(document, version);
    return allowsPlainHttp ? contract : withHttpsOnly(contract);
  };
  const main = () => (withSamples ??= here(withSdkHints(withCodeSamples(dated(CURRENT_VERSION), baseUrl()))));
  const makers: Record<string, () => Made | Promise<Made>> = {
    '/openapi.yaml': () => yaml(main()),
    '/openapi.json': () => json(main()),
    '/openapi.webhooks.json': () => json(forReceivers(document)),
    '/openapi.postman.json': () => json(toPostman(document, baseUrl())),
    '/arazzo.yaml': async () => yaml(await readWorkflows(baseUrl())),
    '/arazzo.json': async () => json(await readWorkflows(baseUrl())),
    '/changelog.md': async () => ({ type: 'text/markdown', text: await changelogText(baseUrl()) }),
    '/llms.txt': () => ({
      type: 'text/plain',
      text: toLlmsText(document, guidesFor(guides, baseUrl()), baseUrl()),
    }),
    '/.well-known/api-catalog': () => toApiCatalog(baseUrl()),
  };
  const addClients = (path: string, contract: () => ContractDocument) => {
    makers[`${path}.clients.json`] = () => json(here(forClients(contract())));
    makers[`${path}.clients-3.0.json`] = () => json(here(toOpenApi30(forClients(contract()))));
  };
  addClients('/openapi', () => document);
  for (const version of VERSIONS) {
    makers[`/openapi/${version}.json`] = () => json(here(dated(version)));
    addClients(`/openapi/${version}`, () => inVersion(document, version));
  }
  const made = new Map<string, Promise<Document>>();
  return {
    paths: Object.keys(makers),
    find(path) {
      const make = makers[path];
      if (!make) throw new Error(`there is no document ${path}`);
      const document = made.get(path) ?? complete(make);
      made.set(path, document);
      // The next request tries again.
      document.catch(() => made.delete(path));
      return document;
    },
  };
}

async function complete(make: () => Made | Promise<Made>): Promise<Document> {
  const { type, text } = await make();
  return { type, text, tag: createHash('sha256').update(text).digest('base64url') };
}

async function changelogText(baseUrl: string): Promise<string> {
  return `# Changelog

What changed in the contract of the Payments Account API from release to release. Within a dated version nothing breaks: see
[versions](${baseUrl}/docs/guides/versions).

${await readChangelog()}
`;
}
