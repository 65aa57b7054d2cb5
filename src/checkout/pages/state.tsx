import type { JSX } from 'preact';
import { formatSum } from '../../pages/index.ts';
import { ChosenMethod, MethodList } from './methods.tsx';
import { currencyOf } from './price.ts';
import { Closed, Paid, Processing } from './outcome.tsx';
import { paidHeading } from './refunds.ts';
import { adviceOf, Setbacks } from './setbacks.tsx';
import type { View } from './view.ts';

/** The advice not to pay for now, with which the instructions are folded. */
const FOLDS: readonly ReturnType<typeof adviceOf>[] = ['wait', 'rest_arrived'];

/** The state part of a link's page. It depends on the state alone, not on the time of rendering. */
export function State({ view }: { view: View }): JSX.Element {
  // A payer who is about to pay must first read about earlier problems; on other pages they come second.
  const setbacksFirst = view.link.status === 'active';
  return (
    <>
      <Order view={view} />
      <div class="step">
        {setbacksFirst && <Setbacks view={view} />}
        {setbacksFirst && FOLDS.includes(adviceOf(view)) ? (
          <details class="anyway">
            <summary>{view.texts.payAnyway}</summary>
            <Progress view={view} />
          </details>
        ) : (
          <Progress view={view} />
        )}
        {!setbacksFirst && <Setbacks view={view} />}
      </div>
    </>
  );
}

/** The state in a few words, for the page's title and for screen readers, which announce it when it changes. */
export function headlineOf(view: View): string {
  const { link, texts, merchant } = view;
  switch (link.status) {
    case 'active':
      return texts.pay(merchant);
    case 'processing':
      return texts.processing.title;
    case 'paid':
      return paidHeading(view);
    case 'cancelled':
      return texts.cancelled.title;
    case 'expired':
      return texts.expired.title;
  }
}

function Order({ view }: { view: View }): JSX.Element {
  const { texts, locale, merchant, link } = view;
  const currency = currencyOf(view);
  // Next to the exact amount to send, the link's own amount must not be mistaken for it.
  const small = link.status === 'active' && view.method !== undefined;
  return (
    <header class={small ? 'order small' : 'order'}>
      <h1>
        <span class="merchant" dir="auto">
          {texts.pay(merchant)}
        </span>
        <span class="amount">
          {formatSum(locale, link.amount, currency)} <span class="asset">{currency}</span>
        </span>
      </h1>
      {link.description !== '' && (
        <p class="description" dir="auto">
          {link.description}
        </p>
      )}
      {/* The receipt shows it too. */}
      {link.status !== 'paid' && (
        <p class="reference">
          {texts.linkCode} {link.code}
        </p>
      )}
    </header>
  );
}

function Progress({ view }: { view: View }): JSX.Element {
  const { texts, link, method } = view;
  switch (link.status) {
    case 'active':
      return method ? <ChosenMethod view={view} method={method} /> : <MethodList view={view} />;
    case 'processing':
      return <Processing view={view} />;
    case 'paid':
      return <Paid view={view} />;
    case 'cancelled':
      return <Closed view={view} icon="cross" heading={texts.cancelled} />;
    case 'expired':
      return <Closed view={view} icon="clock" heading={texts.expired} />;
  }
}
