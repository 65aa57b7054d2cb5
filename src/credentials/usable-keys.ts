import { createHash } from 'node:crypto';

const MAX_KNOWN = 10_000;

/**
 * The keys that were usable when they were last looked up, as far as this process knows. They open nothing: they tell
 * whose key is worth a look-up, while one unusable key after another comes from the same address. Kept as digests, which
 * also take the same time to find or not to find.
 */
export class UsableKeys {
  /** Those used longest ago come first. */
  readonly #digests = new Set<string>();

  has(apiKey: string): boolean {
    return this.#digests.has(digestOf(apiKey));
  }

  /** Takes note of what a look-up found. */
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
  return createHash('sha256').update(apiKey).digest('base64');
}
