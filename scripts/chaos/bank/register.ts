import type { Spec } from './accounts.ts';

/** What a file is that was written, as only the bank and whoever forged it know. */
export interface Written {
  account: Spec['id'];
  kind: string;
  isForged: boolean;
  /** The bank's days that it is about. */
  first: number;
  last: number;
  /** Whether payers bent it by what they wrote: it may be refused, or wait. */
  isBent: boolean;
}

/** All files of statements by their names, under which the service knows them. */
export class Register {
  readonly #files = new Map<string, Written>();
  readonly #bentDays = new Set<string>();
  /** Those of which the beginning came first, which was refused. */
  readonly cut = new Set<string>();

  add(name: string, file: Written): void {
    this.#files.set(name, file);
    if (!file.isBent) return;
    for (let day = file.first; day <= file.last; day++) this.#bentDays.add(`${file.account} ${day}`);
  }

  find(name: string): Written | undefined {
    return this.#files.get(name);
  }

  get forged(): string[] {
    return [...this.#files].flatMap(([name, { isForged }]) => (isForged ? [name] : []));
  }

  /** Whether a day was told in two messages. */
  isInHalves(account: Spec['id'], day: number): boolean {
    return [...this.#files.values()].some(
      (file) => file.account === account && file.first === day && file.kind === 'MT940 in halves',
    );
  }

  /** Whether it, or another of the same days, was bent: then the books may have what no other file says. */
  isTouched({ account, first, last }: Written): boolean {
    for (let day = first; day <= last; day++) if (this.#bentDays.has(`${account} ${day}`)) return true;
    return false;
  }
}
