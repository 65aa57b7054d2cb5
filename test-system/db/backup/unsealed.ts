import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

/** What somebody without the key can do with a backup: read and write all but its seal. */

const FRAME_BYTES = 5;
const HMAC_BYTES = 32;
const DIGEST_LINE = /\{"sha256":"[0-9a-f]{64}"\}\n$/;

/** The blocks of a sealed file, each with its frame and its HMAC, and the line before them. */
export function takeApart(sealed: Buffer): { line: Buffer; blocks: Buffer[] } {
  const start = sealed.indexOf(10) + 1;
  const blocks: Buffer[] = [];
  for (let at = start; at < sealed.length;) {
    const end = at + FRAME_BYTES + sealed.readUInt32BE(at + 1) + HMAC_BYTES;
    blocks.push(sealed.subarray(at, end));
    at = end;
  }
  return { line: sealed.subarray(0, start), blocks };
}

/** The content of a sealed file. */
export function contentOf(sealed: Buffer): Buffer {
  return Buffer.concat(takeApart(sealed).blocks.map((block) => block.subarray(FRAME_BYTES, -HMAC_BYTES)));
}

/** The unpacked content of a backup; a character is a byte. */
export function unpack(sealed: Buffer): string {
  return gunzipSync(contentOf(sealed)).toString('latin1');
}

/** A backup without a seal. */
export function pack(content: string): Buffer {
  return gzipSync(Buffer.from(content, 'latin1'));
}

/** The same content with the digest of all of it made anew. */
function withDigest(content: string): string {
  const before = content.replace(DIGEST_LINE, '');
  const sha256 = createHash('sha256').update(before, 'latin1').digest('hex');
  return `${before}{"sha256":"${sha256}"}\n`;
}

interface TableSection {
  name: string;
  /** The line with its name and columns. */
  head: string;
  /** In COPY's text format. */
  rows: string;
}

/** The content with other tables or rows, and all digests made anew, so that only a seal can tell. */
export function forge(content: string, change: (tables: TableSection[]) => TableSection[]): string {
  let at = 0;
  const line = (): string => content.slice(at, (at = content.indexOf('\n', at) + 1));
  const header = line();
  const tables: TableSection[] = [];
  for (;;) {
    const head = line();
    const part = JSON.parse(head) as { name: string; sequences?: object[] };
    if (part.sequences) {
      const forged = change(tables);
      const sections = forged.map(
        ({ head, rows }) => `${head}${rows === '' ? '' : `${rows.length}\n${rows}`}0\n`,
      );
      const contents = {
        tables: forged.map(({ name, rows }) => ({
          name,
          rows: rows.split('\n').length - 1,
          sha256: createHash('sha256').update(rows, 'latin1').digest('hex'),
        })),
        sequences: part.sequences,
      };
      return withDigest(`${header}${sections.join('')}${JSON.stringify(contents)}\n`);
    }
    let rows = '';
    for (let length = Number(line()); length > 0; length = Number(line())) {
      rows += content.slice(at, (at += length));
    }
    tables.push({ name: part.name, head, rows });
  }
}

/** As it was written before backups were sealed and listed their migrations: they named the newest. */
export function inFirstFormat(sealed: Buffer): Buffer {
  const content = unpack(sealed)
    .replace('payments-backup/2', 'payments-backup/1')
    .replace(/"migrations":\[(?:"[^"]*",)*("[^"]*")\]/, '"schema_version":$1');
  return pack(withDigest(content));
}
