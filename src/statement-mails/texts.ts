import type { UserLanguage } from '../people/index.ts';

const en = {
  subject: (account: string, month: string): string => `${account}: statement for ${month}`,
  intro: (account: string, month: string): string => `The statement of ${account} for ${month}:`,
  opening: 'Opening balance',
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  closing: 'Closing balance',
  outside: 'Outside the balance',
  none: 'There have been no movements yet.',
  files: {
    attached: 'The workbook with all assets and every movement is attached.',
    too_large: 'The workbook with every movement is too large for an e-mail.',
  },
  see: 'See every movement, and download it as XLSX, PDF, CSV or camt.053, after signing in:',
  why: 'You get this e-mail because you asked for it on that page, where you can also stop it.',
};

const es: typeof en = {
  subject: (account, month) => `${account}: estado de cuenta de ${month}`,
  intro: (account, month) => `El estado de cuenta de ${account} de ${month}:`,
  opening: 'Saldo inicial',
  moneyIn: 'Entradas',
  moneyOut: 'Salidas',
  closing: 'Saldo final',
  outside: 'Fuera del saldo',
  none: 'Aún no hay movimientos.',
  files: {
    attached: 'El libro con todas las monedas y cada movimiento va adjunto.',
    too_large: 'El libro con cada movimiento es demasiado grande para un correo.',
  },
  see: 'Inicia sesión para ver cada movimiento y descargarlo en XLSX, PDF, CSV o camt.053:',
  why: 'Recibes este correo porque lo pediste en esa página, donde también puedes cancelarlo.',
};

export const MAILS: Readonly<Record<UserLanguage, typeof en>> = { en, es };
