import { type Actor, recordAction } from '../audit-log/index.ts';
import { getCustomer, lockCustomer } from '../customers/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { harmless } from '../lib/harmless.ts';
import { recordMessage } from '../outbox/index.ts';
import { formatDay, formatQuantity, type Language } from '../pages/index.ts';
import { customerTerm, listLinks, type PaymentLinkSummary } from '../payment-links/index.ts';
import { countMails, insertMail } from './repository.ts';
import { statementPdf } from './pdf.ts';
import { type CustomerStatement, type Period, readCustomerStatement } from './statement.ts';
import { CUSTOMER_STATEMENTS } from './texts.ts';

/** An account writes what it likes about a customer, so its mails must not be worth anything to spammers. */
const MOST_OF_CUSTOMER = 3;
const MOST_OF_ACCOUNT = { live: 500, test: 50 } as const;
const MAX_NAME_LENGTH = 80;
const MAX_DESCRIPTION_LENGTH = 80;
/** The open links that the mail itself lists. */
const MOST_LISTED = 20;

export interface StatementMail {
  accountId: string;
  accountName: string;
  customerId: string;
  period: Period;
  /** For a customer whose language is not known. */
  language: Language;
  isTest: boolean;
}

/** A written mail, and the address that it would go to. */
export interface StatementDraft extends Pick<
  StatementMail,
  'accountId' | 'customerId' | 'period' | 'isTest'
> {
  address: string | null;
  message: { subject: string; body: string; attachment: { name: string; bytes: Buffer } };
}

/**
 * Writes the mail with a customer's statement, before any transaction, because drawing its PDF takes a while. Throws
 * `customer_not_found`, and `invalid_request` as `readCustomerStatement` does.
 */
export async function draftStatementMail(
  on: Queryable,
  mail: StatementMail,
  at: Date,
): Promise<StatementDraft> {
  const { accountId, accountName, customerId, period, isTest } = mail;
  const customer = await getCustomer(on, accountId, customerId);
  const language = customer.language ?? mail.language;
  const parties = { accountName, customerName: customer.name };
  const [statement, open] = await Promise.all([
    readCustomerStatement(on, { accountId, customerId }, period),
    listLinks(on, openOf(accountId, customerId)),
  ]);
  const bytes = await statementPdf(statement, parties, { language, at });
  return {
    accountId,
    customerId,
    period,
    isTest,
    address: customer.email,
    message: {
      ...writeMail(language, statement, { ...parties, open, isTest }),
      attachment: { name: `${period.from}-${period.until}.pdf`, bytes },
    },
  };
}

/**
 * Sends a drafted mail to the address that its sender has seen and confirmed, and notes it in the audit log. Throws
 * `customer_not_found`; `invalid_request` naming `email` unless that is still the customer's address; and
 * `rate_limit_exceeded` after three a day to the customer, or 500 of the account (50 in the test environment).
 */
export async function sendStatementMail(
  trx: Trx,
  { accountId, customerId, period, isTest, address, message }: StatementDraft,
  { confirmedAddress, actor }: { confirmedAddress: string; actor: Actor },
): Promise<void> {
  // Concurrent requests wait here, so that all of them are counted.
  const { email } = await lockCustomer(trx, accountId, customerId);
  if (email === null || email !== address || email !== confirmedAddress)
    throw invalidParam('email', 'The address of the customer is another one by now.');
  const most = MOST_OF_ACCOUNT[isTest ? 'test' : 'live'];
  const sent = await countMails(trx, { accountId, customerId, most });
  if (!sent) throw new Error('a count without a row');
  if (sent.ofCustomer >= MOST_OF_CUSTOMER || sent.ofAccount >= most)
    throw new DomainError('rate_limit_exceeded', {
      message: `At most ${MOST_OF_CUSTOMER} statements a day are sent to a customer, and ${most} by an account.`,
    });
  await recordMessage(trx, { accountId, recipient: email, ...message, confidential: true });
  trx.defer(insertMail(trx, { accountId, customerId, id: newId(), createdAt: await trx.now }));
  await recordAction(trx, accountId, actor, {
    action: 'customer.statement_mailed',
    subject: customerId,
    details: { from: period.from, to: period.until },
  });
}

function openOf(accountId: string, customerId: string) {
  return {
    accountId,
    status: 'active',
    currency: undefined,
    terms: [customerTerm(customerId)],
    createdAfter: undefined,
    createdBefore: undefined,
    afterTime: undefined,
    afterCode: undefined,
    limit: MOST_LISTED + 1,
  } as const;
}

/** The message, with the sums and each open link with its address. No text of the account's becomes a link in it. */
export function writeMail(
  language: Language,
  { period, totals }: CustomerStatement,
  of: {
    accountName: string;
    customerName: string;
    /** Newest first; one more than are listed if there are more. */
    open: readonly PaymentLinkSummary[];
    isTest: boolean;
  },
): { subject: string; body: string } {
  const texts = CUSTOMER_STATEMENTS[language];
  const account = harmless(of.accountName, MAX_NAME_LENGTH);
  const customer = harmless(of.customerName, MAX_NAME_LENGTH);
  const [from, until] = [formatDay(language, period.from), formatDay(language, period.until)];
  const listed = of.open.slice(0, MOST_LISTED);
  const open = listed.map(
    ({ description, amount, currency, checkoutUrl }) =>
      `- ${harmless(description, MAX_DESCRIPTION_LENGTH)}: ${formatQuantity(language, amount, currency)} ${currency}\n  ${checkoutUrl}`,
  );
  const parts = [
    ...(of.isTest ? [texts.testMode] : []),
    texts.intro(account, customer, from, until),
    ...(totals.length === 0 ? [texts.none] : totals.map((total) => figuresOf(language, total))),
    ...(open.length === 0 ? [] : [[texts.open, ...open].join('\n')]),
    ...(of.open.length > listed.length ? [texts.more] : []),
    texts.attached,
    texts.why(account),
  ];
  return { subject: texts.subject(account), body: `${parts.join('\n\n')}\n` };
}

function figuresOf(language: Language, total: CustomerStatement['totals'][number]): string {
  const texts = CUSTOMER_STATEMENTS[language];
  const { asset } = total;
  const lines = (['asked', 'paid', 'refunded', 'owed'] as const).map(
    (figure) => [texts[figure], total[figure]] as const,
  );
  const width = Math.max(...lines.map(([label]) => label.length));
  return [
    asset,
    ...lines.map(([label, amount]) => `  ${label.padEnd(width)}  ${formatQuantity(language, amount, asset)}`),
  ].join('\n');
}
