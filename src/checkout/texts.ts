import type { UnmatchedReason } from '../lib/reasons.ts';
import type { Language } from './language.ts';

/** What an arrived payment that was not credited is said to have been, and what became of it. */
export type Fate = 'waiting' | 'returning' | 'returned' | 'accepted' | 'vanished';

/** A heading and the line below it. */
export interface Heading {
  title: string;
  hint: string;
}

export interface Texts {
  languageName: string;
  testMode: string;
  pay: (merchant: string) => string;
  chooseMethod: string;
  otherMethods: string;
  /** By name; a method that is not here is called by its name. */
  methods: Readonly<Record<string, Heading>>;
  onChain: (asset: string, network: string) => Heading;
  amountOnRequest: string;

  sendExactly: string;
  clabe: string;
  reference: string;
  key: string;
  bank: string;
  accountName: string;
  accountNumber: string;
  routingNumber: string;
  bankAddress: string;
  address: string;
  network: string;
  qr: string;
  copy: string;
  copied: string;
  copyWhat: (what: string) => string;
  exactAdvice: string;
  referenceAdvice: string;
  chainAdvice: (asset: string, network: string) => string;
  rate: (from: string, to: string) => string;
  includesFee: (fee: string) => string;
  holdsFor: string;
  holdsUntil: string;
  following: string;
  reload: string;

  quoteExpired: Heading;
  newQuote: string;
  calculating: Heading;

  processing: Heading;
  paid: string;
  paidOn: string;
  paidWith: string;
  cancelled: Heading;
  expired: Heading;
  askMerchant: (merchant: string) => string;
  goBack: (merchant: string) => string;

  notCredited: string;
  received: (amount: string) => string;
  reasons: Readonly<Record<UnmatchedReason, string>>;
  outOf: (received: string, due: string) => string;
  fates: Readonly<Record<Fate, string>>;
  payAgain: string;

  simulate: string;
  simulateHint: string;
  simulateExact: string;
  simulateUnder: string;

  amountToPay: string;
  amountLimits: (least: string, most: string) => string;
  amountRefused: (least: string, most: string) => string;
  proceed: string;
  scanToPay: string;

  problems: Readonly<Record<Problem, Heading>>;
  requestId: string;
}

/** Why there is no page to show. */
export type Problem = 'not_found' | 'closed' | 'crowded' | 'not_accepted' | 'too_many' | 'failed';

