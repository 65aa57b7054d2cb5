import { createHash } from 'node:crypto';
import { totalOf } from './amounts.ts';
import type { PaymentBatch, PaymentFile } from './batch.ts';
import { groupsOf, summaryOf } from './groups.ts';
import { writeNacha } from './nacha.ts';
import { writePain } from './pain-001.ts';
import type { PaymentFileProfile } from './profile.ts';
import { refusePayment } from './refusal.ts';

const MAX_PAYMENTS = 10_000;
const MESSAGE_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,29}$/;

/**
 * Writes the payments in the bank's format. The same input always gives the same bytes. Throws for payments that the
 * profile cannot carry, which `refusePayment` reports in advance.
 */
export function writePaymentFile(profile: PaymentFileProfile, batch: PaymentBatch): PaymentFile {
  requireCarried(profile, batch);
  const text = profile.format === 'nacha' ? writeNacha(profile, batch) : writePain(profile, batch);
  const bytes = Buffer.from(text);
  return {
    bytes,
    count: batch.payments.length,
    sum: totalOf(batch.payments),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    groups: groupsOf(profile, batch).map(summaryOf),
    name: `${batch.messageId}.${profile.format === 'nacha' ? 'ach' : 'xml'}`,
  };
}

function requireCarried(profile: PaymentFileProfile, batch: PaymentBatch): void {
  const { messageId, executionDate, createdAt, fileOfDay, payments } = batch;
  if (!MESSAGE_ID.test(messageId)) {
    throw new Error(`the message id must have 1 to 30 letters, digits and hyphens: ${messageId}`);
  }
  if (!isDate(executionDate)) throw new Error(`not a date: ${executionDate}`);
  if (Number.isNaN(createdAt.getTime())) throw new Error('the file has no time of creation');
  if (!Number.isSafeInteger(fileOfDay) || fileOfDay < 1)
    throw new Error('the first file of a day is number 1');
  if (payments.length === 0 || payments.length > MAX_PAYMENTS) {
    throw new Error(`a payment file has 1 to ${MAX_PAYMENTS} payments`);
  }
  const ids = new Set<string>();
  for (const payment of payments) {
    const { instructionId } = payment;
    if (ids.has(instructionId)) throw new Error(`${instructionId} is in the file twice`);
    ids.add(instructionId);
    const refusal = refusePayment(profile, payment);
    if (refusal !== undefined) throw new Error(`${instructionId} cannot be sent: ${refusal.words}`);
  }
}

function isDate(text: string): boolean {
  const date = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? new Date(text) : new Date(NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
