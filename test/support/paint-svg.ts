/**
 * Draws the strokes of a QR code's SVG as a browser would: each `h` is a bar one unit high, centered on the pen.
 * Returns a bitmap for a QR code reader.
 */
export function paintSvg(svg: string, scale = 4): { width: number; height: number; data: Uint8Array } {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const [, strokes = ''] = /<path stroke="#000" d="([^"]+)"\/>/.exec(svg) ?? [];
  if (!svg.includes(`<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`))
    throw new Error('it has no white background');
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  let x = 0;
  let y = 0;
  for (const [, command, first, second] of strokes.matchAll(/([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    const [dx, dy] = [Number(first), Number(second)];
    if (command === 'M') [x, y] = [dx, dy];
    if (command === 'm') [x, y] = [x + dx, y + dy];
    if (command !== 'h') continue;
    for (let row = (y - 0.5) * scale; row < (y + 0.5) * scale; row++) {
      data.fill(0, (row * width + x * scale) * 4, (row * width + (x + dx) * scale) * 4);
    }
    x += dx;
  }
  return { width, height: width, data };
}
