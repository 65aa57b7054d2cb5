import type { Book } from '../book/book.ts';
import type { Content } from './frame.tsx';
import { TEXTS } from './texts.ts';

/** The page of the changelog, with the changes of the contract from release to release, in Markdown and in English. */
export function changelogPage({ addresses, language, markdown }: Book, changelog: string): Content {
  // The same headings recur in each release, and an id may be on a page only once.
  const text = changelog.replace(/^### (.+)$/gm, '**$1**');
  const { title, about, versions, inEnglish, asMarkdown } = TEXTS[language].changelog;
  return {
    title,
    main: (
      <>
        <p>
          {about} <a href={addresses.guide('versions')}>{versions}</a>. {inEnglish}{' '}
          <a href="/changelog.md">{asMarkdown}</a>
        </p>
        <div class="text" lang="en" dangerouslySetInnerHTML={{ __html: markdown.toHtml(text) }} />
      </>
    ),
  };
}
