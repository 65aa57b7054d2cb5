import type { Owner } from './invitations.ts';
import type { RunningCell } from './deployment.ts';
import type { Span, Trade } from './trade.ts';

/** An account that may be in a cell, from then on. */
interface Stay extends Span {
  cell: number;
}

/** An account that trades while operators move it and restore cells, and what may be lost of what it was told. */
export class Tenant {
  readonly trade: Trade = { orders: [], refused: [] };
  readonly shop: RunningCell;
  readonly owner: Owner;
  /** Several have no end while it is not known which one it is. */
  readonly #stays: Stay[];
  /** By cell: since when what that cell keeps of the account may be older than when it left. */
  readonly #staleSince = new Map<number, number>();
  readonly #lost: Span[] = [];

  constructor(shop: RunningCell, owner: Owner) {
    this.shop = shop;
    this.owner = owner;
    this.#stays = [{ cell: shop.cell, fromMs: performance.now(), toMs: Infinity }];
  }

  get accountId(): string {
    return this.shop.accountId;
  }

  /** Where it may be. */
  get cells(): number[] {
    return this.#current.map(({ cell }) => cell);
  }

  mayComeTo(cell: number): void {
    if (this.cells.includes(cell)) return;
    this.#stays.push({ cell, fromMs: performance.now(), toMs: Infinity });
  }

  isIn(cell: number): void {
    this.mayComeTo(cell);
    for (const stay of this.#current) if (stay.cell !== cell) stay.toMs = performance.now();
    this.#staleSince.delete(cell);
  }

  /** The cell is as it was when this backup of it began. */
  cellRestored(cell: number, backupMs: number): void {
    const stay = this.#current.find((one) => one.cell === cell);
    if (stay) this.#lost.push({ fromMs: Math.max(backupMs, stay.fromMs), toMs: performance.now() });
    this.#staleSince.set(cell, Math.min(backupMs, this.#staleSince.get(cell) ?? Infinity));
  }

  /** It works again in a cell that it had left, with what that one kept. */
  takenUpIn(cell: number): void {
    const since = this.#staleSince.get(cell);
    if (since !== undefined) this.#lost.push({ fromMs: since, toMs: performance.now() });
    this.mayComeTo(cell);
  }

  mayHaveLost = ({ fromMs, toMs }: Span): boolean =>
    this.#lost.some((lost) => fromMs <= lost.toMs && toMs >= lost.fromMs);

  get #current(): Stay[] {
    return this.#stays.filter(({ toMs }) => toMs === Infinity);
  }
}
