import type { JSX } from 'preact';
import { useMemberVisit, useTexts } from './context.tsx';
import { FRAME } from './texts.ts';

/** A list's links to older entries, if there are more, and back to the newest. */
export function Pages({ next }: { next: string | null }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(FRAME);
  const { pathname, searchParams } = new URL(visit.request.originalUrl, 'http://panel');
  const hasNewer = searchParams.has('cursor');
  if (next === null && !hasNewer) return null;
  const at = (cursor: string | null): string => {
    const query = new URLSearchParams(searchParams);
    query.delete('cursor');
    if (cursor !== null) query.set('cursor', cursor);
    const text = query.toString();
    return text === '' ? pathname : `${pathname}?${text}`;
  };
  return (
    <nav class="pages" aria-label={texts.pages}>
      {hasNewer && <a href={at(null)}>{texts.newest}</a>}
      {next !== null && (
        <a href={at(next)} rel="next">
          {texts.older}
        </a>
      )}
    </nav>
  );
}
