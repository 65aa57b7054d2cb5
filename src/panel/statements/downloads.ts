import { findHeld, monthsSince } from '../../ledger/index.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type MonthFormat, writeMonth } from './month-file.ts';

const PATHS = { xlsx: paths.statements.workbook, zip: paths.statements.archive } as const;
const TYPES: Readonly<Record<MonthFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/**
 * Downloads of a month of all assets in one file, as a workbook, and as an archive with every statement in each of its
 * formats.
 */
export function downloadMonth({ db }: PanelServices): Route[] {
  return (['xlsx', 'zip'] as const).map((format): Route => ({
    method: 'get',
    path: PATHS[format],
    access: MEMBERS,
    handle: async (visit) => {
      const { accountId, timeZone, membership, language } = visit;
      const month = visit.query('month') ?? '';
      const held = await findHeld(db.read, accountId);
      const account = { accountId, accountName: membership.accountName, timeZone };
      const written = monthsSince(held, timeZone).includes(month)
        ? await writeMonth(db, account, month, { format, language })
        : undefined;
      return written
        ? { ...written, type: TYPES[format] }
        : { redirect: pathTo(visit, paths.statements.list) };
    },
  }));
}
