import type { Browser } from '../lib/user-agent.ts';
import type { UserLanguage } from './roles.ts';

/** An e-mail to a user, in plain text, with nothing secret except one-time links. */
export interface MemberEmail {
  subject: string;
  body: string;
}

export interface Wordings {
  invitation: (of: { account: string; link: string; hours: number }) => MemberEmail;
  reset: (of: { account: string; link: string; hours: number }) => MemberEmail;
  newDevice: (of: { at: string; address: string; browser: string; panel: string }) => MemberEmail;
  access: (of: { what: keyof Wordings['changes']; at: string; panel: string }) => MemberEmail;
  team: (of: { account: string; what: string; by: string; panel: string }) => MemberEmail;
  apiKey: (of: { account: string; what: string; by: string; panel: string }) => MemberEmail;
  /** By host only, because receivers keep secrets in the rest of a URL, and mail can be read in transit. */
  webhookUrl: (of: { account: string; from: string; to: string; by: string; panel: string }) => MemberEmail;
  /** This is sent to the account's former contact address. */
  contact: (of: { account: string; to: string; by: string }) => MemberEmail;
  /** Changes to a user's own methods to sign in. */
  changes: Record<
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'passwordSet'
    | 'passwordRemoved'
    | 'recoveryCodeUsed'
    | 'identityLinked'
    | 'identityRemoved',
    string
  >;
  /** Changes to the team, with the member's name and e-mail address. */
  teamChanges: Record<
    'joined' | 'invited' | 'roleChanged' | 'vouchedFor' | 'removed' | 'reset',
    (who: string) => string
  >;
  /** Changes to an API key, with its name and last four characters, and the end of its previous secret. */
  keyChanges: Record<'created' | 'rotated', (which: string, previousUntil: string | null) => string>;
  operator: string;
  /** Chrome on Windows. */
  browser: (of: Browser) => string;
  /** The API key as the actor, by its name and last four characters. */
  apiKeyNamed: (which: string) => string;
}

