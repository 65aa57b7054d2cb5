import type { Keyring } from '../../lib/secrets/keyring.ts';
import { fillPath } from '../../pages/index.ts';
import type { MemberVisit, Route, UserVisit, Visit } from './route.ts';

/** The longest time that a person may take to give a fresh proof. */
export const RESUME_LIFE_S = 600;
/** Sealed and in base64, it still fits into a cookie. */
const MAX_BYTES = 2_400;

/** A form that was sent without a fresh proof, to be shown again after it. */
export interface Kept {
  method: 'get' | 'post';
  path: string;
  fields: [name: string, value: string][];
}

type Sealed = Kept & { keptAtMs: number };

/**
 * Keeps what was entered in a form of an account while its sender proves who they are. It is kept in a sealed cookie,
 * which only their session can open, so that it is neither in a URL nor stored. Undefined for a form without input, for
 * files, and for what is too long. Forms of a person's own access are not kept, because they have passwords.
 */
export function keepForm(keyring: Keyring, route: Route, visit: MemberVisit): string | undefined {
  const body = (visit.request.body ?? {}) as Record<string, unknown>;
  const fields = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((one): [string, unknown] => [name, one]),
  );
  if (!fields.every((field): field is [string, string] => typeof field[1] === 'string')) return undefined;
  if (fields.every(([name]) => name === 'once')) return undefined;
  const review = route.method === 'post' ? route.review : undefined;
  const { pathname } = new URL(visit.request.originalUrl, 'http://panel');
  const kept: Sealed = {
    method: review?.method ?? 'post',
    path: review ? fillPath<string>(review.path, visit.request.params as Record<string, string>) : pathname,
    fields,
    keptAtMs: Date.now(),
  };
  const text = JSON.stringify(kept);
  if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
  return keyring.seal(text, contextOf(visit)).toString('base64url');
}

/** The form that this session kept; undefined for another session's, and once it is too old. */
export function openKept(keyring: Keyring, sealed: string | undefined, visit: UserVisit): Kept | undefined {
  if (sealed === undefined) return undefined;
  try {
    const text = keyring.open(Buffer.from(sealed, 'base64url'), contextOf(visit));
    const { keptAtMs, ...kept } = JSON.parse(text) as Sealed;
    return Date.now() - keptAtMs <= RESUME_LIFE_S * 1000 ? kept : undefined;
  } catch {
    // The cookie is of another session, altered, or sealed with a key that is gone.
    return undefined;
  }
}

function contextOf({ session }: Pick<UserVisit, 'session'>): string {
  return `panel-resume:${session.userId}:${session.id}`;
}

/** Where a request comes from, on this site, as the browser says. */
export function referrerOf({ request }: Visit, baseUrl: string): string | undefined {
  const referrer = request.get('referer');
  if (referrer === undefined || !URL.canParse(referrer)) return undefined;
  const { origin, pathname, search } = new URL(referrer);
  return origin === new URL(baseUrl).origin ? `${pathname}${search}` : undefined;
}
