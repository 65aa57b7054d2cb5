import { money } from '../lib/money.ts';
import type { MemberEmail, UserLanguage } from '../people/index.ts';
import { APPROVERS, type Demand, type Needs } from './needs.ts';

/** A transfer that people decide on. */
interface Moved {
  kind: MoveKind;
  what: string;
  /** Null for a conversion. */
  to: string | null;
  panel: string;
}

export interface Wordings {
  destinationAdded: (of: { label: string; where: string; by: string; panel: string }) => MemberEmail;
  /** `at` is the time at which it is sent without approval, or its money is released. */
  waiting: (
    of: Moved & {
      by: string;
      /** The approvals that the account's rules ask for, or what is new. */
      why: Demand | TimedWait;
      at: string;
    },
  ) => MemberEmail;
  /** The first of two approvals was given; `at` is the time by which the second one is needed. */
  firstApproved: (of: Moved & { by: string; approvedBy: string; at: string }) => MemberEmail;
  /** To the requester. `reason` is the one that was given for declining it. */
  decided: (
    of: Moved & { decision: 'approved' | 'declined'; by: string; reason: string | null },
  ) => MemberEmail;
  /** An approval rule was added, removed or kept. `at` is the time at which a removed one ends; undefined for at once. */
  ruleChanged: (of: {
    change: 'added' | 'removed' | 'kept';
    /** Null: all kinds. */
    kind: MoveKind | null;
    amount: string;
    needs: Needs;
    at: string | undefined;
    by: string;
    panel: string;
  }) => MemberEmail;
  /** `to` is null if the rail returns it to the sender. */
  refunded: (of: { what: string; to: string | null; by: string; panel: string }) => MemberEmail;
  /** The rail took a deposit back. `owed` is the part that the balance could not cover; null if it did. */
  takenBack: (of: { what: string; owed: string | null; panel: string }) => MemberEmail;
  /** Null for no limit. `at` is the time from which a higher limit applies; undefined for immediately. */
  limitChanged: (of: {
    from: string | null;
    to: string | null;
    at: string | undefined;
    by: string;
    panel: string;
  }) => MemberEmail;
  /** Null if refunds by API are off. */
  apiRefundsChanged: (of: {
    from: string | null;
    to: string | null;
    by: string;
    panel: string;
  }) => MemberEmail;
  /** The allowed deviation of payments by a method. Null for none. */
  toleranceChanged: (of: {
    method: string;
    from: Off | null;
    to: Off | null;
    by: string;
    panel: string;
  }) => MemberEmail;
  /** When unmatched deposits are refunded without a decision. */
  automaticRefundsChanged: (of: { from: Automatic; to: Automatic; by: string; panel: string }) => MemberEmail;
  /** The text in place of the destination of a batch of withdrawals. */
  batch: (count: number) => string;
  /**
   * A scheduled batch was not started. `until` is the time up to which it is tried again; null if it has failed.
   */
  batchNotStarted: (of: {
    title: string;
    what: string;
    why: BatchObstacle;
    until: string | null;
    isSeriesOver: boolean;
    panel: string;
  }) => MemberEmail;
  operator: string;
}

/** Why a scheduled batch of withdrawals is not started on its day. */
export type BatchObstacle =
  | 'insufficient_funds'
  | 'destination_removed'
  | 'requester_lost_role'
  | 'account_inactive'
  | 'account_owes_money'
  | 'method_unavailable';

/** Refunds without a decision, made as deposits arrive, some days later, or not at all. */
interface Automatic {
  atOnce: boolean;
  afterDays: number | null;
}

const AUTOMATIC: Readonly<Record<UserLanguage, (of: Automatic) => string>> = {
  en: ({ atOnce, afterDays: days }) => {
    if (atOnce) return 'at once';
    return days === null ? 'never' : `${days === 1 ? '1 day' : `${days} days`} after they arrive`;
  },
  es: ({ atOnce, afterDays: days }) => {
    if (atOnce) return 'de inmediato';
    return days === null ? 'nunca' : `${days === 1 ? '1 día' : `${days} días`} después de llegar`;
  },
};

