import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';

/**
 * OpenTelemetry traces. Only its API is loaded here, and until `sdk.ts` has started exporting, every function below
 * only runs the work. Attributes hold names, ids of records and numbers. They hold nothing secret, nothing personal,
 * and no error messages, which can quote what a caller sent.
 */
const tracer = trace.getTracer('payments-account-api');
/** The span for untraced work; it records nothing. */
const NO_SPAN = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: TraceFlags.NONE });
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

let isOn = false;

/** Called once traces can be exported. */
export function switchOn(): void {
  isOn = true;
}

export function isTracing(): boolean {
  return isOn;
}

export interface SpanFacts {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Runs the work in a span of the current trace; without one, only runs it. The span ends with the work. */
export function inSpan<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  if (!isOn || !trace.getActiveSpan()) return work(NO_SPAN);
  return spanning(name, facts, context.active(), work);
}

/** Like `inSpan`, but starts a trace if there is none, for work that matters whatever caused it. */
export function inTrace<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  return isOn ? spanning(name, facts, context.active(), work) : work(NO_SPAN);
}

/** Runs the work in a span of the trace in which its cause was recorded, maybe by another process, maybe days ago. */
export function continuing<T>(
  traceparent: string | null,
  name: string,
  facts: SpanFacts,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const cause = isOn ? readTraceparent(traceparent) : undefined;
  return cause ? spanning(name, facts, trace.setSpanContext(ROOT_CONTEXT, cause), work) : work(NO_SPAN);
}

/** Runs work in a given trace. */
export type Within = <T>(work: () => T) => T;

/**
 * For work that is done later, together with that of other traces. It runs its part of the work in the current trace.
 */
export function withinCurrent(): Within {
  if (!isOn) return (work) => work();
  const current = context.active();
  return (work) => context.with(current, work);
}

/** The current span, to be stored with work that continues elsewhere; null while nothing is traced. */
export function currentTraceparent(): string | null {
  const current = isOn ? trace.getActiveSpan()?.spanContext() : undefined;
  if (!current || !isSpanContextValid(current)) return null;
  return `00-${current.traceId}-${current.spanId}-${current.traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * Begins the trace of a request from outside, and runs the rest in it. It is always a trace of our own, because callers
 * could otherwise choose our trace ids, and what we export. The caller's trace is linked instead.
 */
export function beginRequest(callersTraceparent: string | undefined, follow: () => void): Span {
  const callers = readTraceparent(callersTraceparent ?? null);
  const options = { kind: SpanKind.SERVER, links: callers ? [{ context: callers }] : [] };
  const span = tracer.startSpan('request', options, ROOT_CONTEXT);
  context.with(trace.setSpan(ROOT_CONTEXT, span), follow);
  return span;
}

async function spanning<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanFacts,
  parent: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Our or the system's error code, else the class; never the message. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function readTraceparent(text: string | null): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text ?? '') ?? [];
  const read = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(read) ? read : undefined;
}
