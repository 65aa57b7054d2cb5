import type { Page as ListPage } from '../../lib/cursor.ts';
import { Table } from '../../pages/index.ts';
import { listCodes, type QrCodeSummary } from '../../qr-codes/index.ts';
import { Pages } from '../frame/paging.tsx';
import { Moment, Outcome } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { mayChange } from './access.ts';
import { AmountOf, State } from './parts.tsx';
import { QR_CODES } from './texts.ts';

export const PAGE_SIZE = 25;

/** The counter codes. */
export function showCodes({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.qrCodes.list,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = {
          status: undefined,
          externalReference: undefined,
          createdAfter: undefined,
          createdBefore: undefined,
        };
        const page = await cursors.list(
          { accountId, list: 'panel_qr_codes', filters },
          { limit: PAGE_SIZE, cursor: visit.query('cursor') },
          {
            read: (range) => listCodes(db.read, { accountId, ...filters, ...range }),
            idOf: (row) => row.id,
            view: (row) => row,
          },
        );
        return { page: codesPage(visit, page) };
      },
    },
  ];
}

function codesPage(visit: MemberVisit, { data, next_cursor: nextCursor }: ListPage<QrCodeSummary>): Page {
  const texts = QR_CODES[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome notices={texts.notices} />
        <p>{texts.intro}</p>
        {mayChange(visit) && (
          <p>
            <a href={pathTo(visit, paths.qrCodes.new)}>{texts.create}</a>
          </p>
        )}
        {data.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[texts.name, texts.storeLabel, texts.fixedAmount, texts.status, texts.created]}
          >
            {data.map((code) => (
              <tr>
                <th scope="row">
                  <a href={pathTo(visit, paths.qrCodes.code, { counter: code.id })} dir="auto">
                    {code.name}
                  </a>
                </th>
                <td dir="auto">{code.storeLabel}</td>
                <td>
                  <AmountOf code={code} />
                </td>
                <td>
                  <State code={code} />
                </td>
                <td>
                  <Moment at={code.createdAt} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages next={nextCursor} />
      </>
    ),
  };
}