const OBSTACLES_EN: Readonly<Record<BatchObstacle, string>> = {
  insufficient_funds: 'the balance is too low',
  destination_removed: 'a destination in it was removed',
  requester_lost_role: 'the person who requested it may no longer move money',
  account_inactive: 'the account is suspended or blocked',
  account_owes_money: 'the account owes money for payments that a bank took back',
  method_unavailable: 'one of its amounts can no longer be sent by its method',
};

const OBSTACLES_ES: Readonly<Record<BatchObstacle, string>> = {
  insufficient_funds: 'el saldo no alcanza',
  destination_removed: 'se eliminó uno de sus destinos',
  requester_lost_role: 'la persona que lo solicitó ya no puede mover dinero',
  account_inactive: 'la cuenta está suspendida o bloqueada',
  account_owes_money: 'la cuenta debe dinero por pagos que un banco retiró',
  method_unavailable: 'uno de sus montos ya no se puede enviar por su método',
};

/** The requests that move money out of the account or exchange it. */
export type MoveKind = 'withdrawal' | 'refund' | 'conversion';

/** The allowed deviation of a payment, as a share of the amount due and an amount. */
interface Off {
  percent: string;
  max: string;
}

const OFF: Readonly<Record<UserLanguage, (of: Off) => string>> = {
  en: ({ percent, max }) => `${percent}% of it, and at most ${max}`,
  es: ({ percent, max }) => `${percent} %, y como máximo ${max}`,
};

/** One fact per line, with the values aligned. */
function listOf(facts: readonly (readonly [name: string, value: string | null])[]): string {
  const shown = facts.filter(([, value]) => value !== null);
  const width = Math.max(...shown.map(([name]) => name.length)) + 2;
  return shown.map(([name, value]) => `  ${name.padEnd(width)}${value}`).join('\n');
}

/** Like `50000 MXN`. */
function amountOf({ amount, currency }: Demand['above']): string {
  return `${money(amount).toFixed()} ${currency}`;
}

/** Waits that end by themselves. */
type TimedWait = 'new_destination' | 'new_member';

interface Waiting {
  kind: MoveKind;
  by: string;
  at: string;
}

function waitingEn(why: Demand | TimedWait, of: Waiting): string {
  if (typeof why === 'string') return WAITING_EN[why](of);
  const { kind, by, at } = of;
  return `With what else has left within 24 hours, it is above ${amountOf(why.above)}. By the account's rules, the ${kind} needs the approval of ${APPROVERS.en(why)} other than ${by} by ${at}. Otherwise the money returns to the balance.`;
}

const WAITING_EN: Readonly<Record<TimedWait, (of: Waiting) => string>> = {
  new_destination: ({ kind, by, at }) =>
    `The destination is new, so the ${kind} is sent on ${at}, or once an owner or someone in finance other than ${by} approves it. If you did not expect this, decline it.`,
  new_member: ({ kind, by, at }) =>
    `${by} joined, was given more rights or set up a new sign-in within the last 24 hours, so the ${kind} is sent on ${at}. If an owner vouches for them under Team, another owner or someone in finance can approve it earlier. If you did not expect this, decline it.`,
};

const KINDS_ES: Readonly<Record<MoveKind, string>> = {
  withdrawal: 'Un retiro',
  refund: 'Una devolución',
  conversion: 'Una conversión',
};

const KINDS_OF_RULE_ES: Readonly<Record<MoveKind, string>> = {
  withdrawal: 'retiros',
  refund: 'devoluciones',
  conversion: 'conversiones',
};

const RULE_CHANGES_ES = {
  added: { subject: 'Se agregó una regla de aprobación', did: 'agregó' },
  removed: { subject: 'Se quitó una regla de aprobación', did: 'quitó' },
  kept: { subject: 'Se conservó una regla de aprobación', did: 'conservó' },
} as const;

function waitingEs(why: Demand | TimedWait, of: Waiting): string {
  if (typeof why === 'string') return WAITING_ES[why](of);
  const { by, at } = of;
  return `Sumado a lo demás que salió en 24 horas, supera ${amountOf(why.above)}. Según las reglas de la cuenta, requiere la aprobación de ${APPROVERS.es(why)}, sin contar a ${by}, antes del ${at}. De lo contrario, el dinero volverá al saldo.`;
}

