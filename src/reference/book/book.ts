import {
  type CodeSample,
  type ContractDocument,
  eachOperation,
  type OperationObject,
  readEnumDescriptions,
  translateContract,
  translateText,
  type Translation,
  writeSamples,
} from '../../contract/index.ts';
import { ERRORS, type ErrorCode } from '../../lib/errors/table.ts';
import type { Language } from '../../pages/index.ts';
import { type Addresses, addressesIn, inLanguage } from './addresses.ts';
import { type Guide, guidesFor } from './guides.ts';
import { createMarkdown, type Markdown } from './markdown.ts';

export interface OperationEntry {
  path: string;
  method: string;
  operation: OperationObject;
}

export interface EventEntry {
  type: string;
  webhook: ContractDocument['webhooks'][string]['post'];
}

interface ErrorEntry {
  code: string;
  status: number;
  description: string;
}

/** The content of the reference's pages in one language, and their URLs. */
export interface Book {
  language: Language;
  addresses: Addresses;
  /** With its texts in the book's language. */
  document: ContractDocument;
  guides: Guide[];
  /** By tag, in the contract's order; tags without operations are left out. */
  chapters: { title: string; description: string; operations: OperationEntry[] }[];
  events: EventEntry[];
  errors: ErrorEntry[];
  samples: Map<string, CodeSample[]>;
  markdown: Markdown;
}

export function createBook(from: {
  document: ContractDocument;
  guides: Guide[];
  baseUrl: string;
  language: Language;
  translate: Translation;
}): Book {
  const { baseUrl, language, translate } = from;
  const addresses = addressesIn(language);
  const document = translateContract(from.document, translate);
  const operations = [...eachOperation(document)].map(([path, method, operation]) => ({
    path,
    method,
    operation,
  }));
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, webhook: post }));
  return {
    language,
    addresses,
    document,
    guides: guidesFor(from.guides, baseUrl),
    chapters: document.tags
      .map(({ name, description }) => ({
        title: translateText(name, translate),
        description,
        operations: operations.filter(({ operation }) => operation.tags?.includes(name)),
      }))
      .filter((chapter) => chapter.operations.length > 0),
    events,
    errors: Object.entries(readEnumDescriptions(document, 'ErrorCode')).map(([code, description]) => ({
      code,
      status: ERRORS[code as ErrorCode].status,
      description,
    })),
    samples: writeSamples(document, baseUrl),
    markdown: createMarkdown({
      locate: (name) => locate(name, addresses, operations, events),
      resolve: (href) => (href.startsWith('/docs/') ? inLanguage(href, language) : href),
    }),
  };
}

/** `POST /v1/payment_links`, `createPaymentLink` and `payment_link.paid` have pages. */
function locate(
  name: string,
  addresses: Addresses,
  operations: OperationEntry[],
  events: EventEntry[],
): string | undefined {
  const [called = ''] = name.split('?');
  const found = operations.find(
    ({ path, method, operation }) => `${method} ${path}` === called || operation.operationId === name,
  );
  if (found) return addresses.operation(found.operation.operationId);
  return events.some(({ type }) => type === name) ? addresses.event(name) : undefined;
}
