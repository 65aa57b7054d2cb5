import type { JSX } from 'preact';
import { formatMoment } from '../../pages/format.ts';
import type { Language } from '../../pages/language.ts';

export function Moment({ language, at }: { language: Language; at: Date }): JSX.Element {
  return <time dateTime={at.toISOString()}>{formatMoment(language, at)}</time>;
}

export function Check(): JSX.Element {
  return (
    <svg class="check" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="24" />
      <path d="M14 25l7 7 13-15" />
    </svg>
  );
}
