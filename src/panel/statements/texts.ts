import type { BookRow, OwnBook } from '../../ledger/index.ts';
import { formatCount, type Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Statements',
  intro: (zone: string): string =>
    `One for each month and asset. Months begin and end at midnight in ${zone}.`,
  mails: {
    title: 'By e-mail',
    isMailed: (address: string): string =>
      `After each month you get an e-mail at ${address} with the balances and totals, and a link to this page.`,
    isNotMailed: (address: string): string =>
      `After each month we can send the balances and totals to ${address}, with a link to this page.`,
    start: 'E-mail me each statement',
    stop: 'Stop these e-mails',
    isAttached:
      'The workbook with all assets and every movement is attached, for everybody who gets these e-mails.',
    isNotAttached:
      'The e-mails carry no file. An owner can have the workbook with all assets attached; it names payers, and e-mails can be read on their way.',
    attach: 'Attach the workbook',
    detach: 'Attach no file',
  },
  flashMessages: {
    mailed: 'You will get an e-mail after each month.',
    attached: 'The workbook is attached from the next month on.',
    not_attached: 'The e-mails carry no file from now on.',
    not_mailed: 'You get no more e-mails with statements.',
  },
  problems: {},
  none: 'No statements yet. The first one starts with your first movement.',
  month: 'Month',
  statements: 'Statements',
  allAssets: 'All assets in one file',
  profile: 'Columns and account codes of these files',
  workbookOf: (month: string): string => `XLSX workbook of ${month} with all assets`,
  archiveOf: (month: string): string => `ZIP archive of ${month} with all statements`,
  notOver: 'In progress',
  /** The title of the statement of one asset for one month. */
  titleOf: (asset: string, month: string): string => `${asset} statement, ${month}`,
  accountId: 'Account ID',
  asOf: 'As of',
  notOverYet: 'This month is still in progress: the figures are as of the time this page was opened.',
  summary: 'Summary',
  concept: 'Description',
  opening: 'Opening balance',
  sum: 'Sum of all movements',
  closing: 'Closing balance',
  closingSoFar: 'Balance so far',
  addsUp:
    'The opening balance plus the sum of all movements is the closing balance. All three are computed from the ledger, not from the list below; a statement that does not add up is not shown.',
  outside: 'Outside the balance',
  atStart: 'At the beginning',
  atEnd: 'At the end',
  books: {
    unmatched: 'Unmatched deposits',
    pending: 'In process',
    owed: 'Owed for recalled deposits',
  } satisfies Record<Exclude<OwnBook, 'available'>, string>,
  withOutside: 'Balance and what is outside it',
  outsideHint:
    'Unmatched deposits are held until you accept or refund them. In process are payments that are not credited yet and transfers that are not sent yet. The last line is all that was received and not yet sent, after fees: compare it with the bank.',
  noMovements: 'No movements.',
  date: 'Date',
  broughtForward: 'Brought forward',
  carriedForward: 'Carried forward',
  part: (part: number, of: number): string => `Part ${part} of ${of}`,
  nextPart: 'Next part',
  firstPart: 'First part',
  inParts: (most: number): string => `Each part lists up to ${most} movements, and is printed separately.`,
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  page: (page: number, of: number): string => `Page ${page} of ${of}`,
  download: 'Download:',
  tooLongForPdf: (most: number): string =>
    `A PDF holds up to ${formatCount(most)} movements. For this month, use CSV or camt.053.`,
  feeAndNet: (fee: string, net: string): string => `fee ${fee}, net ${net}`,
  all: 'All statements',
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Estados de cuenta',
  intro: (zone) => `Uno por mes y moneda. Los meses comienzan y terminan a la medianoche en ${zone}.`,
  mails: {
    title: 'Por correo',
    isMailed: (address) =>
      `Al terminar cada mes recibes en ${address} un correo con los saldos y totales, y un enlace a esta página.`,
    isNotMailed: (address) =>
      `Al terminar cada mes podemos enviar a ${address} los saldos y totales, con un enlace a esta página.`,
    start: 'Enviarme cada estado de cuenta',
    stop: 'Dejar de recibir estos correos',
    isAttached:
      'El libro con todas las monedas y cada movimiento va adjunto, para todas las personas que reciben estos correos.',
    isNotAttached:
      'Los correos no llevan archivos. Un propietario puede pedir que se adjunte el libro con todas las monedas; contiene nombres de pagadores, y un correo se puede leer en el camino.',
    attach: 'Adjuntar el libro',
    detach: 'No adjuntar archivos',
  },
  flashMessages: {
    mailed: 'Recibirás un correo al terminar cada mes.',
    attached: 'El libro se adjuntará a partir del próximo mes.',
    not_attached: 'Los correos ya no llevarán archivos.',
    not_mailed: 'Ya no recibirás correos con estados de cuenta.',
  },
  problems: {},
  none: 'Aún no hay estados de cuenta. El primero comienza con tu primer movimiento.',
  month: 'Mes',
  statements: 'Estados de cuenta',
  allAssets: 'Todas las monedas en un archivo',
  profile: 'Columnas y cuentas contables de estos archivos',
  workbookOf: (month) => `Libro XLSX de ${month} con todas las monedas`,
  archiveOf: (month) => `Archivo ZIP de ${month} con todos los estados de cuenta`,
  notOver: 'En curso',
  titleOf: (asset, month) => `Estado de cuenta en ${asset}, ${month}`,
  accountId: 'ID de la cuenta',
  asOf: 'Datos al',
  notOverYet: 'Este mes sigue en curso: las cifras corresponden al momento en que se abrió esta página.',
  summary: 'Resumen',
  concept: 'Concepto',
  opening: 'Saldo inicial',
  sum: 'Suma de los movimientos',
  closing: 'Saldo final',
  closingSoFar: 'Saldo a la fecha',
  addsUp:
    'El saldo inicial más la suma de los movimientos es el saldo final. Los saldos y la suma se calculan a partir del libro contable, no de la lista de abajo; un estado de cuenta que no cuadra no se muestra.',
  outside: 'Fuera del saldo',
  atStart: 'Al inicio',
  atEnd: 'Al final',
  books: {
    unmatched: 'Depósitos por conciliar',
    pending: 'En proceso',
    owed: 'Por pagar por depósitos que el banco retiró',
  },
  withOutside: 'Saldo más lo que está fuera de él',
  outsideHint:
    'Los depósitos por conciliar se retienen hasta que los aceptes o los devuelvas. En proceso están los pagos que aún no se abonan y los envíos que aún no salen. La última línea es todo lo recibido que no ha salido, menos comisiones: compárala con el banco.',
  noMovements: 'No hubo movimientos.',
  date: 'Fecha',
  broughtForward: 'Saldo anterior',
  carriedForward: 'Saldo al corte de esta parte',
  part: (part, of) => `Parte ${part} de ${of}`,
  nextPart: 'Siguiente parte',
  firstPart: 'Primera parte',
  inParts: (most) => `Cada parte contiene hasta ${most} movimientos y se imprime por separado.`,
  moneyIn: 'Entradas',
  moneyOut: 'Salidas',
  page: (page, of) => `Página ${page} de ${of}`,
  download: 'Descargar:',
  tooLongForPdf: (most) =>
    `Un PDF admite hasta ${formatCount(most)} movimientos. Para este mes usa CSV o camt.053.`,
  feeAndNet: (fee, net) => `comisión ${fee}, neto ${net}`,
  all: 'Todos los estados de cuenta',
};

export const STATEMENTS: Readonly<Record<Language, typeof en>> = { en, es };

/** A book with its asset, since assets at par are listed together. */
export function bookText(language: Language, { asset, book }: Pick<BookRow, 'asset' | 'book'>): string {
  const texts = STATEMENTS[language];
  return `${book === 'available' ? texts.balance : texts.books[book]} (${asset})`;
}
