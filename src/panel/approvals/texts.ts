import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  waiting: 'Waiting for a decision',
  waitingHint: 'The money is reserved until it is sent, declined or taken back.',
  states: {
    second_person: 'Needs approval',
    new_destination: 'New destination',
    new_member: 'New member',
    declined: 'Declined',
    taken_back: 'Taken back',
    expired: 'Not approved in time',
  },
  toApprove: 'To approve',
  nothingToApprove: 'Nothing here waits for approval.',
  overview: 'Overview',
  what: 'What',
  status: WORDS.en.status,
  toPayer: 'Back to the payer',
  withdrawalsOf: (count: number): string => (count === 1 ? '1 withdrawal' : `${count} withdrawals`),
  kinds: { withdrawal: 'Withdrawal', refund: WORDS.en.refund, conversion: WORDS.en.conversion },
  requestedBy: 'Requested by',
  firstApprovedBy: 'Approved by',
  to: 'To',
  decidedBy: 'Decided by',
  decisionReason: 'Reason given',
  operator: 'The operator of the service',
  sends: 'Will be sent',
  atOnce: 'At once',
  afterApproval: 'Once it is approved',
  approveBy: 'Approve by',
  bankPays: (method: string): string => `The bank pays (${method})`,
  cutOff: (time: string, zone: string): string => `cut-off ${time} (${zone})`,
  holidaysUnknown: 'not counting bank holidays',

  /** Before it is asked for. */
  outlook: {
    second_person: (above: string, who: string): string =>
      `With the other transfers of the last 24 hours, this is above ${above}, so by the account’s rules it needs the approval of ${who} other than you. Until then the money is reserved.`,
    new_destination:
      'The destination is new. The money is reserved, and sent at the time above, or once a second person approves it.',
    new_member:
      'You joined, were given more rights or set up a new sign-in within the last 24 hours. The money is reserved, and sent at the time above. Once an owner vouches for you under Team, another person can approve it earlier.',
  },
  whoCanApprove: (who: string, areMailed: boolean): string =>
    `These people can approve it${areMailed ? ', and are notified by e-mail' : ''}: ${who}.`,
  nobodyElse:
    'Nobody else in this account can approve it yet. An owner can invite someone, or vouch for a new member, under Team.',

  decide: 'Your decision',
  others: {
    second_person: (who: string): string =>
      `By the account’s rules it needs the approval of ${who}. Check the amount and the destination against what you know, not against a message you received.`,
    new_destination: (): string =>
      'The destination is new, so it waits. It is sent at the time above, or at once when a second person approves it. If you do not recognize the destination, decline it.',
    new_member: (): string =>
      'The person who requested it joined, was given more rights or set up a new sign-in within the last 24 hours, so it waits. It is sent at the time above. Once an owner vouches for them under Team, another person can approve it earlier.',
  },
  own: {
    second_person: (who: string): string =>
      `You requested it, and by the account’s rules it needs the approval of ${who} other than you.`,
    new_destination: (): string =>
      'You requested it. It is sent at the time above, or at once when another owner or someone in finance approves it.',
    new_member: (): string =>
      'You requested it, and joined, were given more rights or set up a new sign-in within the last 24 hours. It is sent at the time above. Once an owner vouches for you under Team, another owner or someone in finance can approve it earlier.',
  },
  approve: (amount: string): string => `Approve ${amount}`,
  withdrawApproval: 'Withdraw your approval',
  declineReason: 'Reason for declining',
  declineReasonHint: 'The person who requested it is told, and the people of this account see it.',
  decline: 'Decline',
  takeBack: 'Take back',

  steps: {
    requested: (by: string): string => `Requested by ${by}`,
    approved: (by: string): string => `Approved by ${by}`,
    declined: (by: string): string => `Declined by ${by}`,
    taken_back: (by: string): string => `Taken back by ${by}`,
    expired: 'Not approved in time',
  },
  flashMessages: {
    second_person: 'It needs approval before it is sent.',
    new_destination: {
      done: 'It waits because the destination is new.',
      mailed: 'Owners and finance were notified by e-mail.',
    },
    new_member:
      'It waits because you joined, were given more rights or set up a new sign-in within the last 24 hours.',
    approved: 'You approved it.',
    first_approved: 'You approved it. It needs one more approval.',
    approval_withdrawn: 'You withdrew your approval.',
    declined: 'You declined it. Nothing was sent.',
    taken_back: 'You took it back. Nothing was sent.',
  },
  problems: {
    transfer_not_waiting: 'It was already decided, or sent. See the history below.',
    second_person_required: 'You requested it, so someone else must approve it.',
    already_approved: 'You have approved it. Someone else must give the second approval.',
    owner_required: 'The approval that is missing must come from an owner.',
    member_too_new:
      'You joined, were given more rights or set up a new sign-in within the last 24 hours, so you cannot approve it yet. An owner who neither requested it nor vouches for its requester can vouch for you under Team.',
    requester_too_new:
      'You cannot approve it: within the last 24 hours, its requester joined, was given more rights or set up a new sign-in, or they have left the account. Another owner can vouch for them under Team. If you do not know why it was requested, decline it.',
    account_suspended: 'The account is suspended, so no money can be moved. Contact support.',
    account_blocked: 'The account is blocked, so no money can be moved. Contact support.',
    deposit_not_unmatched:
      'Somebody else decided first: the status shows what was decided. Nothing was done twice.',
    deposit_too_small: 'It is less than the smallest amount that can be moved.',
    account_owes_money:
      'Your account owes money for payments that a bank took back, and as much must stay in it: see Deposits.',
    'invalid_request.decision_reason': 'Give a reason of up to 200 characters.',
    invalid_request: 'Something is missing or not valid.',
    idempotency_request_in_progress: WORDS.en.inProgress,
    idempotency_key_reused: WORDS.en.formReused,
  },
};

