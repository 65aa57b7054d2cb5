import type { ComponentChildren, JSX } from 'preact';

/** The meaning of a state for the reader, which is done, in progress, waiting for action, failed, or closed. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'quiet';

/** A status, with its tone and its text. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element {
  return (
    <span class="status" data-tone={tone}>
      {children}
    </span>
  );
}
