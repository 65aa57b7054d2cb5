import encodeQr from 'qr';

/** The blank margin a reader needs, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * Draws a QR code as SVG without fixed dimensions. Adjacent dark modules of a row are joined into bars, drawn as
 * strokes with relative moves: a quarter of the bytes of one square per module.
 */
export function drawQr(text: string): string {
  const modules = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = modules.length;
  const path = modules.map(drawRow).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`
  );
}

function drawRow(row: boolean[], y: number): string {
  let path = '';
  let penX = 0;
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const bar = `h${x - start + 1}`;
    path += path === '' ? `M${start} ${y}.5${bar}` : `m${start - penX} 0${bar}`;
    penX = x + 1;
  }
  return path;
}
