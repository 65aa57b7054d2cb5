import { StartupError } from '../../../../lib/errors/errors.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { SignerFailure } from './signer.ts';

/**
 * Whether a chain could not be read, or is not as configured, or nothing was signed; in all cases, nothing was done.
 */
export function isChainTrouble(error: unknown): error is Error {
  if (isChainFailure(error) || error instanceof StartupError || error instanceof SignerFailure) {
    return true;
  }
  return error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
}
