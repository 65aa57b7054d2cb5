import type { FailureReason } from '../../lib/reasons.ts';
import type { Language } from '../../pages/index.ts';

const en = {
  PROVIDER_REFUSED: 'The provider refused it.',
  INVALID_DESTINATION: 'The destination is not valid.',
  DESTINATION_REJECTED: 'The destination did not accept it.',
  ACCOUNT_CLOSED: 'The destination account is closed.',
  LIMIT_EXCEEDED: 'It exceeds a limit of the provider or the bank.',
  INSUFFICIENT_PROVIDER_FUNDS: 'The provider did not have enough funds.',
  QUOTE_EXPIRED: 'The quote had expired.',
  OPERATOR_DECIDED: 'The operator of the service marked it as failed.',
  RETURNED: 'The money was sent and then returned.',
  NOT_APPROVED: 'It was declined, cancelled or not approved in time.',
  SCREENING_REFUSED: 'Refused by our payment rules.',
} satisfies Record<FailureReason, string>;

const es: typeof en = {
  PROVIDER_REFUSED: 'El proveedor no lo aceptó.',
  INVALID_DESTINATION: 'El destino no es válido.',
  DESTINATION_REJECTED: 'El destino no lo aceptó.',
  ACCOUNT_CLOSED: 'La cuenta de destino está cerrada.',
  LIMIT_EXCEEDED: 'Supera un límite del proveedor o del banco.',
  INSUFFICIENT_PROVIDER_FUNDS: 'El proveedor no tenía fondos suficientes.',
  QUOTE_EXPIRED: 'La cotización había vencido.',
  OPERATOR_DECIDED: 'El operador del servicio lo marcó como fallido.',
  RETURNED: 'El dinero se envió y fue devuelto.',
  NOT_APPROVED: 'Se rechazó, se canceló o no se aprobó a tiempo.',
  SCREENING_REFUSED: 'Rechazado por nuestras reglas de pago.',
};

/** The reasons why money was not sent or converted, or was returned. */
export const FAILURES: Readonly<Record<Language, typeof en>> = { en, es };
