import type { DepositProgress } from '../../methods/index.ts';
import type { LinkMethodRow } from '../../payment-links/index.ts';
import type { Checkout } from './checkout.ts';
import type { Language, Locale } from '../../pages/index.ts';
import { TEXTS } from '../texts/by-language.ts';
import type { Heading, Texts } from '../texts/texts.ts';
import type { Merchant } from './parts.tsx';

/** What a link's page is rendered from. */
export interface View extends Checkout {
  language: Language;
  locale: Locale;
  texts: Texts;
  /** Where payers reach these pages. */
  baseUrl: string;
  /** Added to every URL on the page, so that the choice is kept. */
  chosenLanguage: Language | undefined;
  /** The method that the payer chose, or the only one. */
  method: LinkMethodRow | undefined;
  /** The payment's visible progress. */
  progress: DepositProgress | undefined;
  /** The provider whose payers can be simulated, in the test environment only. */
  simulator: string | undefined;
}

export function createView(
  checkout: Checkout,
  choice: Pick<View, 'language' | 'locale' | 'baseUrl' | 'chosenLanguage' | 'simulator' | 'progress'> & {
    methodName: string | undefined;
  },
): View {
  const { methodName, ...rest } = choice;
  const [only, ...others] = checkout.methods;
  const method = others.length === 0 ? only : checkout.methods.find(({ method }) => method === methodName);
  return { ...checkout, ...rest, texts: TEXTS[choice.language], method };
}

export function merchantOf({ merchant: name, brand, link }: View): Merchant {
  return { name, brand, root: `/pay/${link.code}` };
}

/** A URL of this link's pages: the page itself, or a path below it. */
export function addressOf(
  { link, chosenLanguage }: Pick<View, 'link' | 'chosenLanguage'>,
  below: string,
  query: Record<string, string | undefined> = {},
): string {
  return `/pay/${link.code}${below}${toQuery({ ...query, lang: chosenLanguage })}`;
}

export function toQuery(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

export function methodHeading({ texts }: Pick<View, 'texts'>, method: LinkMethodRow): Heading {
  if (method.network !== null) return texts.onChain(method.asset, method.network);
  return texts.methods[method.method] ?? { title: method.method, hint: method.asset };
}
