import type { JSX } from 'preact';
import type { SearchTexts } from './texts.ts';

/** How many of a kind are shown. */
export const MOST_SHOWN = 10;
/** One more is read, to know whether there are more. */
export const LIMIT = MOST_SHOWN + 1;

/** A result of a search, as a row that leads to its page. */
export interface Hit {
  /** The id of the object, so that nothing is shown twice. */
  id: string;
  href: string;
  /** The name that people know it by. */
  title: string;
  /** Distinguishing details, such as a code, a payer or a method. */
  notes: readonly (string | null | undefined)[];
  status?: JSX.Element;
  amount?: { amount: string; asset: string };
  at: Date;
}

/** The hits of one kind, newest first; at most LIMIT. */
export interface HitsOfKind {
  kind: keyof SearchTexts['kinds'];
  hits: readonly Hit[];
}
