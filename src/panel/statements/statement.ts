import { type Period, periodOf, readStatement } from '../../ledger/index.ts';
import { findAsset } from '../../methods/index.ts';
import { chosenKeys } from '../frame/export.tsx';
import { listMetadataKeys } from '../movements/repository.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit } from '../request/route.ts';
import { addressOf, monthOf } from './addresses.ts';
import { camtOf, csvOf, fileName, fitsPdf, pdfOf } from './files.ts';
import { readPart } from './part.ts';
import { statementPage } from './statement-page.tsx';

/** One statement, on a page that prints well. */
export const showStatement = pageOf(paths.statements.month, MEMBERS, async (visit, { db, cursors }) => {
  const period = wantedPeriod(visit);
  if (!period) return toList(visit);
  const statement = await readStatement(db.read, period);
  const [part, metadataKeys] = await Promise.all([
    readPart({ db, cursors }, visit, statement),
    listMetadataKeys(db.read, visit.accountId),
  ]);
  return statementPage(visit, statement, part, metadataKeys);
});

export const downloadCsv = pageOf(paths.statements.csv, MEMBERS, async (visit, { db }) => {
  const period = wantedPeriod(visit);
  if (!period) return toList(visit);
  const statement = await readStatement(db.read, period);
  return {
    file: csvOf(db, statement, chosenKeys(visit)),
    name: fileName(period, 'csv'),
    type: 'text/csv; charset=utf-8',
  };
});

/** Only of a month that is over, because otherwise it would have to be imported again. */
export const downloadCamt = pageOf(paths.statements.camt, MEMBERS, async (visit, { db }) => {
  const period = wantedPeriod(visit);
  const known = period && (await findAsset(db.read, { asset: period.asset }));
  if (!period || !known) return toList(visit);
  const statement = await readStatement(db.read, period);
  if (!statement.isOver) return toStatement(visit, period);
  const account = { name: visit.membership.accountName, currency: known.family };
  return {
    file: camtOf(db, statement, account),
    name: fileName(period, 'xml'),
    type: 'application/xml; charset=utf-8',
  };
});

export const downloadPdf = pageOf(paths.statements.pdf, MEMBERS, async (visit, { db }) => {
  const period = wantedPeriod(visit);
  if (!period) return toList(visit);
  const statement = await readStatement(db.read, period);
  if (!fitsPdf(statement)) return toStatement(visit, period);
  const { language, membership } = visit;
  return {
    file: pdfOf(db, statement, { language, accountName: membership.accountName }),
    name: fileName(period, 'pdf'),
    type: 'application/pdf',
  };
});

function wantedPeriod(visit: MemberVisit): Period | undefined {
  const asset = visit.query('asset') ?? '';
  return /^[A-Z]{2,10}$/.test(asset) ? periodOf(visit, asset, visit.query('month') ?? '') : undefined;
}

function toList(visit: MemberVisit): { redirect: string } {
  return { redirect: pathTo(visit, paths.statements.list) };
}

function toStatement(visit: MemberVisit, period: Period): { redirect: string } {
  return { redirect: addressOf(visit, 'month', period.asset, monthOf(period)) };
}