export const MEMBER_EMAILS: Readonly<Record<UserLanguage, Wordings>> = {
  en: {
    invitation: ({ account, link, hours }) => ({
      subject: `You are invited to ${account}`,
      body: `You are invited to join the payments account of ${account}. Open this link to accept:

${link}

It works once, within ${hours} hours. If you do not know ${account}, ignore this message.
`,
    }),
    reset: ({ account, link, hours }) => ({
      subject: 'Your sign-in was reset',
      body: `The passkeys, password and recovery codes with which you signed in to the account of ${account} were removed, and your sessions were ended. Open this link to set up a new sign-in:

${link}

It works once, within ${hours} hours. If you did not request this, tell an owner of the account at once.
`,
    }),
    newDevice: ({ at, address, browser, panel }) => ({
      subject: 'New sign-in',
      body: `You signed in from a new browser:

  time     ${at}
  address  ${address}
  browser  ${browser}

If this was not you, end the session and set up a new sign-in: ${panel}/me
`,
    }),
    access: ({ what, at, panel }) => ({
      subject: 'Your sign-in has changed',
      body: `${MEMBER_EMAILS.en.changes[what]} (${at})

If this was not you, tell an owner of your account at once. Review your passkeys, password and sessions: ${panel}/me
`,
    }),
    team: ({ account, what, by, panel }) => ({
      subject: `The team of ${account} has changed`,
      body: `${what}

Changed by ${by}. Review the team: ${panel}
`,
    }),
    apiKey: ({ account, what, by, panel }) => ({
      subject: `A new API key for ${account}`,
      body: `${what}

Done by ${by}. If you did not expect this, revoke the key at once: ${panel}
`,
    }),
    webhookUrl: ({ account, from, to, by, panel }) => ({
      subject: `A webhook URL of ${account} has changed`,
      body: `The URL of a webhook endpoint of ${account} was changed:

  host before  ${from}
  host now     ${to}

Events are sent to the new URL from now on, including those that were waiting to be sent.

Changed by ${by}. If you did not expect this, change the URL back at once: ${panel}
`,
    }),
    contact: ({ account, to, by }) => ({
      subject: `The contact e-mail of ${account} has changed`,
      body: `E-mails to the payments account of ${account} are now sent to ${to}, no longer to this address.

Changed by ${by}. If you did not expect this, tell an owner of the account at once.
`,
    }),
    changes: {
      passkeyAdded: 'A passkey was added.',
      passkeyRemoved: 'A passkey was removed.',
      passwordSet: 'A password with a second factor was set.',
      passwordRemoved: 'The password was removed.',
      recoveryCodeUsed: 'A recovery code was used to sign in.',
      identityLinked: "Your organisation's sign-in was linked.",
      identityRemoved: "Your organisation's sign-in was removed.",
    },
    teamChanges: {
      joined: (who) => `${who} joined.`,
      invited: (who) => `${who} was invited.`,
      roleChanged: (who) => `${who} has a new role.`,
      vouchedFor: (who) => `${who} can approve withdrawals and refunds from now on.`,
      removed: (who) => `${who} was removed.`,
      reset: (who) => `The sign-in of ${who} was reset.`,
    },
    keyChanges: {
      created: (which) =>
        `The API key ${which} was created. Whoever has it can call the API for the account.`,
      rotated: (which, previousUntil) =>
        `The API key ${which} has a new secret. The previous one ${previousUntil === null ? 'no longer works' : `works until ${previousUntil}, unless someone ends it before`}.`,
    },
    operator: 'the operator of the service',
    browser: ({ name = 'an unknown browser', system }) =>
      system === undefined ? name : `${name} on ${system}`,
    apiKeyNamed: (which) => `the API key ${which}`,
  },
  es: {
    invitation: ({ account, link, hours }) => ({
      subject: `Te invitaron a ${account}`,
      body: `Te invitaron a unirte a la cuenta de pagos de ${account}. Abre este enlace para aceptar:

${link}

Funciona una sola vez, en las próximas ${hours} horas. Si no conoces a ${account}, ignora este mensaje.
`,
    }),
    reset: ({ account, link, hours }) => ({
      subject: 'Se restableció tu acceso',
      body: `Se eliminaron las llaves de acceso, la contraseña y los códigos de recuperación con los que entrabas a la cuenta de ${account}, y se cerraron tus sesiones. Abre este enlace para configurar tu acceso de nuevo:

${link}

Funciona una sola vez, en las próximas ${hours} horas. Si no lo solicitaste, avisa de inmediato a un propietario de la cuenta.
`,
    }),
    newDevice: ({ at, address, browser, panel }) => ({
      subject: 'Nuevo inicio de sesión',
      body: `Iniciaste sesión desde un navegador nuevo:

  hora       ${at}
  dirección  ${address}
  navegador  ${browser}

Si no fuiste tú, cierra la sesión y cambia tu acceso: ${panel}/me
`,
    }),
    access: ({ what, at, panel }) => ({
      subject: 'Cambió tu forma de entrar',
      body: `${MEMBER_EMAILS.es.changes[what]} (${at})

Si no fuiste tú, avisa de inmediato a un propietario de tu cuenta. Revisa tus llaves de acceso, contraseña y sesiones: ${panel}/me
`,
    }),
    team: ({ account, what, by, panel }) => ({
      subject: `Cambió el equipo de ${account}`,
      body: `${what}

Lo hizo ${by}. Revisa el equipo: ${panel}
`,
    }),
    apiKey: ({ account, what, by, panel }) => ({
      subject: `Nueva clave de API de ${account}`,
      body: `${what}

Lo hizo ${by}. Si no lo esperabas, revoca la clave de inmediato: ${panel}
`,
    }),
    webhookUrl: ({ account, from, to, by, panel }) => ({
      subject: `Cambió la URL de un webhook de ${account}`,
      body: `Se cambió la URL de un endpoint de webhooks de ${account}:

  host anterior  ${from}
  host actual    ${to}

A partir de ahora los eventos se envían a la nueva URL, también los que estaban en espera.

Lo hizo ${by}. Si no lo esperabas, restablece la URL anterior de inmediato: ${panel}
`,
    }),
    contact: ({ account, to, by }) => ({
      subject: `Cambió el correo de contacto de ${account}`,
      body: `Los avisos a la cuenta de pagos de ${account} se envían ahora a ${to} y ya no a este correo.

Lo hizo ${by}. Si no lo esperabas, avisa de inmediato a un propietario de la cuenta.
`,
    }),
    changes: {
      passkeyAdded: 'Se agregó una llave de acceso.',
      passkeyRemoved: 'Se eliminó una llave de acceso.',
      passwordSet: 'Se configuró una contraseña con segundo factor.',
      passwordRemoved: 'Se eliminó la contraseña.',
      recoveryCodeUsed: 'Se usó un código de recuperación para entrar.',
      identityLinked: 'Se vinculó el acceso de tu organización.',
      identityRemoved: 'Se eliminó el acceso de tu organización.',
    },
    teamChanges: {
      joined: (who) => `${who} se unió.`,
      invited: (who) => `${who} recibió una invitación.`,
      roleChanged: (who) => `${who} tiene un nuevo rol.`,
      vouchedFor: (who) => `${who} ya puede aprobar retiros y devoluciones.`,
      removed: (who) => `${who} ya no pertenece al equipo.`,
      reset: (who) => `Se restableció el acceso de ${who}.`,
    },
    keyChanges: {
      created: (which) =>
        `Se creó la clave de API ${which}. Quien la tenga puede llamar a la API por la cuenta.`,
      rotated: (which, previousUntil) =>
        `La clave de API ${which} tiene un secreto nuevo. El anterior ${previousUntil === null ? 'dejó de funcionar' : `funciona hasta ${previousUntil}, a menos que alguien lo termine antes`}.`,
    },
    operator: 'el operador del servicio',
    browser: ({ name = 'un navegador desconocido', system }) =>
      system === undefined ? name : `${name} en ${system}`,
    apiKeyNamed: (which) => `la clave de API ${which}`,
  },
};

/** In English unless the user chose otherwise, because the service does not know the reader's language. */
export function wordingsFor(language: UserLanguage | null): Wordings {
  return MEMBER_EMAILS[language ?? 'en'];
}
