import type { JSX } from 'preact';
import type { Brand } from '../../accounts/index.ts';
import { formatMoment, type Locale } from '../../pages/index.ts';

export function Moment({ locale, at }: { locale: Locale; at: Date }): JSX.Element {
  return <time dateTime={at.toISOString()}>{formatMoment(locale, at)}</time>;
}

/** For times that are usually today, of which the page's script then writes the time of day alone. */
export function Ending({ locale, at }: { locale: Locale; at: Date }): JSX.Element {
  return (
    <time dateTime={at.toISOString()} data-short-today>
      {formatMoment(locale, at)}
    </time>
  );
}

/** The merchant of a page. */
export interface Merchant {
  name: string;
  brand: Brand;
  /** Below the page's own URL, which identifies the account. */
  logoHref: string | undefined;
}

/** The merchant's logo or, without one, its initial. The name is in the text beside it. */
export function Emblem({ of }: { of: Merchant }): JSX.Element {
  const { logo } = of.brand;
  if (logo) return <img class="logo" src={of.logoHref} alt="" width={logo.width} height={logo.height} />;
  return (
    <span class="monogram" aria-hidden="true">
      {[...of.name.trim()][0]?.toUpperCase()}
    </span>
  );
}
