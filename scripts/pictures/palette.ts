// Makes screenshots small: pages have few colours, and a picture with at most 256 of them needs one byte for each pixel.
import { deflateSync, inflateSync } from 'node:zlib';
import { chunk } from '../../test/support/images.ts';

const SIGNATURE_BYTES = 8;
const MAX_COLORS = 256;

interface Pixels {
  width: number;
  height: number;
  /** Three bytes for each pixel. */
  rgb: Buffer;
}

/** The same picture with its most frequent 256 colours; others become the nearest of them. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const color = rgb.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COLORS)
    .map(([color]) => color);
  const places = new Map(palette.map((color, place) => [color, place]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = rgb.readUIntBE((y * width + x) * 3, 3);
      const place = places.get(color) ?? nearest(palette, color);
      places.set(color, place);
      rows[y * (width + 1) + 1 + x] = place;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits that name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.concat(
    palette.map((color) => Buffer.from(color.toString(16).padStart(6, '0'), 'hex')),
  );
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly number[], color: number): number {
  const distances = palette.map((known) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((known >> shift) & 255) - ((color >> shift) & 255)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Reads what Chromium writes: eight bits a channel, with or without alpha, not interlaced. */
function decode(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, type, , , interlaced] = png.subarray(24, 29);
  if (depth !== 8 || (type !== 2 && type !== 6) || interlaced !== 0) throw new Error('not a screenshot');
  const channels = type === 6 ? 4 : 3;
  const data = inflateSync(Buffer.concat([...dataOf(png)]));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? pixels[at - channels]! : 0;
      const up = y > 0 ? pixels[at - stride]! : 0;
      const corner = x >= channels && y > 0 ? pixels[at - stride - channels]! : 0;
      pixels[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  if (channels === 3) return { width, height, rgb: pixels };
  const rgb = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    pixels.copy(rgb, pixel * 3, pixel * 4, pixel * 4 + 3);
  return { width, height, rgb };
}

function* dataOf(png: Buffer): Generator<Buffer> {
  for (let at = SIGNATURE_BYTES; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') yield png.subarray(at + 8, at + 8 + length);
  }
}

/** The filters of the PNG specification. */
function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
        number,
        number,
        number,
      ];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}
