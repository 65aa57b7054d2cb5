const MAX_KNOWN = 10_000;

/**
 * The keys of calls that this process answered lately. Only a hint where to look first: a repeat of such a call most likely
 * has a stored response, and needs neither a transaction nor the preparation of its work.
 */
export class RecentKeys {
  /** Oldest first. */
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  note(key: string): void {
    const [oldest] = this.#keys;
    if (this.#keys.size >= MAX_KNOWN && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.add(key);
  }
}