const es: typeof en = {
  waiting: 'En espera de una decisión',
  waitingHint: 'El dinero queda apartado hasta que se envíe, se rechace o se cancele.',
  states: {
    second_person: 'Requiere aprobación',
    new_destination: 'Destino nuevo',
    new_member: 'Miembro nuevo',
    declined: 'Solicitud rechazada',
    taken_back: 'Solicitud cancelada',
    expired: 'Sin aprobación a tiempo',
  },
  toApprove: 'Por aprobar',
  nothingToApprove: 'Nada espera aprobación.',
  overview: 'Resumen',
  what: 'Qué',
  status: WORDS.es.status,
  toPayer: 'De vuelta al pagador',
  withdrawalsOf: (count) => (count === 1 ? '1 retiro' : `${count} retiros`),
  kinds: { withdrawal: 'Retiro', refund: WORDS.es.refund, conversion: WORDS.es.conversion },
  requestedBy: 'Solicitó',
  firstApprovedBy: 'Aprobó',
  to: 'Para',
  decidedBy: 'Decidió',
  decisionReason: 'Motivo indicado',
  operator: 'El operador del servicio',
  sends: 'Se enviará',
  atOnce: 'De inmediato',
  afterApproval: 'Cuando se apruebe',
  approveBy: 'Aprobar antes del',
  bankPays: (method) => `El banco paga (${method})`,
  cutOff: (time, zone) => `hora límite ${time} (${zone})`,
  holidaysUnknown: 'sin contar los días festivos bancarios',

  outlook: {
    second_person: (above, who) =>
      `Sumado a lo que salió de la cuenta en las últimas 24 horas, supera ${above}, así que según las reglas de la cuenta requiere la aprobación de ${who}, sin contarte a ti. Mientras tanto, el dinero queda apartado.`,
    new_destination:
      'El destino es nuevo. El dinero queda apartado y se envía a la hora indicada, o en cuanto lo apruebe una segunda persona.',
    new_member:
      'Te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas. El dinero queda apartado y se envía a la hora indicada. Si un propietario responde por ti en Equipo, otra persona puede aprobarlo antes.',
  },
  whoCanApprove: (who, areMailed) =>
    `Pueden aprobarlo estas personas${areMailed ? ', a las que se avisa por correo' : ''}: ${who}.`,
  nobodyElse:
    'Nadie más en esta cuenta puede aprobarlo todavía. En Equipo, un propietario puede invitar a alguien o responder por un miembro nuevo.',

  decide: 'Tu decisión',
  others: {
    second_person: (who) =>
      `Según las reglas de la cuenta, requiere la aprobación de ${who}. Compara el monto y el destino con lo que tú sabes, no con un mensaje que te hayan enviado.`,
    new_destination: () =>
      'Está en espera porque el destino es nuevo. Se envía a la hora indicada, o de inmediato si lo aprueba una segunda persona. Si no reconoces el destino, recházalo.',
    new_member: () =>
      'Está en espera porque quien lo solicitó se unió, recibió más permisos o configuró de nuevo su acceso en las últimas 24 horas. Se envía a la hora indicada. Si un propietario responde por esa persona en Equipo, otra puede aprobarlo antes.',
  },
  own: {
    second_person: (who) =>
      `Tú lo solicitaste, y según las reglas de la cuenta requiere la aprobación de ${who}, sin contarte a ti.`,
    new_destination: () =>
      'Tú lo solicitaste. Se envía a la hora indicada, o de inmediato si lo aprueba otro propietario o alguien de finanzas.',
    new_member: () =>
      'Tú lo solicitaste, y te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas. Se envía a la hora indicada. Si un propietario responde por ti en Equipo, otro propietario o alguien de finanzas puede aprobarlo antes.',
  },
  approve: (amount) => `Aprobar ${amount}`,
  withdrawApproval: 'Retirar tu aprobación',
  declineReason: 'Motivo del rechazo',
  declineReasonHint: 'Se le informa a quien lo solicitó, y lo ven las personas de esta cuenta.',
  decline: 'Rechazar',
  takeBack: 'Cancelar la solicitud',

  steps: {
    requested: (by) => `Solicitó: ${by}`,
    approved: (by) => `Aprobó: ${by}`,
    declined: (by) => `Rechazó: ${by}`,
    taken_back: (by) => `Canceló: ${by}`,
    expired: 'Nadie dio su aprobación a tiempo',
  },
  flashMessages: {
    second_person: 'Requiere aprobación antes de enviarse.',
    new_destination: {
      done: 'Está en espera porque el destino es nuevo.',
      mailed: 'Se avisó por correo a propietarios y finanzas.',
    },
    new_member:
      'Está en espera porque te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas.',
    approved: 'Diste tu aprobación.',
    first_approved: 'Diste tu aprobación. Se requiere una más.',
    approval_withdrawn: 'Retiraste tu aprobación.',
    declined: 'Rechazaste la solicitud. No se envió nada.',
    taken_back: 'Cancelaste la solicitud. No se envió nada.',
  },
  problems: {
    transfer_not_waiting: 'Alguien ya decidió, o ya se envió. Consulta el historial de abajo.',
    second_person_required: 'Tú lo solicitaste, por lo que debe aprobarlo otra persona.',
    already_approved: 'Ya diste tu aprobación. La segunda debe darla otra persona.',
    owner_required: 'La aprobación que falta debe darla un propietario.',
    member_too_new:
      'Te uniste, recibiste más permisos o configuraste de nuevo tu acceso en las últimas 24 horas, así que aún no puedes aprobarlo. Puede responder por ti en Equipo un propietario que no lo haya solicitado ni responda por quien lo solicitó.',
    requester_too_new:
      'No puedes aprobarlo: en las últimas 24 horas, quien lo solicitó se unió, recibió más permisos o configuró de nuevo su acceso, o ya no pertenece a la cuenta. Otro propietario puede responder por esa persona en Equipo. Si no sabes por qué se solicitó, recházalo.',
    account_suspended: 'La cuenta está suspendida, por lo que no se puede mover dinero. Contacta a soporte.',
    account_blocked: 'La cuenta está bloqueada, por lo que no se puede mover dinero. Contacta a soporte.',
    deposit_not_unmatched:
      'Alguien decidió antes que tú: el estado muestra qué se decidió. Nada se hizo dos veces.',
    deposit_too_small: 'Es menos que el monto mínimo que se puede mover.',
    account_owes_money:
      'Tu cuenta debe dinero por pagos que un banco retiró, y otro tanto debe quedarse en ella: ve a Depósitos.',
    'invalid_request.decision_reason': 'Indica un motivo de hasta 200 caracteres.',
    invalid_request: 'Falta algo o no es válido.',
    idempotency_request_in_progress: WORDS.es.inProgress,
    idempotency_key_reused: WORDS.es.formReused,
  },
};

export const APPROVALS: Readonly<Record<Language, typeof en>> = { en, es };
