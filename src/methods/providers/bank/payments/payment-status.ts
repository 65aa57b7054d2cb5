import type { Money } from '../../../../lib/money.ts';

/** A bank's report on a payment file (pain.002). Words are on one line, without controls. */
export interface PaymentStatus extends Level {
  /** As the file says: `pain.002.001.03`, or `pain.002` without a version. */
  format: string;
  /** The bank's own id of the report. */
  messageId: string | null;
  /** The payment file's fields as the bank read them; null where missing. */
  originalMessageId: string | null;
  originalCount: number | null;
  originalSum: Money | null;
  groups: GroupStatus[];
}

/** The status of the payments in one `PmtInf`. */
export interface GroupStatus extends Level {
  id: string | null;
  originalCount: number | null;
  originalSum: Money | null;
  transactions: TransactionStatus[];
}

export interface TransactionStatus extends Level {
  instructionId: string | null;
  endToEndId: string | null;
}

/** The file, a group or a payment. */
export interface Level {
  /** A code like ACSP; null if the bank reports nothing about this level. */
  status: string | null;
  reasons: StatusReason[];
}

export interface StatusReason {
  /** A code like AC04. */
  code: string | null;
  words: string | null;
}
