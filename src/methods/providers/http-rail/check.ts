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
  /** What it showed, or what to do. */
  says: string;
}

export type Said = Omit<CheckedCall, 'call'>;
export type Probe = [call: string, probe: (signal: AbortSignal) => Promise<Said>];

const TIMEOUT_MS = 10_000;

export const fine = (says: string): Said => ({ ok: true, says });
export const wrong = (says: string): Said => ({ ok: false, says });

/** Makes the calls of a checklist, none of which moves money, one after the other. A call that fails says what to do. */
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

/** That a list can be read: each of its records has these fields. */
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
 * Looks up what nobody has ever made: whoever would be told that it is there could not rely on look-ups. `refrain`: what is
 * not to be done then.
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

/** How far the clocks were apart at the last answer, in words; undefined while they agree. */
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
 * Asks a rail before the service starts whether the account is as it should be; what it does not answer is only logged. `ask`
 * throws StartupError for a contradiction.
 */
export async function askIfReady({ rail }: Reader, logger: Logger, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logger.warn(`${rail} could not be asked whether the account is ready`, { error: wordsOf(error) });
  }
}

/** For a look-up that should find nothing: undefined if, as expected, the rail says so. */
export function nothingThere(error: unknown): undefined {
  if (!isNotThere(error)) throw error;
}

/**
 * What the operator can do about a call that failed, after what went wrong; `adviceOf` knows what is special of the rail.
 * Quotes nothing that the rail wrote but its codes.
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
