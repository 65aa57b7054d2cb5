import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/**
 * Builds the value of the signature header (D19): `t=<seconds>,v1=<64 lowercase hex>`, an HMAC-SHA-256 over the time, a
 * dot and the body's bytes. The key is the whole secret (`whsec_…`) as text.
 */
export function signPayload({ body, secret, timestampS }: SignInput): string {
  const digest = createHmac('sha256', secret).update(`${timestampS}.`).update(body).digest('hex');
  return `t=${timestampS},v1=${digest}`;
}

export type SignInput = { body: Buffer | string; secret: string; timestampS: number };

/** The signature of a body that is sent now. */
export function signNow({ body, secret }: Omit<SignInput, 'timestampS'>): string {
  return signPayload({ body, secret, timestampS: Math.floor(Date.now() / 1000) });
}
