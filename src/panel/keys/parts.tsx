import type { JSX } from 'preact';
import { type CredentialState, findCredential, type ListedCredential } from '../../credentials/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { LastCall } from '../../request-logs/index.ts';
import { pathToCall } from '../call-log/views.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment } from '../frame/parts.tsx';
import type { MemberVisit } from '../request/route.ts';
import { KEYS } from './texts.ts';

export const TONES: Readonly<Record<CredentialState, 'good' | 'quiet'>> = {
  active: 'good',
  expired: 'quiet',
  revoked: 'quiet',
};

export function idOf(visit: MemberVisit): string {
  const id = visit.param('key');
  if (!isId(id)) throw new DomainError('api_key_not_found');
  return id;
}

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

/** The key in the path. */
export async function getKey(on: Queryable, visit: MemberVisit): Promise<ListedCredential> {
  const key = await findCredential(on, { accountId: visit.accountId, id: idOf(visit) });
  if (!key) throw new DomainError('api_key_not_found');
  return key;
}
