import { randomBytes } from 'node:crypto';
import type { Request, Response } from '../http/call.ts';

/** Of a scan's link, which lasts 20 minutes, nobody is sent back to the last 5. */
const LIFE_MS = 15 * 60 * 1000;
const TOKEN_BYTES = 32;

/**
 * The token by which the scanning phone is known (D33), from its cookie or new, and the cookie set for as long again.
 * A phone that keeps no cookies is a new one with each scan.
 */
export function recognisePayer(request: Request, response: Response, baseUrl: string): string {
  const secure = new URL(baseUrl).protocol === 'https:';
  // With the prefix, a browser takes the cookie from this host alone and over https. Both it and Secure are left out where
  // payers come by plain http, as in a first trial: not every browser would keep the cookie there.
  const name = secure ? '__Host-payer' : 'payer';
  const token = readToken(request, name) ?? randomBytes(TOKEN_BYTES).toString('base64url');
  response.cookie(name, token, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: LIFE_MS });
  return token;
}

function readToken(request: Request, name: string): string | undefined {
  const cookie = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
  return cookie.exec(request.get('cookie') ?? '')?.[1];
}
