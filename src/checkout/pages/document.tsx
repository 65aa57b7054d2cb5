import { createHash } from 'node:crypto';
import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import {
  type AssetName,
  type Assets,
  brandStyleHref,
  fillPath,
  HTMX_CONFIG,
  type Language,
  LANGUAGES,
  LOCALE_TAGS,
  type Locale,
  withQuery,
} from '../../pages/index.ts';
import { type Problem, TEXTS } from './texts.ts';
import { Icon, Mark, type Drawing } from './icons.tsx';
import { Emblem, type Merchant } from './parts.tsx';
import { headlineOf, State } from './state.tsx';
import { addressOf, merchantOf, type View } from './view.ts';
import { paths } from './paths.ts';
import { priceOf } from './price.ts';

const POLL_EVERY = '3s';

/** A link's whole page. */
export function renderCheckout(assets: Assets, view: View): string {
  const { language, texts, simulator, method, now, link, locale, merchant } = view;
  return renderDocument({
    assets,
    language,
    locale,
    title: headlineOf(view),
    now,
    merchant: merchantOf(view),
    isTest: simulator !== undefined,
    preview: {
      title: `${headlineOf(view)} · ${priceOf(view)}`,
      description: link.description === '' ? texts.pay(merchant) : link.description,
      url: `${view.baseUrl}${fillPath(paths.link.page, { code: link.code })}`,
      baseUrl: view.baseUrl,
    },
    switchTo: (lang) => withQuery('', { method: method?.method, lang }),
    children: <Live view={view} {...drawState(view)} />,
  });
}

/** The part that changes, for a page that shows the digest `seen`; undefined when nothing has changed. */
export function renderChange(view: View, seen: string): string | undefined {
  const drawn = drawState(view);
  if (drawn.digest === seen) return undefined;
  // Confirmations come every few seconds, too often to announce each to screen readers.
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

const PROBLEM_ICONS: Readonly<Record<Problem, Drawing>> = {
  not_found: 'search',
  closed: 'cross',
  crowded: 'clock',
  too_many: 'clock',
  not_accepted: 'alert',
  failed: 'alert',
};

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
    switchTo: (lang) => withQuery('', { lang }),
    children: (
      <main class="alone">
        <section class="pane outcome">
          <Mark of={PROBLEM_ICONS[problem]} mood={problem === 'failed' ? 'bad' : 'neutral'} />
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

/** The part that shows the link's state. As long as that can change, htmx polls for updates. */
function Live({ view, html, digest }: { view: View; html: string; digest: string }): JSX.Element {
  const { link, method } = view;
  const isFinal = link.status !== 'active' && link.status !== 'processing';
  const polling = {
    'hx-get': addressOf(view, paths.link.status, { method: method?.method, seen: digest }),
    'hx-trigger': `every ${POLL_EVERY}, online from:window`,
    'hx-swap': 'outerHTML',
  };
  return <main id="checkout" {...(isFinal ? {} : polling)} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The preview that messengers show of a shared link; contains nothing that the page does not. */
interface Preview {
  title: string;
  description: string;
  url: string;
  baseUrl: string;
}

export function renderDocument(page: {
  assets: Assets;
  language: Language;
  /** The locale of a page with amounts or dates. */
  locale?: Locale;
  title: string;
  now?: Date;
  merchant?: Merchant;
  isTest?: boolean;
  preview?: Preview;
  switchTo: (language: Language) => string;
  children: ComponentChildren;
}): string {
  const { assets, language, locale = language, now, merchant, preview } = page;
  const texts = TEXTS[language];
  const href = (name: AssetName): string => assets.href(name);
  const color = merchant?.brand.color;
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{page.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        {preview && merchant && (
          <PreviewTags preview={preview} merchant={merchant} assets={assets} locale={locale} />
        )}
        <link rel="icon" href={href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={href('pico.css')} />
        <link rel="stylesheet" href={href('checkout.css')} />
        {color !== undefined && <link rel="stylesheet" href={brandStyleHref(color)} />}
        <script src={href('htmx.js')} defer />
        {/* It adds buttons, countdowns and local times; run before the first paint, so that the layout does not shift. */}
        <script src={href('checkout.js')} defer {...{ blocking: 'render' }} />
      </head>
      <body data-now={now?.toISOString()} data-locale={LOCALE_TAGS[locale]}>
        {page.isTest && <aside class="test-mode">{texts.testMode}</aside>}
        <header class="top">
          {merchant && <Emblem of={merchant} />}
          <nav>
            {LANGUAGES.filter((other) => other !== language).map((other) => (
              <a href={page.switchTo(other)} lang={other} hreflang={other}>
                {TEXTS[other].languageName}
              </a>
            ))}
          </nav>
        </header>
        {page.children}
        <aside id="stale" class="stale" hidden>
          <Icon of="offline" />
          <p>
            <strong>{texts.stale.title}.</strong> {texts.stale.hint}
          </p>
        </aside>
        <p id="announcement" role="status" />
      </body>
    </html>,
  )}`;
}

/** Open Graph, which messengers and social networks read. */
function PreviewTags(props: {
  preview: Preview;
  merchant: Merchant;
  assets: Assets;
  locale: Locale;
}): JSX.Element {
  const { preview, merchant, assets, locale } = props;
  const image = `${preview.baseUrl}${merchant.logoHref ?? assets.href('share.png')}`;
  const tags = {
    'og:type': 'website',
    'og:site_name': merchant.name,
    'og:title': preview.title,
    'og:description': preview.description,
    'og:url': preview.url,
    'og:locale': LOCALE_TAGS[locale].replace('-', '_'),
    'og:image': image,
    'og:image:alt': merchant.name,
  };
  return (
    <>
      <meta name="description" content={preview.description} />
      {Object.entries(tags).map(([property, content]) => (
        <meta property={property} content={content} />
      ))}
    </>
  );
}
