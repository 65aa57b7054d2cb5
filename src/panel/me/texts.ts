import type { Browser } from '../../lib/user-agent.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'My access',
  passkeys: 'Passkeys',
  passkeysWhy:
    'A passkey is stored on your phone, computer or security key. You use it by unlocking the device.',
  addPasskey: 'Add a passkey',
  passkeyNameHint: 'To tell it apart later, like “Work laptop”.',
  passkeyFailed: 'No passkey was created. Try again.',
  removeWhat: (name: string): string => `Remove ${name}`,
  password: 'Password and authenticator app',
  noPassword: 'You have no password.',
  hasPassword: (left: number): string =>
    `You can sign in with your password and a code. Recovery codes left: ${left}.`,
  setPassword: 'Set a password',
  changePassword: 'Change the password',
  removePassword: 'Remove the password',
  oidc: 'Your organisation',
  oidcWhy:
    'Link your organisation’s account to sign in with it. It must have the e-mail address that you use here.',
  oidcLinked: 'You can sign in with your organisation’s account.',
  linkOidc: 'Link my organisation’s account',
  removeOidc: 'Remove the link',
  sessions: 'Sessions',
  thisSession: 'this session',
  browser: 'Browser',
  agent: ({ name = 'Unknown browser', system }: Browser): string =>
    system === undefined ? name : `${name} on ${system}`,
  end: 'End',
  endWhat: (browser: string): string => `End the session in ${browser}`,
  endOthers: 'End all other sessions',
  endAll: 'Sign out everywhere',

  setUpTitle: 'Set up your sign-in',
  setUpWhy: 'You are signed in. Choose how to sign in from now on; you can add other ways later.',
  setUpPasskey: 'With a passkey (recommended)',
  setUpPassword: 'With a password and an authenticator app',
  setUpOidc: 'With your organisation',

  passwordTitle: 'Password and authenticator app',
  newPassword: 'New password',
  newPasswordHint: 'At least 12 characters. A few random words are a good choice.',
  authenticator: 'Authenticator app',
  authenticatorHint: 'Scan this with an authenticator app, or type the key into it.',
  authenticatorKey: 'Key:',
  qrOf: 'QR code for the authenticator app',
  firstCode: 'Code from the app',
  firstCodeHint: 'The six digits it shows now.',
  length: 'The password must have 12 to 128 characters.',
  guessable:
    'The password is easy to guess: it repeats itself, or contains your name, your e-mail address or the name of your company.',
  common: 'This password is on lists of leaked passwords, which attackers try first. Choose another.',
  wrongCode: 'The code does not match. Type the one that the app shows now.',
  codesTitle: 'Your recovery codes',
  codesWhy:
    'Each one replaces the app’s code once, together with your password. Print them or keep them in a safe place: they will not be shown again.',
  codesDownload: 'Download as a file',
  codesFile: 'recovery-codes.txt',
  codesDone: 'I have saved them',

  flashMessages: {
    renamed: 'Your name was changed.',
    oidc_linked: 'Your organisation’s account was linked.',
    oidc_removed: 'The link to your organisation’s account was removed.',
    passkey_added: 'The passkey was added.',
    passkey_removed: 'The passkey was removed.',
    password_removed: 'The password was removed.',
    session_ended: 'The session was ended.',
    sessions_ended: 'All other sessions were ended.',
  },
  problems: {
    'invalid_request.name': 'A name must have 1 to 200 characters.',
    last_sign_in_method: 'This is your only way to sign in. Add another first.',
    oidc_failed:
      'Nothing was linked. The organisation’s account must have your e-mail address, verified, and must not be linked to anyone else.',
    passkey_failed: 'No passkey was added. Try again.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  created: 'Creada',
  title: 'Mi acceso',
  passkeys: 'Llaves de acceso',
  passkeysWhy:
    'La llave de acceso se guarda en tu teléfono, computadora o llave de seguridad. La usas al desbloquear el dispositivo.',
  addPasskey: 'Agregar una llave de acceso',
  passkeyNameHint: 'Para reconocerla, como «Laptop del trabajo».',
  passkeyFailed: 'No se creó ninguna llave de acceso. Intenta de nuevo.',
  removeWhat: (name) => `Eliminar ${name}`,
  password: 'Contraseña y app de autenticación',
  noPassword: 'No tienes contraseña.',
  hasPassword: (left) =>
    `Puedes entrar con tu contraseña y un código. Códigos de recuperación restantes: ${left}.`,
  setPassword: 'Configurar una contraseña',
  changePassword: 'Cambiar la contraseña',
  removePassword: 'Eliminar la contraseña',
  oidc: 'Tu organización',
  oidcWhy:
    'Vincula tu cuenta de la organización para entrar con ella. Debe tener el mismo correo que usas aquí.',
  oidcLinked: 'Puedes entrar con tu cuenta de la organización.',
  linkOidc: 'Vincular la cuenta de mi organización',
  removeOidc: 'Eliminar el vínculo',
  sessions: 'Sesiones',
  thisSession: 'esta sesión',
  browser: 'Navegador',
  agent: ({ name = 'Navegador desconocido', system }) =>
    system === undefined ? name : `${name} en ${system}`,
  end: 'Cerrar',
  endWhat: (browser) => `Cerrar la sesión en ${browser}`,
  endOthers: 'Cerrar todas las demás sesiones',
  endAll: 'Cerrar sesión en todas partes',

  setUpTitle: 'Configura cómo entrarás',
  setUpWhy:
    'Ya iniciaste sesión. Elige cómo entrarás de ahora en adelante; después puedes agregar otras formas.',
  setUpPasskey: 'Con una llave de acceso (recomendado)',
  setUpPassword: 'Con contraseña y una app de autenticación',
  setUpOidc: 'Con tu organización',

  passwordTitle: 'Contraseña y app de autenticación',
  newPassword: 'Nueva contraseña',
  newPasswordHint: 'Al menos 12 caracteres. Unas cuantas palabras al azar son una buena elección.',
  authenticator: 'App de autenticación',
  authenticatorHint: 'Escanea esto con una app de autenticación, o escribe la clave en ella.',
  authenticatorKey: 'Clave:',
  qrOf: 'Código QR para la app de autenticación',
  firstCode: 'Código de la app',
  firstCodeHint: 'Los seis dígitos que muestra ahora.',
  length: 'La contraseña debe tener de 12 a 128 caracteres.',
  guessable:
    'La contraseña es fácil de adivinar: se repite, o contiene tu nombre, tu correo o el nombre de tu empresa.',
  common:
    'Esta contraseña está en listas de contraseñas filtradas, que son las primeras que se prueban. Elige otra.',
  wrongCode: 'El código no coincide. Escribe el que la app muestra ahora.',
  codesTitle: 'Tus códigos de recuperación',
  codesWhy:
    'Cada uno sustituye una vez al código de la app, junto con tu contraseña. Imprímelos o guárdalos en un lugar seguro: no se volverán a mostrar.',
  codesDownload: 'Descargar como archivo',
  codesFile: 'codigos-de-recuperacion.txt',
  codesDone: 'Ya los guardé',

  flashMessages: {
    renamed: 'Se cambió tu nombre.',
    oidc_linked: 'Se vinculó la cuenta de tu organización.',
    oidc_removed: 'Se eliminó el vínculo con la cuenta de tu organización.',
    passkey_added: 'Se agregó la llave de acceso.',
    passkey_removed: 'Se eliminó la llave de acceso.',
    password_removed: 'Se eliminó la contraseña.',
    session_ended: 'Se cerró la sesión.',
    sessions_ended: 'Se cerraron todas las demás sesiones.',
  },
  problems: {
    'invalid_request.name': 'El nombre debe tener de 1 a 200 caracteres.',
    last_sign_in_method: 'Es tu única forma de entrar. Agrega otra primero.',
    oidc_failed:
      'No se vinculó nada. La cuenta de la organización debe tener tu correo, verificado, y no estar vinculada con nadie más.',
    passkey_failed: 'No se agregó ninguna llave de acceso. Intenta de nuevo.',
  },
};

export const ME: Readonly<Record<Language, typeof en>> = { en, es };
