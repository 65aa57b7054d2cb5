import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { OVERLAPS_S, USUAL_OVERLAP_S } from '../../lib/secrets/overlap.ts';
import type { Language } from '../../pages/index.ts';
import type { Visit } from '../request/route.ts';
import { useTexts } from './context.tsx';
import { Moment } from './parts.tsx';

const en = {
  keep: 'Keep the old secret working for',
  choices: {
    0: 'not at all: it ends now',
    3600: '1 hour',
    86400: '24 hours',
    604800: '7 days',
  } satisfies Record<(typeof OVERLAPS_S)[number], string>,
  previous: 'The old secret',
  worksUntil: 'still works until',
  endNow: 'End the old secret now',
};

const es: typeof en = {
  keep: 'El secreto anterior sigue funcionando',
  choices: { 0: 'nada: termina ahora', 3600: '1 hora', 86400: '24 horas', 604800: '7 días' },
  previous: 'El secreto anterior',
  worksUntil: 'funciona todavía hasta el',
  endNow: 'Terminar ahora el secreto anterior',
};

const TEXTS: Readonly<Record<Language, typeof en>> = { en, es };

/** How long a secret that is rotated keeps working beside its successor (D63). */
export function OverlapField({ hint }: { hint: string }): JSX.Element {
  const texts = useTexts(TEXTS);
  return (
    <>
      <label for="old_valid_for">{texts.keep}</label>
      <select id="old_valid_for" name="old_valid_for" aria-describedby="old_valid_for-hint">
        {OVERLAPS_S.map((seconds) => (
          <option value={seconds} selected={seconds === USUAL_OVERLAP_S}>
            {texts.choices[seconds]}
          </option>
        ))}
      </select>
      <small id="old_valid_for-hint">{hint}</small>
    </>
  );
}

/** The chosen seconds; nothing is kept without a choice. Throws `invalid_request` for what was not offered. */
export function overlapOf(visit: Visit): number {
  const text = visit.field('old_valid_for');
  if (text === '') return 0;
  const chosen = OVERLAPS_S.find((seconds) => String(seconds) === text);
  if (chosen === undefined) throw invalidParam('old_valid_for', 'old_valid_for must be one of the choices.');
  return chosen;
}

/** Until when the previous secret works. */
export function WorksUntil(props: {
  until: Date;
  /** The last four characters of the previous secret, where they are known. */
  lastFour?: string | null;
}): JSX.Element {
  const { until, lastFour } = props;
  const texts = useTexts(TEXTS);
  return (
    <>
      {texts.previous} {lastFour && <code>…{lastFour}</code>} {texts.worksUntil}{' '}
      <Moment at={until} inSentence />.
    </>
  );
}

/** Shows until when a previous secret works, and how to end it before. */
export function PreviousSecret(props: {
  /** Null when it has ended. */
  until: Date | null;
  lastFour?: string | null;
  /** The form that ends it, around this button. */
  form: (button: JSX.Element) => JSX.Element;
}): JSX.Element | null {
  const { until, lastFour = null, form } = props;
  if (until === null) return null;
  return (
    <div class="once">
      <p>
        <WorksUntil until={until} lastFour={lastFour} />
      </p>
      {form(
        <button type="submit" class="secondary">
          {useTexts(TEXTS).endNow}
        </button>,
      )}
    </div>
  );
}
