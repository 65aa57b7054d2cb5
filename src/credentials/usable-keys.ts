import type { Keyring } from '../lib/secrets/keyring.ts';
import { protectSecret, type ApiKeyParts } from './secret.ts';

const MAX_KNOWN = 10_000;

/**
 * The keys that were usable when this process last looked them up, and those issued since, by any process. They grant
 * no access; they decide which keys are worth a lookup while an address sends one unusable key after another. Known by
 * their stored form, so that checking a key takes the same time whether or not it is known, and so that the database
 * can announce a key as soon as it is issued.
 */
export class UsableKeys {
  readonly #keyring: Keyring;
  /** Least recently looked up first. */
  readonly #digests = new Set<string>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  has(key: ApiKeyParts): boolean {
    return this.#digests.has(this.#digestOf(key));
  }

  /** Records the result of a lookup. */
  note(key: ApiKeyParts, isUsable: boolean): void {
    const digest = this.#digestOf(key);
    if (isUsable) this.add(digest);
    else this.#digests.delete(digest);
  }

  /** Adds a key by its digest: `<pepper version>:<HMAC in hex>`. */
  add(digest: string): void {
    this.#digests.delete(digest);
    const [oldest] = this.#digests;
    if (this.#digests.size >= MAX_KNOWN && oldest !== undefined) this.#digests.delete(oldest);
    this.#digests.add(digest);
  }

  #digestOf(key: ApiKeyParts): string {
    const { hmac, pepperVersion } = protectSecret(this.#keyring, key);
    return `${pepperVersion}:${hmac.toString('hex')}`;
  }
}
