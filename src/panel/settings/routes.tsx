import { type BrandChange, changeBrand, findLogo, readBrand } from '../../accounts/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { reasonOf } from '../request/refusal.ts';
import { OWNERS, pathTo, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { settingsPage } from './pages.tsx';
import { SETTINGS } from './texts.ts';

/** What payers see of the company; for owners. */
export function settingsRoutes({ db }: PanelServices): Route[] {
  const change = async (
    visit: MemberVisit,
    notice: keyof (typeof SETTINGS)['en']['notices'],
    what: BrandChange,
  ): Promise<Reply> => {
    const page = pathTo(visit, 'settings');
    try {
      await db.transaction((trx) => changeBrand(trx, visit.accountId, visit.actor, what));
      return { redirect: `${page}?notice=${notice}` };
    } catch (error) {
      return { redirect: `${page}?problem=${reasonOf(error, SETTINGS.en.problems)}` };
    }
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/settings',
      access: OWNERS,
      handle: async (visit) => ({ page: settingsPage(visit, await readBrand(db.read, visit.accountId)) }),
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/settings/logo/:file',
      access: OWNERS,
      handle: async (visit) => {
        const found = await findLogo(db.read, visit.accountId, visit.param('file'));
        if (!found) throw new DomainError('route_not_found');
        return { image: found.logo, type: found.logoType };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/settings/brand',
      access: OWNERS,
      freshProof: true,
      handle: (visit) => change(visit, 'saved', { color: visit.field('color'), logo: visit.file('logo') }),
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/settings/remove',
      access: OWNERS,
      freshProof: true,
      handle: (visit) => {
        switch (visit.field('what')) {
          case 'color':
            return change(visit, 'color_removed', { color: null });
          case 'logo':
            return change(visit, 'logo_removed', { logo: null });
          default:
            throw invalidParam('what', 'what must be color or logo.');
        }
      },
    },
  ];
}
