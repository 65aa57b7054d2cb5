import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { downloadMonth } from './downloads.ts';
import { attachWorkbook, mailStatements, showStatements } from './list.tsx';
import { changeProfile, showProfile } from './profile.tsx';
import { downloadCamt, downloadCsv, downloadPdf, showStatement } from './statement.ts';
import { STATEMENTS } from './texts.ts';

/** A statement for each month and asset. */
export const statementsArea: Area = {
  group: 'money',
  path: 'statements',
  roles: MEMBERS,
  texts: STATEMENTS,
  pages: [
    showStatements,
    mailStatements.route,
    attachWorkbook.route,
    showStatement,
    downloadCsv,
    downloadCamt,
    downloadPdf,
    downloadMonth,
    showProfile,
    changeProfile.route,
  ],
};
