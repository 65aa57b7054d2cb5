import type { ForeseenStatement, WaitKind } from '../../methods/index.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

type State = 'refused' | 'to_confirm' | 'second_person' | 'taken_in';

const en = {
  ...WORDS.en,
  title: 'Bank statements',
  why: 'Upload a bank statement. You review it first. Nothing is booked until its closing balance, and what came in and went out, are confirmed as the bank’s own portal shows them.',
  file: 'Statement file',
  fileHint: 'camt.053, MT940, BAI2 or CSV, up to 20 MB, exactly as the bank gave it out.',
  bankAccount: 'Bank account',
  asFileSays: 'The one that the file names',
  handIn: 'Show the summary',
  recent: 'Files of the last 24 hours',
  none: 'No file was handed in within the last 24 hours.',
  name: 'File',
  unnamed: 'Without a name',
  by: 'Handed in by',
  at: 'Handed in',
  states: {
    refused: 'Not accepted',
    to_confirm: 'To be confirmed',
    second_person: 'Waiting for a second person',
    taken_in: 'Taken in',
  } satisfies Record<State, string>,
  fileTitle: 'Bank statement file',
  sha256: 'SHA-256',
  format: 'Format',
  keptUntil: 'Deleted unless confirmed by',
  firstBy: 'First confirmed by',
  doneBy: 'Taken in by',
  refused: 'The file is not accepted, and nothing of it is booked. The reason, for the bank or the operator:',
  tooLarge:
    'The file has more statements and entries than a summary can show. Ask the operator to take it in on the command line.',
  noClosing:
    'The file has no closing balance that could be compared with the bank’s portal, so it cannot be confirmed here. Ask the operator to take it in on the command line.',
  summary: 'What the file says',
  asOf: 'As of the moment it was handed in.',
  onlyFirst: (shown: string, all: string): string => `The first ${shown} of ${all} statements.`,
  statement: 'Statement',
  opening: 'Opening',
  closing: 'Closing',
  entries: 'Entries',
  credits: 'Money in',
  matched: 'Payments to a link',
  ties: 'Adds up',
  tiesYes: 'Yes',
  tiesNo: 'No',
  tiesOpen: 'Cannot be checked',
  outcomes: {
    booked: 'It continues where the last statement ended, and is booked.',
    early: 'Intraday report: its payments are shown as seen.',
    known: 'It was handed in before. Nothing new.',
    waits: 'It waits.',
  } satisfies Record<ForeseenStatement['outcome'], string>,
  waits: (kind: WaitKind, last: string): string =>
    ({
      first: 'It waits: it is the account’s first, and the operator has not yet set the opening balance.',
      gap: `It waits: the last statement closed with ${last}. One is missing, forged or was restated.`,
      pages: 'It waits for its other pages.',
      no_opening: 'It waits: it has no opening balance, so nothing shows that no statement is missing.',
      no_day: 'It waits: it names no day, so nothing shows that it is not booked already.',
      future: 'It waits: its closing balance is of a day that is yet to come.',
      restated:
        'It waits: it is about days that are booked already, and says something else of them. Ask the bank which one holds.',
      doubtful:
        'It waits: a payer could have written where it begins or ends into a text. Hand in the same days in another format, or ask the operator.',
    })[kind],
  confirmHint:
    'Sign in to the bank’s own portal and read there, for the days of the file, the closing balance and the number and sum of what came in and of what went out. Do not copy them from the file: a forged file contains matching ones.',
  twoPeople: {
    cap: 'More money came in than one person may confirm. Two people must each read these figures at the bank and type them here.',
    made_up:
      'Money went out that no payment of yours explains, or the account closes where it opened. Two people must each read these figures at the bank and type them here.',
  },
  isFirst: 'You are the first of them.',
  isSecond: (email: string): string => `${email} has confirmed it. You are the second person.`,
  waitsForOther: 'You have confirmed it. Now someone else with the role owner or finance must do so.',
  compared: {
    balance: (account: string, currency: string): string =>
      `Closing balance of ${account} in the bank’s portal, in ${currency}`,
    credit_count: (account: string, _currency: string): string => `Number of credits to ${account}`,
    credit_sum: (account: string, currency: string): string =>
      `Sum of the credits to ${account}, in ${currency}`,
    debit_count: (account: string, _currency: string): string => `Number of debits from ${account}`,
    debit_sum: (account: string, currency: string): string =>
      `Sum of the debits from ${account}, in ${currency}`,
  },
  balanceHint: 'Like 12,175.50; with a minus if the account is overdrawn.',
  countHint: 'As the portal lists them: a collective entry is one. 0 if there are none.',
  sumHint: 'Like 1,500.00, without a sign. 0 if there are none.',
  discard: 'Discard the file',
  result: 'What happened',
  newStatements: 'New statements',
  newEntries: 'New entries',
  newDeposits: 'Of which deposits',
  waiting: 'A part of it waits. The reason, for the operator:',
  agreed: 'The statements prove the balance that was read at the bank.',
  notAgreed:
    'The statements do not prove the confirmed balance yet: the file waits, or a later one was taken in already.',
  back: 'All bank statements',
  flashMessages: {
    confirmed: 'Confirmed. A second person must now confirm it.',
    taken_in: 'The file was taken in.',
    discarded: 'The file was discarded. Nothing of it was booked.',
  },
  problems: {
    'invalid_request.file': 'Choose a statement file of the bank.',
    'invalid_request.done': 'This is no longer possible: someone else was faster.',
    'invalid_request.bank_account': 'Choose one of the bank accounts listed.',
    'invalid_request.waiting': 'Too many files wait already. Confirm or discard some first.',
    'invalid_request.summary': 'This file cannot be confirmed.',
    'invalid_request.balance':
      'Nothing was booked: this differs from the closing balance in the file. Read it in the bank’s portal again. If the portal shows this, do not confirm the file, and tell the operator.',
    'invalid_request.moved':
      'Nothing was booked: this differs from what came in or went out in the file. Read it in the bank’s portal again. If the portal shows this, do not confirm the file, and tell the operator.',
    'invalid_request.refused': 'Nothing was booked: the file is not accepted any more. Tell the operator.',
    second_person_required: 'You have confirmed it already. Someone else must be the second person.',
    member_too_new:
      'You joined, were given more rights or set up a new sign-in within the last 24 hours, so you cannot confirm it yet. Another owner can vouch for you under Team.',
    requester_too_new:
      'You cannot confirm it: within the last 24 hours, the first person joined, was given more rights or set up a new sign-in, or they have left the account. If you do not know why they confirmed it, discard it.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Estados de cuenta bancarios',
  why: 'Sube un estado de cuenta bancario. Primero lo revisas. Nada se registra hasta que se confirmen su saldo final, y lo que entró y salió, tal como los muestra el portal del banco.',
  file: 'Archivo del estado de cuenta',
  fileHint: 'camt.053, MT940, BAI2 o CSV, de hasta 20 MB, exactamente como lo entregó el banco.',
  bankAccount: 'Cuenta bancaria',
  asFileSays: 'La que indica el archivo',
  handIn: 'Mostrar el resumen',
  recent: 'Archivos de las últimas 24 horas',
  none: 'No se entregó ningún archivo en las últimas 24 horas.',
  name: 'Archivo',
  unnamed: 'Sin nombre',
  by: 'Entregado por',
  at: 'Entregado',
  states: {
    refused: 'No aceptado',
    to_confirm: 'Por confirmar',
    second_person: 'En espera de una segunda persona',
    taken_in: 'Incorporado',
  },
  fileTitle: 'Archivo de estado de cuenta bancario',
  sha256: 'SHA-256',
  format: 'Formato',
  keptUntil: 'Se borra si no se confirma antes de',
  firstBy: 'Confirmado primero por',
  doneBy: 'Incorporado por',
  refused:
    'El archivo no se acepta y no se registra nada de él. El motivo, para el banco o el operador (en inglés):',
  tooLarge:
    'El archivo tiene más estados de cuenta y movimientos de los que puede mostrar un resumen. Pide al operador que lo incorpore desde la línea de comandos.',
  noClosing:
    'El archivo no tiene un saldo final que se pueda comparar con el portal del banco, así que no se puede confirmar aquí. Pide al operador que lo incorpore desde la línea de comandos.',
  summary: 'Qué dice el archivo',
  asOf: 'Según los datos del momento en que se entregó.',
  onlyFirst: (shown, all) => `Los primeros ${shown} de ${all} estados de cuenta.`,
  statement: 'Estado de cuenta',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  entries: 'Movimientos',
  credits: 'Entradas de dinero',
  matched: 'Pagos a un enlace',
  ties: 'Cuadra',
  tiesYes: 'Sí',
  tiesNo: 'No',
  tiesOpen: 'No se puede comprobar',
  outcomes: {
    booked: 'Continúa donde terminó el último estado de cuenta y se registra.',
    early: 'Reporte del mismo día: los pagos aparecen como vistos.',
    known: 'Ya se había entregado. Nada nuevo.',
    waits: 'Queda en espera.',
  },
  waits: (kind, last) =>
    ({
      first:
        'Queda en espera: es el primero de la cuenta y el operador aún no ha establecido el saldo inicial.',
      gap: `Queda en espera: el último estado de cuenta cerró con ${last}. Falta uno, es falso o fue corregido.`,
      pages: 'Queda en espera de sus demás páginas.',
      no_opening:
        'Queda en espera: no tiene saldo inicial, así que nada muestra que no falte un estado de cuenta.',
      no_day: 'Queda en espera: no indica ningún día, así que nada muestra que no esté ya registrado.',
      future: 'Queda en espera: su saldo final es de un día que aún no llega.',
      restated:
        'Queda en espera: trata de días que ya están registrados y dice algo distinto de ellos. Pregunta al banco cuál es el válido.',
      doubtful:
        'Queda en espera: un pagador pudo haber escrito en un texto dónde empieza o termina. Entrega los mismos días en otro formato o pregunta al operador.',
    })[kind],
  confirmHint:
    'Entra al portal del banco y lee ahí, para los días del archivo, el saldo final y el número y la suma de lo que entró y de lo que salió. No los copies del archivo: un archivo falso contiene cifras que coinciden.',
  twoPeople: {
    cap: 'Entró más dinero del que puede confirmar una sola persona. Dos personas deben leer, cada una, estas cifras en el banco y escribirlas aquí.',
    made_up:
      'Salió dinero que ningún pago tuyo explica, o la cuenta cierra donde abrió. Dos personas deben leer, cada una, estas cifras en el banco y escribirlas aquí.',
  },
  isFirst: 'Tú eres la primera.',
  isSecond: (email) => `${email} ya lo confirmó. Tú eres la segunda persona.`,
  waitsForOther: 'Ya lo confirmaste. Ahora debe hacerlo otra persona con el rol de propietario o finanzas.',
  compared: {
    balance: (account, currency) => `Saldo final de ${account} en el portal del banco, en ${currency}`,
    credit_count: (account) => `Número de abonos a ${account}`,
    credit_sum: (account, currency) => `Suma de los abonos a ${account}, en ${currency}`,
    debit_count: (account) => `Número de cargos a ${account}`,
    debit_sum: (account, currency) => `Suma de los cargos a ${account}, en ${currency}`,
  },
  balanceHint: 'Como 12,175.50; con un signo menos si la cuenta está sobregirada.',
  countHint: 'Como los lista el portal: un movimiento colectivo es uno. 0 si no hay ninguno.',
  sumHint: 'Como 1,500.00, sin signo. 0 si no hay ninguno.',
  discard: 'Descartar el archivo',
  result: 'Qué pasó',
  newStatements: 'Estados de cuenta nuevos',
  newEntries: 'Movimientos nuevos',
  newDeposits: 'De ellos, depósitos',
  waiting: 'Una parte queda en espera. El motivo, para el operador (en inglés):',
  agreed: 'Los estados de cuenta prueban el saldo que se leyó en el banco.',
  notAgreed:
    'Los estados de cuenta aún no prueban el saldo confirmado: el archivo está en espera, o ya se incorporó uno posterior.',
  back: 'Todos los estados de cuenta bancarios',
  flashMessages: {
    confirmed: 'Confirmado. Ahora debe confirmarlo una segunda persona.',
    taken_in: 'El archivo se incorporó.',
    discarded: 'El archivo se descartó. No se registró nada de él.',
  },
  problems: {
    'invalid_request.file': 'Elige un archivo de estado de cuenta del banco.',
    'invalid_request.done': 'Esto ya no es posible: alguien se adelantó.',
    'invalid_request.bank_account': 'Elige una de las cuentas bancarias de la lista.',
    'invalid_request.waiting': 'Ya hay demasiados archivos en espera. Primero confirma o descarta algunos.',
    'invalid_request.summary': 'Este archivo no se puede confirmar.',
    'invalid_request.balance':
      'No se registró nada: esto no coincide con el saldo final del archivo. Consúltalo de nuevo en el portal del banco. Si el portal muestra esto, no confirmes el archivo y avisa al operador.',
    'invalid_request.moved':
      'No se registró nada: esto no coincide con lo que entró o salió en el archivo. Consúltalo de nuevo en el portal del banco. Si el portal muestra esto, no confirmes el archivo y avisa al operador.',
    'invalid_request.refused': 'No se registró nada: el archivo ya no se acepta. Avisa al operador.',
    second_person_required: 'Ya lo confirmaste. La segunda persona debe ser otra.',
    member_too_new:
      'Te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas, así que aún no puedes confirmarlo. Otro propietario puede responder por ti en Equipo.',
    requester_too_new:
      'No puedes confirmarlo: en las últimas 24 horas, la primera persona se unió, recibió más permisos o configuró de nuevo su acceso, o ya no pertenece a la cuenta. Si no sabes por qué lo confirmó, descártalo.',
  },
};

/** The reasons why a file was not imported, or not confirmed. */

export const BANK_STATEMENTS: Readonly<Record<Language, typeof en>> = { en, es };
export type FileState = State;
