import type { Trx } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import type { Imported } from '../../../index.ts';
import { NOTHING_TAKEN } from '../intake/nothing-taken.ts';
import type { EntryKind } from './repository.ts';

/** Counts imported entries. */
export class Tally {
  readonly #result: Imported;

  constructor(format: string | null) {
    this.#result = { ...NOTHING_TAKEN, format };
  }

  get result(): Imported {
    return this.#result;
  }

  statement(): void {
    this.#result.statements++;
  }

  entry(kind: EntryKind): void {
    this.#result.entries++;
    if (kind === 'deposit') this.#result.deposits++;
  }

  waits(reason: string): void {
    this.#result.waiting ??= reason;
  }
}

/** Work within one transaction, on a locked account. */
export interface Work {
  trx: Trx;
  logger: Logger;
  account: BankAccountConfig;
  fileId: string;
  /** The format of the imported file; null where there is none. */
  format: string | null;
  total: Tally;
}
