import type { Language } from '../../../pages/index.ts';
import { DESTINATION_FIELDS } from '../../frame/destination-texts.ts';
import { WORDS } from '../../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Destinations',
  why: 'Withdrawals go to these only. A saved destination never changes. For 24 hours, withdrawals to a new one wait, unless a second person approves them.',
  add: 'Add a destination',
  none: 'No destination is saved yet. Add your bank account or wallet to withdraw to it.',
  account: 'Account or address',
  saved: 'Saved',
  savedBy: 'Saved by',
  inUse: 'In use',
  newUntil: 'New until',
  withdraw: 'Withdraw',
  removeIt: 'Remove the destination',
  removeHint:
    'Withdrawals waiting to be sent there are then returned to your balance. To use it again, save it again.',
  backToList: 'All destinations',
  choose: 'Where should the money go?',
  kinds: {
    clabe: (asset: string): string => `A bank account in Mexico, in ${asset}`,
    bank: (asset: string): string => `A bank account, in ${asset}`,
    key: (asset: string): string => `A Bre-B key, in ${asset}`,
    on_chain: (asset: string): string => `A wallet, in ${asset}`,
  },
  labelHint: 'What you call it, like Main account',
  beneficiaryHint: 'Empty: the name of this account',
  save: 'Save the destination',
  saveHint: 'The owners are told by e-mail.',
  flashMessages: {
    added: { done: 'The destination is saved.', mailed: WORDS.en.ownersNotified },
    removed: 'The destination is removed. What waited to go there is back in the balance.',
  },
  problems: {
    ...DESTINATION_FIELDS.en.problems,
    account_suspended: 'The account is suspended, so no destination can be saved. Contact support.',
    account_blocked: 'The account is blocked, so no destination can be saved. Contact support.',
    destination_limit_reached: 'There are as many destinations as there may be. Remove one first.',
    'invalid_request.label': 'Give it a name of up to 100 characters.',
    invalid_request: 'Something is missing or not valid.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Destinos',
  why: 'Los retiros solo se envían a estos destinos. Un destino guardado no cambia. Durante 24 horas, los retiros a uno nuevo esperan, salvo que los apruebe una segunda persona.',
  add: 'Agregar un destino',
  none: 'Aún no hay destinos guardados. Agrega tu cuenta bancaria o billetera para retirar.',
  account: 'Cuenta o dirección',
  saved: 'Guardado',
  savedBy: 'Guardado por',
  inUse: 'En uso',
  newUntil: 'Nuevo hasta el',
  withdraw: 'Retirar',
  removeIt: 'Eliminar el destino',
  removeHint:
    'Lo que esté en espera de enviarse ahí vuelve al saldo. Para usarlo otra vez, guárdalo de nuevo.',
  backToList: 'Todos los destinos',
  choose: '¿A dónde debe llegar el dinero?',
  kinds: {
    clabe: (asset) => `Una cuenta bancaria en México, en ${asset}`,
    bank: (asset) => `Una cuenta bancaria, en ${asset}`,
    key: (asset) => `Una llave de Bre-B, en ${asset}`,
    on_chain: (asset) => `Una billetera, en ${asset}`,
  },
  labelHint: 'Cómo lo llamas, por ejemplo Cuenta principal',
  beneficiaryHint: 'Vacío: el nombre de esta cuenta',
  save: 'Guardar el destino',
  saveHint: 'Se avisa a los propietarios por correo.',
  flashMessages: {
    added: { done: 'El destino se guardó.', mailed: WORDS.es.ownersNotified },
    removed: 'El destino se eliminó. Lo que esperaba enviarse ahí volvió al saldo.',
  },
  problems: {
    ...DESTINATION_FIELDS.es.problems,
    account_suspended:
      'La cuenta está suspendida, por lo que no se puede guardar un destino. Contacta a soporte.',
    account_blocked:
      'La cuenta está bloqueada, por lo que no se puede guardar un destino. Contacta a soporte.',
    destination_limit_reached: 'No se pueden guardar más destinos. Elimina uno primero.',
    'invalid_request.label': 'Ponle un nombre de hasta 100 caracteres.',
    invalid_request: 'Falta algo o no es válido.',
  },
};

export const DESTINATIONS: Readonly<Record<Language, typeof en>> = { en, es };
