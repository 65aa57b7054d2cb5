import encodeQr from 'qr';
import { memoize } from '../lib/memoize.ts';
import type { LinkRow } from './repository.ts';

/** The blank margin a reader needs, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A square of modules, row by row: 1 is dark. */
interface Modules {
  side: number;
  cells: Uint8Array;
}

/** Draws a QR code as SVG without fixed dimensions. */
export function drawQr(text: string): string {
  return draw(encode(text));
}

/** A text's code packed for storage: a tenth of the SVG's size, and faster to draw than to encode again. */
export function packQr(text: string): string {
  const { side, cells } = encode(text);
  const bits = Buffer.alloc(Math.ceil(cells.length / 8));
  for (let at = 0; at < cells.length; at++) {
    bits[at >> 3] = (bits[at >> 3] ?? 0) | ((cells[at] ?? 0) << (at & 7));
  }
  return `${side}:${bits.toString('base64')}`;
}

/** The same SVG as `drawQr` makes of the packed text. It is read often, because clients poll links. */
export const drawPackedQr = memoize(unpackAndDraw, { maxKnown: 1_000 });

function unpackAndDraw(packed: string): string {
  const [start = '', text = ''] = packed.split(':');
  const side = Number(start);
  const bits = Buffer.from(text, 'base64');
  const cells = new Uint8Array(side * side);
  for (let at = 0; at < cells.length; at++) cells[at] = ((bits[at >> 3] ?? 0) >> (at & 7)) & 1;
  return draw({ side, cells });
}

/** A link's QR code; older links store the SVG. */
export function qrOf({ qrModules, qrSvg }: Pick<LinkRow, 'qrModules' | 'qrSvg'>): string {
  return qrModules === null ? (qrSvg ?? '') : drawPackedQr(qrModules);
}

function encode(text: string): Modules {
  // The encoder rejects a border of 0.
  const framed = encodeQr(text, 'raw', { ecc: 'medium', border: 1 });
  const side = framed.length - 2;
  const cells = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) {
    const row = framed[y + 1] ?? [];
    for (let x = 0; x < side; x++) if (row[x + 1]) cells[y * side + x] = 1;
  }
  return { side, cells };
}

/** A bar, relative to the end of the one before it in its row; memoized, because only a few differ. */
const strokeOf = memoize(
  (distanceAndLength: number) => {
    const [distance, length] = [distanceAndLength >> 8, distanceAndLength & 0xff];
    return `m${distance} 0h${length}`;
  },
  { maxKnown: 4_096 },
);

/**
 * Adjacent dark modules of a row are joined into bars, drawn as strokes with relative moves: a quarter of the bytes of
 * one square per module. Joined from known pieces: one made of new strings leaves five times as much to be collected.
 */
function draw({ side, cells }: Modules): string {
  const size = side + 2 * QUIET_ZONE;
  const path: string[] = [];
  for (let y = 0; y < side; y++) {
    let penX: number | undefined;
    for (let x = 0; x < side; x++) {
      if (!cells[y * side + x]) continue;
      const start = x;
      while (x + 1 < side && cells[y * side + x + 1]) x++;
      const length = x - start + 1;
      path.push(
        penX === undefined
          ? `M${start + QUIET_ZONE} ${y + QUIET_ZONE}.5h${length}`
          : strokeOf(((start - penX) << 8) | length),
      );
      penX = x + 1;
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path.join('')}"/></svg>`
  );
}
