import type { Language } from '../../pages/index.ts';

const en = {
  languageName: 'English',
  summary: "Run your company's money account from your own systems.",
  testEnvironment: 'Test environment: payments are simulated, and no real money moves.',
  liveEnvironment: 'Live environment: real money moves.',
  docs: {
    title: 'Documentation',
    text: 'Guides, and every operation with code samples.',
    firstSteps: 'First steps',
    webhooks: 'Webhooks',
    changelog: 'Changelog',
  },
  contract: { title: 'Contract', text: 'OpenAPI 3.1, for tools and client generators.' },
  panel: {
    title: 'Account panel',
    text: 'API keys, webhooks, balances and payment links.',
    link: 'Sign in',
  },
  status: {
    title: 'Status',
    text: 'For probes and load balancers.',
    health: 'Process',
    ready: 'Process and database',
  },
};

const es: typeof en = {
  languageName: 'Español',
  summary: 'Opera la cuenta de dinero de tu empresa desde tus propios sistemas.',
  testEnvironment: 'Ambiente de pruebas: los pagos son simulados y no se mueve dinero real.',
  liveEnvironment: 'Ambiente de producción: se mueve dinero real.',
  docs: {
    title: 'Documentación',
    text: 'Guías y todas las operaciones, con ejemplos de código.',
    firstSteps: 'Primeros pasos',
    webhooks: 'Webhooks',
    changelog: 'Historial de cambios',
  },
  contract: { title: 'Contrato', text: 'OpenAPI 3.1, para herramientas y generadores de clientes.' },
  panel: {
    title: 'Panel de la cuenta',
    text: 'Claves de API, webhooks, saldos y enlaces de pago.',
    link: 'Iniciar sesión',
  },
  status: {
    title: 'Estado',
    text: 'Para sondas y balanceadores de carga.',
    health: 'Proceso',
    ready: 'Proceso y base de datos',
  },
};

export const TEXTS: Readonly<Record<Language, typeof en>> = { en, es };
