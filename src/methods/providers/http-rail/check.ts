import { wordsOf } from '../../../lib/errors/words.ts';
import type { Logger } from '../../../lib/logger.ts';
import { ProviderFailure } from '../../index.ts';
import type { RailClient } from './client.ts';
import { isNotThere, RailError } from './errors.ts';
import type { Fields, Reader } from './reader.ts';

/** One call of a rail's checklist in docs/rails. */
export interface CheckedCall {
  call: string;
  ok: boolean;
  /** The result, or what the operator should do. */
  says: string;
}

export type Said = Omit<CheckedCall, 'call'>;
export type Probe = [call: string, probe: (signal: AbortSignal) => Promise<Said>];

const TIMEOUT_MS = 10_000;

export const fine = (says: string): Said => ({ ok: true, says });
export const wrong = (says: string): Said => ({ ok: false, says });

/**
 * Makes the calls of a checklist one after the other. None of them moves money. A call that fails reports what the
 * operator can do.
 */
export async function runChecks(
  probes: readonly Probe[],
  adviceFor: (error: unknown) => string,
): Promise<CheckedCall[]> {
  const checked: CheckedCall[] = [];
  for (const [call, probe] of probes) {
    const said = await probe(AbortSignal.timeout(TIMEOUT_MS)).catch((error: unknown) =>
      wrong(adviceFor(error)),
    );
    checked.push({ call, ...said });
  }
  return checked;
}

/** Checks that a list is readable, so that each of its records has these fields. */
export function readable(
  { textOf }: Reader,
  read: (signal: AbortSignal) => Promise<readonly Fields[]>,
  ...names: string[]
): Probe[1] {
  return async (signal) => {
    const list = await read(signal);
    for (const one of list) for (const name of names) textOf(one, name);
    return fine(list.length > 0 ? 'readable' : 'readable; empty so far');
  };
}

/**
 * Looks up an id that was never used. If the rail claims to know it, its look-ups cannot be relied on, and `refrain`
 * says what must not be done then.
 */
export function neverMade(
  { rail }: Reader,
  what: string,
  refrain: 'send no money' | 'take no payments',
  find: (signal: AbortSignal) => Promise<Fields | readonly Fields[] | undefined>,
): Probe[1] {
  return async (signal) => {
    const found = await find(signal);
    if (found === undefined) return fine(`an unknown ${what} gets an error that says so`);
    if (Array.isArray(found) && found.length === 0) return fine(`an unknown ${what} gets an empty list`);
    return wrong(`An id that was never used was found: ${refrain} before ${rail} explains it.`);
  };
}

/** Describes the clock difference at the last response; undefined while the clocks agree. */
export function findClockFault(
  { rail }: Reader,
  client: Pick<RailClient, 'skewMs'>,
  mostMs: number,
): string | undefined {
  const skewMs = client.skewMs() ?? 0;
  if (Math.abs(skewMs) <= mostMs) return undefined;
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return `This host's clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} ${rail}'s: set it.`;
}

/**
 * Asks the rail before the service starts whether the account is set up correctly. `ask` throws StartupError for a
 * contradiction; a rail that does not respond is only logged.
 */
export async function askIfReady({ rail }: Reader, logger: Logger, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logger.warn(`${rail} account could not be verified`, { error: wordsOf(error) });
  }
}

/** Turns the expected "not found" of a look-up into undefined; any other error is rethrown. */
export function nothingThere(error: unknown): undefined {
  if (!isNotThere(error)) throw error;
}

/**
 * Describes a failed call and what the operator can do about it; `adviceOf` adds what is specific to the rail. Of the
 * rail's own text, only its error codes are quoted.
 */
export function adviser(
  { rail }: Reader,
  setting: string,
  adviceOf: (error: RailError) => string | undefined,
): (error: unknown) => string {
  const usual = ({ reading, status, logId }: RailError): string => {
    if (reading.as === 'too_many') return 'Wait, and find out what else calls with these credentials.';
    if (status >= 500) return 'Try again later.';
    return `Ask ${rail}, with this code${logId === undefined ? '' : ` and ${logId}`}.`;
  };
  return (error) => {
    if (!(error instanceof ProviderFailure))
      return `${rail} sent something that is not as documented: ask ${rail}.`;
    if (!(error instanceof RailError))
      return `${error.message} Check ${setting}, and that this host may open connections to it.`;
    return `${error.message} ${adviceOf(error) ?? usual(error)}`;
  };
}
