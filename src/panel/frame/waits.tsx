import type { JSX } from 'preact';
import type { WaitReason } from '../../lib/reasons.ts';
import type { Language } from '../../pages/index.ts';
import type { Transfer } from '../../transfers/index.ts';
import { useTexts } from './context.tsx';
import { Moment } from './parts.tsx';

const en = {
  since: 'since',
  reasons: {
    HOT_WALLET_EMPTY: 'Waiting for funds to become available on this network',
    GAS_EMPTY: 'Waiting for funds to become available on this network',
    FEES_TOO_HIGH: 'Waiting for network fees to fall',
    TOKEN_PAUSED: 'Waiting for the token’s issuer to allow transfers again',
    RAIL_UNREACHABLE: 'Waiting for the network or the provider to respond',
    NOT_ISSUED: 'Waiting for the issuer to issue the tokens',
    PRICE_MOVED: 'Waiting for a better exchange rate, or for the operator of the service to accept this one',
    LIMIT: 'Waiting for the operator of the service to approve it',
    PAUSED: 'Waiting for the operator of the service to resume this method',
    ACCOUNT_NOT_ACTIVE: 'Waiting: the account is suspended or blocked',
    REQUESTER_NOT_AUTHORIZED:
      'Not sent: whoever requested it may no longer move the account’s money. Decline it, and request it again if it is right',
    SCREENING: 'In review',
    OPERATOR: 'Waiting for the operator of the service to look into it',
  } satisfies Record<WaitReason, string>,
};

const es: typeof en = {
  since: 'desde el',
  reasons: {
    HOT_WALLET_EMPTY: 'En espera de que haya fondos disponibles en esta red',
    GAS_EMPTY: 'En espera de que haya fondos disponibles en esta red',
    FEES_TOO_HIGH: 'En espera de que bajen las comisiones de la red',
    TOKEN_PAUSED: 'En espera de que el emisor del token vuelva a permitir transferencias',
    RAIL_UNREACHABLE: 'En espera de respuesta de la red o del proveedor',
    NOT_ISSUED: 'En espera de que el emisor emita los tokens',
    PRICE_MOVED: 'En espera de un mejor tipo de cambio, o de que el operador del servicio acepte el actual',
    LIMIT: 'En espera de la aprobación del operador del servicio',
    PAUSED: 'En espera de que el operador del servicio reactive este método',
    ACCOUNT_NOT_ACTIVE: 'En espera: la cuenta está suspendida o bloqueada',
    REQUESTER_NOT_AUTHORIZED:
      'No se envía: quien lo solicitó ya no puede mover el dinero de la cuenta. Recházalo, y solicítalo de nuevo si es correcto',
    SCREENING: 'En revisión',
    OPERATOR: 'En espera de que el operador del servicio revise qué pasó',
  },
};

/** For the account's users, who can pass it on to the recipient, so it has no details of how the operator works. */
const WAITS: Readonly<Record<Language, typeof en>> = { en, es };

/** The reason why a transfer waits, and since when. Shows nothing while it takes no longer than usual. */
export function Waits({
  of: { waitsFor, waitsSince },
}: {
  of: Pick<Transfer, 'waitsFor' | 'waitsSince'>;
}): JSX.Element | null {
  if (waitsFor === null || waitsSince === null) return null;
  const { since, reasons } = useTexts(WAITS);
  return (
    <p>
      {reasons[waitsFor]}, {since} <Moment at={waitsSince} inSentence />.
    </p>
  );
}
