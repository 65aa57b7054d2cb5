import type { JSX } from 'preact';
import { REDACTED, TRUNCATED } from '../../request-logs/index.ts';
import { Copy } from '../frame/parts.tsx';
const MARKS = [REDACTED, TRUNCATED];
const MARK = /(\[redacted\]|\[truncated\])/;

/** A body in the order in which it was sent. What the log does not keep is marked. */
export function Body({ of, none }: { of: unknown; none: string }): JSX.Element {
  if (of === null) return <p class="muted">{none}</p>;
  const text = JSON.stringify(of, null, 2);
  return (
    <>
      <pre class="body">
        <code>{text.split(MARK).map((part) => (MARKS.includes(part) ? <mark>{part}</mark> : part))}</code>
      </pre>
      <p>
        <Copy text={text} />
      </p>
    </>
  );
}

/** The names of a body's fields, or of a query's parameters, of which the log keeps less than was sent. */
export function lackingIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    isLacking(inner) ? [name] : lackingIn(inner),
  );
}

function isLacking(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isLacking);
  return typeof value === 'string' && MARKS.some((mark) => value.includes(mark));
}
