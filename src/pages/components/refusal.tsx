import type { ComponentChildren, JSX } from 'preact';

/** Renders nothing without content. */
export function Refusal({ children }: { children: ComponentChildren }): JSX.Element | null {
  if (children === undefined) return null;
  return (
    <p class="refusal" role="alert">
      {children}
    </p>
  );
}
