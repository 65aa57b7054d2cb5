import { adviser } from '../../http-rail/index.ts';
import { reader } from '../client/fields.ts';

const BY_CODE: Readonly<Record<string, string>> = {
  '0201': 'Check BITSO_API_KEY: keys of the stage host work only there, and others only in production.',
  '0202': 'Give the API key the permission for this call.',
  '0206': 'Ask Bitso whether the key takes nonces of version 2.',
  '0207': 'Set the clocks of this host and of its database.',
  '0213': "Add this host's address to the API key's IP list.",
  '0215': 'Check the secret: it must be the one that was shown with this API key.',
  '0216': 'Ask Bitso why the account is restricted.',
};

export const adviceFor = adviser(reader, 'BITSO_BASE_URL', ({ reading, code }) => {
  if (code.startsWith('07')) return 'Ask Bitso about the verification of the account.';
  if (reading.as === 'not_there') return 'Ask Bitso whether the contract covers this call.';
  return BY_CODE[code];
});
