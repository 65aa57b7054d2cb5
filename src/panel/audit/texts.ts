import type { Language } from '../../checkout/language.ts';

interface AuditTexts {
  title: string;
  why: string;
  from: string;
  until: string;
  show: string;
  download: string;
  none: string;
  when: string;
  who: string;
  what: string;
  subject: string;
  where: string;
  operator: string;
  older: string;
  /** By action; one without a text is shown by its name. */
  actions: Readonly<Record<string, string>>;
}

export const AUDIT: Readonly<Record<Language, AuditTexts>> = {
  en: {
    title: 'Audit log',
    why: 'Everything that people did in this account. Nobody can change or delete an entry.',
    from: 'From',
    until: 'Until',
    show: 'Show',
    download: 'Download as CSV',
    none: 'There are no entries.',
    when: 'When',
    who: 'Who',
    what: 'What',
    subject: 'Whom or what',
    where: 'From address',
    operator: 'the operator',
    older: 'Older entries',
    actions: {
      'session.started': 'Signed in',
      'session.ended': 'Session ended',
      'session.ended_others': 'Other sessions ended',
      'passkey.added': 'Passkey added',
      'passkey.removed': 'Passkey removed',
      'password.set': 'Password set',
      'password.removed': 'Password removed',
      'member.invited': 'Invited',
      'member.invited_again': 'Invited again',
      'member.joined': 'Joined',
      'member.role_changed': 'Role changed',
      'member.removed': 'Removed from the team',
      'member.access_reset': 'Access reset',
      'user.disabled': 'Disabled',
      'user.enabled': 'Enabled',
    },
  },
  es: {
    title: 'Bitácora',
    why: 'Todo lo que las personas hicieron en esta cuenta. Nadie puede cambiar ni borrar una entrada.',
    from: 'Desde',
    until: 'Hasta',
    show: 'Mostrar',
    download: 'Descargar como CSV',
    none: 'No hay entradas.',
    when: 'Cuándo',
    who: 'Quién',
    what: 'Qué',
    subject: 'A quién o qué',
    where: 'Dirección',
    operator: 'el operador',
    older: 'Entradas anteriores',
    actions: {
      'session.started': 'Inició sesión',
      'session.ended': 'Sesión cerrada',
      'session.ended_others': 'Otras sesiones cerradas',
      'passkey.added': 'Llave de acceso agregada',
      'passkey.removed': 'Llave de acceso eliminada',
      'password.set': 'Contraseña configurada',
      'password.removed': 'Contraseña eliminada',
      'member.invited': 'Invitación enviada',
      'member.invited_again': 'Invitación reenviada',
      'member.joined': 'Se unió',
      'member.role_changed': 'Rol cambiado',
      'member.removed': 'Salió del equipo',
      'member.access_reset': 'Acceso restablecido',
      'user.disabled': 'Inhabilitado',
      'user.enabled': 'Habilitado',
    },
  },
};
