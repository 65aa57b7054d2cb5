import type { JSX } from 'preact';
import { paths, pathTo } from '../request/paths.ts';
import { useMemberVisit, useTexts } from './context.tsx';
import { FRAME } from './texts.ts';

export const MAX_SEARCH_LENGTH = 200;

/** Searches everything of the account; a phone shows it when asked to, and the page's script lets `/` lead to it. */
export function SearchField(): JSX.Element {
  const visit = useMemberVisit();
  const { search } = useTexts(FRAME);
  const page = pathTo(visit, paths.search);
  return (
    <>
      <button
        type="button"
        class="menu-button search-button"
        {...{ popovertarget: 'search' }}
        aria-label={search}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M9 3a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM13.5 13.5L18 18" />
        </svg>
      </button>
      <search id="search" class="site-search" popover="auto">
        <form method="get" action={page}>
          <input
            type="search"
            name="q"
            value={visit.request.path === page ? visit.query('q') : undefined}
            maxlength={MAX_SEARCH_LENGTH}
            placeholder={search}
            aria-label={search}
            aria-keyshortcuts="/"
            autocomplete="off"
            data-shortcut="/"
          />
        </form>
      </search>
    </>
  );
}
