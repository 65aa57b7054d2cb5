import { Readable } from 'node:stream';

/** A file in an archive; what has been compressed already is stored as it is. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string | Buffer>;
  isCompressed?: boolean;
}

/**
 * A zip archive, written while its files are made, so that none of them is ever held whole. The files are read one after
 * the other, in their order, and all have the same time, so that equal contents give equal archives. An error in one
 * breaks the archive off.
 */
export async function* zipOf(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  // Few processes ever write an archive, so the library is loaded with the first one. It is CommonJS, of which the bundle has
  // the default export only.
  const { default: yazl } = await import('yazl');
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const sources = entries.map(({ content }) => Readable.from(content));
  sources.forEach((source) => source.on('error', (error) => output.destroy(error)));
  entries.forEach(({ name, isCompressed = false }, index) => {
    const source = sources[index];
    if (source) zip.addReadStream(source, name, { mtime: at, compress: !isCompressed });
  });
  zip.end();
  try {
    for await (const bytes of output) yield bytes as Buffer;
  } finally {
    for (const source of sources) source.destroy();
  }
}
