import type { ComponentChildren, JSX } from 'preact';

/** Nothing, where there is nothing to say. */
export function Refusal({ children }: { children: ComponentChildren }): JSX.Element | null {
  if (children === undefined) return null;
  return (
    <p class="refusal" role="alert">
      {children}
    </p>
  );
}
