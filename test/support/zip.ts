import { inflateRawSync } from 'node:zlib';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The files of a zip archive by their names, in their order. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw new Error('this is no zip archive');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === CENTRAL) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
    const commentLength = bytes.readUInt16LE(at + 32);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + size);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString();
    files.set(name, method === 0 ? content : inflateRawSync(content));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
