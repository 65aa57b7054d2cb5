import type { JSX } from 'preact';
import type { Language } from '../../pages/index.ts';
import { useTexts } from './context.tsx';
import { Moment } from './parts.tsx';

const en = { holdsFor: 'This quote is valid for', holdsUntil: 'This quote is valid until' };

const es: typeof en = { holdsFor: 'Cotización válida durante', holdsUntil: 'Cotización válida hasta el' };

const TEXTS: Readonly<Record<Language, typeof en>> = { en, es };

/** The validity of a quote, as a countdown or, without scripts, as the time of its end. */
export function Validity({ end, now }: { end: Date; now: Date }): JSX.Element {
  const texts = useTexts(TEXTS);
  return (
    <>
      <p class="scripted">
        {texts.holdsFor}{' '}
        <strong
          class="countdown"
          role="timer"
          data-ends-at={end.toISOString()}
          data-now={now.toISOString()}
        />
      </p>
      <p class="still">
        {texts.holdsUntil} <Moment at={end} inSentence />
      </p>
    </>
  );
}
