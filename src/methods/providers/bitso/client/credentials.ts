import { createHmac } from 'node:crypto';

/** The API key, and a signer that closes over its secret, so that no property of it could be logged or serialized. */
export interface BitsoCredentials {
  readonly apiKey: string;
  /** Lower-case hex of HMAC-SHA-256. */
  sign(text: string): string;
}

export function createCredentials(apiKey: string, secret: string): BitsoCredentials {
  return {
    apiKey,
    sign: (text) => createHmac('sha256', secret).update(text).digest('hex'),
  };
}
