import type { ComponentChildren, JSX } from 'preact';
import { Facts, Refusal, Table, withQuery } from '../../pages/index.ts';
import { formatAmount, money } from '../../lib/money.ts';
import {
  type LinkMethod,
  missingOf,
  type PaymentLink,
  qrOf,
  quoteStatusOf,
  receivedOf,
} from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Detail, type Fact } from '../frame/detail.tsx';
import type { Form } from '../frame/fields.ts';
import { Amount, Copyable, Moment, Outcome } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, MONEY, type Page } from '../request/route.ts';
import { Actions } from './actions.tsx';
import { inMoney, LinkState } from './parts.tsx';
import { linkRefundForm, RefundForm, RefundList } from './refund-parts.tsx';
import { Steps } from './steps.tsx';
import { LINKS } from './texts.ts';
import type { LinkDepositRow } from './timeline-repository.ts';
import { type LinkView, readLinkView } from './view.ts';

const POLL_EVERY = '3s';

/** One payment link, which updates itself while it is open. */
export const showLink = pageOf(paths.links.link, MEMBERS, async (visit, services) => {
  const view = await readLinkView(services, visit);
  if (visit.request.get('hx-request') !== 'true') return linkPage(visit, view);
  return visit.query('seen') === view.digest ? { unchanged: true } : { partial: linkNews(visit, view) };
});

function linkPage(visit: MemberVisit, view: LinkView): Page {
  const texts = LINKS[visit.language];
  const form = linkRefundForm(visit, view);
  return {
    title: view.link.description,
    back: { href: pathTo(visit, paths.links.list), label: texts.detail.back },
    htmx: true,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <Refusal>{form.above}</Refusal>
        <p id="announcement" class="unseen" role="status" />
        <Live view={view} form={form} />
      </>
    ),
  };
}

/** The part that changes, for a page that shows an earlier state. */
function linkNews(visit: MemberVisit, view: LinkView): JSX.Element {
  return (
    <>
      <Live view={view} form={linkRefundForm(visit, view)} />
      <p id="announcement" hx-swap-oob="innerHTML">
        {LINKS[visit.language].statuses[view.standing]}
      </p>
    </>
  );
}

