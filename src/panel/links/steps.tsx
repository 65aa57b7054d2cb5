import type { JSX } from 'preact';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { type Money, money, roundDownTo } from '../../lib/money.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { LinkDepositRow, LinkEventRow } from './timeline-repository.ts';
import type { Origin, Step } from './timeline.ts';
import { priceOf } from '../../transfers/index.ts';
import { Moment } from '../frame/parts.tsx';
import { FoldedEvents } from '../frame/trace.tsx';
import { objectPages, pathTo, paths } from '../request/paths.ts';
import { isTechnical } from '../request/route.ts';
import { inMoney } from './parts.tsx';
import { LINKS, type LinkTexts } from './texts.ts';

/** The full history, oldest first, each step with a link to its object. Events are for those who integrate. */
export function Steps({ steps }: { steps: readonly Step[] }): JSX.Element {
  const events = steps.filter(({ kind }) => kind === 'event');
  return (
    <>
      <Timeline steps={steps.filter(({ kind }) => kind !== 'event')} />
      <FoldedEvents count={events.length}>
        <Timeline steps={events} />
      </FoldedEvents>
    </>
  );
}

function Timeline({ steps }: { steps: readonly Step[] }): JSX.Element {
  return (
    <ol class="timeline">
      {steps.map((step) => (
        <li data-kind={step.kind}>
          <Moment at={step.at} />{' '}
          <div>
            <WhatHappened step={step} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function WhatHappened({ step }: { step: Step }): JSX.Element {
  const texts = useTexts(LINKS).steps;
  switch (step.kind) {
    case 'created':
      return (
        <>
          <strong>{texts.created}</strong> <Creator origin={step.origin} />
        </>
      );
    case 'quoted':
      return <Quoted methods={step.methods} />;
    case 'seen':
    case 'received':
    case 'unmatched':
      return <Arrival kind={step.kind} deposit={step.deposit} />;
    case 'confirmed':
      return <strong>{texts.confirmed}</strong>;
    case 'resolved':
      return (
        <>
          {resolvedAs(texts, step.deposit)} <To object="deposit" id={step.deposit.id} text={texts.deposit} />
        </>
      );
    case 'converting':
    case 'converted':
    case 'not_converted':
      return <Exchange step={step} />;
    case 'paid':
    case 'reopened':
    case 'cancelled':
    case 'expired':
    case 'deleted':
      return (
        <>
          <strong>{texts[step.kind]}</strong> {step.by !== undefined && texts.byPerson(step.by)}
        </>
      );
    case 'movement':
      return <Moved movement={step.movement} />;
    case 'refund_requested':
    case 'refund_settled':
    case 'refund_failed':
    case 'refund_returned':
      return <Refunded step={step} />;
    case 'event':
      return <Event event={step.event} />;
  }
}

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

function To(props: { object: keyof typeof objectPages; id: string; text: string }): JSX.Element {
  const { object, id, text } = props;
  return <a href={objectPages[object](useMemberVisit(), id)}>{text}</a>;
}

function Quoted({ methods }: { methods: StepOf<'quoted'>['methods'] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  return (
    <>
      {texts.quoted}{' '}
      <span class="muted">
        {methods
          .map(({ method, amountDue, asset }) => `${method} ${inMoney(visit, amountDue ?? '0', asset)}`)
          .join(' · ')}
      </span>
    </>
  );
}

function Exchange({ step }: { step: StepOf<'converting' | 'converted' | 'not_converted'> }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  const { id, asset, amount, toAsset, toAmount } = step.conversion;
  const converted = priceOf(step.conversion) === 'current' ? texts.convertedAtCurrent : texts.converted;
  const text = { converting: texts.converting, converted, not_converted: texts.notConverted }[step.kind];
  return (
    <>
      {text}{' '}
      <span class="muted">
        {inMoney(visit, amount, asset)} → {inMoney(visit, inCents(money(toAmount)), toAsset)}
      </span>{' '}
      <To object="conversion" id={id} text={texts.conversion} />
      {step.kind === 'converted' && step.credit && (
        <NotCredited rounding={step.credit.rounding} asset={toAsset} />
      )}
    </>
  );
}

function Moved({ movement }: { movement: StepOf<'movement'>['movement'] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  const { type, amount, asset, balanceAfter } = movement;
  return (
    <>
      {isKeyOf(texts.movements, type) ? texts.movements[type] : type}: {inMoney(visit, amount, asset)}{' '}
      <span class="muted">= {inMoney(visit, balanceAfter, asset)}</span>
    </>
  );
}

function Refunded({
  step,
}: {
  step: StepOf<'refund_requested' | 'refund_settled' | 'refund_failed' | 'refund_returned'>;
}): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  const { id, amount, asset, conversionId, failureReason } = step.refund;
  const text = {
    // The refund of a converted payment begins with a quote of its cost.
    refund_requested: conversionId === null ? texts.refundRequested : texts.refundQuoted,
    refund_settled: texts.refundSettled,
    refund_failed: texts.refundFailed,
    refund_returned: texts.refundReturned,
  }[step.kind];
  return (
    <>
      <strong>{text(inMoney(visit, amount, asset))}</strong>{' '}
      {'by' in step && step.by !== undefined && `${texts.byPerson(step.by)} `}
      {step.kind !== 'refund_requested' && failureReason !== null && <code>{failureReason}</code>}{' '}
      <To object="refund" id={id} text={texts.refund} />
    </>
  );
}

/** Says where proceeds go that are not credited, unless they are less than a hundredth. */
function NotCredited({ rounding, asset }: { rounding: Money; asset: string }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  const amount = inCents(rounding.abs());
  if (money(amount).isZero()) return null;
  const say = rounding.isNegative() ? texts.added : texts.kept;
  return <p class="muted">{say(inMoney(visit, amount, asset))}</p>;
}

/** Proceeds are calculated to 8 decimals, which no currency has; the conversion's page shows all of them. */
const inCents = (amount: Money): string => roundDownTo(amount, 2).toFixed();

function resolvedAs(texts: LinkTexts['steps'], { status, acceptedBy, assignedFrom }: LinkDepositRow): string {
  if (assignedFrom !== null) return texts.assigned;
  if (acceptedBy === 'person') return texts.acceptedAsPayment;
  if (acceptedBy === 'rest') return texts.addedUp;
  return status === 'accepted' ? texts.accepted : texts.returned;
}

function Creator({ origin }: { origin: Origin }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  switch (origin.by) {
    case 'key':
      return (
        <>
          {texts.byKey(origin.name, origin.lastFour)}{' '}
          {isTechnical(visit) && (
            <a href={pathTo(visit, paths.callLog.call, { request: origin.requestId })}>{texts.call}</a>
          )}
        </>
      );
    case 'person':
      return <>{texts.byPerson(origin.email)}</>;
    case 'counter': {
      const { id, name, storeLabel: label } = origin.code;
      const text = texts.byCounter(label === null ? name : `${name}, ${label}`);
      return <a href={pathTo(visit, paths.qrCodes.code, { counter: id })}>{text}</a>;
    }
    case 'unknown':
      return null;
  }
}

function Arrival(props: { kind: 'seen' | 'received' | 'unmatched'; deposit: LinkDepositRow }): JSX.Element {
  const visit = useMemberVisit();
  const { kind, deposit } = props;
  const texts = useTexts(LINKS);
  const { id, amount, asset, method, assignedFrom, payer } = deposit;
  const sum = inMoney(visit, amount, asset);
  // The reason belongs to the link that it was sent for, not to this one.
  const reason = assignedFrom === null ? deposit.unmatchedReason : null;
  return (
    <>
      <strong>
        {assignedFrom === null
          ? texts.steps[kind](sum, method)
          : texts.steps.sentForOther(sum, method, assignedFrom)}
      </strong>{' '}
      {reason !== null && `(${texts.reasons[reason]}) `}
      {payer['name'] !== undefined && (
        <span class="muted" dir="auto">
          {payer['name']}{' '}
        </span>
      )}
      <a href={pathTo(visit, paths.deposits.deposit, { deposit: id })}>{texts.steps.deposit}</a>
    </>
  );
}

function Event({ event }: { event: LinkEventRow }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS).steps;
  return (
    <>
      {texts.event} <a href={pathTo(visit, paths.events.event, { event: event.id })}>{event.type}</a>
      {event.deliveries.length > 0 && (
        <ul>
          {event.deliveries.map(({ url, status, attempts, lastHttpStatus }) => (
            <li>
              {texts.deliveries[status](new URL(url).host)}{' '}
              <span class="muted">
                {[
                  attempts > 0 ? texts.attempts(attempts) : '',
                  lastHttpStatus === null ? '' : `HTTP ${lastHttpStatus}`,
                ]
                  .filter((part) => part !== '')
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
