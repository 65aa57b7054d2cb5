import compression from 'compression';
import { Router, type RequestHandler } from 'express';
import type { ContractDocument } from '../contract/document.ts';
import { limitByAddress, type AddressLimit } from '../http/address-limit.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import { createDocuments } from './documents.ts';
import { readGuides } from './guides.ts';
import { createReference } from './page.ts';

/** The documents have megabytes, and nobody needs them often. */
const REFERENCE: AddressLimit = { kind: 'reference', requestsPerMinute: 120 };
/** The content changes only when another version of the service is started. */
const CACHE_CONTROL = 'public, max-age=300, must-revalidate';

/** All of it is text; by itself, the library would not compress YAML. */
const COMPRESSED = compression({ filter: () => true });

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

/** The contract in the forms that tools load, and its reference page: what developers read. */
export async function createReferenceRoutes(options: {
  document: ContractDocument;
  dataDir: string;
  baseUrl: () => string;
  limiter: RateLimiter;
}): Promise<Router> {
  const { document, dataDir, baseUrl, limiter } = options;
  const guides = await readGuides();
  const documents = createDocuments({ document, guides, baseUrl });
  const reference = createReference({ document, guides, dataDir, baseUrl });
  const router = Router();
  router.get([...documents.paths, '/docs'], limitByAddress(limiter, REFERENCE), COMPRESSED);
  // Tools in a browser load them too; there is nothing in them that is not public.
  router.get(documents.paths, (_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    next();
  });
  for (const path of documents.paths) {
    router.get(
      path,
      cached(() => documents.find(path).tag),
      (_request, response) => {
        const { type, text } = documents.find(path);
        response.type(type).send(text);
      },
    );
  }
  router.get('/docs', cached(reference.tag), async (_request, response) => {
    response.set('Content-Security-Policy', REFERENCE_POLICY);
    response.sendFile(await reference.find(), {
      dotfiles: 'allow',
      cacheControl: false,
      lastModified: false,
    });
  });
  return router;
}

/**
 * Lets clients cache the response, and answers 304 to those that already have it. The tag is weak, because a response may
 * be compressed. Express's own check of If-None-Match yields to `Cache-Control: no-cache` in a request, which is meant
 * for caches, and which fetch adds by itself.
 */
function cached(tagOf: () => string): RequestHandler {
  return (request, response, next) => {
    const tag = `W/"${tagOf()}"`;
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
