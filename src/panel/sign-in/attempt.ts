import { describeError, type Logger } from '../../lib/logger.ts';
import { newToken, normaliseEmail, type Sessions, type SignIn, type Verified } from '../../people/index.ts';
import { type CookieJar, createCookieJar } from '../request/cookies.ts';
import type { Visit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import type { Denial } from './parts.tsx';

/** The input is left out, because people type passwords into the wrong field. */
export function logDenial(logger: Logger, { request }: Visit, reason: Denial, error?: unknown): void {
  const { requestId, clientAddress: address } = request.call;
  const cause = error === undefined ? {} : describeError(error);
  logger.warn('panel sign-in failed', {
    request_id: requestId,
    address,
    path: request.path,
    reason,
    ...cause,
  });
}

/** The browser of a sign-in, with its address and its previous session. */
export async function browserOf(
  { request }: Visit,
  cookies: CookieJar,
  sessions: Pick<Sessions, 'find'>,
): Promise<Omit<SignIn, 'userId' | 'proof'>> {
  const token = cookies.session(request);
  const session = token === undefined ? undefined : await sessions.find(token);
  const { clientAddress: address, requestId } = request.call;
  return {
    from: { address, agent: request.get('user-agent') ?? '' },
    device: cookies.device(request) ?? newToken(),
    requestId,
    replaces: session && {
      userId: session.userId,
      email: session.email,
      sessionId: session.id,
      address,
      requestId,
    },
  };
}

/** The user whose password and code were typed, within the limits. */
export function checkPassword(
  { people, baseUrl }: PanelServices,
  visit: Visit,
  typed: string,
): Promise<{ allowed: boolean; result?: Verified }> {
  const email = normaliseEmail(typed);
  const address = visit.request.call.clientAddress;
  const device = createCookieJar(baseUrl).device(visit.request);
  return people.limits.within({ email, address, device }, () =>
    people.passwords.verify(email, visit.field('password'), visit.field('code')),
  );
}
