import { createHash } from 'node:crypto';
import { legibleShade, mix, type Mode, parseColor, textOn } from '../accounts/index.ts';
import { memoize } from '../lib/memoize.ts';

const HOVER_SHARE = 0.14;
const MAX_KNOWN = 1_000;

/** The URL of the style sheet in a brand's colour. It contains a hash of the content, so browsers may cache it forever. */
export const brandStyleHref = memoize(
  (color: string) => {
    const digest = createHash('sha256').update(drawStyle(color)).digest('hex').slice(0, 8);
    return `/brand/${color.slice(1)}-${digest}.css`;
  },
  { maxKnown: MAX_KNOWN },
);

/** The style sheet at this URL; undefined if there is none. */
export function findBrandStyle(path: string): string | undefined {
  const color = parseColor(`#${/^\/brand\/([0-9a-f]{6})-/.exec(path)?.[1] ?? ''}`);
  return color !== undefined && brandStyleHref(color) === path ? drawStyle(color) : undefined;
}

/** Pico's own rules for the modes name the root twice, so ours do too. */
function drawStyle(color: string): string {
  const rules = (mode: Mode): string => {
    const ink = legibleShade(color, mode);
    const text = textOn(color);
    // Away from the text colour, so that contrast can only increase.
    const hover = mix(color, text === '#ffffff' ? '#000000' : '#ffffff', HOVER_SHARE);
    return `:root:root{--brand:${color};--pico-primary:${ink};--pico-primary-hover:${ink};--pico-primary-underline:${ink};--pico-primary-background:${color};--pico-primary-border:${ink};--pico-primary-hover-background:${hover};--pico-primary-hover-border:${ink};--pico-primary-inverse:${text}}`;
  };
  return `${rules('light')}@media (prefers-color-scheme:dark){${rules('dark')}}`;
}
