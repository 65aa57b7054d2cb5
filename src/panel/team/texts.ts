import type { Language } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Team',
  lastUsed: 'Last seen',
  invited: 'invited',
  disabled: 'disabled by the operator',
  you: 'you',
  changeRole: 'Change the role',
  newUntil: 'new until',
  vouchedBy: (email: string): string => `vouched for by ${email}`,
  vouch: 'Vouch for this person',
  vouchHint:
    'Until then, their requests wait and they cannot approve those of others, in case their mailbox was hijacked. Vouch only after you have checked in person or on the phone that it is them. It takes effect at once, except that they cannot approve what you request.',
  remove: 'Remove from the team',
  removeHint: 'Takes effect at once, in all open sessions. Their entries in the audit log remain.',
  reset: 'Reset sign-in',
  resetHint:
    'For someone who lost their phone or passkey: removes passkeys and password, ends all sessions and sends a link to set up new ones.',
  inviteAgain: 'Resend the invitation',
  invite: 'Invite someone',
  inviteHint: 'We e-mail a link that works once and expires in 72 hours.',
  send: 'Send the invitation',
  rolesAllow: {
    owner: 'everything, including the team and its sign-ins',
    finance: 'links, money and movements',
    developer: 'links, keys, webhooks and the call log',
    auditor: 'reads everything, with the whole audit log, and changes nothing',
    viewer: 'reads links, money and movements',
  } satisfies Record<Role, string>,
  linkTitle: 'One-time link',
  linkHint:
    'No mail is sent in this environment, so pass the link on yourself. It works once and will not be shown again.',
  back: 'Back to the team',
  flashMessages: {
    invited: 'The invitation was sent.',
    role_changed: 'The role was changed.',
    vouched_for: { done: 'You vouched for this person.', mailed: WORDS.en.ownersNotified },
    removed: 'The person was removed.',
    reset: 'The sign-in was reset and a link was sent.',
  },
  problems: {
    already_member: 'This person is already in the team, or invited.',
    last_owner: 'An account needs at least one owner. Make someone else an owner first.',
    member_too_new:
      'You joined, were promoted or set up a new sign-in within the last 24 hours yourself, so you cannot vouch for others yet.',
    reset_by_operator: 'Only the operator of the service can reset this sign-in.',
    user_disabled: 'The operator of the service has disabled this person.',
    'invalid_request.email': 'Enter an e-mail address like ada@acme.example.',
    'invalid_request.name': 'Enter a name of 1 to 200 characters.',
    'invalid_request.role': 'Choose one of the roles.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Equipo',
  lastUsed: 'Último acceso',
  invited: 'invitación pendiente',
  disabled: 'inhabilitado por el operador',
  you: 'tú',
  changeRole: 'Cambiar el rol',
  newUntil: 'acceso nuevo hasta el',
  vouchedBy: (email) => `${email} responde por esta persona`,
  vouch: 'Responder por esta persona',
  vouchHint:
    'Hasta entonces, lo que esta persona solicita queda en espera y no puede aprobar lo que solicitan otros: quien se apodera de un correo podría hacer lo mismo. Responde por ella solo si comprobaste en persona o por teléfono que se trata de ella. Se aplica de inmediato, salvo que no podrá aprobar lo que solicites tú.',
  remove: 'Quitar del equipo',
  removeHint: 'Se aplica de inmediato en todas las sesiones abiertas. Lo que hizo queda en la bitácora.',
  reset: 'Restablecer su acceso',
  resetHint:
    'Para quien perdió su teléfono o su llave de acceso: elimina llaves y contraseña, cierra todas las sesiones y envía un enlace para configurar el acceso de nuevo.',
  inviteAgain: 'Reenviar la invitación',
  invite: 'Invitar a alguien',
  inviteHint: 'Enviamos por correo un enlace que funciona una sola vez y vence en 72 horas.',
  send: 'Enviar la invitación',
  rolesAllow: {
    owner: 'todo, incluidos el equipo y sus accesos',
    finance: 'enlaces, dinero y movimientos',
    developer: 'enlaces, claves, webhooks y registro de llamadas',
    auditor: 'lee todo, con el registro de auditoría completo, y no cambia nada',
    viewer: 'lee enlaces, dinero y movimientos',
  },
  linkTitle: 'Enlace de un solo uso',
  linkHint:
    'Este ambiente no envía correo: entrega tú el enlace. Funciona una sola vez y no se volverá a mostrar.',
  back: 'Volver al equipo',
  flashMessages: {
    invited: 'Se envió la invitación.',
    role_changed: 'Se cambió el rol.',
    vouched_for: { done: 'Respondiste por esta persona.', mailed: WORDS.es.ownersNotified },
    removed: 'La persona ya no pertenece al equipo.',
    reset: 'Se restableció el acceso y se envió un enlace.',
  },
  problems: {
    already_member: 'Esta persona ya pertenece a la cuenta o tiene una invitación.',
    last_owner: 'La cuenta necesita al menos un propietario. Nombra antes a otra persona.',
    member_too_new:
      'Tú también te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas, así que aún no puedes responder por otros.',
    reset_by_operator: 'Solo el operador del servicio puede restablecer este acceso.',
    user_disabled: 'El operador del servicio inhabilitó a esta persona.',
    'invalid_request.email': 'Escribe un correo como ada@acme.example.',
    'invalid_request.name': 'Escribe un nombre de 1 a 200 caracteres.',
    'invalid_request.role': 'Elige uno de los roles.',
  },
};

export const TEAM: Readonly<Record<Language, typeof en>> = { en, es };