const WAITING_ES: Readonly<Record<TimedWait, (of: Waiting) => string>> = {
  new_destination: ({ by, at }) =>
    `El destino es nuevo, por lo que el envío se hará el ${at}, o en cuanto lo apruebe un propietario o alguien de finanzas distinto de ${by}. Si no lo esperabas, recházalo.`,
  new_member: ({ by, at }) =>
    `${by} se unió, recibió más permisos o restableció su acceso en las últimas 24 horas, por lo que el envío se hará el ${at}. Si un propietario responde por esa persona en Equipo, otro propietario o alguien de finanzas puede aprobarlo antes. Si no lo esperabas, recházalo.`,
};

export const MEMBER_EMAILS: Readonly<Record<UserLanguage, Wordings>> = {
  en: {
    destinationAdded: ({ label, where, by, panel }) => ({
      subject: 'A new destination was saved',
      body: `${by} saved a destination for withdrawals and refunds:

${listOf([
  ['name', label],
  ['destination', where],
])}

For 24 hours, transfers to it wait unless a second person approves them. If you did not expect this, remove the destination: money waiting to be sent there then returns to the balance.

${panel}
`,
    }),
    waiting: ({ kind, what, to, by, why, at, panel }) => ({
      subject: typeof why === 'string' ? `A ${kind} is waiting` : `A ${kind} needs your approval`,
      body: `${by} requested a ${kind}:

${listOf([
  ['amount', what],
  ['destination', to],
])}

${waitingEn(why, { kind, by, at })}

${panel}
`,
    }),
    firstApproved: ({ kind, what, to, by, approvedBy, at, panel }) => ({
      subject: `A ${kind} needs one more approval`,
      body: `${approvedBy} approved a ${kind} that ${by} requested:

${listOf([
  ['amount', what],
  ['destination', to],
])}

It needs a second approval, of another person, by ${at}. If you did not expect this, decline it:

${panel}
`,
    }),
    decided: ({ kind, what, to, decision, by, reason, panel }) => ({
      subject: `Your ${kind} was ${decision}`,
      body: `${by} ${decision} the ${kind} that you requested:

${listOf([
  ['amount', what],
  ['destination', to],
  ['reason', reason],
])}

${decision === 'approved' ? 'It is sent now.' : 'Nothing was sent, and the money is back where it was.'}

${panel}
`,
    }),
    ruleChanged: ({ change, kind, amount, needs, at, by, panel }) => ({
      subject: `An approval rule was ${change}`,
      body: `${by} ${change} a rule for what needs approval before it leaves the account:

${listOf([
  ['covers', kind === null ? 'withdrawals, refunds and conversions' : `${kind}s`],
  ['above', `${amount} within 24 hours`],
  ['needs', `the approval of ${APPROVERS.en(needs)}`],
  ['ends', at ?? null],
])}

If you did not expect this, review the rules:

${panel}
`,
    }),
    refunded: ({ what, to, by, panel }) => ({
      subject: `A payment was refunded: ${what}`,
      body: `${by} refunded a payment:

${listOf([
  ['amount', what],
  ['destination', to ?? 'back to the payer'],
])}

If you did not expect this, review it in the panel:

${panel}
`,
    }),
    takenBack: ({ what, owed, panel }) => ({
      subject: `A bank took a payment back: ${what}`,
      body: `A payment that had arrived was taken back by the bank:

${listOf([
  ['amount', what],
  ['still owed', owed ?? 'nothing: your balance covered it'],
])}

${owed === null ? 'It was deducted from your balance.' : 'As much of your balance stays in your account until the rest is paid.'} Decide in the panel what to do about it:

${panel}
`,
    }),
    limitChanged: ({ from, to, at, by, panel }) => ({
      subject: 'The limit for withdrawals, refunds and conversions has changed',
      body: `${by} changed how much one person may move out of the account alone within 24 hours:

${listOf([
  ['before', from ?? 'no limit'],
  ['now', `${to ?? 'no limit'}${at === undefined ? '' : `, from ${at}`}`],
])}

If you did not expect this, restore the previous limit:

${panel}
`,
    }),
    apiRefundsChanged: ({ from, to, by, panel }) => ({
      subject:
        to === null
          ? 'Refunds by API were turned off'
          : from === null
            ? 'Refunds by API were turned on'
            : 'The limit for refunds by API has changed',
      body: `${by} changed how much API keys with the scope refunds:write may refund within 24 hours:

${listOf([
  ['before', from ?? 'nothing'],
  ['now', to ?? 'nothing'],
])}

Such refunds only go back to where the payment came from. If you did not expect this, turn them off, and revoke the keys that you do not know:

${panel}
`,
    }),
    toleranceChanged: ({ method, from, to, by, panel }) => ({
      subject: `The tolerance for payments by ${method} has changed`,
      body: `${by} changed how far a payment by ${method} may be from the amount due and still pay its link:

${listOf([
  ['before', from ? OFF.en(from) : 'not at all'],
  ['now', to ? OFF.en(to) : 'not at all'],
])}

If you did not expect this, change it back:

${panel}
`,
    }),
    automaticRefundsChanged: ({ from, to, by, panel }) => ({
      subject: 'Automatic refunds have changed',
      body: `${by} changed when unmatched deposits are refunded automatically:

${listOf([
  ['before', AUTOMATIC.en(from)],
  ['now', AUTOMATIC.en(to)],
])}

Such refunds only go back to where the payment came from. If you did not expect this, change it back:

${panel}
`,
    }),
    batch: (count) => (count === 1 ? 'a batch of 1 withdrawal' : `a batch of ${count} withdrawals`),
    batchNotStarted: ({ title, what, why, until, isSeriesOver, panel }) => ({
      subject:
        until === null
          ? `A batch of withdrawals was not sent: ${title}`
          : `A batch of withdrawals is waiting: ${title}`,
      body: `A batch of withdrawals was due, but ${OBSTACLES_EN[why]}:

${listOf([
  ['batch', title],
  ['amount', what],
])}

${until === null ? 'Nothing was sent or reserved.' : `It is tried again every hour until ${until}.`}${isSeriesOver ? ' It does not repeat any more.' : ''}

${panel}
`,
    }),
    operator: 'The operator of the service',
  },
  es: {
    destinationAdded: ({ label, where, by, panel }) => ({
      subject: 'Se guardó un nuevo destino',
      body: `${by} guardó un destino para retiros y devoluciones:

${listOf([
  ['nombre', label],
  ['destino', where],
])}

Durante 24 horas, los envíos a este destino quedan en espera, salvo que una segunda persona los apruebe. Si no esperabas este cambio, elimina el destino: el dinero en espera de enviarse ahí volverá al saldo.

${panel}
`,
    }),
    waiting: ({ kind, what, to, by, why, at, panel }) => ({
      subject: `${KINDS_ES[kind]} ${typeof why === 'string' ? 'está en espera' : 'requiere tu aprobación'}`,
      body: `${by} solicitó ${KINDS_ES[kind].toLowerCase()}:

${listOf([
  ['monto', what],
  ['destino', to],
])}

${waitingEs(why, { kind, by, at })}

${panel}
`,
    }),
    firstApproved: ({ kind, what, to, by, approvedBy, at, panel }) => ({
      subject: `${KINDS_ES[kind]} requiere una aprobación más`,
      body: `${approvedBy} aprobó ${KINDS_ES[kind].toLowerCase()} que solicitó ${by}:

${listOf([
  ['monto', what],
  ['destino', to],
])}

Requiere una segunda aprobación, de otra persona, antes del ${at}. Si no lo esperabas, recházalo:

${panel}
`,
    }),
    decided: ({ kind, what, to, decision, by, reason, panel }) => ({
      subject: `${KINDS_ES[kind]} que solicitaste: ${decision === 'approved' ? 'solicitud aprobada' : 'solicitud rechazada'}`,
      body: `${by} ${decision === 'approved' ? 'aprobó' : 'rechazó'} ${KINDS_ES[kind].toLowerCase()} que solicitaste:

${listOf([
  ['monto', what],
  ['destino', to],
  ['motivo', reason],
])}

${decision === 'approved' ? 'Se envía ahora.' : 'No se envió nada, y el dinero volvió a donde estaba.'}

${panel}
`,
    }),
    ruleChanged: ({ change, kind, amount, needs, at, by, panel }) => ({
      subject: RULE_CHANGES_ES[change].subject,
      body: `${by} ${RULE_CHANGES_ES[change].did} una regla sobre lo que requiere aprobación antes de salir de la cuenta:

${listOf([
  ['abarca', kind === null ? 'retiros, devoluciones y conversiones' : KINDS_OF_RULE_ES[kind]],
  ['más de', `${amount} en 24 horas`],
  ['requiere', `la aprobación de ${APPROVERS.es(needs)}`],
  ['termina', at ?? null],
])}

Si no esperabas este cambio, revisa las reglas:

${panel}
`,
    }),
    refunded: ({ what, to, by, panel }) => ({
      subject: `Se devolvió un pago: ${what}`,
      body: `${by} devolvió un pago:

${listOf([
  ['monto', what],
  ['destino', to ?? 'de vuelta al pagador'],
])}

Si no lo esperabas, revísalo en el panel:

${panel}
`,
    }),
    takenBack: ({ what, owed, panel }) => ({
      subject: `Un banco retiró un pago: ${what}`,
      body: `Un pago que había llegado fue retirado por el banco:

${listOf([
  ['monto', what],
  ['por pagar', owed ?? 'nada: tu saldo lo cubrió'],
])}

${owed === null ? 'Se descontó de tu saldo.' : 'Otro tanto de tu saldo se queda en tu cuenta hasta que se pague el resto.'} Decide en el panel qué hacer:

${panel}
`,
    }),
    limitChanged: ({ from, to, at, by, panel }) => ({
      subject: 'Cambió el límite de retiros, devoluciones y conversiones',
      body: `${by} cambió cuánto puede mover por sí sola una persona en 24 horas:

${listOf([
  ['antes', from ?? 'sin límite'],
  ['ahora', `${to ?? 'sin límite'}${at === undefined ? '' : `, a partir del ${at}`}`],
])}

Si no esperabas este cambio, restablece el límite anterior:

${panel}
`,
    }),
    apiRefundsChanged: ({ from, to, by, panel }) => ({
      subject:
        to === null
          ? 'Se desactivaron las devoluciones por API'
          : from === null
            ? 'Se activaron las devoluciones por API'
            : 'Cambió el límite de las devoluciones por API',
      body: `${by} cambió cuánto pueden devolver en 24 horas las claves de API con el permiso refunds:write:

${listOf([
  ['antes', from ?? 'nada'],
  ['ahora', to ?? 'nada'],
])}

Estas devoluciones solo regresan por donde llegó el pago. Si no esperabas este cambio, desactívalas y revoca las claves que no reconozcas:

${panel}
`,
    }),
    toleranceChanged: ({ method, from, to, by, panel }) => ({
      subject: `Cambió la tolerancia para pagos por ${method}`,
      body: `${by} cambió cuánto puede diferir del monto esperado un pago por ${method} y aun así pagar su enlace:

${listOf([
  ['antes', from ? OFF.es(from) : 'nada'],
  ['ahora', to ? OFF.es(to) : 'nada'],
])}

Si no esperabas este cambio, restablece la tolerancia anterior:

${panel}
`,
    }),
    automaticRefundsChanged: ({ from, to, by, panel }) => ({
      subject: 'Cambiaron las devoluciones automáticas',
      body: `${by} cambió cuándo se devuelven sin una decisión los depósitos que no pagan ningún enlace:

${listOf([
  ['antes', AUTOMATIC.es(from)],
  ['ahora', AUTOMATIC.es(to)],
])}

Estas devoluciones solo regresan por donde llegó el pago. Si no esperabas este cambio, restablece lo anterior:

${panel}
`,
    }),
    batch: (count) => (count === 1 ? 'un lote de 1 retiro' : `un lote de ${count} retiros`),
    batchNotStarted: ({ title, what, why, until, isSeriesOver, panel }) => ({
      subject:
        until === null
          ? `No se envió un lote de retiros: ${title}`
          : `Un lote de retiros está en espera: ${title}`,
      body: `Un lote de retiros debía enviarse, pero ${OBSTACLES_ES[why]}:

${listOf([
  ['lote', title],
  ['monto', what],
])}

${until === null ? 'No se envió ni se apartó nada.' : `Se intentará cada hora hasta el ${until}.`}${isSeriesOver ? ' Ya no se repetirá.' : ''}

${panel}
`,
    }),
    operator: 'El operador del servicio',
  },
};
