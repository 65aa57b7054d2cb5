import type { UnmatchedReason } from '../../lib/reasons.ts';
import type { Language } from '../../pages/index.ts';

/** A heading and the line below it. */
export interface Heading {
  title: string;
  hint: string;
}

/** The accepted form of an amount, with an example. */
interface Typable {
  least: string;
  most: string;
  example: string;
}

const en = {
  languageName: 'English',
  testMode: 'Test mode: no real money moves.',
  pay: (merchant: string): string => `Payment to ${merchant}`,
  chooseMethod: 'How do you want to pay?',
  otherMethods: 'Pay another way',
  /** By method name; a method without texts is shown by its name. */
  methods: {
    SPEI: { title: 'SPEI transfer', hint: 'From your bank in Mexico' },
    WIRE: { title: 'Wire transfer', hint: 'In dollars, from a bank in the United States' },
    BREB: { title: 'Bre-B', hint: 'With a key, from your bank in Colombia' },
  },
  onChain: (asset: string, network: string): Heading => ({
    title: `${asset} on ${network}`,
    hint: 'From your wallet',
  }),
  /** Instructions for paying, by kind of destination. */
  howTo: {
    clabe: 'In your bank’s app, make a transfer with these details:',
    bank: 'From your bank in the United States, send a wire with these details:',
    bankAbroad: 'From your bank, make a transfer with these details:',
    key: 'In your bank’s app, pay with Bre-B to this key:',
    address: (asset: string, network: string): string =>
      `From your wallet, send ${asset} on ${network} to this address:`,
  },
  amountOnRequest: 'See amount',
  /** The provider's quote can be a little shorter, and ends with the link. */
  rateOnRequest: (life: string): string => `Exchange rate set when you choose, and held for up to ${life}`,
  /** Before a time. */
  rateUntil: 'until',

  sendExactly: 'Send exactly',
  clabe: 'CLABE',
  reference: 'Reference',
  key: 'Key',
  bank: 'Bank',
  accountName: 'Beneficiary',
  receivesFor: (merchant: string): string => `Receives this payment for ${merchant}`,
  accountNumber: 'Account number',
  routingNumber: 'Routing number (ABA)',
  bankAddress: 'Bank address',
  iban: 'IBAN',
  bic: 'BIC (SWIFT)',
  accountAddress: 'Beneficiary’s address',
  numericReference: 'Numeric reference (referencia numérica)',
  creditorReference: 'Structured reference (ISO 11649)',
  creditorReferenceHint: 'The same reference, for banks with a field for it.',
  charges: 'Charges',
  chargesSender: 'All paid by the sender (OUR)',
  chargesCaution: 'Otherwise banks deduct their charges, and too little arrives.',
  /** Restrictions on who may pay. */
  payers: {
    us_businesses:
      'Only companies can pay this way, from their bank account in the United States. Payments by others are sent back.',
  },
  confirmed: {
    next_banking_day:
      'The bank tells us of payments once a day, so this page shows yours on the next banking day or later.',
  },
  address: 'Address',
  network: 'Network',
  onlyOn: (network: string): string =>
    `Only on ${network}. On another network it will not arrive automatically.`,
  /** The contents of the QR codes, and the switch between them. */
  qr: {
    legend: 'QR code',
    address: 'Address only',
    request: 'With the amount',
    inBankApp: 'Or scan this code with your bank’s app:',
    requestHint:
      'Not all wallets understand this code. If yours does not, use the one with the address only.',
  },
  openInWallet: 'Open in wallet',
  copy: 'Copy',
  copied: 'Copied',
  copyWhat: (what: string): string => `Copy: ${what}`,
  exactAdvice: 'Send exactly this amount in one payment. Any other amount will not be credited.',
  referenceAdvice: 'Enter the reference exactly as shown.',
  chainAdvice: (asset: string): string => `Send only ${asset}. Any other token may be lost.`,
  rate: (from: string, to: string): string => `Exchange rate: ${from} = ${to}`,
  includesFee: (fee: string): string => `Includes a fee of ${fee}.`,
  holdsFor: 'This amount is valid for',
  holdsUntil: 'Pay before',
  waiting: 'Waiting for your payment',
  following: 'This page updates by itself when your payment arrives.',
  reload: 'Refresh the status',

  quoteExpired: (life: string): Heading => ({
    title: 'This amount has expired',
    hint: `An exchange rate is held for up to ${life}. Get a new amount before you pay.`,
  }),
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
  /** The operator has paused the method, so nothing should be sent by it. */
  paused: {
    title: 'Not available right now',
    hint: 'Please do not send a payment this way for now. If you have already sent it, it is not lost: it will still arrive. This page will show when you can pay this way again.',
  },

  processing: {
    title: 'We received your payment',
    hint: 'It is being processed. Do not pay again; this page will show when it is done.',
  },
  seenOn: (network: string): string => `Seen on ${network}, not final yet.`,
  confirmedBy: (network: string, have: number, of: number): string =>
    `Seen on ${network}: ${have} of ${of} confirmations.`,
  finalOn: (network: string): string => `Final on ${network}. It is being credited.`,
  transaction: 'Transaction',
  viewAt: (site: string): string => `View on ${site}`,
  paid: 'Paid',
  receipt: 'Receipt',
  paidTo: 'Paid to',
  paidFor: 'For',
  paidAmount: 'Amount',
  paidOn: 'Date',
  paidWith: 'Paid with',
  sent: 'You sent',
  refunded: 'Refunded',
  beingRefunded: 'Being refunded',
  paidShort: (missing: string, merchant: string): string =>
    `You sent ${missing} less than the amount due, and ${merchant} accepted it. You do not need to send anything else.`,
  paidOver: (excess: string): string => `You sent ${excess} more than the amount due.`,
  askForExcess: (merchant: string): string =>
    `${merchant} received all of it; ask them to return the difference.`,
  atCurrentRate: 'Because of the difference, it was exchanged at the rate of the moment.',
  linkCode: 'Payment code',
  print: 'Print',
  downloadReceipt: 'Save as PDF',
  mailReceipt: {
    label: 'Get the receipt by e-mail',
    placeholder: 'you@example.com',
    send: 'Send',
    hint: 'Your address is used for this one message and not kept.',
    invalid: 'Enter an e-mail address like you@example.com.',
    sent: 'Your receipt is on its way. It can take a few minutes.',
    spent: 'This receipt cannot be e-mailed again. You can download it as PDF.',
  },
  /** The e-mail with the receipt. */
  receiptMail: {
    subject: (merchant: string, amount: string): string => `Receipt: ${amount} paid to ${merchant}`,
    refundedSubject: (merchant: string, amount: string): string =>
      `Receipt: ${amount} paid to ${merchant}, refunded`,
    see: 'See the receipt, or download it as PDF:',
    why: 'You are receiving this because somebody entered your address on the page of this payment. If it was not you, ignore this message: your address is not kept, and no other messages follow.',
  },
  receiptIssued: (moment: string): string => `As of ${moment}`,
  timesIn: (zone: string): string => `Times are in ${zone}.`,
  cancelled: {
    title: 'This payment was cancelled',
    hint: 'It can no longer be paid. Do not send money.',
  },
  expired: { title: 'This payment has expired', hint: 'It can no longer be paid. Do not send money.' },
  askMerchant: (merchant: string): string => `If you still want to pay, ask ${merchant} for a new link.`,
  goBack: (merchant: string): string => `Return to ${merchant}`,

  notCredited: 'A payment was not credited',
  partly: 'Part of the payment has arrived',
  inParts: 'The payment arrived in parts',
  received: (amount: string): string => `We received ${amount}.`,
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
    PAYER_MISMATCH: 'It could not be told apart from an earlier payment to the same account number.',
    CONVERSION_FAILED: 'It could not be converted.',
    NOT_CONFIRMED: 'The network did not confirm it, so it did not arrive.',
    SCREENING_REFUSED: 'Our payment rules did not allow it.',
  } satisfies Record<UnmatchedReason, string>,
  missing: (amount: string): string => `${amount} is missing.`,
  excess: (amount: string): string => `That is ${amount} too much.`,
  outOf: (received: string, due: string): string => `We received ${received} of ${due}.`,
  fates: {
    waiting:
      'It was not credited. The merchant decides whether to accept it or return it, and this page will show the decision. It is not lost.',
    kept: 'It counts towards this payment.',
    to_return: 'It was not credited. It will be returned to you, and this page will show when it is sent.',
    returning: 'It was not credited. It is on its way back to you.',
    returned: 'It was not credited. It has been returned.',
    accepted: 'The merchant accepted it separately from this payment.',
    vanished: 'If your wallet shows something else, contact the merchant.',
  },
  returnedOn: 'Sent on',
  /** The next step while the payment is open. */
  advice: {
    pay_again: (_merchant: string, _missing: string): string =>
      'This payment is still open. To pay it, send the whole amount in one payment: sending only the difference does not count.',
    ask_first: (merchant: string, _missing: string): string =>
      `Do not send only the difference: it does not count. ${merchant} can accept what arrived as the payment, so ask before you send the whole amount again.`,
    pay_rest: (merchant: string, missing: string): string =>
      `${missing} is still missing. Send exactly this amount from the same account or wallet as before; otherwise ${merchant} has to confirm the payment.`,
    pay_rest_at_price: (merchant: string, missing: string): string =>
      `${missing} is still missing. Send exactly this amount from the same account or wallet as before; otherwise ${merchant} has to confirm the payment. The amount is valid as long as the rate on this page. After that, what arrived is counted at a new rate, and the missing amount may change.`,
    ask_price: (_merchant: string, _missing: string): string =>
      'The rate has expired. Get a new amount to see how much is missing; what arrived is counted at the new rate.',
    rest_arrived: (merchant: string): string =>
      `Nothing more is missing. ${merchant} has to confirm the payment, because it came from different accounts or is not the exact amount. Do not pay again; this page will show when it is done.`,
    wait: (merchant: string): string =>
      `Do not pay again for now: ${merchant} can accept what arrived as the payment, or return it.`,
  },
  payAnyway: 'Show how to pay anyway',

  simulate: 'Simulate the payment',
  simulateHint: 'Available in test mode only.',
  simulateExact: 'Pay the exact amount',
  simulateUnder: 'Pay too little',

  amountToPay: 'How much are you paying?',
  amountLimits: (least: string, most: string): string => `From ${least} to ${most}.`,
  amountRefusals: {
    missing: (): string => 'Enter the amount you are paying.',
    unreadable: ({ example }: Typable): string => `Enter the amount in digits, like ${example}.`,
    too_precise: ({ example }: Typable): string => `Enter at most two decimals, like ${example}.`,
    fraction: ({ example }: Typable): string =>
      `Enter whole pesos, without decimals. A dot separates thousands, like ${example}.`,
    not_payable: ({ least, most }: Typable): string =>
      `That amount cannot be paid here. Enter another, from ${least} to ${most}.`,
    too_small: ({ least }: Typable): string => `That is too little. The minimum is ${least}.`,
    too_large: ({ most }: Typable): string => `That is too much. The maximum is ${most}.`,
  },
  proceed: 'Continue',
  scanToPay: 'Scan to pay',
  /** Instructions for paying with a printed code, step by step. */
  scanSteps: [
    'Open your phone’s camera and point it at the code.',
    'Choose how to pay: from your bank or your wallet.',
    'Send the exact amount. Your phone shows when it has arrived.',
  ],

  /** Shown while an open page cannot fetch updates. */
  stale: {
    title: 'This page is not up to date',
    hint: 'It cannot reach us and keeps trying. If you have paid, your payment is not lost: it will show here.',
  },

  problems: {
    not_found: {
      title: 'Payment not found',
      hint: 'Check that the link is complete, or ask whoever sent it for a new one.',
    },
    closed: {
      title: 'You cannot pay here right now',
      hint: 'This merchant cannot take payments at the moment. Please ask the cashier.',
    },
    crowded: {
      title: 'Too many open payments',
      hint: 'Too many were started from this network. Wait ten minutes, or switch to mobile data.',
    },
    not_accepted: {
      title: 'We could not do that',
      hint: 'Open the payment link again and try from there.',
    },
    too_many: { title: 'Too many visits', hint: 'Wait a minute, then reload the page.' },
    failed: {
      title: 'Something went wrong on our side',
      hint: 'Your money is safe. Reload the page in a moment.',
    },
  },
  requestId: 'If you contact support, give them this ID:',
};

