import { readSampleCalls, type SampleCall } from '../../src/contract/derived/samples/call.ts';
import { writeSamples, type SampleLanguage } from '../../src/contract/derived/samples/samples.ts';
import { readContract } from '../../src/contract/document.ts';

const BASE_URL = 'https://payments.example.com';

/** A sample of the reference, as a program needs it to compile many of them in one file. */
interface SampleToCheck {
  call: SampleCall;
  /** Its lines that import something. */
  imports: string[];
  /** All others. */
  body: string;
}

/** The reference's samples in one language, of all operations. `isImport` tells which lines go to the top of a file. */
export async function readSamples(
  language: SampleLanguage,
  isImport: RegExp = /^(import|from|use) /,
): Promise<SampleToCheck[]> {
  const document = await readContract();
  const samples = writeSamples(document, BASE_URL);
  return readSampleCalls(document).map((call) => {
    const { source } = samples.get(call.operationId)!.find(({ lang }) => lang === language)!;
    const lines = source.split('\n');
    const body = lines.filter((line) => !isImport.test(line)).join('\n');
    return { call, imports: lines.filter((line) => isImport.test(line)), body: body.trim() };
  });
}

/** Each import once. */
export function importsOf(samples: readonly SampleToCheck[]): string {
  return [...new Set(samples.flatMap(({ imports }) => imports))].join('\n');
}
