import { setTimeout as delay } from 'node:timers/promises';
import { runJsonOnce, type RunOnce, type Work } from '../../idempotency/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { MemberVisit } from './route.ts';

/** How long the second click of a double click waits for the result of the first. */
const WAIT_MS = 250;
const MAX_WAITS = 40;

/**
 * Carries out a form's action once per rendering of the form. A form that is submitted again by a double click or a
 * reload gets the first result (D16). The form contains `<Once />`. Throws `invalid_request` without it, and what
 * `RunOnce` throws.
 */
export type Once = <T extends object>(
  visit: MemberVisit,
  prepare: () => Promise<Work<T>> | Work<T>,
  options?: OnceOptions,
) => Promise<T>;

interface OnceOptions {
  sealed: boolean;
  /** The part, for a form that acts several times. */
  part?: string;
}

export function createOnce({ runOnce }: { runOnce: RunOnce }): Once {
  return async (visit, prepare, { sealed, part } = { sealed: false }) => {
    const key = visit.field('once');
    if (!isId(key)) throw invalidParam('once', 'once must be the id that the form was shown with.');
    const { pathname } = new URL(visit.request.originalUrl, 'http://panel');
    const call = {
      accountId: visit.accountId,
      credentialId: null,
      key: part === undefined ? `panel:${key}` : `panel:${key}:${part}`,
      method: 'PANEL',
      path: pathname,
      // Only for the user who sent it first, because the result may contain a secret.
      body: { user: visit.session.userId, form: visit.request.body as object },
    };
    for (let waits = 0; ; waits++) {
      try {
        return await runJsonOnce(runOnce, call, prepare, { sealed });
      } catch (error) {
        if (!isInProgress(error) || waits === MAX_WAITS) throw error;
        await delay(WAIT_MS);
      }
    }
  };
}

function isInProgress(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'idempotency_request_in_progress';
}
