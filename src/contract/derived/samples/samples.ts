import type { ContractDocument } from '../../document.ts';
import { readSampleCalls, type SampleCall } from './call.ts';
import { curlSample } from './curl.ts';
import { goSample } from './go.ts';
import { javaSample } from './java.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

const LANGUAGES = {
  curl: { label: 'curl', write: curlSample },
  typescript: { label: 'TypeScript', write: typescriptSample },
  python: { label: 'Python', write: pythonSample },
  go: { label: 'Go', write: goSample },
  java: { label: 'Java', write: javaSample },
  php: { label: 'PHP', write: phpSample },
} as const satisfies Record<string, { label: string; write: (call: SampleCall, baseUrl: string) => string }>;

export type SampleLanguage = keyof typeof LANGUAGES;
export const SAMPLE_LANGUAGES = Object.keys(LANGUAGES) as SampleLanguage[];

/** How one language calls an operation; the fields are those of the extension `x-codeSamples`. */
export interface CodeSample {
  lang: SampleLanguage;
  label: string;
  source: string;
}

/**
 * How each operation is called, by its id, with curl and with the clients of `npm run sdks`, from the contract and its
 * examples. `npm run sdks -- --check` compiles those of the clients.
 */
export function writeSamples(document: ContractDocument, baseUrl: string): Map<string, CodeSample[]> {
  return new Map(
    readSampleCalls(document).map((call) => [
      call.operationId,
      SAMPLE_LANGUAGES.map((lang) => {
        const { label, write } = LANGUAGES[lang];
        return { lang, label, source: write(call, baseUrl).trimEnd() };
      }),
    ]),
  );
}
