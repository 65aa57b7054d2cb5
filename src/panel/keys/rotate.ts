import { withQuery } from '../../pages/index.ts';
import { overlapOf } from '../frame/overlap.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { issuedPage } from './issued.tsx';
import { getKey } from './parts.tsx';
import { KEYS } from './texts.ts';

/** A new secret for a key; the old one may work beside it for a while (D63). */
export function rotateKey(services: PanelServices): Route[] {
  const { db, credentials, apiKeys, apiBaseUrl } = services;
  const once = createOnce(services);

  return [
    {
      method: 'post',
      path: paths.keys.rotate,
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { id, allowedCidrs } = await getKey(db.read, visit);
        try {
          const issued = await once(
            visit,
            () => {
              const overlapS = overlapOf(visit);
              return (trx) => apiKeys.rotate(trx, visit.accountId, visit.actor, id, overlapS);
            },
            { sealed: true },
          );
          // Once the page is shown, the old secret is refused if it was to end at once.
          await credentials.caughtUp();
          return {
            page: issuedPage(visit, issued, {
              apiBaseUrl: apiBaseUrl(),
              isBoundToAddresses: allowedCidrs.length > 0,
              previousValidUntil: issued.previousValidUntil,
            }),
          };
        } catch (error) {
          const problem = reasonOf(error, KEYS.en.problems);
          return { redirect: withQuery(pathTo(visit, paths.keys.key, { key: id }), { problem }) };
        }
      },
    },
  ];
}
