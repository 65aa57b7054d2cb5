import type { Language } from '../../pages/index.ts';

interface StatementTexts {
  title: string;
  intro: string;
  none: string;
  month: string;
  statements: string;
  notOver: string;
  /** Of one asset for one month. */
  titleOf: (asset: string, month: string) => string;
  account: string;
  accountId: string;
  asset: string;
  period: string;
  asOf: string;
  notOverYet: string;
  summary: string;
  concept: string;
  count: string;
  amount: string;
  opening: string;
  sum: string;
  closing: string;
  closingSoFar: string;
  addsUp: string;
  movements: string;
  noMovements: string;
  date: string;
  reference: string;
  balance: string;
  broughtForward: string;
  carriedForward: string;
  part: (part: number, of: number) => string;
  nextPart: string;
  firstPart: string;
  inParts: (most: number) => string;
  print: string;
  download: string;
  all: string;
  utc: string;
}

export const STATEMENTS: Readonly<Record<Language, StatementTexts>> = {
  en: {
    title: 'Statements',
    intro: 'One for each month and asset. Months begin and end at midnight in UTC.',
    none: 'No statements yet. The first one starts with your first movement.',
    month: 'Month',
    statements: 'Statements',
    notOver: 'In progress',
    titleOf: (asset, month) => `${asset} statement, ${month}`,
    account: 'Account',
    accountId: 'Account ID',
    asset: 'Asset',
    period: 'Period',
    asOf: 'As of',
    notOverYet: 'This month is still in progress: the figures are as of the time this page was opened.',
    summary: 'Summary',
    concept: 'Description',
    count: 'Movements',
    amount: 'Amount',
    opening: 'Opening balance',
    sum: 'Sum of all movements',
    closing: 'Closing balance',
    closingSoFar: 'Balance so far',
    addsUp:
      'The opening balance plus the sum of all movements is the closing balance. All three are computed from the ledger, not from the list below; a statement that does not add up is not shown.',
    movements: 'Movements',
    noMovements: 'No movements.',
    date: 'Date (UTC)',
    reference: 'Reference',
    balance: 'Balance',
    broughtForward: 'Brought forward',
    carriedForward: 'Carried forward',
    part: (part, of) => `Part ${part} of ${of}`,
    nextPart: 'Next part',
    firstPart: 'First part',
    inParts: (most) => `Each part lists up to ${most} movements, and is printed separately.`,
    print: 'To save it as a PDF, use your browser’s print function.',
    download: 'Download as CSV',
    all: 'All statements',
    utc: 'UTC',
  },
  es: {
    title: 'Estados de cuenta',
    intro: 'Uno por mes y activo. Los meses comienzan y terminan a la medianoche en UTC.',
    none: 'Aún no hay estados de cuenta. El primero comienza con tu primer movimiento.',
    month: 'Mes',
    statements: 'Estados de cuenta',
    notOver: 'En curso',
    titleOf: (asset, month) => `Estado de cuenta en ${asset}, ${month}`,
    account: 'Cuenta',
    accountId: 'ID de la cuenta',
    asset: 'Activo',
    period: 'Periodo',
    asOf: 'Datos al',
    notOverYet: 'Este mes sigue en curso: las cifras corresponden al momento en que se abrió esta página.',
    summary: 'Resumen',
    concept: 'Concepto',
    count: 'Movimientos',
    amount: 'Monto',
    opening: 'Saldo inicial',
    sum: 'Suma de los movimientos',
    closing: 'Saldo final',
    closingSoFar: 'Saldo a la fecha',
    addsUp:
      'El saldo inicial más la suma de los movimientos es el saldo final. Los saldos y la suma se calculan a partir del libro contable, no de la lista de abajo; un estado de cuenta que no cuadra no se muestra.',
    movements: 'Movimientos',
    noMovements: 'No hubo movimientos.',
    date: 'Fecha (UTC)',
    reference: 'Referencia',
    balance: 'Saldo',
    broughtForward: 'Saldo anterior',
    carriedForward: 'Saldo al corte de esta parte',
    part: (part, of) => `Parte ${part} de ${of}`,
    nextPart: 'Siguiente parte',
    firstPart: 'Primera parte',
    inParts: (most) => `Cada parte contiene hasta ${most} movimientos y se imprime por separado.`,
    print: 'Para guardarlo como PDF, usa la opción de imprimir de tu navegador.',
    download: 'Descargar como CSV',
    all: 'Todos los estados de cuenta',
    utc: 'UTC',
  },
};
