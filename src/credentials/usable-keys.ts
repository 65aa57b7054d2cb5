import { hash } from 'node:crypto';

const MAX_KNOWN = 10_000;

/**
 * The keys that were usable when this process last looked them up. They grant no access: they decide which keys are
 * still worth a lookup while an address sends one unusable key after another. Stored as digests, so that checking a key
 * takes the same time whether or not it is known.
 */
export class UsableKeys {
  /** Least recently looked up first. */
  readonly #digests = new Set<string>();

  has(apiKey: string): boolean {
    return this.#digests.has(digestOf(apiKey));
  }

  /** Records the result of a lookup. */
  note(apiKey: string, isUsable: boolean): void {
    const digest = digestOf(apiKey);
    this.#digests.delete(digest);
    if (!isUsable) return;
    const [oldest] = this.#digests;
    if (this.#digests.size >= MAX_KNOWN && oldest !== undefined) this.#digests.delete(oldest);
    this.#digests.add(digest);
  }
}

function digestOf(apiKey: string): string {
  return hash('sha256', apiKey, 'base64');
}
