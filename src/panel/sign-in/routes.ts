import type { Pages } from '../request/area.ts';
import { chooseLanguage } from './language.ts';
import { oidcRoutes } from './oidc.tsx';
import { prove } from './proof.tsx';
import { signIn } from './sign-in.tsx';

/** Signing in and out, proving it again, and the language of the pages. */
export const SIGN_IN_PAGES: readonly Pages[] = [signIn, prove, chooseLanguage, oidcRoutes];
