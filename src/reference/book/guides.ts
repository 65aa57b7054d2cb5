import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTRACT_FILE } from '../../contract/index.ts';
import type { Language } from '../../pages/index.ts';

const GUIDES = join(dirname(CONTRACT_FILE), 'guides');
const FOLDERS = { en: GUIDES, es: join(GUIDES, 'es') } as const satisfies Record<Language, string>;
/** The placeholder for the deployment's URL in the guides' examples. */
const EXAMPLE_ADDRESS = 'https://api.example.com';

export interface Guide {
  /** The last segment of its URL, the same in all languages. */
  slug: string;
  title: string;
  /** In Markdown, without the title. */
  text: string;
}

/** In the order of the numbers that the files' names begin with. */
export async function readGuides(language: Language): Promise<Guide[]> {
  const files = (await readdir(FOLDERS[language]))
    .filter((file) => file.endsWith('.md'))
    .sort((a, b) => parseInt(a) - parseInt(b));
  return Promise.all(
    files.map(async (file) => {
      const markdown = await readFile(join(FOLDERS[language], file), 'utf8');
      const [, title = '', text = ''] = /^# (.+)\n([^]*)$/m.exec(withoutComments(markdown)) ?? [];
      return { slug: file.replace(/^\d+-|\.md$/g, ''), title, text: text.trim() };
    }),
  );
}

/** Guides whose examples call this address. */
export function guidesFor(guides: Guide[], baseUrl: string): Guide[] {
  return guides.map((guide) => ({ ...guide, text: guide.text.replaceAll(EXAMPLE_ADDRESS, baseUrl) }));
}

/** Comments for authors of the guides. */
function withoutComments(markdown: string): string {
  return markdown.replace(/^<!--.*?-->\n+/gms, '');
}
