import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/**
 * `whsec_` and 32 random bytes in base64, the form that libraries for Standard Webhooks take (D69). Older secrets are
 * in base64url.
 */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
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

type SignInput = { body: Buffer | string; secrets: readonly string[]; timestampS: number };

/** The signature of a body that is sent now. */
export function signNow({ body, secrets }: Omit<SignInput, 'timestampS'>): string {
  return signPayload({ body, secrets, timestampS: nowS() });
}

/**
 * Builds the value of `webhook-signature` of Standard Webhooks (D69): for each secret, in their order, `v1,<base64>`,
 * separated by spaces. It is an HMAC-SHA-256 over the message's id, a dot, the time, a dot and the body's bytes. The key is
 * what the secret encodes after `whsec_`, in base64 or base64url.
 */
export function signStandard({ id, body, secrets, timestampS }: SignInput & { id: string }): string {
  const signatures = secrets.map((secret) => {
    // Node decodes both alphabets, with and without padding.
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const digest = createHmac('sha256', key).update(`${id}.${timestampS}.`).update(body).digest('base64');
    return `v1,${digest}`;
  });
  return signatures.join(' ');
}

/** In Unix seconds, by this process's clock, as receivers compare it with theirs. */
export function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
