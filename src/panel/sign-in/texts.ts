import type { Language } from '../../pages/language.ts';

interface SignInTexts {
  title: string;
  passkey: string;
  passkeyFailed: string;
  oidc: string;
  oidcFailed: string;
  byPassword: string;
  email: string;
  password: string;
  code: string;
  codeHint: string;
  submit: string;
  wrong: string;
  tooMany: string;
  lost: string;
  signedOut: string;
  joined: string;
  proofTitle: string;
  proofWhy: string;
  proofPasskey: string;
  proofOidc: string;
  confirm: string;
}

export const SIGN_IN: Readonly<Record<Language, SignInTexts>> = {
  en: {
    title: 'Sign in',
    passkey: 'Sign in with a passkey',
    passkeyFailed: 'That did not work. Try again, or sign in with your password.',
    oidc: 'Sign in with your organisation',
    oidcFailed:
      'Your organisation did not let you in, or its sign-in is not linked to you here. You link it under “My access”.',
    byPassword: 'Sign in with a password',
    email: 'E-mail',
    password: 'Password',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or a recovery code.',
    submit: 'Sign in',
    wrong: 'E-mail, password or code is wrong. A code works once; wait for the next one.',
    tooMany: 'Too many tries. Wait 15 minutes, or sign in with a passkey.',
    lost: 'If you cannot sign in any more, ask an owner of your account to reset your access.',
    signedOut: 'You are signed out.',
    joined: 'You have joined the account. Sign in as usual.',
    proofTitle: 'Confirm that it is you',
    proofWhy: 'Keys, money and team need a proof not older than five minutes.',
    proofPasskey: 'Confirm with a passkey',
    proofOidc: 'Confirm with your organisation',
    confirm: 'Confirm',
  },
  es: {
    title: 'Iniciar sesión',
    passkey: 'Entrar con una llave de acceso',
    passkeyFailed: 'No funcionó. Intenta de nuevo o entra con tu contraseña.',
    oidc: 'Entrar con tu organización',
    oidcFailed:
      'Tu organización no te dejó entrar, o su acceso no está vinculado contigo aquí. Se vincula en «Mi acceso».',
    byPassword: 'Entrar con contraseña',
    email: 'Correo electrónico',
    password: 'Contraseña',
    code: 'Código',
    codeHint: 'Seis dígitos de tu app de autenticación, o un código de recuperación.',
    submit: 'Entrar',
    wrong:
      'El correo, la contraseña o el código no es correcto. Cada código sirve una vez; espera el siguiente.',
    tooMany: 'Demasiados intentos. Espera 15 minutos o entra con una llave de acceso.',
    lost: 'Si ya no puedes entrar, pide a un propietario de tu cuenta que restablezca tu acceso.',
    signedOut: 'Cerraste la sesión.',
    joined: 'Te uniste a la cuenta. Entra como siempre.',
    proofTitle: 'Confirma que eres tú',
    proofWhy: 'Para llaves, dinero y equipo se necesita una confirmación de hace menos de cinco minutos.',
    proofPasskey: 'Confirmar con una llave de acceso',
    proofOidc: 'Confirmar con tu organización',
    confirm: 'Confirmar',
  },
};
