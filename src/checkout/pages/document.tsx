import { createHash } from 'node:crypto';
import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { AssetName, Assets } from '../../pages/assets.ts';
import { HTMX_CONFIG } from '../../pages/htmx.ts';
import { LANGUAGES, type Language } from '../../pages/language.ts';
import { TEXTS } from '../texts/by-language.ts';
import type { Problem } from '../texts/texts.ts';
import { headlineOf, State } from './state.tsx';
import { addressOf, toQuery, type View } from './view.ts';

const POLL_EVERY = '3s';
/** A link's whole page. */
export function renderCheckout(assets: Assets, view: View): string {
  const { language, texts, simulator, method, now } = view;
  return renderDocument({
    assets,
    language,
    title: headlineOf(view),
    now,
    switchTo: (lang) => toQuery({ method: method?.method, lang }),
    children: (
      <>
        {simulator !== undefined && <aside class="test-mode">{texts.testMode}</aside>}
        <Live view={view} {...drawState(view)} />
      </>
    ),
  });
}

/** The part that changes, for a page that shows the digest `seen`; undefined when nothing has changed. */
export function renderChange(view: View, seen: string): string | undefined {
  const drawn = drawState(view);
  if (drawn.digest === seen) return undefined;
  // Confirmations come every few seconds: to have each read aloud would be a nuisance.
  const isCounting = view.link.status === 'processing' && seen.startsWith('processing-');
  return render(
    <>
      <title>{headlineOf(view)}</title>
      <Live view={view} {...drawn} />
      {!isCounting && (
        <p id="announcement" hx-swap-oob="innerHTML">
          {headlineOf(view)}
        </p>
      )}
    </>,
  );
}

/** The error page. For a missing link it is always the same. */
export function renderProblem(
  assets: Assets,
  { language, problem, requestId }: { language: Language; problem: Problem; requestId?: string },
): string {
  const texts = TEXTS[language];
  const { title, hint } = texts.problems[problem];
  return renderDocument({
    assets,
    language,
    title,
    switchTo: (lang) => toQuery({ lang }),
    children: (
      <main>
        <section class="outcome">
          <h1>{title}</h1>
          <p>{hint}</p>
          {requestId !== undefined && (
            <p>
              {texts.requestId} <code>{requestId}</code>
            </p>
          )}
        </section>
      </main>
    ),
  });
}

function drawState(view: View): { html: string; digest: string } {
  const html = render(<State view={view} />);
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  return { html, digest: `${view.link.status}-${hash}` };
}

/** The part that shows the link's state: as long as that can change, htmx polls for updates. */
function Live({ view, html, digest }: { view: View; html: string; digest: string }): JSX.Element {
  const { link, method } = view;
  const isFinal = link.status !== 'active' && link.status !== 'processing';
  const polling = {
    'hx-get': addressOf(view, '/status', { method: method?.method, seen: digest }),
    'hx-trigger': `every ${POLL_EVERY}`,
    'hx-swap': 'outerHTML',
  };
  return <main id="checkout" {...(isFinal ? {} : polling)} dangerouslySetInnerHTML={{ __html: html }} />;
}

export function renderDocument(page: {
  assets: Assets;
  language: Language;
  title: string;
  now?: Date;
  switchTo: (language: Language) => string;
  children: ComponentChildren;
}): string {
  const { assets, language, now } = page;
  const href = (name: AssetName): string => assets.href(name);
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{page.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <link rel="icon" href={href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={href('pico.css')} />
        <link rel="stylesheet" href={href('checkout.css')} />
        <script src={href('htmx.js')} defer />
        <script src={href('checkout.js')} defer />
      </head>
      <body data-now={now?.toISOString()}>
        {page.children}
        <p id="announcement" role="status" />
        <footer>
          <nav>
            {LANGUAGES.map((other) => (
              <a
                href={page.switchTo(other)}
                lang={other}
                hreflang={other}
                aria-current={other === language ? 'true' : undefined}
              >
                {TEXTS[other].languageName}
              </a>
            ))}
          </nav>
        </footer>
      </body>
    </html>,
  )}`;
}
