import { overlapOf, WorksUntil } from '../frame/overlap.tsx';
import { Copy } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { createEndpointReader } from './endpoint.ts';
import { record } from './record.ts';
import { WEBHOOKS } from './texts.ts';

/**
 * A new signing secret; like that of a new endpoint, it is shown once. The old one may sign beside it for a while (D63).
 */
export function rotateSecret(services: PanelServices): Route[] {
  const { db, endpoints } = services;
  const once = createOnce(services);
  const endpointOf = createEndpointReader(db);

  return [
    {
      method: 'post',
      path: paths.webhooks.rotate,
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { id } = await endpointOf(visit);
        const rotated = await once(
          visit,
          () => {
            const overlapS = overlapOf(visit);
            return async (trx) => {
              const { endpoint, secret } = await endpoints.rotateSecret(trx, visit.accountId, id, overlapS);
              const until = endpoint.previousValidUntil?.toISOString() ?? null;
              await record(trx, visit, endpoint, 'secret_rotated', {
                ...(until !== null && { previous_valid_until: until }),
              });
              return { id, secret, previousValidUntil: until };
            };
          },
          { sealed: true },
        );
        return { page: secretPage(visit, rotated) };
      },
    },
  ];
}

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
