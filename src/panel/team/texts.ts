import type { Language } from '../../pages/language.ts';
import type { Role } from '../../people/roles.ts';

interface TeamTexts {
  title: string;
  name: string;
  email: string;
  role: string;
  lastUsed: string;
  never: string;
  invited: string;
  disabled: string;
  you: string;
  manage: string;
  manageWhom: (email: string) => string;
  changeRole: string;
  newUntil: string;
  vouchedBy: (email: string) => string;
  vouch: string;
  vouchHint: string;
  remove: string;
  removeHint: string;
  reset: string;
  resetHint: string;
  inviteAgain: string;
  invite: string;
  inviteHint: string;
  send: string;
  rolesAllow: Readonly<Record<Role, string>>;
  linkTitle: string;
  linkHint: string;
  back: string;
  notices: Readonly<Record<'invited' | 'role_changed' | 'vouched_for' | 'removed' | 'reset', string>>;
  problems: Readonly<
    Record<
      | 'already_member'
      | 'last_owner'
      | 'member_too_new'
      | 'reset_by_operator'
      | 'user_disabled'
      | 'invalid_request',
      string
    >
  >;
}

export const TEAM: Readonly<Record<Language, TeamTexts>> = {
  en: {
    title: 'Team',
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    lastUsed: 'Last seen',
    never: 'never',
    invited: 'invited',
    disabled: 'disabled by the operator',
    you: 'you',
    manage: 'Manage',
    manageWhom: (email) => `Manage ${email}`,
    changeRole: 'Change the role',
    newUntil: 'new until',
    vouchedBy: (email) => `vouched for by ${email}`,
    vouch: 'Vouch for this person',
    vouchHint:
      'Until then, what this person requests waits, and they cannot approve what others request: whoever took over a mailbox could do the same. Vouch only after you have checked in person or on the phone that it is them. It takes effect at once, except that they cannot approve what you request.',
    remove: 'Remove from the team',
    removeHint: 'At once, in all open sessions. What this person did stays in the audit log.',
    reset: 'Reset how this person signs in',
    resetHint:
      'For somebody who lost the phone or the passkey: removes passkeys and password, ends all sessions, and sends a link to set up new ones.',
    inviteAgain: 'Send the invitation again',
    invite: 'Invite somebody',
    inviteHint: 'We send a link by e-mail that works once, within 72 hours.',
    send: 'Send the invitation',
    rolesAllow: {
      owner: 'everything, with the team and the audit log',
      finance: 'links, money and movements',
      developer: 'links, keys, webhooks and the call log',
      viewer: 'sees what happens, changes nothing',
    },
    linkTitle: 'The one-time link',
    linkHint:
      'This trial sends no mail, so pass this link on yourself. It works once, and is shown only now.',
    back: 'Back to the team',
    notices: {
      invited: 'The invitation was sent.',
      role_changed: 'The role was changed.',
      vouched_for: 'You vouched for this person. Owners were notified by e-mail.',
      removed: 'The person was removed.',
      reset: 'The access was reset, and a link sent.',
    },
    problems: {
      already_member: 'This person belongs to the account already, or is invited.',
      last_owner: 'The account needs an owner. Make somebody else an owner first.',
      member_too_new:
        'You joined, were promoted or set up a new sign-in within the last 24 hours yourself, so you cannot vouch for others yet.',
      reset_by_operator: 'This access can be reset only by the operator of the service.',
      user_disabled: 'The operator of the service has disabled this person.',
      invalid_request:
        'Give a name of up to 200 characters, an e-mail address like ada@acme.example, and a role.',
    },
  },
  es: {
    title: 'Equipo',
    name: 'Nombre',
    email: 'Correo electrónico',
    role: 'Rol',
    lastUsed: 'Visto por última vez',
    never: 'nunca',
    invited: 'con invitación',
    disabled: 'inhabilitado por el operador',
    you: 'tú',
    manage: 'Administrar',
    manageWhom: (email) => `Administrar a ${email}`,
    changeRole: 'Cambiar el rol',
    newUntil: 'acceso nuevo hasta el',
    vouchedBy: (email) => `${email} responde por esta persona`,
    vouch: 'Responder por esta persona',
    vouchHint:
      'Hasta entonces, lo que esta persona solicita queda en espera y no puede aprobar lo que solicitan otros: quien se apodera de un correo podría hacer lo mismo. Responde por ella solo si comprobaste en persona o por teléfono que se trata de ella. Se aplica de inmediato, salvo que no podrá aprobar lo que solicites tú.',
    remove: 'Quitar del equipo',
    removeHint: 'De inmediato, en todas las sesiones abiertas. Lo que hizo queda en la bitácora.',
    reset: 'Restablecer su acceso',
    resetHint:
      'Para quien perdió su teléfono o su llave de acceso: elimina llaves y contraseña, cierra todas las sesiones y envía un enlace para configurar el acceso de nuevo.',
    inviteAgain: 'Enviar la invitación otra vez',
    invite: 'Invitar a alguien',
    inviteHint: 'Enviamos por correo un enlace que funciona una sola vez, en las próximas 72 horas.',
    send: 'Enviar la invitación',
    rolesAllow: {
      owner: 'todo, con el equipo y la bitácora',
      finance: 'enlaces, dinero y movimientos',
      developer: 'enlaces, claves, webhooks y registro de llamadas',
      viewer: 've lo que sucede, no cambia nada',
    },
    linkTitle: 'El enlace de un solo uso',
    linkHint:
      'Este ambiente de pruebas no envía correo: entrega tú este enlace. Funciona una sola vez y solo se muestra ahora.',
    back: 'Volver al equipo',
    notices: {
      invited: 'Se envió la invitación.',
      role_changed: 'Se cambió el rol.',
      vouched_for: 'Respondiste por esta persona. Se avisó a los propietarios por correo.',
      removed: 'La persona ya no pertenece al equipo.',
      reset: 'Se restableció el acceso y se envió un enlace.',
    },
    problems: {
      already_member: 'Esta persona ya pertenece a la cuenta o tiene una invitación.',
      last_owner: 'La cuenta necesita un propietario. Nombra antes a otra persona.',
      member_too_new:
        'Tú también te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas, así que aún no puedes responder por otros.',
      reset_by_operator: 'Solo el operador del servicio puede restablecer este acceso.',
      user_disabled: 'El operador del servicio inhabilitó a esta persona.',
      invalid_request: 'Indica un nombre de hasta 200 caracteres, un correo como ada@acme.example y un rol.',
    },
  },
};
