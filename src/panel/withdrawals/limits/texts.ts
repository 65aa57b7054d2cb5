import type { Language } from '../../../pages/index.ts';
import { WORDS } from '../../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Approval rules',
  why: 'What needs the approval of others before it leaves the account. The rules cover withdrawals, refunds to a destination that someone names, and conversions; refunds that go back the way the money came need none. Nobody approves what they requested, and where several rules apply, all must be met.',
  limit: 'Limit for one person',
  limitHint:
    'How much one person may move alone within 24 hours, in all. Above it, an owner or someone in finance must approve it.',
  valued: 'Amounts in other currencies count at the reference rates of the operator of the service.',
  used: 'Moved without a second person in the last 24 hours',
  left: 'One person may still move',
  next: 'Change waiting',
  noLimit: 'No limit',
  none: 'There is no limit: every owner, and everyone in finance, can move all the money alone.',
  from: (limit: string): string => `${limit}, from`,
  rules: 'All rules',
  noRules: 'There are no rules: nothing needs approval for its amount.',
  above: 'Above',
  aboveInDay: 'Above this amount within 24 hours',
  aboveHint:
    'What has left within 24 hours without these approvals counts too. With 0, everything needs them.',
  covers: 'Covers',
  kinds: {
    all: 'Withdrawals, refunds and conversions',
    withdrawal: 'Withdrawals',
    refund: 'Refunds',
    conversion: 'Conversions',
  },
  needs: 'Needs',
  approvedBy: 'Must be approved by',
  approvalOf: (who: string): string => `The approval of ${who}`,
  usedOfRule: 'Moved without it in 24 hours',
  ends: 'ends on',
  coverage: {
    some: 'Some people’s requests cannot be approved like this: too few others have the role.',
    none: 'Nobody’s requests can be approved like this: too few people have the role.',
  },
  keep: 'Keep',
  add: 'Add a rule',
  addHint:
    'A rule holds at once, also for what waits already. When it is removed, it holds for another 24 hours, so that nobody can loosen the rules and move money right after; until then, an owner can keep it.',
  set: 'Set the limit',
  setHint:
    'A lower limit applies at once. A higher one, or none, applies after 24 hours; until then, an owner can set the earlier one again.',
  onlyOwners: 'Only owners can change the rules.',
  amountHint: 'Like 50000. With 0, a second person must approve everything; leave it empty for no limit.',
  save: 'Set the limit',
  flashMessages: {
    set: { done: 'The limit was set.', mailed: WORDS.en.ownersNotified },
    added: { done: 'The rule was added.', mailed: WORDS.en.ownersNotified },
    removed: {
      done: 'The rule was removed. See below until when it holds.',
      mailed: WORDS.en.ownersNotified,
    },
    kept: { done: 'The rule stays.', mailed: WORDS.en.ownersNotified },
  },
  problems: {
    'invalid_request.amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.en.noCents,
    'invalid_request.amount':
      'Enter an amount like 50000, with up to 12 digits before the decimal point and 8 after it.',
    'invalid_request.currency': WORDS.en.chooseCurrency,
    'invalid_request.above.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.above.fraction': WORDS.en.noCents,
    'invalid_request.above':
      'Enter an amount like 50000, with up to 12 digits before the decimal point and 8 after it.',
    'invalid_request.kind': 'Choose one of the kinds.',
    'invalid_request.needs':
      'Too few people of this account have the role, so nothing could be approved like this. Invite someone under Team first, or choose another.',
    approval_rule_limit_reached:
      'The account has as many rules as it may have. Remove one, or wait until one ends.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Reglas de aprobación',
  why: 'Lo que requiere la aprobación de otras personas antes de salir de la cuenta. Las reglas abarcan los retiros, las devoluciones a un destino que alguien indica y las conversiones; las devoluciones que regresan por donde llegó el dinero no requieren ninguna. Nadie aprueba lo que solicitó, y si se aplican varias reglas, deben cumplirse todas.',
  limit: 'Límite para una sola persona',
  limitHint:
    'Cuánto puede mover en total una sola persona en 24 horas. Lo que lo supere debe aprobarlo un propietario o alguien de finanzas.',
  valued:
    'Los montos en otras monedas se calculan con los tipos de cambio de referencia del operador del servicio.',
  used: 'Movido sin una segunda persona en las últimas 24 horas',
  left: 'Una persona aún puede mover',
  next: 'Cambio en espera',
  noLimit: 'Sin límite',
  none: 'No hay límite: cada propietario y cada persona de finanzas puede mover todo el dinero sin nadie más.',
  from: (limit) => `${limit}, a partir del`,
  rules: 'Todas las reglas',
  noRules: 'No hay reglas: nada requiere aprobación por su monto.',
  above: 'Más de',
  aboveInDay: 'Más de este monto en 24 horas',
  aboveHint: 'También cuenta lo que salió en 24 horas sin estas aprobaciones. Con 0, todo las requiere.',
  covers: 'Abarca',
  kinds: {
    all: 'Retiros, devoluciones y conversiones',
    withdrawal: 'Retiros',
    refund: 'Devoluciones',
    conversion: 'Conversiones',
  },
  needs: 'Requiere',
  approvedBy: 'Debe tener la aprobación de',
  approvalOf: (who) => `La aprobación de ${who}`,
  usedOfRule: 'Movido sin ella en 24 horas',
  ends: 'termina el',
  coverage: {
    some: 'Lo que solicitan algunas personas no se puede aprobar así: muy pocas más tienen el rol.',
    none: 'Nada se puede aprobar así: muy pocas personas tienen el rol.',
  },
  keep: 'Conservar',
  add: 'Agregar una regla',
  addHint:
    'Una regla se aplica de inmediato, también a lo que ya está en espera. Al quitarla, se sigue aplicando durante 24 horas, para que nadie pueda aflojar las reglas y mover dinero enseguida; hasta entonces, un propietario puede conservarla.',
  set: 'Fijar el límite',
  setHint:
    'Un límite menor se aplica de inmediato. Uno mayor, o quitarlo, se aplica después de 24 horas; hasta entonces, un propietario puede volver a fijar el anterior.',
  onlyOwners: 'Solo los propietarios pueden cambiar las reglas.',
  amountHint:
    'Por ejemplo 50000. Con 0, todo requiere la aprobación de una segunda persona; déjalo vacío para no tener límite.',
  save: 'Fijar el límite',
  flashMessages: {
    set: { done: 'El límite se fijó.', mailed: WORDS.es.ownersNotified },
    added: { done: 'La regla se agregó.', mailed: WORDS.es.ownersNotified },
    removed: {
      done: 'La regla se quitó. Abajo se indica hasta cuándo se aplica.',
      mailed: WORDS.es.ownersNotified,
    },
    kept: { done: 'La regla se conserva.', mailed: WORDS.es.ownersNotified },
  },
  problems: {
    'invalid_request.amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.es.noCents,
    'invalid_request.amount':
      'Escribe un monto como 50000, con hasta 12 cifras antes del punto decimal y 8 después.',
    'invalid_request.currency': WORDS.es.chooseCurrency,
    'invalid_request.above.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.above.fraction': WORDS.es.noCents,
    'invalid_request.above':
      'Escribe un monto como 50000, con hasta 12 cifras antes del punto decimal y 8 después.',
    'invalid_request.kind': 'Elige uno de los tipos.',
    'invalid_request.needs':
      'Muy pocas personas de esta cuenta tienen el rol, así que nada se podría aprobar así. Invita antes a alguien en Equipo, o elige otra opción.',
    approval_rule_limit_reached:
      'La cuenta tiene tantas reglas como puede tener. Quita una, o espera a que termine otra.',
  },
};

export const LIMITS: Readonly<Record<Language, typeof en>> = { en, es };
