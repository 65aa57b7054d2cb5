import { type Collection, listCollections, viewCollection } from '../../qr-codes/index.ts';
import { apiColumns } from '../frame/csv.ts';
import { listOf } from '../frame/list.tsx';
import type { Column } from '../frame/rows.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit } from '../request/route.ts';
import { QR_CODES } from './texts.ts';

const COLUMNS = apiColumns(viewCollection, [
  'paid_at',
  'amount',
  'currency',
  'method',
  'payment_link_code',
  'deposit_id',
]);

/** All collections of a counter code. */
export const showCollections = listOf({
  path: paths.qrCodes.collections,
  access: MEMBERS,
  name: 'panel_qr_collections',
  subject: (visit, { qrCodes }) => qrCodes.get(visit.accountId, visit.param('counter')),
  filters: (given, _visit, _services, { id }) => ({ id, ...given.days('included') }),
  read: listCollections,
  idOf: ({ paymentLinkCode }) => paymentLinkCode,
  file: {
    path: paths.qrCodes.collectionsCsv,
    name: 'collections',
    columns: () => COLUMNS,
  },
  show: (visit, { subject: { id, name }, rows, next }) => {
    const texts = QR_CODES[visit.language];
    return {
      title: texts.collectionsOf(name),
      back: { href: pathTo(visit, paths.qrCodes.code, { counter: id }), label: name },
      rows,
      next,
      columns: collectionColumns(visit),
      none: texts.noCollections,
    };
  },
});

/** As on the code's page. */
export function collectionColumns(visit: MemberVisit): Column<Collection>[] {
  const texts = QR_CODES[visit.language];
  return [
    { heading: texts.paidAt, moment: ({ createdAt }) => createdAt },
    { heading: texts.link, cell: ({ paymentLinkCode: code }) => paymentLink(visit, code) },
    { heading: texts.method, cell: ({ method }) => method },
    { heading: texts.amount, amount: ({ amount, currency }) => [amount, currency] },
  ];
}
