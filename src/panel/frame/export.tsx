import type { JSX } from 'preact';
import type { MemberVisit, Visit } from '../request/route.ts';
import { useTexts, useVisit } from './context.tsx';
import { FRAME } from './texts.ts';

/** How many keys of metadata a file has columns for at most. */
export const MOST_KEYS = 10;
const MAX_KEY_LENGTH = 40;
/** The parameters of a list's URL besides its filters. */
const NO_FILTERS = ['cursor', 'flash', 'problem', 'metadata'];

interface ExportProps {
  /** The path of the file. */
  path: string;
}

/** Downloads what the list is filtered by. */
export function Export({ path }: ExportProps): JSX.Element {
  const query = new URLSearchParams(filtersIn(useVisit())).toString();
  return <a href={query === '' ? path : `${path}?${query}`}>{useTexts(FRAME).download}</a>;
}

/** The same with columns for metadata; nothing where there is none. */
export function MetadataExport(props: ExportProps & { keys: readonly string[] }): JSX.Element | null {
  const visit = useVisit();
  const { path, keys } = props;
  const texts = useTexts(FRAME);
  if (keys.length === 0) return null;
  return (
    <details>
      <summary>{texts.downloadMore}</summary>
      <form method="get" action={path}>
        {filtersIn(visit).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend>{texts.metadataKeys(MOST_KEYS)}</legend>
          {keys.map((key) => (
            <label>
              <input type="checkbox" name="metadata" value={key} /> {key}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="secondary">
          {texts.download}
        </button>
      </form>
    </details>
  );
}

/** The filters in the page's URL. */
function filtersIn(visit: Visit): [name: string, value: string][] {
  const { searchParams } = new URL(visit.request.originalUrl, 'http://panel');
  return [...searchParams].filter(([name, value]) => value !== '' && !NO_FILTERS.includes(name));
}

/** The keys that were chosen; what cannot be one is left out. */
export function chosenKeys(visit: MemberVisit): string[] {
  const keys = visit.queries('metadata').filter((key) => key.length >= 1 && key.length <= MAX_KEY_LENGTH);
  return [...new Set(keys)].slice(0, MOST_KEYS);
}
