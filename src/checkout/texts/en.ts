import type { Texts } from './texts.ts';

export const en: Texts = {
  languageName: 'English',
  testMode: 'Test mode: no real money moves.',
  pay: (merchant) => `Payment to ${merchant}`,
  chooseMethod: 'How do you want to pay?',
  otherMethods: 'Pay another way',
  methods: {
    SPEI: { title: 'SPEI transfer', hint: 'From your bank in Mexico' },
    WIRE: { title: 'Wire transfer', hint: 'In dollars, from a bank in the United States' },
    BREB: { title: 'Bre-B', hint: 'With a key, from your bank in Colombia' },
  },
  onChain: (asset, network) => ({ title: asset, hint: `From your wallet, on ${network}` }),
  amountOnRequest: 'See amount',

  sendExactly: 'Send exactly',
  clabe: 'CLABE',
  reference: 'Reference',
  key: 'Key',
  bank: 'Bank',
  accountName: 'Beneficiary',
  accountNumber: 'Account number',
  routingNumber: 'Routing number (ABA)',
  bankAddress: 'Bank address',
  address: 'Address',
  network: 'Network',
  qr: 'QR code of the address',
  copy: 'Copy',
  copied: 'Copied',
  copyWhat: (what) => `Copy: ${what}`,
  exactAdvice: 'Send exactly this amount in one payment. Any other amount will not be credited.',
  referenceAdvice: 'Enter the reference exactly as shown.',
  chainAdvice: (asset, network) => `Send only ${asset} on ${network}. Anything else may be lost.`,
  rate: (from, to) => `Exchange rate: ${from} = ${to}`,
  includesFee: (fee) => `Includes a fee of ${fee}.`,
  holdsFor: 'This amount is valid for',
  holdsUntil: 'Pay before',
  following: 'This page updates by itself when your payment arrives.',
  reload: 'Update the status',

  quoteExpired: {
    title: 'This amount has expired',
    hint: 'The exchange rate is guaranteed for only a few minutes. Get a new amount before you pay.',
  },
  newQuote: 'Get a new amount',
  detailsExpired: {
    title: 'These payment details have expired',
    hint: 'Get new ones before you pay, and send nothing to the old ones.',
  },
  newDetails: 'Get new payment details',
  calculating: {
    title: 'We are working out the amount',
    hint: 'This usually takes a few seconds. Do not send anything yet.',
  },

  processing: {
    title: 'We received your payment',
    hint: 'It is being confirmed. Do not pay again; this page will show when it is done.',
  },
  paid: 'Paid',
  paidOn: 'Date',
  paidWith: 'Paid with',
  cancelled: {
    title: 'This payment was cancelled',
    hint: 'It can no longer be paid. Do not send money.',
  },
  expired: { title: 'This payment has expired', hint: 'It can no longer be paid. Do not send money.' },
  askMerchant: (merchant) => `If you still want to pay, ask ${merchant} for a new link.`,
  goBack: (merchant) => `Return to ${merchant}`,

  notCredited: 'A payment was not credited',
  received: (amount) => `We received ${amount}.`,
  reasons: {
    UNDERPAID: 'That is less than the amount due.',
    OVERPAID: 'That is more than the amount due.',
    QUOTE_EXPIRED: 'It arrived after the amount had expired.',
    LINK_EXPIRED: 'It arrived after this payment had expired.',
    LINK_CANCELLED: 'It arrived after this payment was cancelled.',
    LINK_ALREADY_PAID: 'It arrived after another payment.',
    WRONG_ASSET: 'It was not the requested currency.',
    WRONG_NETWORK: 'It came over a different network than requested.',
    WRONG_PRECISION: 'The amount has more decimals than can be credited.',
    UNKNOWN_DESTINATION: 'It could not be matched to this payment.',
    CONVERSION_FAILED: 'It could not be converted.',
    NOT_CONFIRMED: 'The network did not confirm it, so it did not arrive.',
  },
  outOf: (received, due) => `We received ${received} of ${due}.`,
  fates: {
    waiting: 'It was not credited. The merchant will contact you, or it will be returned.',
    returning: 'It was not credited. It is on its way back to you.',
    returned: 'It was not credited. It has been returned.',
    accepted: 'The merchant accepted it separately from this payment.',
    vanished: 'If your wallet shows something else, contact the merchant.',
  },
  payAgain: 'This payment is still open: to pay it, send the exact amount in one payment.',

  simulate: 'Simulate the payment',
  simulateHint: 'Available in test mode only.',
  simulateExact: 'Pay the exact amount',
  simulateUnder: 'Pay too little',

  amountToPay: 'How much are you paying?',
  amountLimits: (least, most) => `From ${least} to ${most}.`,
  amountRefused: (least, most) =>
    `That amount cannot be paid here. Enter another, from ${least} to ${most}, with digits and a decimal point.`,
  proceed: 'Continue',
  scanToPay: 'Scan to pay',

  problems: {
    not_found: {
      title: 'There is no payment here',
      hint: 'Check that the link is complete, or ask whoever sent it for a new one.',
    },
    closed: {
      title: 'You cannot pay here right now',
      hint: 'This merchant cannot take payments at the moment. Please ask the cashier.',
    },
    crowded: {
      title: 'Too many payments are left open',
      hint: 'Many were opened from this network. Wait ten minutes, or try your mobile data.',
    },
    not_accepted: {
      title: 'We could not do that',
      hint: 'Open the payment link again and try from there.',
    },
    too_many: { title: 'Too many visits', hint: 'Wait a minute, then reload the page.' },
    failed: {
      title: 'Something failed on our side',
      hint: 'Your money is safe. Reload the page in a moment.',
    },
  },
  requestId: 'If you contact support, give them this number:',
};
