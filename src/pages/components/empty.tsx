import type { ComponentChildren, JSX } from 'preact';

/** What a page says where nothing is to be shown yet, and what would change that. */
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
