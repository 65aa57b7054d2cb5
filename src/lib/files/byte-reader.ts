import { StartupError } from '../errors/errors.ts';

/** Reads a stream of bytes in parts, and holds no more of it than the part that is being read. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Throws StartupError when there are fewer. */
  async take(bytes: number): Promise<Buffer> {
    while (this.#rest.length < bytes) if (!(await this.#pull())) throw cutOff();
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }

  /** A line with its line break; undefined when it is longer than allowed. */
  async line(maxBytes: number): Promise<Buffer | undefined> {
    let end = this.#rest.indexOf(10);
    while (end === -1) {
      if (this.#rest.length > maxBytes) return undefined;
      if (!(await this.#pull())) throw cutOff();
      end = this.#rest.indexOf(10);
    }
    return this.take(end + 1);
  }

  /** Whether these bytes come next; consumes none. */
  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#rest.length < bytes.length) if (!(await this.#pull())) return false;
    return this.#rest.subarray(0, bytes.length).equals(bytes);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#pull())) return true;
    return false;
  }

  /** All that was not consumed yet. */
  async *rest(): AsyncGenerator<Buffer> {
    while (!(await this.isAtEnd())) yield this.take(this.#rest.length);
  }

  /** False at the end. */
  async #pull(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = Buffer.concat([this.#rest, next.value]);
    return true;
  }
}

export function cutOff(): StartupError {
  return new StartupError('The file is incomplete: its end is missing. Use another copy.');
}
