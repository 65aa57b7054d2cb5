import { randomBytes } from 'node:crypto';
import type { Request, Response } from '../http/index.ts';

/** A scan's link lasts 20 minutes, and no payer is sent back to it in its last 5. */
const LIFE_MS = 15 * 60 * 1000;
const TOKEN_BYTES = 32;

/**
 * Returns the token that identifies the scanning phone (D33), from its cookie or new, and renews the cookie. A phone
 * that keeps no cookies counts as a new one with each scan.
 */
export function recognisePayer(request: Request, response: Response, baseUrl: string): string {
  const secure = new URL(baseUrl).protocol === 'https:';
  // With the prefix, a browser accepts the cookie only from this host and over https. Over plain http, as in a first
  // trial, both it and Secure are left out, because not every browser would keep the cookie.
  const name = secure ? '__Host-payer' : 'payer';
  const token = readToken(request, name) ?? randomBytes(TOKEN_BYTES).toString('base64url');
  response.cookie(name, token, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: LIFE_MS });
  return token;
}

function readToken(request: Request, name: string): string | undefined {
  const cookie = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
  return cookie.exec(request.get('cookie') ?? '')?.[1];
}
