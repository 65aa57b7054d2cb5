import { oidcRoutes } from './oidc.tsx';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { signIn } from './sign-in.tsx';
import { prove } from './proof.tsx';
import { chooseLanguage } from './language.ts';

/** Signing in and out, proving it again, and the language of the pages. */
export function signInRoutes(services: PanelServices): Route[] {
  return [...signIn(services), ...prove(services), ...chooseLanguage(services), ...oidcRoutes(services)];
}
