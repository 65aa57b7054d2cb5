import { open, rename, stat, unlink } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../../../db/index.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import { wholeFile } from '../../../../lib/files/whole-file.ts';
import { newId } from '../../../../lib/ids.ts';
import { writePaymentFile } from '../payments/index.ts';
import type { PayingAccount } from './payouts.ts';
import * as repository from './repository.ts';

/** More go into the next file: banks limit files too. */
const MOST_PAYMENTS = 500;

/** A payment file that was released. */
export interface Exported {
  file: string;
  payments: number;
  sum: Money;
  sha256: string;
}
