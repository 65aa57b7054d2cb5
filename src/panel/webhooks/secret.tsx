import { WorksUntil } from '../frame/overlap.tsx';
import { Copy } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { WEBHOOKS } from './texts.ts';

/** The only page that ever shows a signing secret. */
export function secretPage(
  visit: MemberVisit,
  {
    id,
    secret,
    previousValidUntil: until,
  }: {
    id: string;
    secret: string;
    /** Of the secret that it replaces, in ISO 8601: null when that has ended, undefined when there was none. */
    previousValidUntil?: string | null;
  },
): Page {
  const texts = WEBHOOKS[visit.language];
  return {
    title: texts.secretTitle,
    back: { href: pathTo(visit, paths.webhooks.endpoint, { endpoint: id }), label: texts.toEndpoint },
    body: (
      <>
        <p>
          {texts.secretHint} {until === null && texts.rotatedHint}
          {until && <WorksUntil until={new Date(until)} />}
        </p>
        <p class="once">
          <code>{secret}</code> <Copy text={secret} />
        </p>
        <p>{texts.secretUse}</p>
      </>
    ),
  };
}
