import type { FailureReason } from '../../../../lib/reasons.ts';
import type { Money } from '../../../../lib/money.ts';
import type { Destination } from '../../../index.ts';

/** Payments that go to the bank in one file. */
export interface PaymentBatch {
  /** By which the bank recognizes the file: 1 to 30 letters, digits and hyphens, unique for ever. */
  messageId: string;
  createdAt: Date;
  /** Which of the day's files for that bank it is, from 1. */
  fileOfDay: number;
  /** YYYY-MM-DD */
  executionDate: string;
  payments: readonly Payment[];
}

export interface Payment {
  /** From `instructionIdOf`. */
  instructionId: string;
  amount: Money;
  currency: string;
  destination: Destination;
  /** What the payee reads: words, or the payee's own creditor reference of ISO 11649. */
  remittance: { text: string } | { creditorReference: string } | null;
}

/** Why a payment cannot go into a file. */
export interface PaymentRefusal {
  reason: FailureReason;
  /** For the operator. */
  words: string;
}

export interface PaymentFile {
  bytes: Buffer;
  count: number;
  sum: Money;
  /** In hex. */
  sha256: string;
  name: string;
  groups: FileGroup[];
}

/** Payments that the file puts together, and that a bank may book as one debit or refuse as one. */
export interface FileGroup {
  /** `PmtInfId`, or the number of a NACHA batch. */
  id: string;
  instructionIds: string[];
  sum: Money;
}
