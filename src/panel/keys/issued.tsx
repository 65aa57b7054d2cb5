import type { IssuedCredential } from '../../credentials/index.ts';
import { WorksUntil } from '../frame/overlap.tsx';
import { Copy } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { KEYS } from './texts.ts';

interface IssuedOptions {
  apiBaseUrl: string;
  isBoundToAddresses: boolean;
  /** Of the secret that it replaces, in ISO 8601; null when that has ended. */
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
          <code id="secret">{issued.secret}</code> <Copy text={issued.secret} />
        </p>
        <h2>{texts.curlTitle}</h2>
        <p>
          {texts.curl} {options.isBoundToAddresses && texts.curlFrom}
        </p>
        <p class="once">
          <code id="curl">{curl}</code> <Copy text={curl} />
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
