import type { Language } from '../../../pages/index.ts';

const en = {
  title: 'Limit',
  why: 'How much one person may move alone within 24 hours. It covers withdrawals, refunds to a destination that someone names, and conversions, all together; refunds that go back the way the money came do not count. Above it, a second person must approve: an owner or someone in finance other than whoever requested it.',
  valued: 'Amounts in other currencies count at the reference rates of the operator of the service.',
  limit: 'Limit for 24 hours',
  used: 'Moved without a second person in the last 24 hours',
  left: 'One person may still move',
  next: 'Change waiting',
  noLimit: 'No limit',
  none: 'There is no limit: every owner, and everyone in finance, can move all the money alone.',
  from: (limit: string): string => `${limit}, from`,
  set: 'Set the limit',
  setHint:
    'A lower limit applies at once. A higher one, or none, applies after 24 hours; until then, an owner can set the earlier one again. Owners are notified by e-mail.',
  onlyOwners: 'Only owners can change the limit.',
  amount: 'Amount',
  amountHint: 'Like 50000. With 0, a second person must approve everything; leave it empty for no limit.',
  currency: 'Currency',
  save: 'Set the limit',
  back: 'All withdrawals',
  notices: { set: 'The limit was set. Owners were notified by e-mail.' },
  problems: {
    'invalid_request.amount.ambiguous':
      'This amount can be read in two ways. Write it without separating the thousands: 1234 or 1234.50.',
    'invalid_request.amount':
      'Enter an amount like 50000, with up to 12 digits before the decimal point and 8 after it.',
    'invalid_request.currency': 'Choose one of the currencies.',
  },
};

const es: typeof en = {
  title: 'Límite',
  why: 'Cuánto puede mover una sola persona en 24 horas. Abarca, en conjunto, los retiros, las devoluciones a un destino que alguien indica y las conversiones; las devoluciones que regresan por donde llegó el dinero no cuentan. Lo que lo supere debe aprobarlo una segunda persona: un propietario o alguien de finanzas distinto de quien lo solicita.',
  valued: 'Los montos en otras monedas se calculan con las tasas de referencia del operador del servicio.',
  limit: 'Límite en 24 horas',
  used: 'Movido sin una segunda persona en las últimas 24 horas',
  left: 'Una persona aún puede mover',
  next: 'Cambio en espera',
  noLimit: 'Sin límite',
  none: 'No hay límite: cada propietario y cada persona de finanzas puede mover todo el dinero sin nadie más.',
  from: (limit) => `${limit}, a partir del`,
  set: 'Fijar el límite',
  setHint:
    'Un límite menor se aplica de inmediato. Uno mayor, o quitarlo, se aplica después de 24 horas; hasta entonces, un propietario puede volver a fijar el anterior. Se avisa a los propietarios por correo.',
  onlyOwners: 'Solo los propietarios pueden cambiar el límite.',
  amount: 'Monto',
  amountHint:
    'Por ejemplo 50000. Con 0, todo requiere la aprobación de una segunda persona; déjalo vacío para no tener límite.',
  currency: 'Moneda',
  save: 'Fijar el límite',
  back: 'Todos los retiros',
  notices: { set: 'El límite se fijó. Se avisó a los propietarios por correo.' },
  problems: {
    'invalid_request.amount.ambiguous':
      'Este monto se puede leer de dos maneras. Escríbelo sin separar los miles: 1234 o 1234.50.',
    'invalid_request.amount':
      'Escribe un monto como 50000, con hasta 12 cifras antes del punto decimal y 8 después.',
    'invalid_request.currency': 'Elige una de las monedas.',
  },
};

export const LIMITS: Readonly<Record<Language, typeof en>> = { en, es };
