import { hash } from 'node:crypto';

/** Enough for users who change keys, and too few to guess one. */
const LOOK_UPS_PER_SECOND = 4;
/** Keeps clients that use an old key from using up the lookups for new ones. */
const PAUSE_MS = 10_000;
const MAX_TRIED = 10_000;

/**
 * The lookups left to an address whose window is full, in this process, which are a few keys a second, each once in ten
 * seconds. They let a key through that has just become valid, however many requests with other keys come from the
 * address.
 */
export interface Reserve {
  /**
   * Looks a key up if the address has lookups left and has not tried that key just now; otherwise does nothing. Waits for
   * a lookup of the same key in progress, so that a client's simultaneous calls share it.
   */
  lookUp(address: string, apiKey: string, look: () => Promise<unknown>): Promise<void>;
}

export function createReserve(now: () => number = () => performance.now()): Reserve {
  let second = 0;
  let usedBy = new Map<string, number>();
  /** The oldest first. */
  const tried = new Map<string, { atMs: number; result: Promise<void> }>();

  const take = (address: string, nowMs: number): boolean => {
    const thisSecond = Math.floor(nowMs / 1_000);
    if (thisSecond !== second) usedBy = new Map();
    second = thisSecond;
    const used = usedBy.get(address) ?? 0;
    if (used < LOOK_UPS_PER_SECOND) usedBy.set(address, used + 1);
    return used < LOOK_UPS_PER_SECOND;
  };

  return {
    async lookUp(address, apiKey, look) {
      // The digest, so that no key is kept in memory.
      const id = `${address} ${hash('sha256', apiKey, 'base64')}`;
      const nowMs = now();
      const last = tried.get(id);
      if (last && nowMs - last.atMs < PAUSE_MS) return last.result;
      if (!take(address, nowMs)) return;
      tried.delete(id);
      const [oldest] = tried.keys();
      if (tried.size >= MAX_TRIED && oldest !== undefined) tried.delete(oldest);
      const attempt = async (): Promise<void> => {
        try {
          await look();
        } catch (error) {
          // A failed lookup says nothing about the key.
          tried.delete(id);
          throw error;
        }
      };
      const result = attempt();
      tried.set(id, { atMs: nowMs, result });
      return result;
    },
  };
}
