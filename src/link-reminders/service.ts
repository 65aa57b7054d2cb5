import { createHash, randomBytes } from 'node:crypto';
import { type Actor, recordAction } from '../audit-log/index.ts';
import { lockCustomer } from '../customers/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { lockLink } from '../payment-links/index.ts';
import * as repository from './repository.ts';

/** The hours before or after the expiry among which an account chooses. */
export const REMINDER_HOURS = [1, 3, 6, 12, 24, 48, 72, 168] as const;

export type ReminderSettings = repository.SettingsRow;

/** The account's reminders; undefined if it sends none. */
export function findReminders(on: Queryable, accountId: string): Promise<ReminderSettings | undefined> {
  return repository.findSettings(on, { accountId });
}

/**
 * Sets when the account's links are reminded of, beginning with what becomes due from now on. Throws `invalid_request`
 * naming the hours that are not among those to choose from.
 */
export async function changeReminders(
  trx: Trx,
  accountId: string,
  actor: Actor,
  settings: ReminderSettings,
): Promise<void> {
  const { hoursBefore, hoursAfter, language } = settings;
  requireHours('hours_before', hoursBefore);
  requireHours('hours_after', hoursAfter);
  if (hoursBefore === null && hoursAfter === null) await repository.deleteSettings(trx, { accountId });
  else await repository.setSettings(trx, { accountId, ...settings });
  await recordAction(trx, accountId, actor, {
    action: 'link_reminders.set',
    subject: '',
    details: { hours_before: hoursBefore, hours_after: hoursAfter, language },
  });
}

function requireHours(param: string, hours: number | null): void {
  if (hours !== null && !REMINDER_HOURS.some((known) => known === hours))
    throw invalidParam(param, `${param} must be one of ${REMINDER_HOURS.join(', ')}.`);
}

/** A link or a customer for whom people stop reminders. */
interface Subject {
  accountId: string;
  kind: 'link' | 'customer';
  /** The link's code or the customer's id. */
  id: string;
}

/**
 * Stops the reminders of a link or a customer, whatever the account's settings. Throws `payment_link_not_found` or
 * `customer_not_found`.
 */
export async function stopReminders(trx: Trx, subject: Subject, actor: Actor): Promise<void> {
  await holdSubject(trx, subject);
  const { accountId, kind, id } = subject;
  if ((await repository.insertStop(trx, { accountId, kind, subject: id, createdAt: await trx.now })) > 0)
    await record(trx, subject, actor, 'stopped');
}

/** Takes back `stopReminders`, and throws as it does. The stop of an address is its reader's alone. */
export async function resumeReminders(trx: Trx, subject: Subject, actor: Actor): Promise<void> {
  await holdSubject(trx, subject);
  const { accountId, kind, id } = subject;
  if ((await repository.deleteStop(trx, { accountId, kind, subject: id })) > 0)
    await record(trx, subject, actor, 'resumed');
}

async function holdSubject(trx: Trx, { accountId, kind, id }: Subject): Promise<void> {
  if (kind === 'customer') {
    await lockCustomer(trx, accountId, id);
    return;
  }
  const link = await lockLink(trx, accountId, id);
  if (!link || link.deleted) throw new DomainError('payment_link_not_found');
}

function record(
  trx: Trx,
  { accountId, kind, id }: Subject,
  actor: Actor,
  what: 'stopped' | 'resumed',
): Promise<void> {
  const object = kind === 'link' ? 'payment_link' : 'customer';
  return recordAction(trx, accountId, actor, { action: `${object}.reminders_${what}`, subject: id });
}

export type StoppedBy = repository.StopKind;

/** The stops that hold for a link or a customer; empty if reminders are sent. */
export async function whoStopped(
  on: Queryable,
  of: {
    accountId: string;
    link: string | null;
    customer: { id: string; email: string | null } | undefined;
  },
): Promise<ReadonlySet<StoppedBy>> {
  const { accountId, link, customer } = of;
  const email = customer?.email ?? null;
  const stops = await repository.listStops(on, {
    accountId,
    link,
    customer: customer?.id ?? null,
    address: email === null ? null : digestOfAddress(accountId, email).toString('hex'),
  });
  return new Set(stops.map(({ kind }) => kind));
}

/** The reminders of a link that were sent, or left out and why, and those that are due. Oldest first. */
export function readLinkReminders(
  on: Queryable,
  accountId: string,
  linkCode: string,
): Promise<repository.LinkReminder[]> {
  return repository.listReminders(on, { accountId, linkCode });
}

/**
 * An address as it is kept: without a key, because the stop must hold when keys are replaced and when the account moves.
 * Upper and lower case are one address.
 */
export function digestOfAddress(accountId: string, email: string): Buffer {
  return createHash('sha256').update(`${accountId}\n${email.toLowerCase()}`).digest();
}

/** A new token for a mail, which says nothing about its reader, and its digest. */
export function newStopToken(): { token: string; digest: Buffer } {
  const token = randomBytes(24).toString('base64url');
  return { token, digest: digestOfToken(token) };
}

function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The account whose mail had this token; undefined if none had. */
export async function findByToken(on: Queryable, token: string): Promise<string | undefined> {
  return (await repository.findByStop(on, { stopDigest: digestOfToken(token) }))?.accountId;
}

/**
 * Stops all reminders of the account to the address that got this token, for good. Doing it again changes nothing. Returns
 * the account, or undefined if no mail had the token.
 */
export async function stopByToken(trx: Trx, token: string): Promise<string | undefined> {
  const mail = await repository.findByStop(trx, { stopDigest: digestOfToken(token) });
  if (!mail?.addressDigest) return undefined;
  const { accountId, addressDigest } = mail;
  const subject = addressDigest.toString('hex');
  await repository.insertStop(trx, { accountId, kind: 'address', subject, createdAt: await trx.now });
  return accountId;
}
