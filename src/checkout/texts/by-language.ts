import type { Language } from '../../pages/index.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { Texts } from './texts.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { es, en };
