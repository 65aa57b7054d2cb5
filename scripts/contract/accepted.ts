import type { Json } from './json.ts';
import type { Change } from './rules.ts';

/** A change that looks breaking, or may be, because a program cannot tell, and that somebody has found to break no caller. */
interface Accepted {
  /** The release since which it was made. */
  after: string;
  /** The operations, events or pointers that the check names. */
  where: string[];
  text: string;
  because: string;
}

const ACCEPTED: readonly Accepted[] = [
  {
    after: '2.0.0',
    where: ['createWebhookEndpoint', 'updateWebhookEndpoint'],
    text: 'changed the pattern of the request property `url` from `^https://[^/?#]` to `^https?://[^/?#]`',
    because: 'Each URL that matched still does.',
  },
  {
    after: '2.0.0',
    where: ['createPaymentLink'],
    text: 'changed the pattern of the request property `payer_name` from `^ *[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*$` to `^ *[^\\s\\x00-\\x1F\\u007F-\\u009F][^\\x00-\\x1F\\u007F-\\u009F]*$`',
    because: 'The same pattern, written so that Ruby takes it too.',
  },
  {
    after: '2.0.0',
    where: ['listRequestLogs'],
    text: 'added the pattern `^[^\\x00]*$` to the `query` request parameter `path`',
    because: 'The service refused such a path before.',
  },
  {
    after: '2.0.0',
    where: ['listRequestLogs'],
    text: 'changed the pattern of the `query` request parameter `request_id` from `^req_[0-9a-f]{32}$` to `^req_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$`',
    because: 'The service refused other ids before.',
  },
  {
    after: '2.5.0',
    where: [
      'balance.updated',
      'conversion.completed',
      'deposit.completed',
      'deposit.failed',
      'payment_link.paid',
      'payment_link.partial_deposit',
      'refund.completed',
      'refund.failed',
      'webhook_endpoint.test',
      'withdrawal.completed',
      'withdrawal.failed',
    ],
    text: "the `service-signature` event header's maxLength was increased from `82` to `150`",
    because: 'Two signatures are only sent for as long as whoever rotates a secret asks for (D63).',
  },
  {
    after: '2.6.0',
    where: ['listRequestLogs'],
    text: 'changed the pattern of the `query` request parameter `request_id` from `^req_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$` to `^req_[0-9a-f]{12}[78][0-9a-f]{3}[89ab][0-9a-f]{15}$`',
    because: 'Each id that matched still does; those of other cells do too (D73).',
  },
  {
    after: '2.6.0',
    where: ['#/paths/~1v1~1request_logs/get/parameters/6/schema/pattern'],
    text: 'was changed from `"^req_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$"` to `"^req_[0-9a-f]{12}[78][0-9a-f]{3}[89ab][0-9a-f]{15}$"`: nobody can tell whether it matches the same texts',
    because: 'The same change, by the pointer to it.',
  },
  {
    after: '2.8.0',
    where: [
      'listConversions',
      'listDeposits',
      'listEvents',
      'listPaymentLinks',
      'listQrCodes',
      'listQrCodeCollections',
      'listRefunds',
      'listRequestLogs',
      'listTransactions',
      'listWebhookEndpoints',
      'listWebhookDeliveries',
      'listWithdrawals',
    ],
    text: 'for the `query` request parameter `cursor`, the minLength was set to `1`',
    because: 'The service refused an empty cursor before.',
  },
  {
    after: '2.8.0',
    where: ['#/components/parameters/Cursor/schema/minLength'],
    text: '`1` was added: requests that were accepted are refused',
    because: 'The same change, by the pointer to it.',
  },
  {
    after: '2.9.0',
    where: ['#/components/schemas/CreateRefundRequest/oneOf'],
    text: 'has other members: generated clients get another type',
    because: "The service refused both and neither before. The clients' document leaves it out.",
  },
  {
    after: '2.9.0',
    where: ['#/components/schemas/TestClock/properties/advanced_by_seconds/minimum'],
    text: 'was changed from `1` to `0`: programs read what they were told not to expect',
    because: 'Only getClock, which is new, answers 0.',
  },
  {
    after: '2.9.0',
    where: ['advanceClock'],
    text: "the `advanced_by_seconds` response property's min was decreased from `1.00` to `0.00`",
    because: 'The same change, by the operation.',
  },
  {
    after: '2.9.0',
    where: ['#/components/schemas/TestClock/properties/advanced_by_seconds/description'],
    text: 'the text has the numbers 0 instead of none',
    because: 'The same change, in words.',
  },
  {
    after: '2.9.0',
    where: ['#/components/schemas/WebhookTestEvent/description'],
    text: 'the text has the numbers 1, 1 instead of 1',
    because: 'The text names a call, whose path begins with `/v1`.',
  },
];

/** The changes since this contract, with those that are accepted as additions. */
export function settled(base: Json, changes: Change[]): Change[] {
  const accepted = ACCEPTED.filter(({ after }) => after === base['info'].version);
  const isAccepted = ({ where, text }: Change) =>
    accepted.some((one) => one.text === text && one.where.includes(where));
  return changes.map((change) => (isAccepted(change) ? { ...change, is: 'addition' } : change));
}
