import type { ComponentChildren, JSX } from 'preact';

/** What a state means for whoever reads it: done, under way, waits for somebody, failed, or over. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'quiet';

/** A status: its tone, and its text. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element {
  return (
    <span class="status" data-tone={tone}>
      {children}
    </span>
  );
}
