/** The contrast that WCAG 2.2 AA requires between text and its background. */
export const LEAST_CONTRAST = 4.5;

/**
 * The surfaces of the payers' pages on which text in the brand's colour has the least contrast: the darkest one in light
 * mode, and the lightest one in dark mode (`--panel` in checkout/assets/page.css).
 */
const SURFACES = { light: '#edf1f6', dark: '#243040' } as const;
export type Mode = keyof typeof SURFACES;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** A colour like #0a7cff in lower case; undefined for anything that is not six hexadecimal digits after a #. */
export function parseColor(text: string): string | undefined {
  const color = text.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? color : undefined;
}

/** The contrast of two colours by WCAG 2.2: from 1, the same, to 21, black and white. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever is easier to read on this colour; on every colour, one of them has enough contrast. */
export function textOn(color: string): string {
  return contrast(WHITE, color) >= contrast(BLACK, color) ? WHITE : BLACK;
}

/**
 * The shade for links and borders. It is the colour itself or, if that is too faint for the pages in this mode, the
 * nearest shade with enough contrast.
 */
export function legibleShade(color: string, mode: Mode): string {
  const towards = mode === 'light' ? BLACK : WHITE;
  const shades = Array.from({ length: 101 }, (_, percent) => mix(color, towards, percent / 100));
  return shades.find((shade) => contrast(shade, SURFACES[mode]) >= LEAST_CONTRAST) ?? towards;
}

/** Mixes a share of another colour into the colour. */
export function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(color).map((value, at) =>
    Math.round(value + ((others[at] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