const es: Texts = {
  languageName: 'Español',
  testMode: 'Modo de prueba: no se mueve dinero real.',
  pay: (merchant) => `Pago a ${merchant}`,
  chooseMethod: '¿Cómo quieres pagar?',
  otherMethods: 'Pagar de otra forma',
  methods: {
    SPEI: { title: 'Transferencia SPEI', hint: 'Desde tu banco en México' },
    WIRE: { title: 'Transferencia en dólares', hint: 'Wire desde un banco de Estados Unidos' },
    BREB: { title: 'Bre-B', hint: 'Con una llave, desde tu banco en Colombia' },
  },
  onChain: (asset, network) => ({ title: asset, hint: `Desde tu billetera, por ${network}` }),
  amountOnRequest: 'Ver monto',

  sendExactly: 'Envía exactamente',
  clabe: 'CLABE',
  reference: 'Referencia',
  key: 'Llave',
  bank: 'Banco',
  accountName: 'Beneficiario',
  accountNumber: 'Número de cuenta',
  routingNumber: 'Número de ruta (ABA)',
  bankAddress: 'Dirección del banco',
  address: 'Dirección',
  network: 'Red',
  qr: 'Código QR de la dirección',
  copy: 'Copiar',
  copied: 'Copiado',
  copyWhat: (what) => `Copiar: ${what}`,
  exactAdvice: 'Envía este monto exacto en un solo pago. Otro monto no se abona.',
  referenceAdvice: 'Escribe la referencia tal como aparece.',
  chainAdvice: (asset, network) => `Envía solo ${asset} por la red ${network}. Otra cosa puede perderse.`,
  rate: (from, to) => `Tipo de cambio: ${from} = ${to}`,
  includesFee: (fee) => `Incluye una comisión de ${fee}.`,
  holdsFor: 'Este monto vale por',
  holdsUntil: 'Paga antes del',
  following: 'Esta página se actualiza sola cuando llega tu pago.',
  reload: 'Actualizar el estado',

  quoteExpired: {
    title: 'El monto venció',
    hint: 'El tipo de cambio se garantiza por unos minutos. Pide un monto nuevo antes de pagar.',
  },
  newQuote: 'Obtener un monto nuevo',
  calculating: {
    title: 'Estamos calculando el monto',
    hint: 'Suele tardar unos segundos. Todavía no envíes nada.',
  },

  processing: {
    title: 'Recibimos tu pago',
    hint: 'Se está confirmando. No pagues otra vez; aquí verás cuando termine.',
  },
  paid: 'Pagado',
  paidOn: 'Fecha',
  paidWith: 'Forma de pago',
  cancelled: { title: 'Este cobro se canceló', hint: 'Ya no se puede pagar. No envíes dinero.' },
  expired: { title: 'Este cobro venció', hint: 'Ya no se puede pagar. No envíes dinero.' },
  askMerchant: (merchant) => `Si aún quieres pagar, pide otro enlace a ${merchant}.`,
  goBack: (merchant) => `Volver a ${merchant}`,

  notCredited: 'Un pago no se abonó',
  received: (amount) => `Recibimos ${amount}.`,
  reasons: {
    UNDERPAID: 'Es menos de lo que se debía.',
    OVERPAID: 'Es más de lo que se debía.',
    QUOTE_EXPIRED: 'Llegó cuando el monto ya había vencido.',
    LINK_EXPIRED: 'Llegó cuando el cobro ya había vencido.',
    LINK_CANCELLED: 'Llegó cuando el cobro ya estaba cancelado.',
    LINK_ALREADY_PAID: 'El cobro ya tenía otro pago.',
    WRONG_ASSET: 'No era la moneda que se pidió.',
    WRONG_NETWORK: 'Llegó por una red distinta de la que se pidió.',
    WRONG_PRECISION: 'El monto tiene más decimales de los que se pueden abonar.',
    UNKNOWN_DESTINATION: 'No se pudo asignar a este cobro.',
    CONVERSION_FAILED: 'No se pudo convertir a la moneda del cobro.',
    NOT_CONFIRMED: 'La red no lo confirmó, así que no llegó.',
  },
  outOf: (received, due) => `Recibimos ${received} de ${due}.`,
  fates: {
    waiting: 'No se abonó al cobro. El comercio se pondrá en contacto contigo o te lo devolverán.',
    returning: 'No se abonó al cobro. La devolución va en camino.',
    returned: 'No se abonó al cobro. Ya se devolvió.',
    accepted: 'El comercio lo aceptó fuera de este cobro.',
    vanished: 'Si tu billetera muestra otra cosa, escribe al comercio.',
  },
  payAgain: 'Este cobro sigue pendiente: para pagarlo, envía el monto exacto en un solo pago.',

  simulate: 'Simular el pago',
  simulateHint: 'Solo existe en modo de prueba.',
  simulateExact: 'Pagar el monto exacto',
  simulateUnder: 'Pagar de menos',

  amountToPay: '¿Cuánto vas a pagar?',
  amountLimits: (least, most) => `De ${least} a ${most}.`,
  amountRefused: (least, most) =>
    `Ese monto no se puede pagar aquí. Escribe otro, de ${least} a ${most}, con cifras y punto decimal.`,
  proceed: 'Continuar',
  scanToPay: 'Escanea para pagar',

  problems: {
    not_found: {
      title: 'Aquí no hay ningún cobro',
      hint: 'Revisa que el enlace esté completo, o pide otro a quien te lo envió.',
    },
    closed: {
      title: 'Aquí no se puede pagar por ahora',
      hint: 'Este comercio no puede recibir pagos en este momento. Pregunta en caja.',
    },
    crowded: {
      title: 'Hay demasiados cobros sin pagar',
      hint: 'Desde esta red se abrieron muchos. Espera diez minutos, o prueba con tus datos móviles.',
    },
    not_accepted: {
      title: 'No pudimos hacer eso',
      hint: 'Abre otra vez el enlace del cobro e inténtalo desde ahí.',
    },
    too_many: { title: 'Demasiadas visitas', hint: 'Espera un minuto y vuelve a cargar la página.' },
    failed: {
      title: 'Algo falló de nuestro lado',
      hint: 'Tu dinero está a salvo. Vuelve a cargar la página en un momento.',
    },
  },
  requestId: 'Si escribes a soporte, da este número:',
};

