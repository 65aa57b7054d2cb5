import { createHash } from 'node:crypto';
import { Router, type RequestHandler } from 'express';
import type { Contract } from '../contract/document.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import { limitByAddress, type AddressLimit } from '../http/address-limit.ts';

/** Megabytes, of which nobody needs many. */
const REFERENCE: AddressLimit = { kind: 'reference', requestsPerMinute: 120 };
/** It changes only when another version of the service is started. */
const CACHE_CONTROL = 'public, max-age=300, must-revalidate';

/** The reference page carries its script and style inside; nothing else may be loaded or called. */
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The contract, as written and as JSON, and its reference page: what developers read and tools load. */
export function createReferenceRoutes(options: {
  contract: Contract;
  findReference: () => Promise<string>;
  limiter: RateLimiter;
}): Router {
  const { contract, findReference, limiter } = options;
  const router = Router();
  router.get(['/openapi.yaml', '/openapi.json', '/docs'], limitByAddress(limiter, REFERENCE));
  const yamlTag = tagOf(contract.yaml);
  router.get('/openapi.yaml', cached(yamlTag), (_request, response) => {
    response.type('application/yaml').send(contract.yaml);
  });
  router.get('/openapi.json', cached(tagOf(contract.json)), (_request, response) => {
    response.type('application/json').send(contract.json);
  });
  // Made from the contract as written, by whatever version of the builder.
  router.get('/docs', cached(`W/${yamlTag}`), async (_request, response) => {
    response.set('Content-Security-Policy', REFERENCE_POLICY);
    response.sendFile(await findReference(), { dotfiles: 'allow', cacheControl: false, lastModified: false });
  });
  return router;
}

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/**
 * Lets whoever likes keep what follows, and tells those who have it already. Express's own look at If-None-Match gives way
 * to `Cache-Control: no-cache` in a request, which is meant for caches, and which fetch adds by itself.
 */
function cached(tag: string): RequestHandler {
  return (request, response, next) => {
    response.set({ ETag: tag, 'Cache-Control': CACHE_CONTROL });
    if (isAmong(tag, request.get('if-none-match') ?? '')) response.status(304).end();
    else next();
  };
}

/** Compared weakly, as a reader's tags are to be (RFC 9110, 13.1.2). */
function isAmong(tag: string, known: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(tag));
}
