import type { ChainRow, Cursor } from './chain-repository.ts';
import type { ScannedRange } from './scan.ts';

const MAX_RANGE_BLOCKS = 10_000;

/** The position of a pass over a chain, in step with its writes. */
export class Progress {
  readonly row: ChainRow;
  head: number;
  /** The number of blocks read at once; fewer where an endpoint refuses more. */
  range: number;
  #final: number;
  #finalHash: string | null;
  #seen: number;
  #seenHash: string | null;

  constructor(row: ChainRow) {
    this.row = row;
    this.#final = Number(row.finalBlock);
    this.#finalHash = row.finalHash;
    this.#seen = Number(row.seenBlock);
    this.#seenHash = row.seenHash;
    this.head = Number(row.headBlock ?? row.seenBlock);
    this.range = row.rangeBlocks;
  }

  /** The last final block that was read. */
  get final(): { block: number; hash: string | null } {
    return { block: this.#final, hash: this.#finalHash };
  }

  /** The last block that was read, which may still change. */
  get seen(): { block: number; hash: string | null } {
    return { block: this.#seen, hash: this.#seenHash };
  }

  /** Blocks that are not final have changed, so they are read again from the last final block on. */
  forgetSeen(): void {
    this.#seen = this.#final;
    this.#seenHash = this.#finalHash;
  }

  /** The cursor once a range is written. */
  after({ to, lastHash }: ScannedRange, as: 'final' | 'seen'): Cursor {
    const isNewest = to >= this.#seen;
    return {
      finalBlock: as === 'final' ? to : this.#final,
      finalHash: as === 'final' ? lastHash : this.#finalHash,
      seenBlock: isNewest ? to : this.#seen,
      seenHash: isNewest ? lastHash : this.#seenHash,
      headBlock: this.head,
      rangeBlocks: this.range,
    };
  }

  /** A range was written. When it was read whole, the next one may be longer. */
  advance(range: ScannedRange, as: 'final' | 'seen'): void {
    const { finalBlock, finalHash, seenBlock, seenHash } = this.after(range, as);
    this.#final = finalBlock;
    this.#finalHash = finalHash;
    this.#seen = seenBlock;
    this.#seenHash = seenHash;
    if (range.to - range.from + 1 === this.range)
      this.range = Math.min(MAX_RANGE_BLOCKS, this.range + Math.ceil(this.range / 4));
  }

  /** Returns false when it is down to one block. */
  shrinkRange(): boolean {
    if (this.range === 1) return false;
    this.range >>= 1;
    return true;
  }
}
