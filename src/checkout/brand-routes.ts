import type { RequestHandler } from 'express';
import { findLogo } from '../accounts/index.ts';
import type { Queryable } from '../db/index.ts';
import type { Request, Response } from '../http/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { findBrandStyle } from '../pages/index.ts';

const A_YEAR_S = 365 * 24 * 3600;

/** The style sheet in a brand's colour. */
export const serveBrandStyle: RequestHandler = (request, response) => {
  const css = findBrandStyle(request.path);
  if (css === undefined) throw new DomainError('route_not_found');
  sendForever(request, response, 'text/css; charset=utf-8', Buffer.from(css));
};

/** The logo of the account whose page this is. */
export function serveLogo(
  read: Queryable,
  accountOf: (request: Request) => Promise<string | undefined>,
): RequestHandler {
  return async (request, response) => {
    const accountId = await accountOf(request);
    const found = accountId && (await findLogo(read, accountId, String(request.params['file'])));
    if (!found) throw new DomainError('route_not_found');
    sendForever(request, response, found.logoType, found.logo);
  };
}

/** The URL contains the content's digest, so browsers may cache it forever. The content can only be displayed. */
function sendForever(request: Request, response: Response, type: string, bytes: Buffer): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': `public, max-age=${A_YEAR_S}, immutable`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': request.call.requestId,
  });
  response.end(bytes);
}
