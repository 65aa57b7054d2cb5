import { createHash } from 'node:crypto';
import compression from 'compression';
import { Router, type Request, type Response } from 'express';
import type { ContractDocument } from '../contract/index.ts';
import { type AddressLimit, limitByAddress } from '../http/index.ts';
import {
  type Assets,
  CONTENT_SECURITY_POLICY,
  type Language,
  languageOf,
  LANGUAGES,
  textOf,
} from '../pages/index.ts';
import { memoize } from '../lib/memoize.ts';
import type { RateLimiter } from '../rate-limits/index.ts';
import { API_LINKS, startLinks } from './api-catalog.ts';
import { createDocuments } from './documents.ts';
import { addressesIn, inLanguage } from './book/addresses.ts';
import { readGuides } from './book/guides.ts';
import { renderHome } from './pages/home.tsx';
import type { Site } from './site.ts';

/** The documents are megabytes large, and rarely needed. */
const REFERENCE: AddressLimit = { kind: 'reference', requestsPerMinute: 120 };
/** The content changes only when another version of the service is started. */
const CACHE_CONTROL = 'public, max-age=300, must-revalidate';
const MAX_QUERY_LENGTH = 100;

/** All of it is text; by itself, the library would not compress YAML. */
const COMPRESSED = compression({ filter: () => true });

const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export interface ReferenceOptions {
  document: ContractDocument;
  assets: Assets;
  baseUrl: () => string;
  /** The URL of the panel's sign-in. */
  panelUrl: () => string;
  environment: 'test' | 'live';
  /** Whether webhook endpoints may have http URLs, as in a sandbox. */
  allowsPlainHttp: boolean;
  limiter: RateLimiter;
}

/**
 * The developers' documentation, with the start page, the contract in the forms that tools load, and the reference's
 * pages.
 */
export async function createReferenceRoutes(options: ReferenceOptions): Promise<Router> {
  const { document, assets, baseUrl, panelUrl, environment, allowsPlainHttp, limiter } = options;
  const guides = await readGuides('en');
  const documents = createDocuments({ document, guides, baseUrl, allowsPlainHttp });
  /** Made when a page is first requested, because the renderer is loaded only then, and the address known. */
  const siteIn = memoize(
    async (language: Language): Promise<Site> => {
      const { createSite } = await import('./site.ts');
      return createSite({ document, assets, language, environment, baseUrl: baseUrl() });
    },
    { maxKnown: LANGUAGES.length },
  );
  const router = Router();
  router.get([...documents.paths, '/docs', '/docs/*page'], limitByAddress(limiter, REFERENCE), COMPRESSED);
  // Tools in a browser load them too; everything in them is public.
  router.get(documents.paths, (_request, response, next) => {
    response.set({ 'Access-Control-Allow-Origin': '*', Link: API_LINKS });
    next();
  });
  for (const path of documents.paths) {
    router.get(path, async (request, response) => {
      const { type, text, tag } = await documents.find(path);
      response.type(type);
      send(request, response, text, tag);
    });
  }
  const sendPage = (request: Request, response: Response, html: string): void => {
    response.set(PAGE_HEADERS).set('Link', API_LINKS).type('html');
    send(request, response, html, digestOf(html));
  };
  // For readers who only know that there is a changelog.
  router.get('/changelog', limitByAddress(limiter, REFERENCE), (_request, response) => {
    response.redirect('/docs/changelog');
  });
  router.get(['/docs', '/docs/*page'], async (request, response) => {
    const [, named] = /^\/docs\/(\w+)(?:\/|$)/.exec(request.path) ?? [];
    const chosen = LANGUAGES.find((one) => one === named);
    if (chosen === undefined) response.vary('Accept-Language');
    const language = chosen ?? languageOf(request);
    const path = inLanguage(request.path.replace(/\/$/, ''), language);
    const site = await siteIn(language);
    if (path === addressesIn(language).search) {
      const query = (textOf(request.query['q']) ?? '').trim().slice(0, MAX_QUERY_LENGTH);
      return sendPage(request, response, await site.renderSearch(query, textOf(request.query['kind'])));
    }
    const html = site.render(path);
    if (html === undefined) response.status(404);
    sendPage(request, response, html ?? site.renderMissing());
  });
  router.get('/', limitByAddress(limiter, REFERENCE), COMPRESSED, (request, response) => {
    response.vary('Accept').set('Link', API_LINKS);
    // A request without a preference comes from a program, or from a person with curl.
    if (request.accepts('json', 'html') !== 'html') {
      const text = startLinks({ baseUrl: baseUrl(), panelUrl: panelUrl() });
      response.type('json');
      return send(request, response, text, digestOf(text));
    }
    response.vary('Accept-Language');
    const language = languageOf(request);
    const html = renderHome({
      assets,
      language,
      title: document.info.title,
      environment,
      panelUrl: panelUrl(),
    });
    sendPage(request, response, html);
  });
  return router;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Lets clients cache the response, and answers 304 to those that already have it. The tag is weak, because a response may
 * be compressed. Express's own check of If-None-Match yields to `Cache-Control: no-cache` in a request, which is meant
 * for caches, and which fetch adds by itself.
 */
function send(request: Request, response: Response, text: string, digest: string): void {
  const tag = `W/"${digest}"`;
  response.set({ ETag: tag, 'Cache-Control': CACHE_CONTROL });
  if (isAmong(tag, request.get('if-none-match') ?? '')) response.status(304).end();
  else response.send(text);
}

/** Compares weakly, as If-None-Match requires (RFC 9110, 13.1.2). */
function isAmong(tag: string, known: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(tag));
}
