import type { Keyring } from '../../lib/secrets/keyring.ts';
import { isHeld, type KeyMark } from '../../lib/secrets/seal.ts';

export const ON_HOLD =
  'on hold: compare with the providers (`payments reconcile`), then `payments transfers resume`';
export const KEY_NOT_INCLUDED = 'not included: keep it elsewhere';

export function describeSeal(isVerified: boolean): string {
  return isVerified
    ? 'verified'
    : 'NOT VERIFIED: anyone who could write to the backup could have changed what was restored. Check the books with `payments ledger verify` and `payments reconcile`';
}

export function describeKey(keyring: Keyring | undefined, mark: KeyMark | null): string {
  if (mark && isHeld(keyring, mark)) return 'the same as when it was backed up';
  const here = keyring ? 'not the one that it was backed up with' : 'none here';
  return `${here}: put the backup's key here before the service starts, or no API key will work`;
}
