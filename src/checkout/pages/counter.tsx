import { render } from 'preact-render-to-string';
import type { Counter } from '../../qr-codes/scans/service.ts';
import type { Assets } from '../../pages/assets.ts';
import { formatMoney } from '../../pages/format.ts';
import type { Language } from '../../pages/language.ts';
import { TEXTS } from '../texts/by-language.ts';
import { renderDocument } from './document.tsx';
import { toQuery } from './view.ts';

/** What the pages of a counter code are rendered from. */
export interface CounterView {
  counter: Counter;
  language: Language;
  /** Added to every URL on the page, so that the choice is kept. */
  chosenLanguage: Language | undefined;
}

/** Asks for the amount when the code has no fixed one; `refused` is what was typed and cannot be paid. */
export function renderAmountForm(assets: Assets, view: CounterView & { refused?: string }): string {
  const { counter, language, chosenLanguage, refused } = view;
  const { code, account } = counter;
  const texts = TEXTS[language];
  const { least, most } = limitsOf(view);
  const isRefused = refused !== undefined;
  return renderDocument({
    assets,
    language,
    title: texts.pay(account.name),
    switchTo: (lang) => toQuery({ lang }),
    children: (
      <main>
        <header class="order">
          <h1>
            <span class="merchant" dir="auto">
              {texts.pay(account.name)}
            </span>
          </h1>
          <p class="description" dir="auto">
            {nameOf(counter)}
          </p>
        </header>
        <form method="post" action={`/q/${code.id}${toQuery({ lang: chosenLanguage })}`}>
          <label for="amount">
            <strong>{texts.amountToPay}</strong> ({code.currency})
          </label>
          <input
            id="amount"
            name="amount"
            type="number"
            inputmode="decimal"
            min={counter.currency.minAmount.toFixed()}
            max={counter.currency.maxAmount.toFixed()}
            step="0.01"
            required
            autofocus
            autocomplete="off"
            value={refused}
            aria-describedby="amount-hint"
            aria-invalid={isRefused ? 'true' : undefined}
          />
          <small id="amount-hint" role={isRefused ? 'alert' : undefined}>
            {isRefused ? texts.amountRefused(least, most) : texts.amountLimits(least, most)}
          </small>
          <button type="submit">{texts.proceed}</button>
        </form>
      </main>
    ),
  });
}

/** An A6 sheet to print: the merchant, the code's name, and the code. */
export function renderSheet(assets: Assets, { counter, language }: CounterView): string {
  const { code, account } = counter;
  const texts = TEXTS[language];
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${code.name} · ${account.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={assets.href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.href('counter.css')} />
      </head>
      <body>
        <main>
          <h1 dir="auto">{account.name}</h1>
          <p class="call">{texts.scanToPay}</p>
          <div class="code" role="img" aria-label={code.url} dangerouslySetInnerHTML={{ __html: code.svg }} />
          {code.fixed_amount !== null && (
            <p class="call">{formatMoney(language, code.fixed_amount, code.currency)}</p>
          )}
          <p class="name" dir="auto">
            {nameOf(counter)}
          </p>
        </main>
      </body>
    </html>,
  )}`;
}

/** The code's name and its store, one per line. */
function nameOf({ code }: Counter): string {
  return code.store_label === null ? code.name : `${code.name}\n${code.store_label}`;
}

function limitsOf({ counter: { currency }, language }: CounterView): { least: string; most: string } {
  const inWords = (amount: string): string => formatMoney(language, amount, currency.currency);
  return { least: inWords(currency.minAmount.toFixed()), most: inWords(currency.maxAmount.toFixed()) };
}
