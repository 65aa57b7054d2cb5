import type { Foundation } from '../foundation.ts';
import { keyedCall } from '../idempotency/keyed-call.ts';
import { runJsonOnce } from '../idempotency/json-once.ts';
import type { Work } from '../idempotency/run-once.ts';
import { newId } from '../lib/ids.ts';
import { CommandFailure } from './command.ts';

/** Identifies an operation, so that repeating its command does not carry it out twice (D16). */
export const IDEMPOTENCY_OPTION = [
  '--idempotency-key <key>',
  'repeat it to retry the same operation; kept for 24 hours',
] as const;

export interface OnceCommand {
  accountId: string;
  /** Undefined: every run is a separate operation. */
  key: string | undefined;
  name: string;
  options: object;
}

/** The same format as in a call to the API. */
const KEY = /^[!-~]([ -~]{0,253}[!-~])?$/;

/** Runs a command that moves money, once per account and key. */
export async function once<T extends object>(
  { db, runOnce }: Foundation,
  { accountId, key, name, options }: OnceCommand,
  prepare: () => Promise<Work<T>> | Work<T>,
): Promise<T> {
  if (key === undefined) {
    const work = await prepare();
    return db.transaction(typeof work === 'function' ? work : await work.ask(newId()));
  }
  if (!KEY.test(key)) {
    throw new CommandFailure('The idempotency key must have 1 to 255 printable ASCII characters.');
  }
  const call = keyedCall({
    accountId,
    credentialId: null,
    key,
    method: 'COMMAND',
    path: name,
    body: options,
  });
  return runJsonOnce(runOnce, call, prepare, { sealed: false });
}
