import { ProviderFailure } from '../../../index.ts';
import { BitsoError } from '../client/errors.ts';

const BY_CODE: Readonly<Record<string, string>> = {
  '0201': 'Check BITSO_API_KEY: keys of the stage host work only there, and others only in production.',
  '0202': 'Give the API key the permission for this call.',
  '0206': 'Ask Bitso whether the key takes nonces of version 2.',
  '0207': 'Set the clocks of this host and of its database.',
  '0213': "Add this host's address to the API key's IP list.",
  '0215': 'Check the secret: it must be the one that was shown with this API key.',
  '0216': 'Ask Bitso why the account is restricted.',
};

/** What the operator can do about a call that failed, after what went wrong. Quotes nothing that Bitso wrote. */
export function adviceFor(error: unknown): string {
  if (!(error instanceof ProviderFailure)) throw error;
  if (!(error instanceof BitsoError)) {
    return `${error.message} Check BITSO_BASE_URL, and that this host may open connections to it.`;
  }
  return `${error.message} ${BY_CODE[error.code] ?? adviceByReading(error)}`;
}

function adviceByReading({ reading, code, status }: BitsoError): string {
  if (code.startsWith('07')) return 'Ask Bitso about the verification of the account.';
  switch (reading.as) {
    case 'locked_out':
      return 'Wait, and find out what else calls with this API key.';
    case 'not_there':
      return 'Ask Bitso whether the contract covers this call.';
    default:
      return status >= 500 ? 'Try again later.' : 'Ask Bitso, with this code.';
  }
}
