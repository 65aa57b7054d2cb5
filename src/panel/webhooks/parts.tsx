import type { JSX } from 'preact';
import type { RecentOutcomes } from '../../webhooks/index.ts';
import { useTexts } from '../frame/context.tsx';
import { WEBHOOKS } from './texts.ts';

/** How many of the finished deliveries were delivered. */
export function LastDay({ outcomes }: { outcomes: RecentOutcomes | undefined }): JSX.Element {
  const texts = useTexts(WEBHOOKS);
  const { delivered = 0, failed = 0, pending = 0 } = outcomes ?? {};
  const all = delivered + failed + pending;
  return <>{all === 0 ? texts.nothingSent : texts.lastDayOf(delivered, all)}</>;
}

/** Why an attempt failed, unless its status already says so. */
export function errorBeside(httpStatus: number | null, error: string | null): string | null {
  return error === `status ${httpStatus}` ? null : error;
}

/** The beginning of a receiver's response. */
export function AnswerBody(props: { body: string; label: string }): JSX.Element {
  const { body, label } = props;
  const texts = useTexts(WEBHOOKS);
  if (body === '') return <p class="muted">{texts.emptyBody}</p>;
  return (
    <pre class="wrapped" tabIndex={0} role="region" aria-label={label}>
      <code>{body}</code>
    </pre>
  );
}
