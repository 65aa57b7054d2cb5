import { isEmailAddress } from '../../accounts/index.ts';
import type { Trx } from '../../db/index.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import { harmless } from '../../lib/harmless.ts';
import { recordMessage } from '../../outbox/index.ts';
import { lockLink } from '../../payment-links/index.ts';
import { fillPath } from '../../pages/index.ts';
import { paths } from '../pages/paths.ts';
import { priceOf } from '../pages/price.ts';
import { MAX_ADDRESS_LENGTH, receiptOf } from '../pages/receipt.ts';
import type { View } from '../pages/view.ts';
import { countSentBefore, insertReceiptMail } from './repository.ts';

/** Anyone who was sent the link knows its code, so it must not be worth anything to spammers. */
const MOST_OF_LINK = 3;
const MOST_OF_DAY = { live: 2_000, test: 50 } as const;
const MAX_MERCHANT_LENGTH = 80;
const MAX_DESCRIPTION_LENGTH = 140;

/** The entered address, or undefined if it is not valid. */
export function readAddress(entered: string): string | undefined {
  const address = entered.trim();
  return address.length <= MAX_ADDRESS_LENGTH && isEmailAddress(address) ? address : undefined;
}

/**
 * Sends a paid link's receipt to an address, once, and to three at most. `spent`: the limit of this link, or the day's
 * limit of its account, is used up.
 */
export async function mailReceipt(
  trx: Trx,
  { keyring, view, address }: { keyring: Keyring; view: View; address: string },
): Promise<'sent' | 'spent'> {
  const { accountId, code } = view.link;
  // Two concurrent requests are counted one after the other.
  await lockLink(trx, accountId, code);
  const mail = { accountId, linkCode: code, addressHmac: hmacOf(keyring, accountId, code, address) };
  const most = MOST_OF_DAY[view.simulator === undefined ? 'live' : 'test'];
  const { ofLink, isRepeated, ofDay } = await countSentBefore(trx, mail, most);
  if (isRepeated) return 'sent';
  if (ofLink >= MOST_OF_LINK || ofDay >= most) return 'spent';
  trx.defer(insertReceiptMail(trx, { ...mail, createdAt: await trx.now }));
  await recordMessage(trx, { accountId, recipient: address, ...writeMail(view), confidential: true });
  return 'sent';
}

/**
 * The message with the receipt's content, without any text of the merchant's that a mail program would turn into a
 * link.
 */
export function writeMail(view: View): { subject: string; body: string } {
  const { texts, timeZone, link, chosenLanguage } = view;
  const { see, why, subject, refundedSubject } = texts.receiptMail;
  const merchant = harmless(view.merchant, MAX_MERCHANT_LENGTH);
  const description = harmless(link.description, MAX_DESCRIPTION_LENGTH);
  const amount = priceOf(view);
  const lines = receiptOf({ ...view, merchant, link: { ...link, description } });
  const isRefunded = lines.some(({ what }) => what === 'refunded');
  const page = fillPath(paths.link.page, { code: link.code });
  const url = `${view.baseUrl}${page}${chosenLanguage === undefined ? '' : `?lang=${chosenLanguage}`}`;
  const parts = [
    ...(view.simulator === undefined ? [] : [texts.testMode]),
    [...lines.map(({ label, text }) => `${label}: ${text}`), texts.timesIn(timeZone)].join('\n'),
    `${see}\n${url}`,
    why,
  ];
  return {
    subject: (isRefunded ? refundedSubject : subject)(merchant, amount),
    body: `${parts.join('\n\n')}\n`,
  };
}

function hmacOf(keyring: Keyring, ...parts: string[]): Buffer {
  const hmac = keyring.hmac('receipt', JSON.stringify(parts).toLowerCase());
  if (!hmac) throw new Error('the keyring holds no current key');
  return hmac;
}
