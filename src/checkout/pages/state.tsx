import type { JSX } from 'preact';
import { formatMoney, formatNumber } from '../../pages/format.ts';
import type { Heading, Texts } from '../texts/texts.ts';
import { ChosenMethod, MethodList } from './methods.tsx';
import { Check, Moment } from './parts.tsx';
import { Setbacks } from './setbacks.tsx';
import { addressOf, methodHeading, type View } from './view.ts';

/** Everything that a link's page shows in its current state. It depends on that alone, not on when it is rendered. */
export function State({ view }: { view: View }): JSX.Element {
  // A payer who is about to pay must first read what went wrong before; for all others it comes second.
  const setbacksFirst = view.link.status === 'active';
  return (
    <>
      <Order view={view} />
      {setbacksFirst && <Setbacks view={view} />}
      <Progress view={view} />
      {!setbacksFirst && <Setbacks view={view} />}
    </>
  );
}

/** The state in a few words: the page's title, and what screen readers announce when it changes. */
export function headlineOf({ link, texts, merchant }: View): string {
  switch (link.status) {
    case 'active':
      return texts.pay(merchant);
    case 'processing':
      return texts.processing.title;
    case 'paid':
      return texts.paid;
    case 'cancelled':
      return texts.cancelled.title;
    case 'expired':
      return texts.expired.title;
  }
}

function Order({ view }: { view: View }): JSX.Element {
  const { texts, language, merchant, link } = view;
  // Next to the exact amount to send, the link's own amount must not be mistaken for it.
  const small = link.status === 'active' && view.method !== undefined;
  return (
    <header class={small ? 'order small' : 'order'}>
      <h1>
        <span class="merchant" dir="auto">
          {texts.pay(merchant)}
        </span>
        <span class="amount">
          {formatNumber(language, link.amount)} <span class="asset">{link.currency}</span>
        </span>
      </h1>
      {link.description !== '' && (
        <p class="description" dir="auto">
          {link.description}
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
      return <Closed view={view} heading={texts.cancelled} />;
    case 'expired':
      return <Closed view={view} heading={texts.expired} />;
  }
}

function Processing({ view }: { view: View }): JSX.Element {
  const { texts, progress } = view;
  const standing = standingOf(view);
  const counted = progress?.confirmations;
  return (
    <section class="outcome">
      {counted ? (
        <progress value={counted.have} max={counted.of} aria-label={standing} />
      ) : (
        <progress class="scripted" aria-label={texts.processing.title} />
      )}
      <h2>{texts.processing.title}</h2>
      {standing !== undefined && <p class="standing">{standing}</p>}
      <p>{texts.processing.hint}</p>
      {progress?.url !== undefined && (
        <p>
          <Explorer texts={texts} url={progress.url} />
        </p>
      )}
      <noscript>
        <p>
          <a href={addressOf(view, '')}>{texts.reload}</a>
        </p>
      </noscript>
    </section>
  );
}

/** How far the payment is, in words; undefined when nothing is known of its way. */
function standingOf({ texts, payment, progress }: View): string | undefined {
  if (!progress || !payment || payment.network === null) return undefined;
  const { network } = payment;
  if (progress.isFinal) return texts.finalOn(network);
  const { confirmations: counted } = progress;
  return counted ? texts.confirmedBy(network, counted.have, counted.of) : texts.seenOn(network);
}

function Explorer({ texts, url }: { texts: Texts; url: string }): JSX.Element {
  return (
    // With an id, it keeps the focus when the page updates.
    <a id="explorer" href={url} target="_blank" rel="noopener noreferrer">
      {texts.viewAt(new URL(url).host)}
    </a>
  );
}

function Paid({ view }: { view: View }): JSX.Element {
  const { texts, language, link, methods, progress } = view;
  const method = methods.find((candidate) => candidate.method === link.paid_with_method);
  return (
    <section class="outcome">
      <Check />
      <h2>{texts.paid}</h2>
      <dl class="receipt">
        {link.paid_at && (
          <div>
            <dt>{texts.paidOn}</dt>
            <dd>
              <Moment language={language} at={link.paid_at} />
            </dd>
          </div>
        )}
        {method?.amount_due && (
          <div>
            <dt>{texts.paidWith}</dt>
            <dd>
              {methodHeading(view, method).title}, {formatMoney(language, method.amount_due, method.asset)}
            </dd>
          </div>
        )}
        {progress?.url !== undefined && (
          <div>
            <dt>{texts.transaction}</dt>
            <dd>
              <Explorer texts={texts} url={progress.url} />
            </dd>
          </div>
        )}
      </dl>
      <ReturnLink view={view} prominent />
    </section>
  );
}

function Closed({ view, heading }: { view: View; heading: Heading }): JSX.Element {
  return (
    <section class="outcome">
      <h2>{heading.title}</h2>
      <p>{heading.hint}</p>
      <p>{view.texts.askMerchant(view.merchant)}</p>
      <ReturnLink view={view} />
    </section>
  );
}

function ReturnLink({ view, prominent = false }: { view: View; prominent?: boolean }): JSX.Element | null {
  const { link, texts, merchant } = view;
  if (link.return_url === null) return null;
  return (
    <p>
      <a class={prominent ? 'button' : undefined} href={link.return_url} rel="noreferrer">
        {texts.goBack(merchant)}
      </a>
    </p>
  );
}
