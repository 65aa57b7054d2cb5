import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { type Assets, type Language, LANGUAGES } from '../../pages/index.ts';
import { addressesIn } from '../book/addresses.ts';
import { TEXTS } from './home-texts.ts';
import { Published } from './published.tsx';

/** The page at `/`, with a description, the environment, and links to everything. */
export function renderHome(page: {
  assets: Assets;
  language: Language;
  title: string;
  environment: 'test' | 'live';
  panelUrl: string;
}): string {
  const { assets, language, title, environment, panelUrl } = page;
  const { summary, testEnvironment, liveEnvironment, docs, contract, panel, status } = TEXTS[language];
  const addresses = addressesIn(language);
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={summary} />
        <link rel="icon" href={assets.href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.href('pico.css')} />
        <link rel="stylesheet" href={assets.href('docs.css')} />
      </head>
      <body class="home">
        <header class="environment" data-environment={environment}>
          {environment === 'test' ? testEnvironment : liveEnvironment}
        </header>
        <main>
          <h1>{title}</h1>
          <p>{summary}</p>
          <dl>
            <dt>
              <a href={addresses.overview}>{docs.title}</a>
            </dt>
            <dd>{docs.text}</dd>
            <dd>
              <a href={addresses.guide('first-steps')}>{docs.firstSteps}</a>{' '}
              <a href={addresses.guide('webhooks')}>{docs.webhooks}</a>{' '}
              <a href={addresses.changelog}>{docs.changelog}</a>
            </dd>
            <dt>{contract.title}</dt>
            <dd>{contract.text}</dd>
            <dd>
              <Published language={language} />
            </dd>
            <dt>{panel.title}</dt>
            <dd>{panel.text}</dd>
            <dd>
              <a href={`${panelUrl}/panel`}>{panel.link}</a>
            </dd>
            <dt>{status.title}</dt>
            <dd>{status.text}</dd>
            <dd>
              <a href="/v1/health">{status.health}</a> <a href="/ready">{status.ready}</a>
            </dd>
          </dl>
        </main>
        <footer>
          <Languages here={language} />
        </footer>
      </body>
    </html>,
  )}`;
}

/** The page in each language. */
function Languages({ here }: { here: Language }): JSX.Element {
  return (
    <>
      {LANGUAGES.map((other) => (
        <a
          href={`/?lang=${other}`}
          lang={other}
          hreflang={other}
          aria-current={other === here ? 'true' : undefined}
        >
          {TEXTS[other].languageName}
        </a>
      ))}
    </>
  );
}
