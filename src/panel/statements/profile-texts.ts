import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Columns and account codes',
  back: 'All statements',
  why: 'They apply to the workbook of a month with all assets, for everybody in the account.',
  codes: 'General-ledger codes',
  codesHint:
    'The account in your books for each type of movement, like 4010-01. Each movement shows its code, and the summary has the sum for each.',
  columns: 'Columns',
  columnsHint: 'The names in the order that you want, separated by commas. Leave it empty for all columns.',
  known: 'Names of the columns',
  flashMessages: { profile_saved: 'Saved. The next files are written like this.' },
  problems: {
    'invalid_request.columns': 'Enter names from the list below, each once.',
    'invalid_request.codes': 'A code has at most 40 characters.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Columnas y cuentas contables',
  back: 'Todos los estados de cuenta',
  why: 'Se aplican al libro de un mes con todas las monedas, para todas las personas de la cuenta.',
  codes: 'Cuentas contables',
  codesHint:
    'La cuenta de tu contabilidad para cada tipo de movimiento, como 4010-01. Cada movimiento muestra la suya, y el resumen tiene la suma de cada una.',
  columns: 'Columnas',
  columnsHint: 'Los nombres en el orden que quieras, separados por comas. Déjalo vacío para incluir todas.',
  known: 'Nombres de las columnas',
  flashMessages: { profile_saved: 'Se guardó. Los próximos archivos se escribirán así.' },
  problems: {
    'invalid_request.columns': 'Escribe nombres de la lista de abajo, cada uno una vez.',
    'invalid_request.codes': 'Una cuenta tiene como máximo 40 caracteres.',
  },
};

export const PROFILE: Readonly<Record<Language, typeof en>> = { en, es };
