import type { Language } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { AreaGroup } from '../request/area.ts';
import { WORDS } from './words.ts';

const en = {
  ...WORDS.en,
  languageName: 'English',
  product: 'Payments',
  test: 'Test',
  testMode: 'Test environment: no real money moves.',
  menu: 'Menu',
  skip: 'Skip to content',
  groups: { money: 'Money', developers: 'Developers', team: 'Team' } satisfies Record<AreaGroup, string>,
  filters: {
    filter: 'Filter',
    show: 'Show',
    any: WORDS.en.all,
    from: 'From',
    until: 'Until',
    applied: 'Filters',
    presets: {
      today: 'Today',
      week: '7 days',
      thirtyDays: '30 days',
      month: 'This month',
      monthBefore: 'Last month',
    },
    takeOff: (filter: string): string => `${filter}. Remove this filter`,
  },
  pages: 'Pages of the list',
  newest: 'Newest',
  older: 'Older',
  download: 'Download as CSV',
  downloadMore: 'Download with metadata',
  metadataKeys: (most: number): string => `Metadata to include, up to ${most} keys`,
  copy: 'Copy',
  copied: 'Copied',
  details: 'Details',
  search: 'Search everything',
  me: 'My access',
  signOut: 'Sign out',
  otherAccounts: 'Other accounts',
  language: 'Language',
  timesIn: (zone: string): string => `Times and days are in ${zone}.`,
  roles: { owner: 'Owner', finance: 'Finance', developer: 'Developer', viewer: 'Viewer' } satisfies Record<
    Role,
    string
  >,
  confirmFirst: 'To make changes here, confirm it’s you.',
  problems: {
    not_found: {
      title: 'Page not found',
      hint: 'This page does not exist, or it belongs to another account.',
    },
    not_allowed: { title: 'Not allowed', hint: 'Your role in this account does not allow this.' },
    too_many: { title: 'Too many requests', hint: 'Wait a minute, then try again.' },
    not_accepted: { title: 'Not accepted', hint: 'The request was not valid. Go back and try again.' },
    failed: { title: 'Something went wrong', hint: 'The error is on our side. Try again in a moment.' },
  },
  back: 'Back to the panel',
  requestId: 'Request ID for support:',
};

const es: typeof en = {
  ...WORDS.es,
  languageName: 'Español',
  product: 'Pagos',
  test: 'Pruebas',
  testMode: 'Ambiente de pruebas: no se mueve dinero real.',
  menu: 'Menú',
  skip: 'Ir al contenido',
  groups: { money: 'Dinero', developers: 'Desarrollo', team: 'Equipo' },
  filters: {
    filter: 'Filtrar',
    show: 'Mostrar',
    any: WORDS.es.all,
    from: 'Desde',
    until: 'Hasta',
    applied: 'Filtros',
    presets: {
      today: 'Hoy',
      week: '7 días',
      thirtyDays: '30 días',
      month: 'Este mes',
      monthBefore: 'Mes pasado',
    },
    takeOff: (filter) => `${filter}. Quitar este filtro`,
  },
  pages: 'Páginas de la lista',
  newest: 'Más recientes',
  older: 'Anteriores',
  download: 'Descargar como CSV',
  downloadMore: 'Descargar con metadatos',
  metadataKeys: (most) => `Metadatos por incluir, hasta ${most} claves`,
  copy: 'Copiar',
  copied: 'Copiado',
  details: 'Detalle',
  search: 'Buscar en todo',
  me: 'Mi acceso',
  signOut: 'Cerrar sesión',
  otherAccounts: 'Otras cuentas',
  language: 'Idioma',
  timesIn: (zone) => `Las horas y los días están en ${zone}.`,
  roles: { owner: 'Propietario', finance: 'Finanzas', developer: 'Desarrollo', viewer: 'Consulta' },
  confirmFirst: 'Para hacer cambios aquí, confirma que eres tú.',
  problems: {
    not_found: { title: 'Página no encontrada', hint: 'Esta página no existe o pertenece a otra cuenta.' },
    not_allowed: { title: 'Sin permiso', hint: 'Tu rol en esta cuenta no lo permite.' },
    too_many: { title: 'Demasiadas solicitudes', hint: 'Espera un minuto e intenta de nuevo.' },
    not_accepted: { title: 'No se aceptó', hint: 'La solicitud no es válida. Regresa e intenta de nuevo.' },
    failed: { title: 'Algo salió mal', hint: 'El error es nuestro. Intenta de nuevo en un momento.' },
  },
  back: 'Volver al panel',
  requestId: 'ID de solicitud para soporte:',
};

/** Why there is no page to show. */
export type Problem = keyof typeof en.problems;

export const FRAME: Readonly<Record<Language, typeof en>> = { en, es };
