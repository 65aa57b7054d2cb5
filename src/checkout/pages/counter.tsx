import type { Counter } from '../../qr-codes/index.ts';
import {
  type Assets,
  fillPath,
  formatPrice,
  formatQuantity,
  type Language,
  type Locale,
  withQuery,
} from '../../pages/index.ts';
import { type AmountRefusal, TEXTS } from './texts.ts';
import { renderDocument } from './document.tsx';
import type { Merchant } from './parts.tsx';
import { paths } from './paths.ts';

/** The input of the pages of a counter code. */
export interface CounterView {
  counter: Counter;
  language: Language;
  locale: Locale;
  /** The base URL of these pages. */
  baseUrl: string;
  isTest: boolean;
  /** Added to every URL on the page, so that the choice is kept. */
  chosenLanguage: Language | undefined;
}

/** An entered amount that cannot be paid, with the reason. */
interface RefusedAmount {
  typed: string;
  why: AmountRefusal;
}

/** Asks for the amount when the code has no fixed one. */
export function renderAmountForm(assets: Assets, view: CounterView, refused?: RefusedAmount): string {
  const { counter, language, locale, chosenLanguage, isTest, baseUrl } = view;
  const { code, account } = counter;
  const texts = TEXTS[language];
  const { least, most } = limitsOf(view);
  const example = exampleOf(view);
  const title = texts.pay(account.name);
  const page = fillPath(paths.counter.page, { id: code.id });
  return renderDocument({
    assets,
    language,
    locale,
    title,
    isTest,
    merchant: merchantOf(counter),
    preview: { title, description: nameOf(counter), url: `${baseUrl}${page}`, baseUrl },
    switchTo: (lang) => withQuery('', { lang }),
    children: (
      <main class="alone">
        <header class="order">
          <h1>
            <span class="merchant" dir="auto">
              {title}
            </span>
          </h1>
          <p class="description" dir="auto">
            {nameOf(counter)}
          </p>
        </header>
        {/* The page shows its own messages, in its own language. */}
        <form class="pane" method="post" action={withQuery(page, { lang: chosenLanguage })} noValidate>
          <label for="amount">
            <strong>{texts.amountToPay}</strong>
          </label>
          <div class="typed">
            <input
              id="amount"
              name="amount"
              type="text"
              inputmode="decimal"
              enterkeyhint="go"
              maxLength={24}
              required
              autofocus
              autocomplete="off"
              placeholder={formatQuantity(locale, '0', code.currency)}
              value={refused?.typed}
              aria-describedby="amount-hint"
              aria-invalid={refused ? 'true' : undefined}
            />
            <span class="unit">{counter.payerCurrency}</span>
          </div>
          <small id="amount-hint" role={refused ? 'alert' : undefined}>
            {refused
              ? texts.amountRefusals[refused.why]({ least, most, example })
              : texts.amountLimits(least, most)}
          </small>
          <button type="submit">{texts.proceed}</button>
        </form>
      </main>
    ),
  });
}

export function merchantOf({ account, brand, code }: Counter): Merchant {
  const file = brand.logo?.file;
  return { name: account.name, brand, logoHref: file && fillPath(paths.counter.logo, { id: code.id, file }) };
}

/** The code's name and its store, one per line. */
export function nameOf({ code }: Counter): string {
  return code.storeLabel === null ? code.name : `${code.name}\n${code.storeLabel}`;
}

function limitsOf({ counter: { currency, payerCurrency }, locale }: CounterView): {
  least: string;
  most: string;
} {
  const inWords = (amount: string): string => formatPrice(locale, amount, payerCurrency);
  return { least: inWords(currency.minAmount.toFixed()), most: inWords(currency.maxAmount.toFixed()) };
}

/** An amount as it can be typed, in the form of the currency's country. */
function exampleOf({ counter: { currency }, locale }: CounterView): string {
  const [example] = ['250.5', '185000'].filter((amount) => currency.minAmount.lte(amount));
  return formatQuantity(locale, example ?? currency.minAmount.toFixed(), currency.currency);
}
