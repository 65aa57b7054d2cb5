import { createHmac } from 'node:crypto';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { readPrivateFile } from '../../../../lib/secrets/private-file.ts';
import type { SignedApi } from '../../../../config/index.ts';

/** The API key, and a signer that closes over its secret, so that no property of it could be logged or serialized. */
export interface BitsoCredentials {
  readonly apiKey: string;
  /** Lower-case hex of HMAC-SHA-256. */
  sign(text: string): string;
}

/** Throws StartupError, with one line that does not quote the secret, notably when other users can read its file. */
export function readCredentials({ apiKey, secret }: Pick<SignedApi, 'apiKey' | 'secret'>): BitsoCredentials {
  const text = 'value' in secret ? secret.value : readSecretFile(secret);
  return createCredentials(apiKey, text);
}

export function createCredentials(apiKey: string, secret: string): BitsoCredentials {
  return {
    apiKey,
    sign: (text) => createHmac('sha256', secret).update(text).digest('hex'),
  };
}

function readSecretFile({ file: path, variable }: { file: string; variable: string }): string {
  const read = readPrivateFile(path);
  if ('fault' in read) {
    throw new StartupError(
      read.fault === 'unreadable'
        ? `${variable} cannot be read: ${path}.`
        : `${variable} can be read by others than its owner: chmod 600 it, and make a new API key if others did.`,
    );
  }
  const text = read.text.trim();
  if (!/^[\x21-\x7e]{8,512}$/.test(text)) {
    throw new StartupError(`${variable} must hold the secret of the API key, and nothing else.`);
  }
  return text;
}
