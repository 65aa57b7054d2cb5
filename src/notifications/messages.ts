import { formatAmount, money, ZERO } from '../lib/money.ts';
import { oneLine, shortened } from '../lib/one-line.ts';
import { formatCount, formatMoney } from '../pages/index.ts';
import type { UserLanguage } from '../people/index.ts';
import { type Kind, type Minimum, type News, type Occurrence, OCCURRENCES } from './kinds.ts';
import { TEXTS } from './texts.ts';

/** More of one occurrence in a round are gathered into one message. */
const MOST_SINGLE = 3;
const MAX_PURPOSE_LENGTH = 200;
const MAX_NAME_LENGTH = 100;

/** The purpose of a link. */
export interface Purpose {
  description: string;
  reference: string | null;
}

/** The text of news that is sent together. It is plain, and contains nothing about a payer. */
export interface Message {
  headline: string;
  details: readonly string[];
  /** The page of the panel. */
  url: string;
}

/** The currency with which each asset is at par. */
export type Families = ReadonlyMap<string, string>;

/** News that share a message. */
interface Gathered {
  what: Occurrence;
  news: readonly News[];
}

/** The news of an account as messages: each by itself, or gathered if there are many of one occurrence. */
export function gather(
  news: readonly News[],
  { kinds, minimum }: { kinds: readonly string[]; minimum: Minimum | null },
  families: Families,
): Gathered[] {
  const wanted = news.filter(
    (one) => kinds.includes(OCCURRENCES[one.what]) && isEnough(one, minimum, families),
  );
  return [...groupedBy(wanted, ({ what }) => what)].flatMap(([what, all]) =>
    all.length > MOST_SINGLE ? [{ what, news: all }] : all.map((one) => ({ what, news: [one] })),
  );
}

function isEnough({ what, amount, asset }: News, minimum: Minimum | null, families: Families): boolean {
  if (what !== 'payment' || minimum === null || families.get(asset) !== minimum.currency) return true;
  return money(amount).gte(money(minimum.amount));
}

/** The codes of links whose purpose the text names. */
export function codesIn(gathered: readonly Gathered[]): string[] {
  return gathered.flatMap(({ what, news: [first, ...others] }) =>
    what === 'payment' && first && others.length === 0 ? [first.subject] : [],
  );
}

export function toMessage(
  language: UserLanguage,
  { what, news }: Gathered,
  { accountUrl, purposes }: { accountUrl: string; purposes: ReadonlyMap<string, Purpose> },
): Message {
  const { headlines, paidFor, reference } = TEXTS[language];
  const list = `${accountUrl}/${LISTS[OCCURRENCES[what]]}`;
  const [first, ...others] = news;
  if (!first || others.length > 0) {
    const headline = headlines[what].many(formatCount(news.length), sumsOf(language, news));
    return { headline, details: [], url: list };
  }
  const purpose = what === 'payment' ? purposes.get(first.subject) : undefined;
  return {
    headline: headlines[what].one(formatMoney(language, first.amount, first.asset)),
    details: [
      ...(purpose ? [paidFor(shown(purpose.description))] : []),
      ...(purpose?.reference ? [reference(shown(purpose.reference))] : []),
    ],
    url: `${list}/${first.subject}`,
  };
}

/** The lists of the panel on which the news of a kind stand. */
const LISTS = {
  payment: 'links',
  review: 'deposits',
  refund: 'refunds',
  withdrawal: 'withdrawals',
  taken_back: 'deposits',
} as const satisfies Record<Kind, string>;

function sumsOf(language: UserLanguage, news: readonly News[]): string {
  const sums = [...groupedBy(news, ({ asset }) => asset)].map(([asset, all]) =>
    formatMoney(
      language,
      formatAmount(all.reduce((sum, { amount }) => sum.plus(money(amount)), ZERO)),
      asset,
    ),
  );
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(sums);
}

function groupedBy<K>(news: readonly News[], keyOf: (one: News) => K): Map<K, News[]> {
  const groups = new Map<K, News[]>();
  for (const one of news) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

function shown(text: string): string {
  return shortened(oneLine(text), MAX_PURPOSE_LENGTH);
}

/** An account's name in a mail. */
export function nameIn(accountName: string): string {
  return shortened(oneLine(accountName), MAX_NAME_LENGTH);
}

/** The message as an e-mail to a member. */
export function toMail(
  language: UserLanguage,
  accountName: string,
  { headline, details, url }: Message,
  preferencesUrl: string,
): { subject: string; body: string } {
  const { why } = TEXTS[language];
  const parts = [[headline, ...details].join('\n'), url, `${why}\n${preferencesUrl}`];
  return { subject: `${nameIn(accountName)}: ${headline}`.slice(0, 200), body: `${parts.join('\n\n')}\n` };
}
