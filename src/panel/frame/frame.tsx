import type { JSX } from 'preact';
import {
  type AssetName,
  type Assets,
  fillPath,
  HTMX_CONFIG,
  type Language,
  LANGUAGES,
} from '../../pages/index.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { Area, AreaGroup } from '../request/area.ts';
import type { MemberVisit, Page, UserVisit, Visit } from '../request/route.ts';
import { renderFor } from './context.tsx';
import { TimesIn } from './parts.tsx';
import { SearchField } from './search-field.tsx';
import { FRAME, type Problem } from './texts.ts';

/** More are on the page of all accounts. */
const ACCOUNTS_SHOWN = 8;

/** The parts that all pages share, which are the signed-in user, the current area, and the navigation. */
export interface Frame {
  visit: Visit;
  assets: Assets;
  language: Language;
  isTest: boolean;
  /** The areas of the account that the navigation leads to. */
  areas: readonly Area[];
  /** The path and query of this page, to come back to it. */
  here: string;
  user: UserVisit | MemberVisit | undefined;
  /** Whether a user may have accounts in other cells too. */
  hasOtherCells: boolean;
}

export function renderPage(frame: Frame, page: Page): string {
  const { assets, language, user } = frame;
  const texts = FRAME[language];
  const visit = page.now ? { ...frame.visit, now: page.now } : frame.visit;
  const href = (name: AssetName): string => assets.href(name);
  return `<!doctype html>${renderFor(
    visit,
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
        {/* It shows the copy buttons; run before the first paint, so that the layout does not shift. */}
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
        <TopBar frame={frame} />
        {user && 'membership' in user && <Navigation frame={frame} user={user} />}
        <main id="main" tabIndex={-1}>
          {page.back && (
            <a class="back" href={page.back.href}>
              {page.back.label}
            </a>
          )}
          <div class="page-head">
            <h1 dir="auto">{page.title}</h1>
            {page.action}
          </div>
          {page.body}
          {user && 'membership' in user && <TimesIn />}
        </main>
        {!user && (
          <footer>
            <Languages frame={frame} />
          </footer>
        )}
      </body>
    </html>,
  )}`;
}

/** The bar of every page, with the area, the account and environment, and the user's own menu. */
function TopBar({ frame }: { frame: Frame }): JSX.Element {
  const { language, isTest, user } = frame;
  const texts = FRAME[language];
  return (
    <header class="top">
      {user && 'membership' in user && (
        <button type="button" class="menu-button" {...opens('areas')} aria-label={texts.menu}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 5h14M3 10h14M3 15h14" />
          </svg>
        </button>
      )}
      <a class="product" href={paths.home}>
        {texts.product}
      </a>
      {user && 'membership' in user && <Account user={user} frame={frame} />}
      {isTest && (
        <span class="environment" title={texts.testMode}>
          {texts.test}
        </span>
      )}
      {user && 'membership' in user && <SearchField />}
      {user && <Person frame={frame} user={user} />}
    </header>
  );
}

/** This needs no script, because browsers open and close an element with the attribute `popover`. */
const opens = (id: string): object => ({ popovertarget: id });

/** The account, and the choice of another for people who have several. */
function Account({ user, frame }: { user: MemberVisit; frame: Frame }): JSX.Element {
  const { language, hasOtherCells } = frame;
  const { accountName } = user.membership;
  const others = user.memberships.filter(({ accountId }) => accountId !== user.accountId);
  if (others.length === 0 && !hasOtherCells) {
    return (
      <span class="account" dir="auto">
        {accountName}
      </span>
    );
  }
  return (
    <>
      <button type="button" class="account plain" {...opens('accounts')} dir="auto">
        {accountName}
      </button>
      <div id="accounts" popover="auto" class="dropdown">
        <ul>
          {others.slice(0, ACCOUNTS_SHOWN).map(({ accountId, accountName: name }) => (
            <li>
              <a href={fillPath(paths.overview.page, { account: accountId })} dir="auto">
                {name}
              </a>
            </li>
          ))}
          <li>
            <a href={paths.accounts}>{FRAME[language].otherAccounts}</a>
          </li>
        </ul>
      </div>
    </>
  );
}

/** Access, language, and the way out. */
function Person({ frame, user }: { frame: Frame; user: UserVisit | MemberVisit }): JSX.Element {
  const texts = FRAME[frame.language];
  const { name, email, hasSignInMethod: hasSignInMethod } = user.session;
  return (
    <>
      <button type="button" class="person plain" {...opens('person')} data-initials={initialsOf(name)}>
        <span class="full-name" dir="auto">
          {name}
        </span>
      </button>
      <div id="person" popover="auto" class="dropdown">
        <p class="muted" dir="auto">
          {email}
        </p>
        {hasSignInMethod && (
          <p>
            <a href={paths.me.page}>{texts.me}</a>
          </p>
        )}
        <Languages frame={frame} />
        <form method="post" action={paths.signOut}>
          <button type="submit" class="plain">
            {texts.signOut}
          </button>
        </form>
      </div>
    </>
  );
}

/** The initials of the first name and the last, where there is no room for more. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

function Languages({ frame }: { frame: Frame }): JSX.Element {
  return (
    <form method="post" action={paths.language} class="languages" aria-label={FRAME[frame.language].language}>
      <input type="hidden" name="next" value={frame.here} />
      {LANGUAGES.map((other) => (
        <button
          type="submit"
          name="language"
          value={other}
          lang={other}
          aria-pressed={other === frame.language ? 'true' : 'false'}
        >
          {FRAME[other].languageName}
        </button>
      ))}
    </form>
  );
}

const GROUPS: readonly AreaGroup[] = ['money', 'developers', 'team'];

/** A column beside the page on a wide screen; elsewhere it opens by the menu button. */
function Navigation({ frame, user }: { frame: Frame; user: MemberVisit }): JSX.Element {
  const texts = FRAME[frame.language];
  const root = pathTo(user, paths.overview.page);
  // Also of a page that a form was answered with.
  const [, here = ''] = user.request.originalUrl.split('?')[0]?.slice(root.length).split('/') ?? [];
  const areasOf = (group: AreaGroup): Area[] => frame.areas.filter((area) => area.group === group);
  return (
    <nav id="areas" class="areas" popover="auto" aria-label={texts.account}>
      {GROUPS.filter((group) => areasOf(group).length > 0).map((group) => (
        <>
          <p class="group">{texts.groups[group]}</p>
          <ul aria-label={texts.groups[group]}>
            {areasOf(group).map(({ path, texts: ofArea }) => (
              <li>
                <a
                  href={path === '' ? root : `${root}/${path}`}
                  aria-current={path === here ? 'page' : undefined}
                >
                  {ofArea[frame.language].title}
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
