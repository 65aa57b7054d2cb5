import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { type Assets, brandStyleHref, formatPrice, type Language, LANGUAGES } from '../../pages/index.ts';
import { TEXTS } from './texts.ts';
import { merchantOf, nameOf, type CounterView } from './counter.tsx';
import { Emblem } from './parts.tsx';

/**
 * An A6 sheet to print. It has the payee, the code, and instructions in both languages, because a payer at the counter
 * cannot choose one. The reader's own language comes first.
 */
export function renderSheet(assets: Assets, { counter, language, locale, isTest }: CounterView): string {
  const { code, account, brand } = counter;
  const both = [...LANGUAGES].sort((one) => (one === language ? -1 : 1));
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${code.name} · ${account.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={assets.href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.href('counter.css')} />
        {brand.color !== undefined && <link rel="stylesheet" href={brandStyleHref(brand.color)} />}
      </head>
      <body>
        <main>
          <header class="whom">
            {brand.logo && <Emblem of={merchantOf(counter)} />}
            <h1 dir="auto">{account.name}</h1>
          </header>
          <p class="call">
            {both.map((one) => (
              <span lang={one}>{TEXTS[one].scanToPay}</span>
            ))}
          </p>
          <div class="code" role="img" aria-label={code.url} dangerouslySetInnerHTML={{ __html: code.svg }} />
          {code.fixedAmount !== null && (
            <p class="price">{formatPrice(locale, code.fixedAmount, counter.payerCurrency)}</p>
          )}
          <p class="name" dir="auto">
            {nameOf(counter)}
          </p>
          <div class="steps">
            {both.map((one) => (
              <Steps language={one} />
            ))}
          </div>
          {isTest && <p class="trial">{both.map((one) => TEXTS[one].testMode).join(' · ')}</p>}
        </main>
      </body>
    </html>,
  )}`;
}

function Steps({ language }: { language: Language }): JSX.Element {
  return (
    <ol lang={language}>
      {TEXTS[language].scanSteps.map((step) => (
        <li>{step}</li>
      ))}
    </ol>
  );
}