/** Polls only as long as the link can change by itself. */
function Live({ view, form }: { view: LinkView; form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const { link, methods, steps, refunds, refundable, isOpen, digest } = view;
  const texts = useTexts(LINKS);
  const polling = isOpen
    ? {
        'hx-get': withQuery(pathTo(visit, paths.links.link, { code: link.code }), { seen: digest }),
        'hx-trigger': `every ${POLL_EVERY}`,
        'hx-swap': 'outerHTML',
      }
    : {};
  return (
    <div id="live" class="link" {...polling}>
      <Detail
        headline={
          <>
            <strong>{inMoney(visit, link.amount, link.currency)}</strong>
            <LinkState status={view.standing} />
          </>
        }
        facts={<Facts of={factsOf(visit, view)} />}
      >
        <HeldNote view={view} />
        {link.status === 'active' && <Share view={view} />}
        {refunds.length > 0 && <RefundList view={view} />}
        {refundable && <RefundForm view={view} refundable={refundable} form={form} />}
        <h2>{texts.detail.timeline}</h2>
        <Steps steps={steps} />
        {isOpen && <p class="muted scripted">{texts.detail.live}</p>}
      </Detail>
      <Methods link={link} methods={methods} />
      <Actions view={view} />
    </div>
  );
}

/** Money that arrived for the link and waits for a decision, such as a part of the amount due. */
function HeldNote({ view }: { view: LinkView }): JSX.Element | null {
  const visit = useMemberVisit();
  const { detail: texts, reasons, steps } = useTexts(LINKS);
  const { link, standing, deposits, methods } = view;
  const held = deposits.filter(({ status }) => status === 'unmatched');
  if (held.length === 0) return null;
  const askForRest = methods.filter((method) => missingOf(link, method) !== undefined);
  const sentence = ({ amount, asset, method: by, unmatchedReason: reason }: LinkDepositRow): string => {
    const arrived = inMoney(visit, amount, asset);
    if (reason === 'UNDERPAID' && askForRest.some((method) => method.asset === asset))
      return texts.rest.part(arrived);
    const due = methods.find(({ method }) => method === by)?.amountDue;
    if (standing === 'partly_paid' && reason === 'UNDERPAID' && due)
      return texts.partlyPaid(arrived, inMoney(visit, due, asset));
    return texts.heldFor(arrived, reason === null ? by : reasons[reason]);
  };
  return (
    <ul class="attention" aria-label={texts.held}>
      {askForRest.map((method) => (
        <li>{restOf(visit, link, method)}</li>
      ))}
      {held.map((deposit) => (
        <li>
          {sentence(deposit)}{' '}
          {deposit.payer['name'] !== undefined && (
            <>
              {texts.facts.payer}: <span dir="auto">{deposit.payer['name']}</span>.{' '}
            </>
          )}
          <a href={pathTo(visit, paths.deposits.deposit, { deposit: deposit.id })}>
            {MONEY.includes(visit.membership.role) ? texts.decide : steps.deposit}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The sum that has arrived of a method's amount, and the sum that is missing, while the rest can be paid. */
function restOf(visit: MemberVisit, link: PaymentLink, method: LinkMethod): string {
  const texts = LINKS[visit.language].detail.rest;
  const { arrived, amountDue, asset } = method;
  const missing = missingOf(link, method);
  const sum = (amount: string | null): string => (amount === null ? '' : inMoney(visit, amount, asset));
  if (!missing) return texts.unpriced(sum(arrived));
  if (missing.isZero()) return texts.none(sum(arrived), sum(amountDue));
  return texts.missing(sum(arrived), sum(amountDue), sum(formatAmount(missing)));
}

function Share({ view: { link } }: { view: LinkView }): JSX.Element {
  const texts = useTexts(LINKS).detail;
  const { checkoutUrl: url, description } = link;
  const message = `${description}: ${url}`;
  return (
    <section class="share" aria-label={texts.address}>
      <div>
        <p>
          <Copyable id="link-url" text={url} />
        </p>
        <p class="row">
          <a href={url} target="_blank" rel="noopener">
            {texts.open}
          </a>
          <a href={`mailto:?subject=${encodeURIComponent(description)}&body=${encodeURIComponent(url)}`}>
            {texts.mail}
          </a>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {texts.whatsapp}
          </a>
        </p>
      </div>
      <div class="qr" role="img" aria-label={texts.qr} dangerouslySetInnerHTML={{ __html: qrOf(link) }} />
    </section>
  );
}

function factsOf(visit: MemberVisit, { link, proceeds, deposits, customer }: LinkView): Fact[] {
  const texts = LINKS[visit.language];
  const { facts } = texts.detail;
  const sum = (amount: string): JSX.Element => <Amount of={amount} asset={link.currency} />;
  const payer = deposits.find(({ status }) => status === 'credited')?.payer['name'] ?? link.payerName;
  const isPaid = link.paidAt !== null;
  return [
    [facts.code, <Copyable text={link.code} />],
    [facts.reference, link.reference && <span dir="auto">{link.reference}</span>],
    [
      facts.customer,
      customer && (
        <a href={objectPages.customer(visit, customer.id)} dir="auto">
          {customer.name}
        </a>
      ),
    ],
    [facts.paidAt, link.paidAt && <Moment at={link.paidAt} exact />],
    [facts.paidWith, link.paidWithMethod],
    [facts.payer, payer && <span dir="auto">{payer}</span>],
    [facts.received, link.amountReceived && sum(link.amountReceived)],
    [facts.difference, link.amountReceived && sum(differenceOf(link))],
    [facts.fee, proceeds?.fee && sum(proceeds.fee)],
    [facts.refunded, proceeds && money(proceeds.refunded).gt(0) && sum(proceeds.refunded)],
    [facts.net, proceeds && <strong>{sum(proceeds.net)}</strong>],
    [facts.created, <Moment at={link.createdAt} exact />],
    [facts.expires, !isPaid && <Moment at={link.expiresAt} exact />],
    [facts.feeBearer, texts.detail.bearers[link.feeBearer]],
    [facts.returnUrl, link.returnUrl],
    [facts.metadata, metadataOf(link.metadata)],
    [facts.requestId, link.requestId && <code>{link.requestId}</code>],
  ];
}

/** By how much the payment was over or, below zero, short. */
function differenceOf(link: PaymentLink): string {
  return formatAmount(receivedOf(link).minus(money(link.amount)));
}

function metadataOf(metadata: Readonly<Record<string, string>>): JSX.Element | undefined {
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) return undefined;
  return (
    <ul class="metadata">
      {pairs.map(([key, value]) => (
        <li dir="auto">
          <code>{key}</code> {value}
        </li>
      ))}
    </ul>
  );
}

function Methods(props: { link: PaymentLink; methods: readonly LinkMethod[] }): JSX.Element {
  const visit = useMemberVisit();
  const { link, methods } = props;
  const { currency } = link;
  const texts = useTexts(LINKS).detail;
  return (
    <>
      <h2>{texts.methods}</h2>
      <Table
        label={texts.methods}
        headings={[texts.method, { number: texts.due }, texts.quote, { number: texts.fee }, texts.payTo]}
      >
        {methods.map((method) => (
          <tr>
            <th scope="row">{method.method}</th>
            <td class="number">
              {method.amountDue !== null && <Amount of={method.amountDue} asset={method.asset} />}
            </td>
            <td class="quote">
              {method.isPaused ? texts.paused : texts.quotes[quoteStatusOf(link, method)]}
              {method.requiresConversion && method.exchangeRate !== null && (
                <>
                  <br />
                  <small class="muted">
                    1 {method.asset} = {inMoney(visit, method.exchangeRate, currency)}
                  </small>
                </>
              )}
              {quoteStatusOf(link, method) === 'locked' && method.amountDueExpiresAt && (
                <>
                  <br />
                  <small class="muted">
                    {texts.until} <Moment at={method.amountDueExpiresAt} inSentence />
                  </small>
                </>
              )}
            </td>
            <td class="number">
              <Amount of={method.fee} asset={currency} />
            </td>
            <td class="place">{placeOf(visit, method)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** Where the payer sends the money, as the payer's page says. */
function placeOf(visit: MemberVisit, { instructions, network }: LinkMethod): ComponentChildren {
  const texts = LINKS[visit.language].detail;
  const { clabe, address, bank, reference } = instructions;
  const account = clabe ?? address ?? bank?.iban ?? bank?.account_number;
  if (account === undefined && reference === undefined) return texts.notYet;
  const rest = [
    network === null ? undefined : texts.over(network),
    reference === undefined ? undefined : account === undefined ? reference : texts.reference(reference),
    bank?.name,
  ].filter((part) => part !== undefined);
  return (
    <>
      {account !== undefined && <code>{account}</code>} <small class="muted">{rest.join(', ')}</small>
    </>
  );
}
