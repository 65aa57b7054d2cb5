import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { StartupError } from '../../../../lib/errors/errors.ts';
import type { SignedApi } from '../../../../config.ts';

/** The API key, and what signs with its secret: the secret is in no property that could be logged or serialized. */
export interface BitsoCredentials {
  readonly apiKey: string;
  /** Lower-case hex of HMAC-SHA-256. */
  sign(text: string): string;
}

const OTHERS_MAY_READ = 0o077;

/** Throws StartupError, with one line that does not quote the secret, above all when others can read its file. */
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
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & OTHERS_MAY_READ) !== 0) {
      throw new StartupError(
        `${variable} can be read by others than its owner: chmod 600 it, and make a new API key if others did.`,
      );
    }
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${variable} cannot be read: ${path}.`);
  }
  if (!/^[\x21-\x7e]{8,512}$/.test(text)) {
    throw new StartupError(`${variable} must hold the secret of the API key, and nothing else.`);
  }
  return text;
}
