import type { Foundation } from '../../composition/index.ts';
import { runJsonOnce, type Work } from '../../idempotency/index.ts';
import { newId } from '../../lib/ids.ts';

export interface OnceCommand {
  accountId: string;
  /** If undefined, every run is a separate operation. */
  key: string | undefined;
  name: string;
  options: object;
}

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
  const call = {
    accountId,
    credentialId: null,
    key,
    method: 'COMMAND',
    path: name,
    // In canonical form, so that equal amounts give the same hash.
    body: JSON.parse(JSON.stringify(options)) as Record<string, unknown>,
  };
  return runJsonOnce(runOnce, call, prepare, { sealed: false });
}