const es: typeof en = {
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
  onChain: (asset, network) => ({ title: `${asset} en ${network}`, hint: 'Desde tu billetera' }),
  howTo: {
    clabe: 'En la app de tu banco, haz una transferencia con estos datos:',
    bank: 'Desde tu banco en Estados Unidos, envía un wire con estos datos:',
    bankAbroad: 'Desde tu banco, haz una transferencia con estos datos:',
    key: 'En la app de tu banco, paga con Bre-B a esta llave:',
    address: (asset, network) => `Desde tu billetera, envía ${asset} por ${network} a esta dirección:`,
  },
  amountOnRequest: 'Ver monto',
  rateOnRequest: (life) => `El tipo de cambio se fija al elegir y se respeta hasta por ${life}`,
  rateUntil: 'hasta',

  sendExactly: 'Envía exactamente',
  clabe: 'CLABE',
  reference: 'Referencia',
  key: 'Llave',
  bank: 'Banco',
  accountName: 'Beneficiario',
  receivesFor: (merchant) => `Recibe este pago para ${merchant}`,
  accountNumber: 'Número de cuenta',
  routingNumber: 'Número de ruta (ABA)',
  bankAddress: 'Dirección del banco',
  iban: 'IBAN',
  bic: 'BIC (SWIFT)',
  accountAddress: 'Dirección del beneficiario',
  numericReference: 'Referencia numérica',
  creditorReference: 'Referencia estructurada (ISO 11649)',
  creditorReferenceHint: 'La misma referencia, para bancos que tienen un campo para ella.',
  charges: 'Comisiones',
  chargesSender: 'Todas a cargo de quien envía (OUR)',
  chargesCaution: 'De lo contrario los bancos descuentan las suyas y llega menos de lo debido.',
  payers: {
    us_businesses:
      'Solo empresas pueden pagar así, desde su cuenta bancaria en Estados Unidos. Los pagos de otros se devuelven.',
  },
  confirmed: {
    next_banking_day:
      'El banco nos informa los pagos una vez al día: el tuyo se verá aquí el siguiente día hábil o después.',
  },
  address: 'Dirección',
  network: 'Red',
  onlyOn: (network) => `Solo por la red ${network}. Por otra red no llegará automáticamente.`,
  qr: {
    legend: 'Código QR',
    address: 'Solo la dirección',
    request: 'Con el monto',
    inBankApp: 'O escanea este código con la app de tu banco:',
    requestHint:
      'No todas las billeteras leen este código. Si la tuya no lo lee, usa el de solo la dirección.',
  },
  openInWallet: 'Abrir en la billetera',
  copy: 'Copiar',
  copied: 'Copiado',
  copyWhat: (what) => `Copiar: ${what}`,
  exactAdvice: 'Envía este monto exacto en un solo pago. Otro monto no se abona.',
  referenceAdvice: 'Escribe la referencia tal como aparece.',
  chainAdvice: (asset) => `Envía solo ${asset}. Otro token puede perderse.`,
  rate: (from, to) => `Tipo de cambio: ${from} = ${to}`,
  includesFee: (fee) => `Incluye una comisión de ${fee}.`,
  holdsFor: 'Monto válido durante',
  holdsUntil: 'Paga antes del',
  waiting: 'Esperando tu pago',
  following: 'Esta página se actualiza sola cuando llega tu pago.',
  reload: 'Actualizar',

  quoteExpired: (life) => ({
    title: 'El monto venció',
    hint: `El tipo de cambio se respeta hasta por ${life}. Obtén un monto nuevo antes de pagar.`,
  }),
  newQuote: 'Obtener un monto nuevo',
  detailsExpired: {
    title: 'Estos datos de pago vencieron',
    hint: 'Pide unos nuevos antes de pagar y no envíes nada a los anteriores.',
  },
  newDetails: 'Obtener datos de pago nuevos',
  calculating: {
    title: 'Estamos calculando el monto',
    hint: 'Suele tardar unos segundos. Todavía no envíes nada.',
  },
  paused: {
    title: 'No disponible por el momento',
    hint: 'Por ahora no envíes tu pago por este medio. Si ya lo enviaste, no se pierde: llegará de todos modos. Esta página te avisará cuando vuelva a estar disponible.',
  },

  processing: {
    title: 'Recibimos tu pago',
    hint: 'Se está procesando. No pagues otra vez; aquí verás cuando termine.',
  },
  seenOn: (network) => `Visto en ${network}; todavía no es definitivo.`,
  confirmedBy: (network, have, of) => `Visto en ${network}: ${have} de ${of} confirmaciones.`,
  finalOn: (network) => `Definitivo en ${network}. Se está abonando.`,
  transaction: 'Transacción',
  viewAt: (site) => `Ver en ${site}`,
  paid: 'Pagado',
  receipt: 'Comprobante',
  paidTo: 'Pagado a',
  paidFor: 'Concepto',
  paidAmount: 'Monto',
  paidOn: 'Fecha',
  paidWith: 'Forma de pago',
  sent: 'Enviaste',
  refunded: 'Devuelto',
  beingRefunded: 'Devolución en camino',
  paidShort: (missing, merchant) =>
    `Enviaste ${missing} de menos y ${merchant} aceptó el pago así. No tienes que enviar nada más.`,
  paidOver: (excess) => `Enviaste ${excess} de más.`,
  askForExcess: (merchant) => `${merchant} recibió todo; pídele que te devuelva la diferencia.`,
  atCurrentRate: 'Por la diferencia, se convirtió al tipo de cambio del momento.',
  linkCode: 'Código del cobro',
  print: 'Imprimir',
  downloadReceipt: 'Guardar PDF',
  mailReceipt: {
    label: 'Recibe el comprobante por correo',
    placeholder: 'tu@ejemplo.com',
    send: 'Enviar',
    hint: 'Tu dirección se usa solo para este mensaje y no se guarda.',
    invalid: 'Escribe una dirección de correo como tu@ejemplo.com.',
    sent: 'Tu comprobante va en camino. Puede tardar unos minutos.',
    spent: 'Este comprobante ya no se puede enviar por correo. Puedes descargarlo en PDF.',
  },
  receiptMail: {
    subject: (merchant, amount) => `Comprobante: ${amount} pagados a ${merchant}`,
    refundedSubject: (merchant, amount) => `Comprobante: ${amount} pagados a ${merchant}, con devolución`,
    see: 'Consulta el comprobante o descárgalo en PDF:',
    why: 'Recibes este mensaje porque alguien escribió tu dirección en la página de este pago. Si no fuiste tú, ignóralo: tu dirección no se guarda y no recibirás más mensajes.',
  },
  receiptIssued: (moment) => `Datos al ${moment}`,
  timesIn: (zone) => `Las horas están en ${zone}.`,
  cancelled: { title: 'Este cobro se canceló', hint: 'Ya no se puede pagar. No envíes dinero.' },
  expired: { title: 'Este cobro venció', hint: 'Ya no se puede pagar. No envíes dinero.' },
  askMerchant: (merchant) => `Si aún quieres pagar, pide otro enlace a ${merchant}.`,
  goBack: (merchant) => `Volver a ${merchant}`,

  notCredited: 'Un pago no se abonó',
  partly: 'Llegó una parte del pago',
  inParts: 'El pago llegó en partes',
  received: (amount) => `Recibimos ${amount}.`,
  reasons: {
    UNDERPAID: 'Es menos que el monto a pagar.',
    OVERPAID: 'Es más que el monto a pagar.',
    QUOTE_EXPIRED: 'Llegó cuando el monto ya había vencido.',
    LINK_EXPIRED: 'Llegó cuando el cobro ya había vencido.',
    LINK_CANCELLED: 'Llegó cuando el cobro ya estaba cancelado.',
    LINK_ALREADY_PAID: 'El cobro ya tenía otro pago.',
    WRONG_ASSET: 'No era la moneda que se pidió.',
    WRONG_NETWORK: 'Llegó por una red distinta de la que se pidió.',
    WRONG_PRECISION: 'El monto tiene más decimales de los que se pueden abonar.',
    UNKNOWN_DESTINATION: 'No se pudo asignar a este cobro.',
    PAYER_MISMATCH: 'No se pudo distinguir de un pago anterior a la misma CLABE.',
    CONVERSION_FAILED: 'No se pudo convertir a la moneda del cobro.',
    NOT_CONFIRMED: 'La red no lo confirmó, así que no llegó.',
    SCREENING_REFUSED: 'Nuestras reglas de pago no lo permitieron.',
  },
  missing: (amount) => `Faltan ${amount}.`,
  excess: (amount) => `Son ${amount} de más.`,
  outOf: (received, due) => `Recibimos ${received} de ${due}.`,
  fates: {
    waiting:
      'No se abonó al cobro. El comercio decide si lo acepta o lo devuelve, y aquí verás qué decidió. No se ha perdido.',
    kept: 'Cuenta para este cobro.',
    to_return: 'No se abonó al cobro. Se te va a devolver; aquí verás cuándo se envía.',
    returning: 'No se abonó al cobro. La devolución va en camino.',
    returned: 'No se abonó al cobro. Ya se devolvió.',
    accepted: 'El comercio lo aceptó fuera de este cobro.',
    vanished: 'Si tu billetera muestra otra cosa, escribe al comercio.',
  },
  returnedOn: 'Se envió el',
  advice: {
    pay_again: () =>
      'Este cobro sigue pendiente. Para pagarlo, envía el monto completo en un solo pago: enviar solo la diferencia no cuenta.',
    ask_first: (merchant) =>
      `No envíes solo la diferencia: no cuenta. ${merchant} puede aceptar como pago lo que llegó; pregúntale antes de enviar otra vez el monto completo.`,
    pay_rest: (merchant, missing) =>
      `Faltan ${missing}. Envía exactamente ese monto desde la misma cuenta o billetera que antes; de lo contrario, ${merchant} tendrá que confirmar el pago.`,
    pay_rest_at_price: (merchant, missing) =>
      `Faltan ${missing}. Envía exactamente ese monto desde la misma cuenta o billetera que antes; de lo contrario, ${merchant} tendrá que confirmar el pago. El monto vale mientras esté vigente el tipo de cambio de esta página. Después, lo que llegó se calcula con el nuevo tipo de cambio y el monto que falta puede cambiar.`,
    ask_price: () =>
      'El tipo de cambio venció. Obtén un monto nuevo para ver cuánto falta; lo que llegó se calculará con el nuevo tipo de cambio.',
    rest_arrived: (merchant) =>
      `Ya no falta nada. ${merchant} tiene que confirmar el pago, porque llegó de cuentas distintas o no es el monto exacto. No pagues otra vez; aquí verás cuando esté listo.`,
    wait: (merchant) =>
      `Por ahora no pagues otra vez: ${merchant} puede aceptar como pago lo que llegó, o devolverlo.`,
  },
  payAnyway: 'Ver cómo pagar de todos modos',

  simulate: 'Simular el pago',
  simulateHint: 'Solo existe en modo de prueba.',
  simulateExact: 'Pagar el monto exacto',
  simulateUnder: 'Pagar de menos',

  amountToPay: '¿Cuánto vas a pagar?',
  amountLimits: (least, most) => `De ${least} a ${most}.`,
  amountRefusals: {
    missing: () => 'Escribe el monto que vas a pagar.',
    unreadable: ({ example }) => `Escribe el monto con cifras, como ${example}.`,
    too_precise: ({ example }) => `Escribe máximo dos decimales, como ${example}.`,
    fraction: ({ example }) =>
      `Escribe pesos enteros, sin decimales. El punto separa los miles, como ${example}.`,
    not_payable: ({ least, most }) =>
      `Ese monto no se puede pagar aquí. Escribe otro, de ${least} a ${most}.`,
    too_small: ({ least }) => `Es muy poco. El mínimo es ${least}.`,
    too_large: ({ most }) => `Es demasiado. El máximo es ${most}.`,
  },
  proceed: 'Continuar',
  scanToPay: 'Escanea para pagar',
  scanSteps: [
    'Abre la cámara de tu teléfono y apunta al código.',
    'Elige cómo pagar: desde tu banco o tu billetera.',
    'Envía el monto exacto. Tu teléfono te avisa cuando llega.',
  ],

  stale: {
    title: 'Esta página no está actualizada',
    hint: 'No logra conectarse con nosotros y lo sigue intentando. Si ya pagaste, tu pago no se pierde: lo verás aquí.',
  },

  problems: {
    not_found: {
      title: 'No encontramos este cobro',
      hint: 'Revisa que el enlace esté completo, o pide otro a quien te lo envió.',
    },
    closed: {
      title: 'Aquí no se puede pagar por ahora',
      hint: 'Este comercio no puede recibir pagos en este momento. Pregunta en caja.',
    },
    crowded: {
      title: 'Demasiados cobros abiertos',
      hint: 'Se iniciaron demasiados desde esta red. Espera diez minutos o usa tus datos móviles.',
    },
    not_accepted: {
      title: 'No pudimos hacer eso',
      hint: 'Abre otra vez el enlace del cobro e inténtalo desde ahí.',
    },
    too_many: { title: 'Demasiadas visitas', hint: 'Espera un minuto y vuelve a cargar la página.' },
    failed: {
      title: 'Algo salió mal de nuestro lado',
      hint: 'Tu dinero está a salvo. Vuelve a cargar la página en un momento.',
    },
  },
  requestId: 'Si escribes a soporte, menciona este ID:',
};

export type Texts = typeof en;
/** The fate of an uncredited deposit. */
export type Fate = keyof Texts['fates'];
/** The reason why there is no page to show. */
export type Problem = keyof Texts['problems'];
/** The fault of an entered amount. */
export type AmountRefusal = keyof Texts['amountRefusals'];

export const TEXTS: Readonly<Record<Language, Texts>> = { en, es };
