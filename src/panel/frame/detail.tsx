import type { ComponentChildren, JSX } from 'preact';
import { Facts } from './tables.tsx';

/** One object: what it is and how it stands, what happened to it, and beside that, or below on a phone, its facts. */
export function Detail(props: {
  /** Its amount or name, and its status. */
  headline: ComponentChildren;
  facts: Parameters<typeof Facts>[0]['of'];
  /** The name of the facts, for screen readers. */
  factsLabel: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <>
      <p class="headline">{props.headline}</p>
      <div class="detail">
        <div>{props.children}</div>
        <aside class="card" aria-label={props.factsLabel}>
          <Facts of={props.facts} />
        </aside>
      </div>
    </>
  );
}
