import type { ErrorCode } from '../../lib/errors/table.ts';
import type { CredentialState, Scope } from '../../credentials/index.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'API keys',
  why: 'API keys let your own systems work with this account. Give each system its own key, with only the scopes it needs.',
  create: 'Create a key',
  none: 'There are no keys yet. Create one to call the API.',
  key: 'Key',
  allScopes: 'all',
  notUsed: 'not in the last 30 days',
  states: { active: 'Active', expired: 'Expired', revoked: 'Revoked' } satisfies Record<
    CredentialState,
    string
  >,
  allow: {
    'balances:read': 'See the balances.',
    'transactions:read':
      'See movements, deposits, withdrawals, conversions and refunds, including payers’ data.',
    'links:read': 'See payment links and their status.',
    'links:write': 'Create, change and cancel payment links.',
    'customers:read': 'See customers, with their personal data.',
    'customers:write': 'Create, change and delete customers.',
    'qr:read': 'See counter QR codes and what they collected.',
    'qr:write': 'Create and change counter QR codes.',
    'logs:read': 'Read the call log.',
    'webhooks:manage': 'Register and manage webhook endpoints.',
    'refunds:write': 'Refund payments to where they came from.',
  } satisfies Record<Scope, string>,
  refunds: 'Money out',
  refundsHint:
    'With this scope, the key sends money out of the account: back to your payers, up to the limit of the account. Choose it only for a system that refunds, and allow the key only from that system’s addresses.',
  refundsPage: 'Refunds by API',
  refundsByOwners: 'Only owners create and rotate keys that can refund payments.',
  addresses: 'Allowed addresses',
  anywhere: 'any',
  addressesHint:
    'IP addresses or ranges such as 203.0.113.0/24, one per line. The key works only from these. Empty: from anywhere.',
  expiresHint: 'It works until the end of that day (UTC). Empty: it does not expire.',
  versionHint:
    'For calls without the Service-Version header. It does not change when a newer version is released.',
  requests: 'Requests per minute',
  requestsHint: 'Requests above this get a 429.',
  money: 'Money operations per day',
  moneyHint: 'Calls that create or change payment links and QR codes or refund payments, until midnight UTC.',
  limits: 'Limits',
  calls: 'Calls',
  onceTitle: (name: string): string => `The secret of ${name}`,
  once: 'It is shown only once. Store it where your system reads its secrets; if you lose it, rotate the key.',
  curlTitle: 'Try it',
  curl: 'This call moves no money. It returns the key, its scopes and the account.',
  curlFrom: 'It works only from the key’s allowed addresses.',
  continue: 'I saved it',
  rename: 'Rename',
  rotate: 'Rotate',
  rotateHint: 'Gives the key a new secret. Calls with the old one get a 401 once it has ended.',
  overlapHint:
    'Until then both work, so that your systems can change one by one. If anyone else may know the old secret, end it now. Any earlier secret stops working now.',
  revoke: 'Revoke',
  revokeHint: 'The key stops working at once and permanently. To replace it, create another one first.',
  ended: {
    expired: 'This key has expired. Create a new one.',
    revoked: 'This key was revoked. Create a new one.',
  },
  back: 'All keys',
  flashMessages: {
    revoked: 'The key was revoked.',
    renamed: 'The key was renamed.',
    previous_ended: 'The old secret no longer works.',
  },
  /** The reasons why the account has no keys, and what to do about each. */
  obstacles: {
    kyb_not_started:
      'API keys are available once your business is approved. Its verification has not been started: contact us to start it.',
    kyb_incomplete:
      'API keys are available once your business is approved. Its verification is incomplete: send us what is missing.',
    kyb_pending_review:
      'API keys are available once your business is approved. We have everything we need and are reviewing it; there is nothing for you to do.',
    forbidden:
      'API keys are available to approved businesses only, and yours was not approved. Contact us to find out why.',
  } satisfies Partial<Record<ErrorCode, string>>,
  problems: {
    api_key_ended: 'This key was revoked or has expired. Create a new one.',
    'invalid_request.old_valid_for': 'Choose how long the old secret keeps working.',
    'invalid_request.name': 'Give the key a name of up to 200 characters.',
    'invalid_request.scopes': 'Choose at least one scope.',
    'invalid_request.allowed_addresses':
      'Write up to 100 IP addresses or ranges, such as 203.0.113.7 or 2001:db8::/32, one per line.',
    'invalid_request.expires_at': 'The expiry date must be today or later.',
    'invalid_request.api_version': 'Choose one of the versions.',
    'invalid_request.requests_per_minute': 'Requests per minute must be a whole number from 1 to 1,000,000.',
    'invalid_request.money_operations_per_day':
      'Money operations per day must be a whole number from 0 to 100,000,000.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  created: 'Creada',
  title: 'Claves de API',
  why: 'Con las claves de API, tus propios sistemas trabajan con esta cuenta. Da a cada sistema su propia clave, solo con los permisos que necesita.',
  create: 'Crear una clave',
  none: 'Aún no hay claves. Crea una para llamar a la API.',
  key: 'Clave',
  allScopes: 'todos',
  notUsed: 'no en los últimos 30 días',
  states: { active: 'Activa', expired: 'Vencida', revoked: 'Revocada' },
  allow: {
    'balances:read': 'Ver los saldos.',
    'transactions:read':
      'Ver movimientos, depósitos, retiros, conversiones y devoluciones, con los datos de quienes pagan.',
    'links:read': 'Ver los enlaces de pago y su estado.',
    'links:write': 'Crear, modificar y cancelar enlaces de pago.',
    'customers:read': 'Ver los clientes, con sus datos.',
    'customers:write': 'Crear, modificar y eliminar clientes.',
    'qr:read': 'Ver los códigos QR de mostrador y lo que cobraron.',
    'qr:write': 'Crear y modificar códigos QR de mostrador.',
    'logs:read': 'Leer el registro de llamadas.',
    'webhooks:manage': 'Registrar y administrar endpoints de webhooks.',
    'refunds:write': 'Devolver pagos por donde llegaron.',
  },
  refunds: 'Dinero que sale',
  refundsHint:
    'Con este permiso, la clave saca dinero de la cuenta: de vuelta a quienes te pagaron, hasta el límite de la cuenta. Elígelo solo para un sistema que hace devoluciones, y permite la clave solo desde las direcciones de ese sistema.',
  refundsPage: 'Devoluciones por API',
  refundsByOwners: 'Solo los propietarios crean y renuevan claves que pueden devolver pagos.',
  addresses: 'Direcciones permitidas',
  anywhere: 'cualquiera',
  addressesHint:
    'Direcciones IP o rangos como 203.0.113.0/24, uno por línea. La clave solo funciona desde ellas. Vacío: desde cualquier lugar.',
  expiresHint: 'Funciona hasta el final de ese día (UTC). Vacío: no vence.',
  versionHint:
    'Para las llamadas sin el encabezado Service-Version. No cambia cuando se publica una versión nueva.',
  requests: 'Solicitudes por minuto',
  requestsHint: 'Las que excedan el límite reciben un 429.',
  money: 'Operaciones de dinero por día',
  moneyHint:
    'Llamadas que crean o modifican enlaces de pago y códigos QR o devuelven pagos, hasta la medianoche UTC.',
  limits: 'Límites',
  calls: 'Llamadas',
  onceTitle: (name) => `El secreto de ${name}`,
  once: 'Solo se muestra esta vez. Guárdalo donde tu sistema lee sus secretos; si lo pierdes, renueva la clave.',
  curlTitle: 'Pruébala',
  curl: 'Esta llamada no mueve dinero. Responde con la clave, sus permisos y la cuenta.',
  curlFrom: 'Solo funciona desde las direcciones permitidas de la clave.',
  continue: 'Ya lo guardé',
  rename: 'Cambiar el nombre',
  rotate: 'Renovar',
  rotateHint:
    'Da a la clave un secreto nuevo. Cuando el anterior termina, las llamadas con él reciben un 401.',
  overlapHint:
    'Mientras tanto funcionan los dos, para que tus sistemas cambien uno por uno. Si alguien más puede conocer el anterior, termínalo ahora. Cualquier secreto anterior a ese deja de funcionar ahora.',
  revoke: 'Revocar',
  revokeHint:
    'La clave deja de funcionar de inmediato y de forma definitiva. Para reemplazarla, crea otra antes.',
  ended: {
    expired: 'Esta clave venció. Crea una nueva.',
    revoked: 'Esta clave fue revocada. Crea una nueva.',
  },
  back: 'Todas las claves',
  flashMessages: {
    revoked: 'La clave fue revocada.',
    renamed: 'Se cambió el nombre de la clave.',
    previous_ended: 'El secreto anterior ya no funciona.',
  },
  obstacles: {
    kyb_not_started:
      'Las claves de API están disponibles cuando tu empresa es aprobada. Su verificación no ha comenzado: contáctanos para iniciarla.',
    kyb_incomplete:
      'Las claves de API están disponibles cuando tu empresa es aprobada. Su verificación está incompleta: envíanos lo que falta.',
    kyb_pending_review:
      'Las claves de API están disponibles cuando tu empresa es aprobada. Ya tenemos todo y lo estamos revisando; no tienes que hacer nada.',
    forbidden:
      'Las claves de API están disponibles solo para empresas aprobadas, y la tuya no fue aprobada. Contáctanos para saber por qué.',
  },
  problems: {
    api_key_ended: 'Esta clave fue revocada o venció. Crea una nueva.',
    'invalid_request.old_valid_for': 'Elige cuánto tiempo sigue funcionando el secreto anterior.',
    'invalid_request.name': 'Da a la clave un nombre de hasta 200 caracteres.',
    'invalid_request.scopes': 'Elige al menos un permiso.',
    'invalid_request.allowed_addresses':
      'Escribe hasta 100 direcciones IP o rangos, como 203.0.113.7 o 2001:db8::/32, uno por línea.',
    'invalid_request.expires_at': 'La fecha de vencimiento debe ser hoy o posterior.',
    'invalid_request.api_version': 'Elige una de las versiones.',
    'invalid_request.requests_per_minute':
      'Las solicitudes por minuto deben ser un número entero de 1 a 1,000,000.',
    'invalid_request.money_operations_per_day':
      'Las operaciones de dinero por día deben ser un número entero de 0 a 100,000,000.',
  },
};

export const KEYS: Readonly<Record<Language, typeof en>> = { en, es };
