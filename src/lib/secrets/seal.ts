import { timingSafeEqual } from 'node:crypto';
import { StartupError } from '../errors/errors.ts';
import { ByteReader } from '../files/byte-reader.ts';
import type { Keyring } from './keyring.ts';

/*
 * A sealed file is a line of JSON, which names its key, and blocks. A block is a byte, which is 1 in the last block and
 * otherwise 0; the length of the content in four bytes; the content; and an HMAC of all that and of the HMAC before it,
 * the first of which is that of the line. So each block is verified before it is used, in one pass over a file of any
 * length, and none can be changed, left out, moved, added, or taken from another file.
 */

const FORMAT = 'payments-sealed/1';
const START = Buffer.from(`{"format":"${FORMAT}"`);
const MAX_LINE_BYTES = 1024;
const BLOCK_BYTES = 64 * 1024;
const FRAME_BYTES = 5;
const HMAC_BYTES = 32;
const ONLY_IF_SAFE = 'with --unsealed, only if you know that nobody could have changed it.';

/** The kind of sealed content; content sealed for one purpose does not pass for the other. */
export type SealPurpose = 'backup' | 'base-copy';

/** Identifies the SECRETS_KEY by its version, and by a value that only its holder can compute. */
export interface KeyMark {
  version: number;
  fingerprint: string;
}

export function markKey(keyring: Keyring): KeyMark {
  const version = keyring.currentVersion;
  return { version, fingerprint: keyring.fingerprint(version) ?? '' };
}

export function isHeld(keyring: Keyring | undefined, { version, fingerprint }: KeyMark): boolean {
  return keyring?.fingerprint(version) === fingerprint;
}

/** Seals content with the current key, as it passes. */
export async function* seal(
  content: AsyncIterable<Buffer>,
  purpose: SealPurpose,
  keyring: Keyring,
): AsyncGenerator<Buffer> {
  const mark = markKey(keyring);
  const line = Buffer.from(`${JSON.stringify({ format: FORMAT, ...mark })}\n`);
  yield line;
  const next = startChain(keyring, purpose, mark.version, line);
  const sealBlock = (block: Buffer, isLast: boolean): Buffer => {
    const framed = Buffer.concat([frameOf(block, isLast), block]);
    return Buffer.concat([framed, next(framed)]);
  };
  let waiting: Buffer | undefined;
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length; start += BLOCK_BYTES) {
      if (waiting) yield sealBlock(waiting, false);
      waiting = chunk.subarray(start, start + BLOCK_BYTES);
    }
  }
  yield sealBlock(waiting ?? Buffer.alloc(0), true);
}

export interface Unsealing {
  /** Whether the operator accepts content that cannot be verified. */
  acceptUnsealed: boolean;
  /** Undefined when there is none here. */
  keyring: Keyring | undefined;
}

export interface Opened {
  content: AsyncIterable<Buffer>;
  /** Whether content is verified before it is returned. */
  isVerified: boolean;
}

/**
 * Opens a file that `seal` wrote for the same purpose. Throws StartupError when it cannot be verified, unless that is
 * accepted, and when it does not match its seal, at the latest before the last of its content.
 */
export async function openSealed(
  file: AsyncIterable<Buffer>,
  purpose: SealPurpose,
  { acceptUnsealed, keyring }: Unsealing,
): Promise<Opened> {
  const bytes = new ByteReader(file);
  if (!(await bytes.startsWith(START))) {
    if (acceptUnsealed) return { content: bytes.rest(), isVerified: false };
    throw new StartupError(
      `This has no seal of \`payments backup\`: it is something else, was made before backups were sealed, or lost its seal. Restore it ${ONLY_IF_SAFE}`,
    );
  }
  const line = await bytes.line(MAX_LINE_BYTES);
  const mark = line && parseMark(line);
  if (!mark) throw mismatch();
  if (keyring && isHeld(keyring, mark)) {
    const next = startChain(keyring, purpose, mark.version, line);
    return { content: readBlocks(bytes, next), isVerified: true };
  }
  if (acceptUnsealed) return { content: readBlocks(bytes), isVerified: false };
  throw new StartupError(
    `This backup is sealed with a SECRETS_KEY that is not here (version ${mark.version}): set the one that it was made with. If that is lost, restore it ${ONLY_IF_SAFE}`,
  );
}

/** Without a chain, nothing is verified. */
async function* readBlocks(bytes: ByteReader, next?: Chain): AsyncGenerator<Buffer> {
  for (let isLast = false; !isLast;) {
    const frame = await bytes.take(FRAME_BYTES);
    isLast = frame[0] === 1;
    const length = frame.readUInt32BE(1);
    if (length > BLOCK_BYTES) throw mismatch();
    const block = await bytes.take(length);
    const hmac = await bytes.take(HMAC_BYTES);
    if (next && !timingSafeEqual(hmac, next(Buffer.concat([frame, block])))) throw mismatch();
    // Before the reader can take the content as complete.
    if (isLast && !(await bytes.isAtEnd())) throw mismatch();
    yield block;
  }
}

function frameOf({ length }: Buffer, isLast: boolean): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES, isLast ? 1 : 0);
  frame.writeUInt32BE(length, 1);
  return frame;
}

/** Computes the HMAC of each block in turn. */
type Chain = (framed: Buffer) => Buffer;

function startChain(keyring: Keyring, purpose: SealPurpose, version: number, line: Buffer): Chain {
  const hmac = (data: Buffer): Buffer => {
    const computed = keyring.hmac(purpose, data, version);
    if (!computed) throw new Error(`SECRETS_KEY holds no version ${version}`);
    return computed;
  };
  let last = hmac(line);
  return (framed) => (last = hmac(Buffer.concat([last, framed])));
}

/** Nothing of it is verified yet, and a message shows the version. */
function parseMark(line: Buffer): KeyMark | undefined {
  try {
    const mark = JSON.parse(line.toString()) as KeyMark;
    return Number.isInteger(mark.version) ? mark : undefined;
  } catch {
    return undefined;
  }
}

function mismatch(): StartupError {
  return new StartupError(
    'The backup does not match its seal: it was changed or damaged after it was made. Use another copy.',
  );
}
