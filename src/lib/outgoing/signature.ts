import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/**
 * Builds the value of the signature header (D19): `t=<seconds>,v1=<64 lowercase hex>`, an HMAC-SHA-256 over the time, a
 * dot and the body's bytes. The key is the whole secret (`whsec_…`) as text. With several secrets there is a `v1` for each,
 * in their order (D63).
 */
export function signPayload({ body, secrets, timestampS }: SignInput): string {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${timestampS}.`).update(body).digest('hex');
    return `v1=${digest}`;
  });
  return [`t=${timestampS}`, ...signatures].join(',');
}

export type SignInput = { body: Buffer | string; secrets: readonly string[]; timestampS: number };

/** The signature of a body that is sent now. */
export function signNow({ body, secrets }: Omit<SignInput, 'timestampS'>): string {
  return signPayload({ body, secrets, timestampS: Math.floor(Date.now() / 1000) });
}
