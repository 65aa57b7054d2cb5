import { firstObstacle, findAccount, standingOf } from '../accounts/index.ts';
import { type Customer, findCustomer } from '../customers/index.ts';
import { createBatchWorker, type Database, type Trx } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { together } from '../lib/work/together.ts';
import { recordMessage } from '../outbox/index.ts';
import { withQuery } from '../pages/index.ts';
import {
  findPartlyPaid,
  listLinkMethods,
  lockLink,
  missingOf,
  type PaymentLink,
} from '../payment-links/index.ts';
import * as repository from './repository.ts';
import { digestOfAddress, newStopToken, whoStopped } from './service.ts';
import { type Part, writeReminder } from './write.ts';

const MAX_IN_FLIGHT = 4;
const PAUSE_MS = 15_000;
const LEASE_MS = 60_000;
const MOST_ACCOUNTS = 100;
const HOUR_MS = 3600_000;

/** An account writes what it likes about a customer, so its mails must not be worth anything to spammers. */
const MOST_TO_ADDRESS = 3;
const MOST_OF_ACCOUNT = { live: 500, test: 50 } as const;

interface Options {
  db: Database;
  isTest: boolean;
  logger: Logger;
}

/**
 * Reminds customers of links that they have not paid. Each reminder is decided once, in the transaction that writes its
 * mail and with the link locked, so that none is written for a link whose payment is final or on its way (D81).
 */
export function createReminderWorker(options: Options): Worker {
  const { db, logger } = options;
  return together([
    createBatchWorker({
      db,
      logger,
      name: 'reminder plans',
      pauseMs: PAUSE_MS,
      batchSize: MOST_ACCOUNTS,
      jobs: [repository.planReminders],
    }),
    createClaimWorker({
      name: 'reminders',
      maxInFlight: MAX_IN_FLIGHT,
      pauseMs: PAUSE_MS,
      logger,
      claim: (limit) => db.inOneTrip((trx) => repository.claimReminders(trx, { limit, leaseMs: LEASE_MS })),
      describe: ({ accountId, linkCode, kind }) => ({ account_id: accountId, link_code: linkCode, kind }),
      work: (due) => db.transaction((trx) => remind(trx, due, options)),
    }),
  ]);
}

async function remind(trx: Trx, due: repository.ReminderKey, options: Options): Promise<void> {
  const { accountId, linkCode } = due;
  // Those of one account wait here for each other, so that all of them are counted.
  const settings = await repository.lockSettings(trx, { accountId });
  const link = await lockLink(trx, accountId, linkCode);
  const reminder = await repository.lockReminder(trx, due);
  if (!reminder || reminder.outcome !== null) return;
  const judged = await judge(trx, { due, plannedAt: reminder.plannedAt, settings, link });
  if (judged === 'wait') return;
  const decidedAt = await trx.now;
  if (typeof judged === 'string') {
    const nothing = { addressDigest: null, stopDigest: null };
    await repository.decide(trx, { ...due, outcome: judged, decidedAt, ...nothing });
    return;
  }
  const sent = await send(trx, due, judged, options);
  await repository.decide(trx, { ...due, decidedAt, ...sent });
}

/** The facts that a reminder names, once nothing keeps it from being sent. */
interface Reminder {
  settings: repository.SettingsRow;
  link: PaymentLink;
  customer: Customer & { email: string };
  part: Part | undefined;
}

/** `wait`: a payment is on its way, which may still fail. */
async function judge(
  trx: Trx,
  of: {
    due: repository.ReminderKey;
    plannedAt: Date;
    settings: repository.SettingsRow | undefined;
    link: (PaymentLink & { deleted: boolean }) | undefined;
  },
): Promise<Reminder | repository.ReminderOutcome | 'wait'> {
  const { due, plannedAt, settings, link } = of;
  const { accountId, kind } = due;
  const lateMs = (await trx.now).getTime() - plannedAt.getTime();
  if (lateMs > repository.LATEST_HOURS * HOUR_MS) return 'late';
  if (!settings || settings[kind === 'before' ? 'hoursBefore' : 'hoursAfter'] === null) return 'off';
  if (!link || link.deleted) return 'settled';
  if (link.expiresAt.getTime() !== due.expiresAt.getTime()) return 'moved';
  if (link.status === 'processing') return 'wait';
  if (link.status !== (kind === 'before' ? 'active' : 'expired')) return 'settled';
  const { customerId } = link;
  const customer = customerId === null ? undefined : await findCustomer(trx, { accountId, id: customerId });
  if (!customer || customer.email === null) return 'no_address';
  if ((await whoStopped(trx, { accountId, link: link.code, customer })).size > 0) return 'stopped';
  const part = await readPart(trx, link);
  if (part === 'decision') return 'in_parts';
  return { settings, link, customer: { ...customer, email: customer.email }, part };
}

/**
 * The part that has arrived and the rest that its payer is asked for (D7); undefined if nothing has. `decision`: it has, and
 * waits for the account to accept or refund it, so that to ask for more would be wrong.
 */
async function readPart(trx: Trx, link: PaymentLink): Promise<Part | 'decision' | undefined> {
  const { accountId, code } = link;
  for (const method of await listLinkMethods(trx, { accountId, code })) {
    const missing = missingOf(link, method);
    if (missing === undefined || method.arrived === null) continue;
    if (missing?.isZero()) return 'decision';
    return { asset: method.asset, arrived: method.arrived, due: method.amountDue, missing };
  }
  const [partlyPaid] = await findPartlyPaid(trx, { accountId, codes: [code] });
  return partlyPaid && 'decision';
}

/** Writes the mail, unless the account may send none or no more today. */
async function send(
  trx: Trx,
  { accountId, kind }: repository.ReminderKey,
  { settings, link, customer, part }: Reminder,
  { isTest }: Options,
): Promise<Omit<repository.Decision, 'decidedAt'>> {
  const not = (outcome: repository.ReminderOutcome) => ({ outcome, addressDigest: null, stopDigest: null });
  const account = await findAccount(trx, { id: accountId });
  if (!account || firstObstacle(standingOf(account))) return not('account_inactive');
  const addressDigest = digestOfAddress(accountId, customer.email);
  const most = MOST_OF_ACCOUNT[isTest ? 'test' : 'live'];
  const sent = await repository.countSent(trx, { accountId, addressDigest, most });
  if (!sent || sent.toAddress >= MOST_TO_ADDRESS || sent.ofAccount >= most) return not('limit');
  const { token, digest } = newStopToken();
  const language = customer.language ?? settings.language;
  const page = `${link.checkoutUrl}/reminders/${token}`;
  const stopUrl = withQuery(page, { lang: language });
  const { name: accountName, timeZone } = account;
  const message = writeReminder(language, { kind, accountName, timeZone, link, part, stopUrl, isTest });
  await recordMessage(trx, {
    accountId,
    recipient: customer.email,
    ...message,
    confidential: true,
    unsubscribeUrl: page,
  });
  return { outcome: 'sent', addressDigest, stopDigest: digest };
}
