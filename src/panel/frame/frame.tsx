import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { type AssetName, type Assets, HTMX_CONFIG, type Language, LANGUAGES } from '../../pages/index.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { Area, AreaGroup, MemberVisit, Page, UserVisit } from '../request/route.ts';
import { FRAME, type Problem } from './texts.ts';

/** What all pages share: the signed-in user, the current area, and the navigation. */
export interface Frame {
  assets: Assets;
  language: Language;
  isTest: boolean;
  areas: readonly Area[];
  /** The path and query of this page, to come back to it. */
  here: string;
  user: UserVisit | MemberVisit | undefined;
}

export function renderPage(frame: Frame, page: Page): string {
  const { assets, language, isTest, user } = frame;
  const texts = FRAME[language];
  const href = (name: AssetName): string => assets.href(name);
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${page.title} · ${texts.product}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {page.htmx && <meta name="htmx-config" content={HTMX_CONFIG} />}
        <link rel="icon" href={href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={href('pico.css')} />
        <link rel="stylesheet" href={href('panel.css')} />
        {/* It replaces times by ones of another length; run before the first paint, so that the layout does not shift. */}
        <script src={href('panel.js')} defer {...{ blocking: 'render' }} />
        {page.htmx && <script src={href('htmx.js')} defer />}
        {/* Before the first paint too: a form that is submitted before they run is sent without a passkey. */}
        {page.passkeys && <script src={href('webauthn.js')} defer {...{ blocking: 'render' }} />}
        {page.passkeys && <script src={href('passkeys.js')} defer {...{ blocking: 'render' }} />}
      </head>
      <body data-areas={user && 'membership' in user ? '' : undefined}>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        <header>
          {isTest && <p class="test-mode">{texts.testMode}</p>}
          <div class="top">
            <a class="product" href={paths.home}>
              {texts.product}
            </a>
            {user && <Who user={user} language={language} />}
          </div>
        </header>
        {user && 'membership' in user && <Navigation frame={frame} user={user} />}
        <main id="main" tabIndex={-1}>
          <h1>{page.title}</h1>
          {page.body}
        </main>
        <footer>
          <form method="post" action={paths.language} class="languages" aria-label={texts.language}>
            <input type="hidden" name="next" value={frame.here} />
            {LANGUAGES.map((other) => (
              <button
                type="submit"
                name="language"
                value={other}
                lang={other}
                aria-pressed={other === language ? 'true' : 'false'}
              >
                {FRAME[other].languageName}
              </button>
            ))}
          </form>
        </footer>
      </body>
    </html>,
  )}`;
}

function Who({ user, language }: { user: UserVisit | MemberVisit; language: Language }): JSX.Element {
  const texts = FRAME[language];
  return (
    <div class="who">
      {'membership' in user && (
        <span class="account" dir="auto">
          {user.membership.accountName}
        </span>
      )}
      {user.memberships.length > 1 && <a href={paths.accounts}>{texts.otherAccounts}</a>}
      {user.session.hasWayIn && <a href={paths.me.page}>{texts.me}</a>}
      <form method="post" action={paths.signOut}>
        <button type="submit" class="plain">
          {texts.signOut}
        </button>
      </form>
    </div>
  );
}

const GROUPS: readonly AreaGroup[] = ['money', 'developers', 'team'];

/** One line that scrolls on a phone, a column beside the page on a wide screen. */
function Navigation({ frame, user }: { frame: Frame; user: MemberVisit }): JSX.Element {
  const texts = FRAME[frame.language];
  const root = pathTo(user, paths.overview.page);
  // Also of a page that a form was answered with.
  const [, here = ''] = user.request.originalUrl.split('?')[0]?.slice(root.length).split('/') ?? [];
  const areasOf = (group: AreaGroup): Area[] =>
    frame.areas.filter(
      ({ group: of, roles, companiesOnly, accounts }) =>
        of === group &&
        roles.includes(user.membership.role) &&
        (!companiesOnly || user.membership.accountKind === 'company') &&
        (accounts?.().includes(user.accountId) ?? true),
    );
  return (
    <nav class="areas" aria-label={texts.areas}>
      {GROUPS.filter((group) => areasOf(group).length > 0).map((group) => (
        <>
          <p class="group">{texts.groups[group]}</p>
          <ul aria-label={texts.groups[group]}>
            {areasOf(group).map(({ path, label }) => (
              <li>
                <a
                  href={path === '' ? root : `${root}/${path}`}
                  aria-current={path === here ? 'page' : undefined}
                >
                  {label[frame.language]}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

/** The error page. It shows nothing of the account, so that it is the same whatever is missing. */
export function renderProblem(frame: Frame, problem: Problem, requestId?: string): string {
  const texts = FRAME[frame.language];
  const { title, hint } = texts.problems[problem];
  return renderPage(frame, {
    title,
    body: (
      <>
        <p>{hint}</p>
        {requestId !== undefined && (
          <p>
            {texts.requestId} <code>{requestId}</code>
          </p>
        )}
        <p>
          <a href={paths.home}>{texts.back}</a>
        </p>
      </>
    ),
  });
}
