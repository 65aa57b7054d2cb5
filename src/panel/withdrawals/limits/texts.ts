import type { Language } from '../../../pages/index.ts';
import { WORDS } from '../../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Limit',
  why: 'How much one person may move alone within 24 hours. It covers withdrawals, refunds to a destination that someone names, and conversions, all together; refunds that go back the way the money came do not count. Above it, a second person must approve: an owner or someone in finance other than whoever requested it.',
  valued: 'Amounts in other currencies count at the reference rates of the operator of the service.',
  used: 'Moved without a second person in the last 24 hours',
  left: 'One person may still move',
  next: 'Change waiting',
  noLimit: 'No limit',
  none: 'There is no limit: every owner, and everyone in finance, can move all the money alone.',
  from: (limit: string): string => `${limit}, from`,
  set: 'Set the limit',
  setHint:
    'A lower limit applies at once. A higher one, or none, applies after 24 hours; until then, an owner can set the earlier one again.',
  onlyOwners: 'Only owners can change the limit.',
  amountHint: 'Like 50000. With 0, a second person must approve everything; leave it empty for no limit.',
  save: 'Set the limit',
  flashMessages: { set: { done: 'The limit was set.', mailed: WORDS.en.ownersNotified } },
  problems: {
    'invalid_request.amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.en.noCents,
    'invalid_request.amount':
      'Enter an amount like 50000, with up to 12 digits before the decimal point and 8 after it.',
    'invalid_request.currency': WORDS.en.chooseCurrency,
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Límite',
  why: 'Cuánto puede mover una sola persona en 24 horas. Abarca, en conjunto, los retiros, las devoluciones a un destino que alguien indica y las conversiones; las devoluciones que regresan por donde llegó el dinero no cuentan. Lo que lo supere debe aprobarlo una segunda persona: un propietario o alguien de finanzas distinto de quien lo solicita.',
  valued:
    'Los montos en otras monedas se calculan con los tipos de cambio de referencia del operador del servicio.',
  used: 'Movido sin una segunda persona en las últimas 24 horas',
  left: 'Una persona aún puede mover',
  next: 'Cambio en espera',
  noLimit: 'Sin límite',
  none: 'No hay límite: cada propietario y cada persona de finanzas puede mover todo el dinero sin nadie más.',
  from: (limit) => `${limit}, a partir del`,
  set: 'Fijar el límite',
  setHint:
    'Un límite menor se aplica de inmediato. Uno mayor, o quitarlo, se aplica después de 24 horas; hasta entonces, un propietario puede volver a fijar el anterior.',
  onlyOwners: 'Solo los propietarios pueden cambiar el límite.',
  amountHint:
    'Por ejemplo 50000. Con 0, todo requiere la aprobación de una segunda persona; déjalo vacío para no tener límite.',
  save: 'Fijar el límite',
  flashMessages: { set: { done: 'El límite se fijó.', mailed: WORDS.es.ownersNotified } },
  problems: {
    'invalid_request.amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.es.noCents,
    'invalid_request.amount':
      'Escribe un monto como 50000, con hasta 12 cifras antes del punto decimal y 8 después.',
    'invalid_request.currency': WORDS.es.chooseCurrency,
  },
};

export const LIMITS: Readonly<Record<Language, typeof en>> = { en, es };
