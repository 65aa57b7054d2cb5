import type { ComponentChildren, JSX } from 'preact';
import { Facts } from '../../pages/index.ts';
import type { Page } from '../request/route.ts';
import { useTexts } from './context.tsx';
import { type FlashMessages, Outcome } from './parts.tsx';
import { FRAME } from './texts.ts';

/** A fact without a value is left out. */
export type Fact = readonly [label: string, value: ComponentChildren];

/** The page of one object. */
interface ObjectPage {
  title: string;
  /** The list that it belongs to. */
  back: NonNullable<Page['back']>;
  /** The texts for actions that were done or refused. */
  outcomes?: {
    flashMessages?: FlashMessages;
    problems?: Readonly<Record<string, string>>;
  };
  /** An explanation or a problem, below the title. */
  above?: ComponentChildren;
  /** Its status, and its amount if that is not the title; without it, the facts stand above the rest. */
  headline?: ComponentChildren;
  facts: readonly Fact[];
  children: ComponentChildren;
}

/**
 * The page of one object, with its status, its history and the possible actions. Its facts are beside that, or below on
 * a phone.
 */
export function detailOf({ title, back, outcomes, above, headline, facts, children }: ObjectPage): Page {
  return {
    title,
    back,
    body: (
      <>
        <Outcome flashMessages={outcomes?.flashMessages ?? {}} problems={outcomes?.problems ?? {}} />
        {above}
        {headline === undefined ? (
          <>
            <Facts of={facts} />
            {children}
          </>
        ) : (
          <Detail headline={headline} facts={<Facts of={facts} />}>
            {children}
          </Detail>
        )}
      </>
    ),
  };
}

/** The same as a part of a page. */
export function Detail(props: {
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
