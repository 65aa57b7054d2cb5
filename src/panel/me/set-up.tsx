import { Outcome } from '../frame/parts.tsx';
import { paths } from '../request/paths.ts';
import type { Page, Route, UserVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { OidcLink } from '../sign-in/parts.tsx';
import { NewPasskey } from './passkeys.tsx';
import { ME } from './texts.ts';

/** Where a new user sets up a first way to sign in. */
export function setUp({ people }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.setUp,
      access: 'user',
      setUp: true,
      handle: (visit) =>
        Promise.resolve(
          visit.session.hasSignInMethod
            ? { redirect: paths.home }
            : { page: setUpPage(visit, people.oidc !== undefined) },
        ),
    },
  ];
}

function setUpPage(visit: UserVisit, hasOidc: boolean): Page {
  const texts = ME[visit.language];
  return {
    title: texts.setUpTitle,
    passkeys: true,
    body: (
      <div class="narrow">
        <Outcome problems={texts.problems} />
        <p>{texts.setUpWhy}</p>
        <div class="scripted">
          <h2>{texts.setUpPasskey}</h2>
          <NewPasskey />
        </div>
        <h2>{texts.setUpPassword}</h2>
        <p>
          <a href={paths.me.password} role="button" class="secondary">
            {texts.setPassword}
          </a>
        </p>
        {hasOidc && (
          <>
            <h2>{texts.setUpOidc}</h2>
            <OidcLink to={paths.me.linkOidc} label={texts.linkOidc} />
          </>
        )}
      </div>
    ),
  };
}
