import type { FailureReason } from '../../../../lib/reasons.ts';
import type { Money } from '../../../../lib/money.ts';
import type { Destination } from '../../../index.ts';

/** Payments that go to the bank in one file. */
export interface PaymentBatch {
  /** Identifies the file to the bank: 1 to 30 letters, digits and hyphens, unique for ever. */
  messageId: string;
  createdAt: Date;
  /** The number of the day's file for that bank, from 1. */
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
  /** The remittance information for the payee, as words or as the payee's own creditor reference of ISO 11649. */
  remittance: { text: string } | { creditorReference: string } | null;
}

/** The reason why a payment cannot go into a file. */
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

/** Payments that the file groups, and that a bank may book as one debit or refuse as one. */
export interface FileGroup {
  /** `PmtInfId`, or the number of a NACHA batch. */
  id: string;
  instructionIds: string[];
  sum: Money;
}
