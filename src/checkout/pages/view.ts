import { isKeyOf } from '../../lib/is-key-of.ts';
import type { DepositProgress } from '../../methods/index.ts';
import type { LinkMethod } from '../../payment-links/index.ts';
import type { Checkout } from './checkout.ts';
import {
  fillPath,
  formatDuration,
  type Language,
  type Locale,
  type ParamsOf,
  type Values,
  withQuery,
} from '../../pages/index.ts';
import { TEXTS, type Heading, type Texts } from './texts.ts';
import type { Merchant } from './parts.tsx';
import { paths } from './paths.ts';
import type { Missing } from './rest.ts';

type LinkPath = (typeof paths.link)[keyof typeof paths.link];

/** The input of a link's page. */
export interface View extends Checkout {
  language: Language;
  locale: Locale;
  texts: Texts;
  /** The base URL of these pages. */
  baseUrl: string;
  /** Added to every URL on the page, so that the choice is kept. */
  chosenLanguage: Language | undefined;
  /** The amount that is missing, while the rest of a payment can be paid. */
  missing: Missing;
  /** The methods to choose from, with the amount that each asks for. */
  offered: LinkMethod[];
  /** The method that the payer chose, or the only one. */
  method: LinkMethod | undefined;
  /** The payment's visible progress. */
  progress: DepositProgress | undefined;
  /** The provider whose payers can be simulated, in the test environment only. */
  simulator: string | undefined;
  /** Undefined if the deployment sends no mail. */
  receiptMail: ReceiptMail | undefined;
}

/** The form for a receipt by e-mail, or its outcome. */
export interface ReceiptMail {
  state: 'open' | 'invalid' | 'sent' | 'spent';
  /** The entered text, if it was not an address. */
  typed?: string;
}

export function createView(
  checkout: Checkout,
  choice: Pick<
    View,
    | 'language'
    | 'locale'
    | 'baseUrl'
    | 'chosenLanguage'
    | 'simulator'
    | 'progress'
    | 'receiptMail'
    | 'missing'
    | 'offered'
  > & {
    methodName: string | undefined;
  },
): View {
  const { methodName, ...rest } = choice;
  const [only, ...others] = choice.offered;
  const method = others.length === 0 ? only : choice.offered.find(({ method }) => method === methodName);
  return { ...checkout, ...rest, texts: TEXTS[choice.language], method };
}

export function merchantOf({ merchant: name, brand, link }: View): Merchant {
  const file = brand.logo?.file;
  return { name, brand, logoHref: file && fillPath(paths.link.logo, { code: link.code, file }) };
}

/** A URL of this link's pages, which keeps the chosen language. */
export function addressOf<Path extends LinkPath>(
  { link, chosenLanguage }: Pick<View, 'link' | 'chosenLanguage'>,
  path: Path,
  query: Readonly<Record<string, string | undefined>> = {},
  ...[values]: Values<Exclude<ParamsOf<Path>, 'code'>>
): string {
  const page = fillPath<string>(path, { code: link.code, ...values });
  return withQuery(page, { ...query, lang: chosenLanguage });
}

/** The life of a new quote of a method that converts. */
export function quoteLifeOf({ language, quoteLives }: View, { method }: LinkMethod): string {
  const lifeMs = quoteLives.get(method);
  if (lifeMs === undefined) throw new Error(`the quotes of ${method} have no life`);
  return formatDuration(language, lifeMs);
}

export function methodHeading({ texts }: Pick<View, 'texts'>, method: LinkMethod): Heading {
  if (method.network !== null) return texts.onChain(method.asset, method.network);
  const { method: name, asset } = method;
  return isKeyOf(texts.methods, name) ? texts.methods[name] : { title: name, hint: asset };
}
