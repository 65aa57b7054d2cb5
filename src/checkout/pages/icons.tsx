import type { JSX } from 'preact';
import type { LinkMethod } from '../../payment-links/index.ts';

/** Strokes on 24 by 24; all are our own drawings. */
const DRAWINGS = {
  bank: 'M3 9.5 12 4l9 5.5M4.5 9.5h15M6 10v7M10 10v7M14 10v7M18 10v7M4 17.5h16M3 20.5h18',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  key: 'M8 10.5a4.5 4.5 0 1 0 0 6 4.5 4.5 0 0 0 0-6M9.5 13.5H21v3.5M17 13.5v2.5',
  dollar:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M15 8.7c-1.7-1.5-5.6-1.2-5.6 1.2 0 2.8 5.6 1.4 5.6 4.2 0 2.4-4 2.7-5.9 1M12 6v1.6M12 16.4V18',
  peso: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 15.5v-7l4 5 4-5v7M7 11h1.8M15.2 11H17',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  cross: 'M7 7l10 10M17 7 7 17',
  alert: 'M12 4 2.8 19.8h18.4zM12 10v4.5M12 17.2v.100',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20.5 20.5',
  back: 'M19 12H5M11 6l-6 6 6 6',
  copy: 'M9 9h10v11H9zM15 9V4.5H5V15h4',
  shield: 'M12 3.5l7.5 2.5v5.5c0 4.5-3 7.7-7.5 9-4.5-1.3-7.5-4.5-7.5-9V6zM8.5 12l2.5 2.5 4.5-5',
  offline:
    'M3 4l18 17M8.5 16a5 5 0 0 1 6 0M5.5 12.5a9.5 9.5 0 0 1 4.5-2.5M14 10a9.5 9.5 0 0 1 4.5 2.5M2.5 9a14 14 0 0 1 4.5-2.7M11 5.2A14 14 0 0 1 21.5 9',
} as const;
export type Drawing = keyof typeof DRAWINGS;

/** A decorative drawing beside a text with the same meaning. */
export function Icon({ of }: { of: Drawing }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={DRAWINGS[of]} />
    </svg>
  );
}

/** The tone of an outcome, which decides the colour of its mark. */
export type Mood = 'good' | 'neutral' | 'bad';

/** The large mark of a page that shows an outcome. */
export function Mark({ of, mood }: { of: Drawing; mood: Mood }): JSX.Element {
  return (
    <span class="mark" data-mood={mood}>
      <Icon of={of} />
    </span>
  );
}

/** A familiar symbol, such as a bank, a key, or the currency of a coin. */
export function MethodIcon({ method }: { method: LinkMethod }): JSX.Element {
  return (
    <span class="tile">
      <Icon of={drawingOf(method)} />
    </span>
  );
}

function drawingOf({ method, asset, network }: LinkMethod): Drawing {
  if (network !== null) return asset.startsWith('MXN') ? 'peso' : 'dollar';
  if (method === 'BREB') return 'key';
  return method === 'WIRE' ? 'globe' : 'bank';
}
