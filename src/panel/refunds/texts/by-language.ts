import type { Language } from '../../../pages/index.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { RefundTexts } from './texts.ts';

export const REFUNDS: Readonly<Record<Language, RefundTexts>> = { en, es };
