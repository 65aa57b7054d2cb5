import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { StartupError } from '../errors/errors.ts';

type Purpose =
  | 'backup'
  | 'bank-payment'
  | 'base-copy'
  | 'credential-pepper'
  | 'cursor'
  | 'fingerprint'
  | 'operator-key'
  | 'operator-request'
  | 'payer'
  | 'receipt'
  | 'recovery-code'
  | 'sealed-box';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BOX_PREFIX_BYTES = 1 + IV_BYTES + TAG_BYTES;

/**
 * The deployment's secret keys, newest first. Every purpose derives a key of its own (HKDF), and stored data
 * says which version it was made with, so that a new key can be put in front without breaking old data.
 */
export class Keyring {
  readonly #keys: ReadonlyMap<number, Buffer>;
  readonly #derived = new Map<string, KeyObject>();
  readonly currentVersion: number;
  /** Of all keys, in the order in which SECRETS_KEY names them. */
  readonly versions: readonly number[];

  private constructor(keys: Map<number, Buffer>) {
    this.#keys = keys;
    this.currentVersion = Math.max(...keys.keys());
    this.versions = [...keys.keys()];
  }

  /**
   * Reads SECRETS_KEY: one key of 32 bytes in base64 or hex (version 1), or several as `2:<key>,1:<key>`. Throws
   * StartupError with advice when it cannot be used.
   */
  static parse(text: string): Keyring {
    const keys = new Map<number, Buffer>();
    for (const part of text.split(',')) {
      const match = /^(?:([1-9][0-9]{0,2}):)?([A-Za-z0-9+/=_-]+)$/.exec(part.trim());
      const version = Number(match?.[1] ?? '1');
      const key = decodeKey(match?.[2] ?? '');
      if (!key || version > 255 || keys.has(version)) {
        throw new StartupError(
          'SECRETS_KEY must be 32 random bytes in base64 or hex (try: openssl rand -base64 32), or versions of it as 2:<new>,1:<old>.',
        );
      }
      keys.set(version, key);
    }
    return new Keyring(keys);
  }

  static generate(): string {
    return randomBytes(KEY_BYTES).toString('base64');
  }

  /** HMAC-SHA-256 with the key derived for this purpose; undefined when that version is not held. */
  hmac(purpose: Purpose, data: string | Buffer, version = this.currentVersion): Buffer | undefined {
    const key = this.#derive(purpose, version);
    return key && createHmac('sha256', key).update(data).digest();
  }

  /** Identifies this key without revealing it; undefined when that version is not held. */
  fingerprint(version = this.currentVersion): string | undefined {
    return this.hmac('fingerprint', 'SECRETS_KEY', version)?.toString('hex');
  }

  /** The fingerprint of each version that is held, by version. */
  fingerprints(): Record<string, string> {
    return Object.fromEntries(this.versions.map((version) => [version, this.fingerprint(version) ?? '']));
  }

  /** The versions of this keyring that another one does not hold, or has another key for. */
  missingFrom(other: Keyring): number[] {
    return this.versions.filter((version) => this.fingerprint(version) !== other.fingerprint(version));
  }

  /** Encrypts with AES-256-GCM, bound to its context (whose row it is), so that ciphertexts cannot be swapped. */
  seal(plaintext: string, context: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#mustDerive('sealed-box', this.currentVersion), iv);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(this.currentVersion), iv, cipher.getAuthTag(), sealed]);
  }

  /** Decrypts what `seal` made for the same context. Throws when it was altered or moved, or its key is gone. */
  open(box: Buffer, context: string): string {
    const version = box[0] ?? 0;
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.#mustDerive('sealed-box', version),
      box.subarray(1, 1 + IV_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(box.subarray(1 + IV_BYTES, BOX_PREFIX_BYTES));
    return Buffer.concat([decipher.update(box.subarray(BOX_PREFIX_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }

  #mustDerive(purpose: Purpose, version: number): KeyObject {
    const key = this.#derive(purpose, version);
    if (!key) throw new Error(`SECRETS_KEY holds no version ${version}`);
    return key;
  }

  #derive(purpose: Purpose, version: number): KeyObject | undefined {
    const cacheKey = `${purpose}:${version}`;
    const cached = this.#derived.get(cacheKey);
    if (cached) return cached;
    const root = this.#keys.get(version);
    if (!root) return undefined;
    const bytes = hkdfSync('sha256', root, '', `payments-account-api/${purpose}`, KEY_BYTES);
    const key = createSecretKey(Buffer.from(bytes));
    this.#derived.set(cacheKey, key);
    return key;
  }
}

function decodeKey(text: string): Buffer | undefined {
  const key = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}
