import type { Language } from '../../../pages/index.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { LinkTexts } from './texts.ts';

export const LINKS: Readonly<Record<Language, LinkTexts>> = { en, es };
