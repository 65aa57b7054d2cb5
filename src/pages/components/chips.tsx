import type { ComponentChildren, JSX } from 'preact';

/** A choice by links, one of which is the current page. */
export function Chips(props: {
  label: string;
  of: readonly { href: string; isCurrent: boolean; children: ComponentChildren }[];
}): JSX.Element {
  return (
    <nav class="chips" aria-label={props.label}>
      <ul>
        {props.of.map(({ href, isCurrent, children }) => (
          <li>
            <a href={href} aria-current={isCurrent ? 'true' : undefined}>
              {children}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
