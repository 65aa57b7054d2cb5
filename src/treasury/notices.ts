import type { UserLanguage } from '../people/roles.ts';
import type { WaitsFor } from './requests/repository.ts';

/** What people read by e-mail about withdrawals, in plain text. */
export interface Notice {
  subject: string;
  body: string;
}

export interface Wordings {
  destinationAdded: (of: { label: string; where: string; by: string; panel: string }) => Notice;
  /** `at`: when it goes by itself, or is given back. */
  waiting: (of: {
    what: string;
    to: string;
    by: string;
    waitsFor: WaitsFor;
    at: string;
    panel: string;
  }) => Notice;
  /** Null amounts: no limit. `at`: when a higher limit applies; undefined for at once. */
  limitChanged: (of: {
    asset: string;
    from: string | null;
    to: string | null;
    at: string | undefined;
    by: string;
    panel: string;
  }) => Notice;
  operator: string;
}

export const NOTICES: Readonly<Record<UserLanguage, Wordings>> = {
  en: {
    destinationAdded: ({ label, where, by, panel }) => ({
      subject: 'A new destination for withdrawals was saved',
      body: `${by} saved a destination for withdrawals:

  name         ${label}
  destination  ${where}

For 24 hours, withdrawals to it wait, unless a second person confirms them. If you do not expect this, remove the destination: what waits to go there is then given back.

${panel}
`,
    }),
    waiting: ({ what, to, by, waitsFor, at, panel }) => ({
      subject: waitsFor === 'second_person' ? 'A withdrawal needs your approval' : 'A withdrawal is waiting',
      body: `${by} asked for a withdrawal:

  amount       ${what}
  destination  ${to}

${
  waitsFor === 'second_person'
    ? `It is above the account's limit, so an owner or somebody in finance other than ${by} must approve it by ${at}. Otherwise the money is given back.`
    : `The destination is new, so the withdrawal goes at ${at}, or once an owner or somebody in finance other than ${by} approves it. If you do not expect this, decline it.`
}

${panel}
`,
    }),
    limitChanged: ({ asset, from, to, at, by, panel }) => ({
      subject: `The withdrawal limit in ${asset} has changed`,
      body: `${by} changed how much ${asset} one person may withdraw alone within 24 hours:

  before  ${from ?? 'no limit'}
  now     ${to ?? 'no limit'}${at === undefined ? '' : `, from ${at} on`}

If you do not expect this, set the earlier limit again:

${panel}
`,
    }),
    operator: 'The operator of the service',
  },
  es: {
    destinationAdded: ({ label, where, by, panel }) => ({
      subject: 'Se guardó un nuevo destino de retiros',
      body: `${by} guardó un destino de retiros:

  nombre   ${label}
  destino  ${where}

Durante 24 horas, los retiros a este destino esperan, salvo que una segunda persona los confirme. Si no esperabas este cambio, elimina el destino: se devolverá lo que esté en espera de enviarse ahí.

${panel}
`,
    }),
    waiting: ({ what, to, by, waitsFor, at, panel }) => ({
      subject: waitsFor === 'second_person' ? 'Un retiro requiere tu aprobación' : 'Hay un retiro en espera',
      body: `${by} solicitó un retiro:

  monto    ${what}
  destino  ${to}

${
  waitsFor === 'second_person'
    ? `Supera el límite de la cuenta, por lo que un propietario o alguien de finanzas distinto de ${by} debe aprobarlo antes del ${at}. De lo contrario, el dinero se devolverá a la cuenta.`
    : `El destino es nuevo, por lo que el retiro se enviará el ${at}, o en cuanto lo apruebe un propietario o alguien de finanzas distinto de ${by}. Si no esperabas este retiro, recházalo.`
}

${panel}
`,
    }),
    limitChanged: ({ asset, from, to, at, by, panel }) => ({
      subject: `Cambió el límite de retiros en ${asset}`,
      body: `${by} cambió cuánto ${asset} puede retirar una sola persona en 24 horas:

  antes  ${from ?? 'sin límite'}
  ahora  ${to ?? 'sin límite'}${at === undefined ? '' : `, a partir del ${at}`}

Si no esperabas este cambio, vuelve a fijar el límite anterior:

${panel}
`,
    }),
    operator: 'El operador del servicio',
  },
};
