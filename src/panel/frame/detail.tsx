import type { ComponentChildren, JSX } from 'preact';
import { useTexts } from './context.tsx';
import { FRAME } from './texts.ts';

/** One object: how it stands, what happened to it and what can be done; beside that, or below on a phone, its facts. */
export function Detail(props: {
  /** Its status, and its amount if that is not the page's title. */
  headline: ComponentChildren;
  facts: JSX.Element;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <>
      <div class="headline">{props.headline}</div>
      <div class="detail">
        <div>{props.children}</div>
        <section class="card" aria-label={useTexts(FRAME).details}>
          {props.facts}
        </section>
      </div>
    </>
  );
}
