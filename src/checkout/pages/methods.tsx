import type { JSX } from 'preact';
import type { LinkMethod } from '../../payment-links/index.ts';
import { formatPrice, formatRate } from '../../pages/index.ts';
import { Details } from './details.tsx';
import { Icon, MethodIcon } from './icons.tsx';
import { Ending } from './parts.tsx';
import { paths } from './paths.ts';
import { currencyOf } from './price.ts';
import { addressOf, methodHeading, quoteLifeOf, type View } from './view.ts';

/** The payment methods to choose from. */
export function MethodList({ view }: { view: View }): JSX.Element {
  return (
    <section class="pane" aria-labelledby="choose">
      <h2 id="choose">{view.texts.chooseMethod}</h2>
      <ul class="methods">
        {view.offered.map((method) => (
          <li>
            <MethodChoice view={view} method={method} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MethodChoice({ view, method }: { view: View; method: LinkMethod }): JSX.Element {
  const { title, hint } = methodHeading(view, method);
  if (method.isPaused) {
    return (
      <div class="paused">
        <MethodIcon method={method} />
        <span class="way">
          <strong>{title}</strong>
          <span class="hint">{view.texts.paused.title}</span>
        </span>
      </div>
    );
  }
  const due = holdingAmount(method);
  return (
    <a href={addressOf(view, paths.link.page, { method: method.method })}>
      <MethodIcon method={method} />
      <span class="way">
        <strong>{title}</strong>
        <span class="hint">{hint}</span>
      </span>
      <span class="due">
        {due === undefined ? view.texts.amountOnRequest : formatPrice(view.locale, due, method.asset)}
      </span>
      {method.requiresConversion && <Rate view={view} method={method} isHeld={due !== undefined} />}
    </a>
  );
}

/**
 * The rate of a converted amount and the end of its validity; without one, a note that a rate will be set, and how long
 * it will last.
 */
function Rate(props: { view: View; method: LinkMethod; isHeld: boolean }): JSX.Element {
  const { view, method, isHeld } = props;
  const { texts, locale } = view;
  const { asset, exchangeRate: rate, amountDueExpiresAt: end } = method;
  if (!isHeld || rate === null || end === null)
    return <span class="rate">{texts.rateOnRequest(quoteLifeOf(view, method))}</span>;
  const { from, to } = formatRate(locale, { asset, currency: currencyOf(view), rate });
  return (
    <span class="rate">
      {from} = {to},{' '}
      <span>
        {texts.rateUntil} <Ending locale={locale} at={end} />
      </span>
    </span>
  );
}

/** The chosen method, with the amount and destination or the reason why it cannot be paid yet. */
export function ChosenMethod({ view, method }: { view: View; method: LinkMethod }): JSX.Element {
  const { texts } = view;
  const { title } = methodHeading(view, method);
  const due = holdingAmount(method);
  return (
    <section class="pane" aria-labelledby="method">
      {view.offered.length > 1 && (
        <p class="back">
          <a href={addressOf(view, paths.link.page)}>
            <Icon of="back" />
            {texts.otherMethods}
          </a>
        </p>
      )}
      <div class="chosen">
        <MethodIcon method={method} />
        <h2 id="method">{title}</h2>
      </div>
      {method.isPaused ? (
        <Paused view={view} />
      ) : due !== undefined ? (
        <Details view={view} method={method} due={due} />
      ) : method.quoteStatus === 'expired' ? (
        <ExpiredOffer view={view} method={method} />
      ) : (
        <Calculating view={view} />
      )}
      <Following view={view} isPayable={due !== undefined} />
      {due !== undefined && method.provider === view.simulator && <Simulation view={view} method={method} />}
    </section>
  );
}

/** The amount to send, when it and the destination are known, it is still valid, and the method is not paused. */
function holdingAmount({ quoteStatus, amountDue, isPaused }: LinkMethod): string | undefined {
  const holds = !isPaused && (quoteStatus === 'native' || quoteStatus === 'locked');
  return holds && amountDue !== null ? amountDue : undefined;
}

/** Without conversion, only the payment details can have expired; the amount stays the same. */
function ExpiredOffer({ view, method }: { view: View; method: LinkMethod }): JSX.Element {
  const { texts } = view;
  const [heading, renew] = method.requiresConversion
    ? [texts.quoteExpired(quoteLifeOf(view, method)), texts.newQuote]
    : [texts.detailsExpired, texts.newDetails];
  return (
    <div class="notice">
      <h3>{heading.title}</h3>
      <p>{heading.hint}</p>
      <form method="post" action={addressOf(view, paths.link.quote, {}, { method: method.method })}>
        <button>{renew}</button>
      </form>
    </div>
  );
}

function Calculating({ view: { texts } }: { view: View }): JSX.Element {
  return (
    <div class="notice">
      <h3>{texts.calculating.title}</h3>
      <p>{texts.calculating.hint}</p>
    </div>
  );
}

function Paused({ view: { texts } }: { view: View }): JSX.Element {
  return (
    <div class="notice" role="alert">
      <h3>{texts.paused.title}</h3>
      <p>{texts.paused.hint}</p>
    </div>
  );
}

/** Simulates the payer; does not exist in a live environment (D21). */
function Simulation({ view, method }: { view: View; method: LinkMethod }): JSX.Element {
  const { texts } = view;
  return (
    <form class="simulation" method="post" action={addressOf(view, paths.link.simulate)}>
      <h3>{texts.simulate}</h3>
      <p>{texts.simulateHint}</p>
      <input type="hidden" name="method" value={method.method} />
      <div class="choices">
        <button name="scenario" value="exact">
          {texts.simulateExact}
        </button>
        <button name="scenario" value="under">
          {texts.simulateUnder}
        </button>
      </div>
    </form>
  );
}

/** Explains how the page updates, which is automatically or, without script, through a link. */
function Following({ view, isPayable }: { view: View; isPayable: boolean }): JSX.Element {
  const { texts, method } = view;
  return (
    <>
      {isPayable && (
        <div class="following scripted">
          <span class="pulse" aria-hidden="true" />
          <p>
            <strong>{texts.waiting}</strong> {texts.following}
          </p>
        </div>
      )}
      <noscript>
        <p>
          <a href={addressOf(view, paths.link.page, { method: method?.method })}>{texts.reload}</a>
        </p>
      </noscript>
    </>
  );
}
