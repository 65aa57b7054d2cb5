import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Sign in',
  passkey: 'Sign in with a passkey',
  passkeyFailed: 'That did not work. Try again, or sign in with your password.',
  oidc: 'Sign in with your organisation',
  oidcFailed:
    'Your organisation refused the sign-in, or its account is not linked to yours. Link it under “My access”.',
  byPassword: 'With a password',
  password: 'Password',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app, or a recovery code.',
  submit: 'Sign in',
  wrong: 'Wrong e-mail, password or code. Each code works once: wait for the next one.',
  tooMany: 'Too many attempts. Wait 15 minutes, or sign in with a passkey.',
  lost: 'If you can no longer sign in, ask an owner of your account to reset your access.',
  signedOut: 'You are signed out.',
  joined: 'You have joined the account. Sign in as usual.',
  proofTitle: 'Confirm it’s you',
  proofWhy: 'Confirm it’s you to change keys, money or the team.',
  proofPasskey: 'Confirm with a passkey',
  proofOidc: 'Confirm with your organisation',
  resumeTitle: 'Continue where you were',
  resumeWhy: 'You confirmed it’s you. Nothing has been done yet with what you entered:',
  resumeNot: 'Go back without it',
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Iniciar sesión',
  passkey: 'Entrar con una llave de acceso',
  passkeyFailed: 'No funcionó. Intenta de nuevo o entra con tu contraseña.',
  oidc: 'Entrar con tu organización',
  oidcFailed:
    'Tu organización rechazó el acceso, o su cuenta no está vinculada con la tuya. Vincúlala en «Mi acceso».',
  byPassword: 'Con contraseña',
  password: 'Contraseña',
  code: 'Código',
  codeHint: 'Seis dígitos de tu app de autenticación, o un código de recuperación.',
  submit: 'Entrar',
  wrong: 'Correo, contraseña o código incorrecto. Cada código sirve una sola vez: espera el siguiente.',
  tooMany: 'Demasiados intentos. Espera 15 minutos o entra con una llave de acceso.',
  lost: 'Si ya no puedes entrar, pide a un propietario de tu cuenta que restablezca tu acceso.',
  signedOut: 'Cerraste la sesión.',
  joined: 'Te uniste a la cuenta. Entra como siempre.',
  proofTitle: 'Confirma que eres tú',
  proofWhy: 'Los cambios en claves, dinero o equipo requieren una confirmación de los últimos cinco minutos.',
  proofPasskey: 'Confirmar con una llave de acceso',
  proofOidc: 'Confirmar con tu organización',
  resumeTitle: 'Continúa donde estabas',
  resumeWhy: 'Confirmaste que eres tú. Todavía no se hizo nada con lo que escribiste:',
  resumeNot: 'Volver sin continuar',
};

export const SIGN_IN: Readonly<Record<Language, typeof en>> = { en, es };
