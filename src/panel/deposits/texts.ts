import type { HeldPayment } from '../../screening/index.ts';
import type { DepositStatus } from '../../deposits/index.ts';
import type { UnmatchedReason } from '../../lib/reasons.ts';
import { APPROVALS } from '../approvals/texts.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Deposits',
  inbox: 'Waiting for your decision',
  inboxHint:
    'This money arrived but paid no link. It stays outside your balance until you accept it or send it back.',
  inboxEmpty: 'Nothing is waiting for a decision.',
  inboxMore: 'Show all that are waiting',
  inReview: 'In review',
  inReviewHint: 'Nothing has to be done: it goes on as soon as the review is over.',
  kind: 'What it is',
  kinds: { deposit: 'Deposit', withdrawal: 'Withdrawal', refund: 'Refund' } satisfies Record<
    HeldPayment['kind'],
    string
  >,
  payerReads: 'Meanwhile, the payer reads:',
  payerPage: 'Open the page that the payer sees',
  decideWhich: (amount: string): string => `Decide on ${amount}`,
  open: 'Details',
  openWhich: (amount: string): string => `Details of ${amount}`,
  all: 'All deposits',
  none: 'There are no deposits yet. Share a payment link: what its payer sends is listed here.',
  noMatch: 'No deposit matches these filters.',
  statuses: {
    pending: 'Settling',
    credited: 'Credited',
    failed: 'Did not arrive',
    unmatched: 'To be decided',
    accepted: 'Accepted',
    refunding: 'Being refunded',
    refunded: 'Refunded',
    taken_back: 'Taken back',
  } satisfies Record<DepositStatus, string>,
  /** Why it paid no link, in a word or two; the payer's text says it in a sentence. */
  reasons: {
    UNDERPAID: 'Too little',
    OVERPAID: 'Too much',
    QUOTE_EXPIRED: 'After the quote expired',
    LINK_EXPIRED: 'After the link expired',
    LINK_CANCELLED: 'After the link was cancelled',
    LINK_ALREADY_PAID: 'Link already paid',
    WRONG_ASSET: 'Wrong asset',
    WRONG_NETWORK: 'Wrong network',
    WRONG_PRECISION: 'Too many decimals',
    UNKNOWN_DESTINATION: 'Unknown destination',
    PAYER_MISMATCH: 'Not the expected payer',
    CONVERSION_FAILED: 'Conversion failed',
    NOT_CONFIRMED: 'Not confirmed by the network',
    SCREENING_REFUSED: 'Refused by our payment rules',
  } satisfies Record<UnmatchedReason, string>,
  due: 'Amount due',
  feeBy: { merchant: 'taken from your balance', payer: 'paid by the payer' },
  refunded: 'Refunded',
  network: 'Network',
  arrived: 'Arrived',
  why: 'Why',
  acceptShort: 'Accept',
  refundShort: 'Refund',
  noLink: 'No payment link',
  payerAccount: "Payer's account",
  trackingKey: 'Tracking key',
  transaction: 'Transaction',
  sourceAddress: 'Sent from',
  destination: 'Sent to',
  titleOf: (amount: string): string => `Deposit of ${amount}`,

  decision: 'What should happen with it?',
  tooSmall: 'It is less than the smallest amount that can be moved, so it can only stay where it is.',
  unmatchedDeposit: 'A deposit that paid no link',
  backToDeposit: 'Back to the deposit',
  asPayment: 'Accept it as the payment',
  asPaymentHint: 'The payment link becomes paid, and your systems are told as of any payment.',
  asPaymentConverted:
    'It is exchanged at the rate of the link. Then the payment link becomes paid, and your systems are told as of any payment.',
  asPaymentAtMost:
    'It is not the amount due, so it is exchanged at the current rate: you receive what it brings then, and at most what the rate of the link gives. Then the payment link becomes paid, and your systems are told as of any payment.',
  creditedAtMost: 'Credited, at most',
  credited: 'Credited',
  difference: 'Difference',
  noDifference: 'None',
  acceptAsPayment: 'Accept as payment',
  acceptedBy: 'Accepted',
  acceptedHow: {
    person: 'As the payment of its link, by a person',
    tolerance: 'Automatically, within your tolerance for this method',
  },
  accept: 'Accept it into the balance only',
  acceptAmount: (amount: string): string => `Accept ${amount}`,
  acceptHint: 'Adds it to your available balance. The payment link stays as it is.',
  refund: 'Refund it',
  whoMayDecide: 'Owners and finance decide.',
  steps: {
    arrived: 'Arrived',
    credited: 'Credited to the link',
    accepted: 'Accepted into the balance',
    conversionStarted: 'Conversion started',
    conversionDone: 'Converted',
    conversionFailed: 'Conversion failed',
    refundStarted: 'Refund started',
    refundDone: 'Refunded',
    refundFailed: 'Refund failed',
    refundReturned: 'Refund came back',
  },

  takenBack: 'Taken back by the bank',
  takenBackHint:
    'These payments had arrived, and their bank took them back. What your balance did not cover is owed. As much of your balance stays here until that is paid, which happens by itself once the balance covers it; if the payment was exchanged, what is owed is bought back at the price of the day.',
  takenBackAt: 'Taken back',
  bankSays: 'What the bank says',
  owed: 'Still owed',
  takenBackDeposit: 'What is owed for a payment that its bank took back',
  settleTitle: 'Pay what is owed',
  settle: 'Pay from the balance',
  settleWhich: (amount: string): string => `Pay ${amount} from the balance`,
  autoRefund: 'Automatic refunds',
  autoRefundHint:
    'Sends back what pays no link at once, without asking you, if its method knows a safe way back. Payments on chain always wait for your decision.',
  autoRefundIs: { on: 'Automatic refunds are on.', off: 'Automatic refunds are off.' },
  autoRefundTurn: { on: 'Turn on', off: 'Turn off' },
  back: 'All deposits',

  notices: {
    accepted: 'The deposit was accepted into your balance.',
    paid: 'The deposit was accepted as the payment. The link is paid.',
    converting: 'The deposit was accepted as the payment. The link is paid as soon as it is exchanged.',
    settled: 'It was paid from your balance.',
    nothing_owed: 'Nothing is owed for it any more.',

    auto_refund_on: 'Automatic refunds are now on.',
    auto_refund_off: 'Automatic refunds are now off.',
  },
  problems: {
    ...APPROVALS.en.problems,
    deposit_not_unmatched:
      'Somebody else decided first: the status shows what was decided. Nothing was done twice.',
    deposit_under_review: 'It is in review. You can decide once the review is over.',
    deposit_refused: 'Our payment rules refuse it. You can only refund it.',
    deposit_too_small: 'It is less than the smallest amount that can be moved.',
    payment_link_not_payable:
      'It cannot pay its link: that is paid or being paid, or was cancelled or deleted. You can accept it into the balance, or refund it.',
    deposit_not_due_asset:
      'It cannot pay its link, which does not take what was sent. You can accept it into the balance, or refund it.',
    deposit_not_convertible:
      'It cannot be exchanged at the rate of its link: the quote has expired, it is too much, or the exchange failed. If the link is active, get a new amount on its page and try again; or accept the deposit into the balance, or refund it.',
    deposit_below_fee:
      'It cannot pay its link, because it does not cover the fee. You can accept it into the balance, or refund it.',
    deposit_acceptance_changed: 'The rate of the link has changed meanwhile. Look at the amounts again.',
    insufficient_funds: 'Your available balance does not cover it yet.',
    account_owes_money:
      'Your account owes money for payments that a bank took back, and as much must stay in it: see Deposits.',
    deposit_taken_back: 'The bank took it back, so it is not refunded as well.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Depósitos',
  inbox: 'Esperan tu decisión',
  inboxHint:
    'Este dinero llegó, pero no pagó ningún enlace. Queda fuera de tu saldo hasta que lo aceptes o lo devuelvas.',
  inboxEmpty: 'Nada espera una decisión.',
  inboxMore: 'Ver todos los que esperan',
  inReview: 'En revisión',
  inReviewHint: 'No hay nada que hacer: continúa en cuanto termine la revisión.',
  kind: 'Qué es',
  kinds: { deposit: 'Depósito', withdrawal: 'Retiro', refund: 'Devolución' },
  payerReads: 'Mientras tanto, el pagador lee:',
  payerPage: 'Abrir la página que ve el pagador',
  decideWhich: (amount) => `Decidir sobre ${amount}`,
  open: 'Detalle',
  openWhich: (amount) => `Detalle de ${amount}`,
  all: 'Todos los depósitos',
  none: 'Todavía no hay depósitos. Comparte un enlace de pago: aquí verás lo que envíe su pagador.',
  noMatch: 'Ningún depósito coincide con estos filtros.',
  statuses: {
    pending: 'En proceso',
    credited: 'Abonado',
    failed: 'No llegó',
    unmatched: 'Por decidir',
    accepted: 'Aceptado',
    refunding: 'En devolución',
    refunded: 'Devuelto',
    taken_back: 'Retirado por el banco',
  },
  reasons: {
    UNDERPAID: 'Pago incompleto',
    OVERPAID: 'Pago en exceso',
    QUOTE_EXPIRED: 'Después de vencer la cotización',
    LINK_EXPIRED: 'Después de vencer el enlace',
    LINK_CANCELLED: 'Después de cancelar el enlace',
    LINK_ALREADY_PAID: 'El enlace ya estaba pagado',
    WRONG_ASSET: 'Otra moneda',
    WRONG_NETWORK: 'Otra red',
    WRONG_PRECISION: 'Demasiados decimales',
    UNKNOWN_DESTINATION: 'Destino desconocido',
    PAYER_MISMATCH: 'No es el pagador esperado',
    CONVERSION_FAILED: 'No se pudo convertir',
    NOT_CONFIRMED: 'La red no lo confirmó',
    SCREENING_REFUSED: 'Rechazado por nuestras reglas de pago',
  },
  due: 'Monto por pagar',
  feeBy: { merchant: 'descontada de tu saldo', payer: 'a cargo del pagador' },
  refunded: 'Devuelto',
  network: 'Red',
  arrived: 'Llegó',
  why: 'Motivo',
  acceptShort: 'Aceptar',
  refundShort: 'Devolver',
  noLink: 'Sin enlace de pago',
  payerAccount: 'Cuenta del pagador',
  trackingKey: 'Clave de rastreo',
  transaction: 'Transacción',
  sourceAddress: 'Enviado desde',
  destination: 'Enviado a',
  titleOf: (amount) => `Depósito de ${amount}`,

  decision: '¿Qué hacemos con este depósito?',
  tooSmall: 'Es menos que el monto mínimo que se puede mover, así que solo puede quedarse donde está.',
  unmatchedDeposit: 'Un depósito que no pagó ningún enlace',
  backToDeposit: 'Volver al depósito',
  asPayment: 'Aceptarlo como pago',
  asPaymentHint: 'El enlace queda pagado y tus sistemas reciben los avisos de cualquier pago.',
  asPaymentConverted:
    'Se convierte al tipo de cambio del enlace. Después el enlace queda pagado y tus sistemas reciben los avisos de cualquier pago.',
  asPaymentAtMost:
    'No es el monto por pagar, así que se convierte al tipo de cambio del momento: recibes lo que resulte entonces y, como máximo, lo que da el tipo de cambio del enlace. Después el enlace queda pagado y tus sistemas reciben los avisos de cualquier pago.',
  creditedAtMost: 'Se abona, como máximo',
  credited: 'Se abona',
  difference: 'Diferencia',
  noDifference: 'Ninguna',
  acceptAsPayment: 'Aceptar como pago',
  acceptedBy: 'Aceptado',
  acceptedHow: {
    person: 'Como pago de su enlace, por una persona',
    tolerance: 'Automáticamente, dentro de tu tolerancia para este método',
  },
  accept: 'Aceptarlo solo en el saldo',
  acceptAmount: (amount) => `Aceptar ${amount}`,
  acceptHint: 'Lo suma a tu saldo disponible. El enlace de pago queda como está.',
  refund: 'Devolverlo',
  whoMayDecide: 'Lo decide un propietario o alguien de finanzas.',
  steps: {
    arrived: 'Llegó',
    credited: 'Abonado al enlace',
    accepted: 'Aceptado en el saldo',
    conversionStarted: 'Conversión iniciada',
    conversionDone: 'Convertido',
    conversionFailed: 'La conversión falló',
    refundStarted: 'Devolución iniciada',
    refundDone: 'Devuelto',
    refundFailed: 'La devolución falló',
    refundReturned: 'La devolución fue rechazada y el dinero regresó',
  },

  takenBack: 'Retirado por el banco',
  takenBackHint:
    'Estos pagos habían llegado y su banco los retiró. Lo que tu saldo no cubrió está pendiente. Otro tanto de tu saldo se queda aquí hasta que se pague, lo que ocurre solo en cuanto el saldo lo cubra; si el pago se convirtió, lo pendiente se recompra al precio del día.',
  takenBackAt: 'Retirado',
  bankSays: 'Lo que dice el banco',
  owed: 'Por pagar',
  takenBackDeposit: 'Lo que se debe por un pago que su banco retiró',
  settleTitle: 'Pagar lo que se debe',
  settle: 'Pagar con el saldo',
  settleWhich: (amount) => `Pagar ${amount} con el saldo`,
  autoRefund: 'Devoluciones automáticas',
  autoRefundHint:
    'Devuelve de inmediato, sin preguntarte, lo que no paga ningún enlace, si su método conoce un camino seguro de regreso. Los pagos en cadena siempre esperan tu decisión.',
  autoRefundIs: {
    on: 'Las devoluciones automáticas están activadas.',
    off: 'Las devoluciones automáticas están desactivadas.',
  },
  autoRefundTurn: { on: 'Activar', off: 'Desactivar' },
  back: 'Todos los depósitos',

  notices: {
    accepted: 'El depósito se aceptó en tu saldo.',
    paid: 'El depósito se aceptó como pago. El enlace está pagado.',
    converting: 'El depósito se aceptó como pago. El enlace quedará pagado en cuanto se convierta.',
    settled: 'Se pagó con tu saldo.',
    nothing_owed: 'Ya no se debe nada por él.',

    auto_refund_on: 'Las devoluciones automáticas quedaron activadas.',
    auto_refund_off: 'Las devoluciones automáticas quedaron desactivadas.',
  },
  problems: {
    ...APPROVALS.es.problems,
    deposit_not_unmatched:
      'Alguien decidió antes que tú: el estado muestra qué se decidió. Nada se hizo dos veces.',
    deposit_under_review: 'Está en revisión. Puedes decidir cuando termine la revisión.',
    deposit_refused: 'Nuestras reglas de pago lo rechazan. Solo se puede devolver.',
    deposit_too_small: 'Es menos que el monto mínimo que se puede mover.',
    payment_link_not_payable:
      'No puede pagar su enlace: ya está pagado o en proceso, o se canceló o eliminó. Puedes aceptarlo en el saldo o devolverlo.',
    deposit_not_due_asset:
      'No puede pagar su enlace, que no recibe lo que se envió. Puedes aceptarlo en el saldo o devolverlo.',
    deposit_not_convertible:
      'No se puede convertir al tipo de cambio de su enlace: la cotización venció, es demasiado o la conversión falló. Si el enlace está activo, pide un monto nuevo en su página e intenta de nuevo; o acepta el depósito en el saldo, o devuélvelo.',
    deposit_below_fee:
      'No puede pagar su enlace porque no cubre la comisión. Puedes aceptarlo en el saldo o devolverlo.',
    deposit_acceptance_changed:
      'El tipo de cambio del enlace cambió mientras tanto. Revisa otra vez los montos.',
    insufficient_funds: 'Tu saldo disponible aún no lo cubre.',
    account_owes_money:
      'Tu cuenta debe dinero por pagos que un banco retiró, y otro tanto debe quedarse en ella: ve a Depósitos.',
    deposit_taken_back: 'El banco lo retiró, así que no se devuelve además.',
  },
};

export type DepositTexts = typeof en;

export const DEPOSITS: Readonly<Record<Language, typeof en>> = { en, es };
