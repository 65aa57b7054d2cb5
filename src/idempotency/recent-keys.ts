const MAX_KNOWN = 10_000;

/**
 * The keys of calls that this process answered recently. It is only a hint, because a repeat of such a call most likely
 * has a stored response, and needs neither a transaction nor the preparation of its work.
 */
export class RecentKeys {
  #keys = new Set<string>();
  /** Cleared as a whole, because repeatedly deleting a set's first key makes finding the next ever slower. */
  #earlier = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key) || this.#earlier.has(key);
  }

  note(key: string): void {
    if (this.#keys.size >= MAX_KNOWN / 2) {
      this.#earlier = this.#keys;
      this.#keys = new Set();
    }
    this.#keys.add(key);
  }
}
