export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

/** What an image says of itself, in pixels. */
export interface ImageFacts {
  type: ImageType;
  width: number;
  height: number;
}

/**
 * Recognises PNG, JPEG and WebP by their first bytes, whatever the file is called. Undefined for anything else, also for
 * SVG, which can contain scripts.
 */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

function readPng(bytes: Buffer): ImageFacts | undefined {
  const isPng = bytes.length > 24 && bytes.subarray(0, 8).equals(PNG) && textAt(bytes, 12) === 'IHDR';
  if (!isPng) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments of a JPEG from C0 to CF give its size, except these three. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker);
    if (isFrame)
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (textAt(bytes, 12)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function textAt(bytes: Buffer, start: number): string {
  return bytes.toString('latin1', start, start + 4);
}
