import { parseStorable } from '../../../lib/text/storable.ts';
import { isReport, type WrittenReport } from '../../index.ts';

/** A cell's notice to another that money has arrived there for an account that works here (D74). */
export interface HandedOn {
  /** The notice's own id, which stays the same however often it is sent. */
  id: string;
  /** The reporting cell, and the receiving one; a notice counts in no other. */
  from: number;
  to: number;
  accountId: string;
  /** The provider that reported it there, and its reference. */
  provider: string;
  reference: string;
  report: WrittenReport;
}

export function formatNotice({ id, from, to, accountId, provider, reference, report }: HandedOn): string {
  return JSON.stringify({ id, from, to, account_id: accountId, provider, reference, report });
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PROVIDER = /^[a-z0-9_-]{1,40}$/;

/** Throws for a body that is no notice of a cell. */
export function parseNotice(body: Buffer): HandedOn {
  const {
    id,
    from,
    to,
    account_id: accountId,
    provider,
    reference,
    report,
  } = fieldsOf(parseStorable(body.toString()));
  if (
    !isText(id, ID) ||
    !isText(accountId, ID) ||
    !isText(provider, PROVIDER) ||
    !isText(reference, /^[^\0]+$/) ||
    typeof from !== 'number' ||
    typeof to !== 'number' ||
    !isReport(report)
  )
    throw new Error('a notice of a cell that cannot be read');
  return { id, from, to, accountId, provider, reference, report };
}

/**
 * The deposit's reference in the receiving cell; one that was handed on before has the names of all providers on its
 * way. Names of providers have no colon.
 */
export function referenceOf({ provider, reference }: Pick<HandedOn, 'provider' | 'reference'>): string {
  return `${provider}:${reference}`;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('a notice of a cell that is no object');
  return value as Record<string, unknown>;
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}
