import type { Language } from '../../../pages/language.ts';

const en = {
  title: 'Limits',
  why: 'How much one person may withdraw alone within 24 hours. What is above needs a second person: an owner or somebody in finance other than whoever asks for it.',
  asset: 'Balance',
  limit: 'Limit',
  used: 'Withdrawn alone in the last 24 hours',
  next: 'Change that waits',
  noLimit: 'No limit',
  none: 'There are no limits: each owner, and everybody in finance, can withdraw everything alone.',
  from: (limit: string): string => `${limit}, from`,
  set: 'Set a limit',
  setHint:
    'A lower limit applies at once. A higher one, or none, applies after 24 hours; until then, an owner can set the earlier one again. The owners are told by e-mail.',
  onlyOwners: 'Only owners can change limits.',
  amount: 'Limit',
  amountHint: 'Like 50000. With 0, every withdrawal needs a second person; leave it empty for no limit.',
  save: 'Set the limit',
  back: 'All withdrawals',
  notices: { set: 'The limit is set. The owners were told by e-mail.' },
  problems: { invalid_request: 'The limit must be an amount like 50000.' },
};

export type LimitTexts = typeof en;

const es: LimitTexts = {
  title: 'Límites',
  why: 'Cuánto puede retirar una sola persona en 24 horas. Lo que lo supere requiere una segunda persona: un propietario o alguien de finanzas distinto de quien lo solicita.',
  asset: 'Saldo',
  limit: 'Límite',
  used: 'Retirado por una sola persona en 24 horas',
  next: 'Cambio en espera',
  noLimit: 'Sin límite',
  none: 'No hay límites: cada propietario y cada persona de finanzas puede retirar todo sin nadie más.',
  from: (limit) => `${limit}, a partir del`,
  set: 'Fijar un límite',
  setHint:
    'Un límite menor se aplica de inmediato. Uno mayor, o quitarlo, se aplica después de 24 horas; hasta entonces, un propietario puede volver a fijar el anterior. Se avisa a los propietarios por correo.',
  onlyOwners: 'Solo los propietarios pueden cambiar los límites.',
  amount: 'Límite',
  amountHint:
    'Por ejemplo 50000. Con 0, todo retiro requiere una segunda persona; déjalo vacío para no tener límite.',
  save: 'Fijar el límite',
  back: 'Todos los retiros',
  notices: { set: 'El límite se fijó. Se avisó a los propietarios por correo.' },
  problems: { invalid_request: 'El límite debe ser un monto como 50000.' },
};

export const LIMITS: Readonly<Record<Language, LimitTexts>> = { en, es };
