import { type Export, toVersion } from '../../contract/index.ts';
import { inOneContext } from '../../lib/one-context.ts';
import { csvLine } from './csv.ts';
import type { Answer, HandlerReply } from './reply.ts';

type Item = Record<string, unknown>;
type Scalar = string | number | boolean | null;

/** The media types of a whole list, with the form of its first line and of each item. */
const FORMATS: Record<string, (exported: Export, version: string) => Format> = {
  'application/x-ndjson': () => ({ head: '', line: (item) => `${JSON.stringify(item)}\n` }),
  'text/csv': ({ object, columns }, version) => {
    const newest = { object, ...Object.fromEntries(columns.map((name) => [name, name])) };
    const titles = Object.keys(toVersion(newest, version) as Item).filter((name) => name !== 'object');
    const line = (values: Scalar[]) => csvLine(values.map((value) => (value === null ? '' : String(value))));
    return {
      head: line(titles),
      line(item) {
        const values = flatten(item);
        return line(titles.map((title) => values[title] as Scalar));
      },
    };
  },
};

interface Format {
  head: string;
  line: (item: Item) => string;
}

/** The response that is a whole list, in one of its media types and in the form of the given version. */
export async function toExport(
  { status, headers }: HandlerReply,
  exported: Export,
  mediaType: string,
  version: string,
): Promise<Answer> {
  return {
    status,
    headers: { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers },
    text: '',
    stream: inOneContext(await encodeExport(exported, mediaType, version)),
  };
}

/**
 * Writes a whole list in one of its media types, in the form of the given version. The first batch is read before the
 * response starts, so that an early failure can still be reported; only one batch is held at a time.
 */
async function encodeExport(
  exported: Export,
  mediaType: string,
  version: string,
): Promise<AsyncIterable<string>> {
  const format = FORMATS[mediaType]?.(exported, version);
  if (!format) throw new Error(`lists are not sent as ${mediaType}`);
  const batches = exported.batches[Symbol.asyncIterator]();
  const first = await batches.next();
  return (async function* () {
    if (format.head !== '') yield format.head;
    for (let batch = first; !batch.done; batch = await batches.next()) {
      yield batch.value.map((item) => format.line(toVersion(item, version) as Item)).join('');
    }
  })();
}

/** Moves the fields of an object within the item up to the item, under both names. */
function flatten(item: Item): Item {
  const fields = Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, of]) => [`${name}_${inner}`, of as unknown])
      : [[name, value]],
  );
  return Object.fromEntries(fields) as Item;
}
