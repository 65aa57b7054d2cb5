import type { CustomerLanguage } from '../customers/index.ts';
import { harmless } from '../lib/harmless.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import { formatMoney, formatZoned } from '../pages/index.ts';
import type { PaymentLink } from '../payment-links/index.ts';
import type { ReminderKind } from './repository.ts';
import { REMINDERS } from './texts.ts';

const MAX_NAME_LENGTH = 80;
const MAX_DESCRIPTION_LENGTH = 80;

/** A part of the amount that has arrived by one method. `missing` is null while its quote does not say. */
export interface Part {
  asset: string;
  arrived: string;
  due: string | null;
  missing: Money | null;
}

/**
 * The message of a reminder. Nothing of the account's is in it but its name and the description, each as one line in which
 * no mail program finds a link or a further header.
 */
export function writeReminder(
  language: CustomerLanguage,
  of: {
    kind: ReminderKind;
    accountName: string;
    timeZone: TimeZone;
    link: Pick<PaymentLink, 'amount' | 'currency' | 'description' | 'expiresAt' | 'checkoutUrl'>;
    part: Part | undefined;
    stopUrl: string;
    isTest: boolean;
  },
): { subject: string; body: string } {
  const texts = REMINDERS[language];
  const { kind, link, part, stopUrl, isTest } = of;
  const account = harmless(of.accountName, MAX_NAME_LENGTH);
  const description = harmless(link.description, MAX_DESCRIPTION_LENGTH);
  const when = formatZoned(language, link.expiresAt, of.timeZone);
  const amount = formatMoney(language, link.amount, link.currency);
  const parts = [
    ...(isTest ? [texts.testMode] : []),
    texts[kind].intro(account, amount, description),
    ...(kind === 'before'
      ? [
          ...(part ? [describePart(language, part)] : []),
          texts.before.until(when),
          `${texts.before.pay}\n${link.checkoutUrl}`,
          texts.before.paid,
        ]
      : [texts.after.expired(when), texts.after.ask(account)]),
    texts.why(account),
    `${texts.stop(account)}\n${stopUrl}`,
  ];
  return { subject: texts[kind].subject(account, description), body: `${parts.join('\n\n')}\n` };
}

function describePart(language: CustomerLanguage, { asset, arrived, due, missing }: Part): string {
  const texts = REMINDERS[language].before;
  const inAsset = (amount: string): string => formatMoney(language, amount, asset);
  if (due === null || missing === null) return texts.unpriced(inAsset(arrived));
  return texts.missing(inAsset(arrived), inAsset(due), inAsset(formatAmount(missing)));
}
