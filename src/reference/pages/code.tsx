import type { JSX } from 'preact';
import type { CodeSample } from '../../contract/index.ts';
import { codeBlock } from '../book/markdown.ts';

export function Code({ text, language }: { text: string; language: string }): JSX.Element {
  return <div dangerouslySetInnerHTML={{ __html: codeBlock(text, language) }} />;
}

/** One language at a time, chosen without a script; the page's script keeps the choice for other pages. */
export function Samples({ samples, title }: { samples: CodeSample[]; title: string }): JSX.Element {
  return (
    <fieldset class="samples">
      <legend>{title}</legend>
      {samples.map(({ lang, label }, index) => (
        <>
          <input type="radio" name="language" id={`in-${lang}`} value={lang} checked={index === 0} />
          <label for={`in-${lang}`}>{label}</label>
        </>
      ))}
      {samples.map(({ lang, source }) => (
        <div class="sample" data-language={lang}>
          <Code text={source} language={lang} />
        </div>
      ))}
    </fieldset>
  );
}