const en: Texts = {
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
  exactAdvice: 'Send exactly this amount in one payment. Any other amount is not credited.',
  referenceAdvice: 'Enter the reference just as it is shown.',
  chainAdvice: (asset, network) => `Send only ${asset} on ${network}. Anything else may be lost.`,
  rate: (from, to) => `Exchange rate: ${from} = ${to}`,
  includesFee: (fee) => `Includes a fee of ${fee}.`,
  holdsFor: 'This amount holds for',
  holdsUntil: 'Pay before',
  following: 'This page updates by itself when your payment arrives.',
  reload: 'Update the status',

  quoteExpired: {
    title: 'This amount has expired',
    hint: 'The exchange rate is guaranteed for a few minutes. Get a new amount before you pay.',
  },
  newQuote: 'Get a new amount',
  calculating: {
    title: 'We are working out the amount',
    hint: 'This usually takes a few seconds. Do not send anything yet.',
  },

  processing: {
    title: 'We received your payment',
    hint: 'It is being confirmed. Do not pay again; you will see here when it is done.',
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
    UNDERPAID: 'That is less than what was due.',
    OVERPAID: 'That is more than what was due.',
    QUOTE_EXPIRED: 'It arrived after the amount had expired.',
    LINK_EXPIRED: 'It arrived after this payment had expired.',
    LINK_CANCELLED: 'It arrived after this payment was cancelled.',
    LINK_ALREADY_PAID: 'It arrived after another payment.',
    WRONG_ASSET: 'It was not the currency that was asked for.',
    WRONG_NETWORK: 'It came over another network than the one asked for.',
    WRONG_PRECISION: 'The amount has more decimals than can be credited.',
    UNKNOWN_DESTINATION: 'It could not be matched to this payment.',
    CONVERSION_FAILED: 'It could not be converted.',
    NOT_CONFIRMED: 'The network did not confirm it, so it did not arrive.',
  },
  outOf: (received, due) => `We received ${received} of ${due}.`,
  fates: {
    waiting: 'It was not credited. The merchant will contact you, or it is returned.',
    returning: 'It was not credited. It is on its way back to you.',
    returned: 'It was not credited. It has been returned.',
    accepted: 'The merchant accepted it outside of this payment.',
    vanished: 'If your wallet shows something else, contact the merchant.',
  },
  payAgain: 'This payment is still open: to pay it, send the exact amount in one payment.',

  simulate: 'Simulate the payment',
  simulateHint: 'This exists in test mode only.',
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
      hint: 'This merchant cannot take payments at the moment. Please ask at the till.',
    },
    crowded: {
      title: 'Too many payments are left open',
      hint: 'Many were opened from this network. Wait ten minutes, or try your mobile data.',
    },
    not_accepted: {
      title: 'We could not do that',
      hint: 'Open the payment link again and try from there.',
    },
    too_many: { title: 'Too many visits', hint: 'Wait a minute, then load the page again.' },
    failed: {
      title: 'Something failed on our side',
      hint: 'Your money is safe. Load the page again in a moment.',
    },
  },
  requestId: 'If you contact support, give them this number:',
};

export const TEXTS: Readonly<Record<Language, Texts>> = { es, en };
