import { createHash } from 'node:crypto';
import { Router, type RequestHandler } from 'express';
import type { Contract } from '../contract/document.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import { limitByAddress, type AddressLimit } from '../http/address-limit.ts';

/** The page has megabytes, and nobody needs it often. */
const REFERENCE: AddressLimit = { kind: 'reference', requestsPerMinute: 120 };
/** The content changes only when another version of the service is started. */
const CACHE_CONTROL = 'public, max-age=300, must-revalidate';

/** The reference page contains its script and style; nothing else may be loaded or called. */
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
  // A weak tag: the page depends on the contract, but also on the version of its builder.
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
 * Lets clients cache the response, and answers 304 to those that already have it. Express's own check of If-None-Match
 * yields to `Cache-Control: no-cache` in a request, which is meant for caches, and which fetch adds by itself.
 */
function cached(tag: string): RequestHandler {
  return (request, response, next) => {
    response.set({ ETag: tag, 'Cache-Control': CACHE_CONTROL });
    if (isAmong(tag, request.get('if-none-match') ?? '')) response.status(304).end();
    else next();
  };
}

/** Compares weakly, as If-None-Match requires (RFC 9110, 13.1.2). */
function isAmong(tag: string, known: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(tag));
}
