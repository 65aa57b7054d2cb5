import type { Language } from '../../pages/index.ts';
import type { QrCodeStatus } from '../../qr-codes/index.ts';
import { forEachObstacle } from '../frame/obstacles.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Counter codes',
  intro:
    'A QR code to print and place on a counter. Payers scan it to pay; each payment gets a payment link of its own.',
  create: 'Create a counter code',
  createTitle: 'New counter code',
  none: 'No counter codes yet.',
  nameHint: 'Shown to payers, for example “Till 4”.',
  storeLabel: 'Store',
  reference: 'Your reference',
  referenceHint: 'Unique in your account. It cannot be changed later.',
  optional: 'optional',
  currency: 'Currency you receive',
  fixedAmount: 'Fixed amount',
  fixedAmountHint: 'Leave it empty to let the payer enter the amount.',
  limits: (least: string, most: string, currency: string): string => `From ${least} to ${most} ${currency}.`,
  payerTypes: 'The payer enters it',
  payableBy: 'Can be paid by',
  payableFrom: (method: string, least: string): string => `${method} from ${least}`,
  payableByNone: 'No payment method can pay this amount, so nobody can use this code. Change the amount.',
  statuses: { active: 'Active', disabled: 'Disabled' } satisfies Record<QrCodeStatus, string>,
  image: (name: string): string => `QR code of ${name}`,
  sheet: 'Sheet to print',
  collections: 'Collections',
  collectionsOf: (name: string): string => `Collections of ${name}`,
  allCollections: 'All collections, by day and as a file',
  noCollections: 'Nothing collected yet.',
  paidAt: 'Paid',
  disable: 'Disable',
  disableHint: 'Nobody can start a payment with it until you enable it again.',
  enable: 'Enable',
  enableHint: 'It can be scanned and paid again.',
  remove: 'Delete',
  removeHint:
    'Only a code that has collected nothing can be deleted. Payments already started are cancelled.',
  flashMessages: {
    created: 'The counter code was created. Print its sheet to use it.',
    changed: 'The changes were saved.',
    disabled: 'The counter code was disabled.',
    enabled: 'The counter code was enabled.',
    deleted: 'The counter code was deleted.',
  },
  problems: {
    'invalid_request.name': 'Enter a name of 1 to 100 characters.',
    'invalid_request.store_label': 'The store can have up to 100 characters.',
    'invalid_request.external_reference': 'The reference can have up to 100 characters.',
    'invalid_request.currency': WORDS.en.chooseCurrency,
    'invalid_request.fixed_amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.fixed_amount.fraction': WORDS.en.noCents,
    'invalid_request.fixed_amount': "The amount must be a number like 45.00, within the currency's limits.",
    qr_code_reference_taken: 'Another counter code has this reference.',
    qr_code_not_deletable:
      'It has collected a payment, or one is on its way, so it cannot be deleted. You can disable it instead.',
    ...forEachObstacle(
      'The account cannot take payments at the moment. Ask the operator of the service why.',
    ),
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Códigos de mostrador',
  intro:
    'Un código QR para imprimir y poner en tu mostrador. Quien lo escanea paga ahí mismo; cada pago queda como un enlace de pago.',
  create: 'Crear un código de mostrador',
  createTitle: 'Nuevo código de mostrador',
  none: 'Aún no hay códigos de mostrador.',
  nameHint: 'Lo ve quien paga; por ejemplo, «Caja 4».',
  storeLabel: 'Sucursal',
  reference: 'Tu referencia',
  referenceHint: 'Única en tu cuenta. Después no se puede cambiar.',
  optional: 'opcional',
  currency: 'Moneda que recibes',
  fixedAmount: 'Monto fijo',
  fixedAmountHint: 'Déjalo vacío para que quien paga escriba el monto.',
  limits: (least, most, currency) => `De ${least} a ${most} ${currency}.`,
  payerTypes: 'Lo escribe quien paga',
  payableBy: 'Se puede pagar con',
  payableFrom: (method, least) => `${method} desde ${least}`,
  payableByNone:
    'Ningún método de pago acepta este monto, así que nadie puede usar este código. Cambia el monto.',
  statuses: { active: 'Activo', disabled: 'Inhabilitado' },
  image: (name) => `Código QR de ${name}`,
  sheet: 'Hoja para imprimir',
  collections: 'Cobros',
  collectionsOf: (name) => `Cobros de ${name}`,
  allCollections: 'Todos los cobros, por día y como archivo',
  noCollections: 'Aún no ha cobrado nada.',
  paidAt: 'Pagado',
  disable: 'Inhabilitar',
  disableHint: 'Nadie podrá iniciar un pago con él hasta que lo habilites de nuevo.',
  enable: 'Habilitar',
  enableHint: 'Se podrá escanear y pagar otra vez.',
  remove: 'Eliminar',
  removeHint: 'Solo se puede eliminar un código que no ha cobrado nada. Los pagos iniciados se cancelan.',
  flashMessages: {
    created: 'Se creó el código de mostrador. Imprime su hoja para usarlo.',
    changed: 'Se guardaron los cambios.',
    disabled: 'Se inhabilitó el código de mostrador.',
    enabled: 'Se habilitó el código de mostrador.',
    deleted: 'Se eliminó el código de mostrador.',
  },
  problems: {
    'invalid_request.name': 'Escribe un nombre de 1 a 100 caracteres.',
    'invalid_request.store_label': 'La sucursal puede tener hasta 100 caracteres.',
    'invalid_request.external_reference': 'La referencia puede tener hasta 100 caracteres.',
    'invalid_request.currency': WORDS.es.chooseCurrency,
    'invalid_request.fixed_amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.fixed_amount.fraction': WORDS.es.noCents,
    'invalid_request.fixed_amount':
      'El monto debe ser un número como 45.00, dentro de los límites de la moneda.',
    qr_code_reference_taken: 'Otro código de mostrador ya tiene esta referencia.',
    qr_code_not_deletable:
      'Ya cobró un pago, o hay uno en camino, así que no se puede eliminar. Puedes inhabilitarlo.',
    ...forEachObstacle(
      'Por ahora la cuenta no puede recibir pagos. Pregunta el motivo al operador del servicio.',
    ),
  },
};

export const QR_CODES: Readonly<Record<Language, typeof en>> = { en, es };
