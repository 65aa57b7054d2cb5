import type { JSX } from 'preact';
import type { CredentialState, IssuedCredential } from '../../credentials/index.ts';
import type { LastCall } from '../../request-logs/index.ts';
import { pathToCall } from '../call-log/views.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { WorksUntil } from '../frame/secret-overlap.tsx';
import { Copyable, Moment } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { KEYS } from './texts.ts';

export const TONES: Readonly<Record<CredentialState, 'good' | 'quiet'>> = {
  active: 'good',
  expired: 'quiet',
  revoked: 'quiet',
};

/** When it was last used, from where, for what, and with which version. */
export function LastUse({ call }: { call: LastCall | undefined }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(KEYS);
  if (!call) return <span class="muted">{texts.notUsed}</span>;
  return (
    <>
      <a href={pathToCall(visit, call.id)}>
        <Moment at={call.createdAt} />
      </a>
      <br />
      <small class="muted">
        {call.ip} · {call.operation ?? `${call.method} ${call.path}`} · {call.apiVersion}
      </small>
    </>
  );
}

interface IssuedOptions {
  apiBaseUrl: string;
  isBoundToAddresses: boolean;
  /** The end of the secret that it replaces, in ISO 8601. Null when that has ended. */
  previousValidUntil?: string | null;
}

/** The secret, which is shown only here, and a call to try it. */
export function issuedPage(visit: MemberVisit, issued: IssuedCredential, options: IssuedOptions): Page {
  const texts = KEYS[visit.language];
  // The key has only letters, digits and underscores, which no shell interprets.
  const curl = `curl -H 'Authorization: Bearer ${issued.secret}' ${options.apiBaseUrl}/v1/ping`;
  return {
    title: texts.onceTitle(issued.name),
    body: (
      <>
        <p>
          {texts.once}{' '}
          {options.previousValidUntil && <WorksUntil until={new Date(options.previousValidUntil)} />}
        </p>
        <p class="once">
          <Copyable id="secret" text={issued.secret} />
        </p>
        <h2>{texts.curlTitle}</h2>
        <p>
          {texts.curl} {options.isBoundToAddresses && texts.curlFrom}
        </p>
        <p class="once">
          <Copyable id="curl" text={curl} />
        </p>
        <p>
          <a href={pathTo(visit, paths.keys.key, { key: issued.id })} class="action">
            {texts.continue}
          </a>
        </p>
      </>
    ),
  };
}
