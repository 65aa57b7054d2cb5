import type { ComponentChildren, JSX } from 'preact';

/** The text of a page without content, with the action that would fill it. */
export function Empty({
  children,
  action,
}: {
  children: ComponentChildren;
  action?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
