import { closest, distance } from 'fastest-levenshtein';
import type { BodyShape } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { inWords } from './wording.ts';

/** A fault found by express-openapi-validator. */
export interface Finding {
  path: string;
  message: string;
  errorCode?: string;
}

/** A caller would not read more in one message; the rest is reported next time. */
const MAX_NAMED = 5;
const MAX_MESSAGE_LENGTH = 400;
/** Longer names are not typos. */
const MAX_COMPARED = 64;
/** How much of a name may differ for a suggestion. */
const MAX_DIFFERENCE = 0.4;

/** `invalid_request` about the first finding; the message continues with the others, one per path. */
export function refusalOf(
  findings: readonly Finding[],
  body: BodyShape | undefined,
  cause: unknown,
): DomainError {
  const faults = new Map<string | undefined, string>();
  for (const [at, finding] of findings.entries()) {
    if (faults.size === MAX_NAMED) break;
    const segments = segmentsOf(finding.path);
    const param = paramName(segments);
    if (!faults.has(param)) faults.set(param, sentence(finding, findings[at + 1], segments, body));
  }
  const [first] = faults;
  const [param, message] = first ?? [];
  let text = message;
  for (const next of [...faults.values()].slice(1)) {
    if (`${text} ${next}`.length <= MAX_MESSAGE_LENGTH) text = `${text} ${next}`;
  }
  return new DomainError('invalid_request', {
    ...(text !== undefined && { message: text }),
    ...(param !== undefined && { param }),
    cause,
  });
}

function sentence(
  { path, message, errorCode = '' }: Finding,
  next: Finding | undefined,
  segments: readonly string[],
  body: BodyShape | undefined,
): string {
  const param = paramName(segments);
  // A finding about a name is followed by one that only says that a name is invalid.
  const isAboutNames = next?.errorCode?.startsWith('propertyNames.');
  const subject = isAboutNames ? `${param}: each name` : (param ?? 'The body');
  const isUnknown = /^(additional|unevaluated)Properties\./.test(errorCode) && path.startsWith('/body/');
  const known = isUnknown ? knownBeside(segments, body) : [];
  return `${subject} ${inWords(message)}.${didYouMean(segments.at(-1) ?? '', known)}`;
}

/** The known fields of the object that contains the last segment. */
function knownBeside(segments: readonly string[], body: BodyShape | undefined): string[] {
  let shape = body;
  for (const segment of segments.slice(0, -1)) {
    if (!/^\d+$/.test(segment)) shape = shape?.get(segment)?.shape;
  }
  return [...(shape?.keys() ?? [])];
}

/** The "did you mean" after an unknown name, with a leading space; empty if no known name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (name === '' || name.length > MAX_COMPARED || known.length === 0) return '';
  const plain = known.map(plainOf);
  const nearest = closest(plainOf(name), plain);
  const isNear =
    distance(plainOf(name), nearest) <= MAX_DIFFERENCE * Math.max(plainOf(name).length, nearest.length);
  const found = isNear ? known[plain.indexOf(nearest)] : onlyOneWithWord(name, known);
  return found === undefined ? '' : ` Did you mean ${found}?`;
}

/** enabledEvents and Enabled-Events mean enabled_events. */
function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** `events` means enabled_events. */
function onlyOneWithWord(word: string, known: readonly string[]): string | undefined {
  const having = known.filter((name) => name.split('_').includes(word));
  return having.length === 1 ? having[0] : undefined;
}

/** The segments of `/body/methods/0/x` after the part of the request. */
function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(2)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `/body/methods/0/x` is `methods[0].x`, and `/query/limit` is `limit`; the body itself has no name. */
function paramName(segments: readonly string[]): string | undefined {
  const name = segments
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join('');
  return name === '' ? undefined : name;
}
