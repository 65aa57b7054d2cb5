import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Delivery {
  /** When, or what must have happened before. */
  isDue: () => boolean | Promise<boolean>;
  folder: string;
  name: string;
  content: string;
  /** Of how much of it appears first, as from a transfer that breaks off. */
  cutAt: number | undefined;
}

const LOOK_EVERY_MS = 100;
/** The watcher takes a file that two looks find the same, with two seconds between them. */
const CUT_FOR_MS = 6_000;

/** Carries the bank's files into the folders of the service, each when it is its turn. */
export class Courier {
  readonly counts: Record<string, number> = {};
  #waiting: Delivery[] = [];
  #isFlushing = false;

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  later(delivery: { afterMs: number; folder: string; name: string; content: string; cutAt?: number }): void {
    const at = Date.now() + delivery.afterMs;
    const isDue = () => this.#isFlushing || Date.now() >= at;
    this.#waiting.push({ cutAt: undefined, ...delivery, isDue });
  }

  /** Not before something has happened at the service. */
  after(isDue: Delivery['isDue'], delivery: Pick<Delivery, 'folder' | 'name' | 'content'>): void {
    this.#waiting.push({ ...delivery, isDue, cutAt: undefined });
  }

  /** From now on, nothing that only waits for its time waits any longer. */
  flush(): void {
    this.#isFlushing = true;
  }

  get waits(): number {
    return this.#waiting.length;
  }

  async carry(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const one of waiting) {
        if (await one.isDue()) await this.#deliver(one);
        else this.#waiting.push(one);
      }
      await delay(LOOK_EVERY_MS);
    }
  }

  async #deliver({ folder, name, content, cutAt }: Delivery): Promise<void> {
    const path = join(folder, name);
    if (cutAt !== undefined) {
      await writeFile(path, content.slice(0, cutAt), { mode: 0o600 });
      this.later({ afterMs: CUT_FOR_MS, folder, name, content });
      return;
    }
    await writeFile(`${path}.part`, content, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
}
