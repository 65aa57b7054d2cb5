import { auditRoutes } from './audit/audit-log.tsx';
import { findHandIns } from './bank-statements/access.ts';
import { bankStatementRoutes } from './bank-statements/routes.ts';
import { callLogRoutes } from './call-log/routes.ts';
import { componentRoutes } from './components/components.tsx';
import { conversionRoutes } from './conversions/routes.ts';
import { depositRoutes } from './deposits/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { meRoutes } from './me/routes.ts';
import { movementRoutes } from './movements/movements.tsx';
import { overviewRoutes } from './overview/routes.ts';
import { qrCodeRoutes } from './qr-codes/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { MEMBERS, MONEY, type Area, type Route } from './request/route.ts';
import { OWNERS, TECHNICAL } from '../people/index.ts';
import type { PanelServices } from './request/services.ts';
import { searchRoutes } from './search/routes.ts';
import { settingsRoutes } from './settings/payment-page.tsx';
import { signInRoutes } from './sign-in/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { READERS } from './request/readers.ts';
import { withdrawalRoutes } from './withdrawals/routes.ts';

/** The areas of an account, in the order of the navigation. */
export const AREAS: readonly Area[] = [
  { group: 'money', path: '', roles: MEMBERS, label: { en: 'Overview', es: 'Resumen' } },
  { group: 'money', path: 'links', roles: MEMBERS, label: { en: 'Payment links', es: 'Enlaces de pago' } },
  {
    group: 'money',
    path: 'qr-codes',
    roles: MEMBERS,
    label: { en: 'Counter codes', es: 'Códigos de mostrador' },
  },
  { group: 'money', path: 'deposits', roles: MEMBERS, label: { en: 'Deposits', es: 'Depósitos' } },
  { group: 'money', path: 'refunds', roles: MEMBERS, label: { en: 'Refunds', es: 'Devoluciones' } },
  { group: 'money', path: 'conversions', roles: MEMBERS, label: { en: 'Conversions', es: 'Conversiones' } },
  { group: 'money', path: 'withdrawals', roles: READERS, label: { en: 'Withdrawals', es: 'Retiros' } },
  { group: 'money', path: 'movements', roles: MEMBERS, label: { en: 'Movements', es: 'Movimientos' } },
  {
    group: 'money',
    path: 'statements',
    roles: MEMBERS,
    label: { en: 'Statements', es: 'Estados de cuenta' },
  },
  {
    group: 'developers',
    path: 'keys',
    roles: TECHNICAL,
    companiesOnly: true,
    label: { en: 'API keys', es: 'Claves de API' },
  },
  {
    group: 'developers',
    path: 'webhooks',
    roles: TECHNICAL,
    companiesOnly: true,
    label: { en: 'Webhooks', es: 'Webhooks' },
  },
  { group: 'developers', path: 'events', roles: MEMBERS, label: { en: 'Events', es: 'Eventos' } },
  {
    group: 'developers',
    path: 'call-log',
    roles: TECHNICAL,
    companiesOnly: true,
    label: { en: 'Call log', es: 'Registro de llamadas' },
  },
  { group: 'team', path: 'team', roles: OWNERS, label: { en: 'Team', es: 'Equipo' } },
  {
    group: 'team',
    path: 'settings',
    roles: OWNERS,
    label: { en: 'Settings', es: 'Configuración' },
  },
  { group: 'team', path: 'audit', roles: OWNERS, label: { en: 'Audit log', es: 'Bitácora' } },
];

/** With those that only some accounts of the deployment have. */
export function areasOf({ providers }: Pick<PanelServices, 'providers'>): Area[] {
  const handIns = findHandIns(providers);
  if (!handIns) return [...AREAS];
  const bankStatements: Area = {
    group: 'money',
    path: 'bank-statements',
    roles: MONEY,
    accounts: () => handIns.accounts.flatMap(({ importedBy }) => importedBy),
    label: { en: 'Bank statements', es: 'Extractos del banco' },
  };
  return AREAS.flatMap((area) => (area.path === 'statements' ? [area, bankStatements] : [area]));
}

/** Every page and action of the panel. */
export function panelRoutes(services: PanelServices): Route[] {
  return [
    ...signInRoutes(services),
    ...meRoutes(services),
    ...overviewRoutes(services),
    ...searchRoutes(services),
    ...linkRoutes(services),
    ...qrCodeRoutes(services),
    ...depositRoutes(services),
    ...refundRoutes(services),
    ...conversionRoutes(services),
    ...withdrawalRoutes(services),
    ...movementRoutes(services),
    ...statementRoutes(services),
    ...bankStatementRoutes(services),
    ...forCompanies(keyRoutes(services)),
    ...forCompanies(webhookRoutes(services)),
    ...eventRoutes(services),
    ...forCompanies(callLogRoutes(services)),
    ...teamRoutes(services),
    ...settingsRoutes(services),
    ...auditRoutes(services),
    ...componentRoutes(services),
  ];
}

function forCompanies(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, companiesOnly: true }) as Route);
}
