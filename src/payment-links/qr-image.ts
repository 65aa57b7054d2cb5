import encodeQr from 'qr';
import { memoize } from '../lib/memoize.ts';
import type { PaymentLink } from './repository.ts';

/** The blank margin that readers need, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Draws a QR code as SVG without fixed dimensions; memoized, because clients poll links. */
export const drawQr = memoize(draw, { maxKnown: 1_000 });

/** A link's QR code; older links store the SVG. */
export function qrOf({ checkoutUrl, qrSvg }: Pick<PaymentLink, 'checkoutUrl' | 'qrSvg'>): string {
  return qrSvg ?? drawQr(checkoutUrl);
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
 * Adjacent dark modules of a row are joined into bars, drawn as strokes with relative moves, which takes a quarter of
 * the bytes of one square per module. The bars come from cached strings, because new ones would leave five times as
 * much garbage.
 */
function draw(text: string): string {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = rows.length;
  const path: string[] = [];
  for (const [y, row] of rows.entries()) {
    let penX: number | undefined;
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const length = x - start + 1;
      path.push(penX === undefined ? `M${start} ${y}.5h${length}` : strokeOf(((start - penX) << 8) | length));
      penX = x + 1;
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path.join('')}"/></svg>`
  );
}
