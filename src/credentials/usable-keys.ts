import type { StoredSecret } from './secret.ts';

const MAX_KNOWN = 10_000;

/**
 * The keys that were usable when this process last looked them up, and those issued since, by any process. They grant
 * no access; they decide which keys are worth a lookup while an address sends one unusable key after another. Known by
 * their stored form with the current pepper, so that checking a key takes the same time whether or not it is known, and
 * so that the database can announce a key as soon as it is issued.
 */
export class UsableKeys {
  /** Least recently looked up first. */
  readonly #digests = new Set<string>();

  has(key: StoredSecret): boolean {
    return this.#digests.has(digestOf(key));
  }

  /** Records the result of a lookup. */
  note(key: StoredSecret, isUsable: boolean): void {
    const digest = digestOf(key);
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
}

function digestOf({ hmac, pepperVersion }: StoredSecret): string {
  return `${pepperVersion}:${hmac.toString('hex')}`;
}
