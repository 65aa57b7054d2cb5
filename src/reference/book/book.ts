import {
  type CodeSample,
  type ContractDocument,
  eachOperation,
  type OperationObject,
  writeSamples,
} from '../../contract/index.ts';
import type { Guide } from './guides.ts';
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

/** The content of the reference's pages, and their URLs. */
export interface Book {
  document: ContractDocument;
  guides: Guide[];
  /** By tag, in the contract's order; tags without operations are left out. */
  chapters: { name: string; description: string; operations: OperationEntry[] }[];
  events: EventEntry[];
  samples: Map<string, CodeSample[]>;
  markdown: Markdown;
}

export const addressOf = {
  guide: (slug: string): string => `/docs/guides/${slug}`,
  operation: (operationId: string): string => `/docs/operations/${operationId}`,
  event: (type: string): string => `/docs/events/${type}`,
};

export function createBook(document: ContractDocument, guides: Guide[], baseUrl: string): Book {
  const operations = [...eachOperation(document)].map(([path, method, operation]) => ({
    path,
    method,
    operation,
  }));
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, webhook: post }));
  return {
    document,
    guides,
    chapters: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        operations: operations.filter(({ operation }) => operation.tags?.includes(name)),
      }))
      .filter((chapter) => chapter.operations.length > 0),
    events,
    samples: writeSamples(document, baseUrl),
    markdown: createMarkdown((name) => locate(name, operations, events)),
  };
}

/** `POST /v1/payment_links`, `createPaymentLink` and `payment_link.paid` have pages. */
function locate(name: string, operations: OperationEntry[], events: EventEntry[]): string | undefined {
  const [called = ''] = name.split('?');
  const found = operations.find(
    ({ path, method, operation }) => `${method} ${path}` === called || operation.operationId === name,
  );
  if (found) return addressOf.operation(found.operation.operationId);
  return events.some(({ type }) => type === name) ? addressOf.event(name) : undefined;
}
