import type { JSX } from 'preact';
import { TextArea } from '../parts/form.js';

/** Reads a JSON object that the operator has typed. If the text is not a JSON object, `fault` says what to write instead. */
export function jsonIn(text: string): { readonly value: object; readonly fault: string | undefined } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value, fault: undefined };
  } catch (error) {
    const line = /line (\d+) column \d+/.exec(String(error))?.[1];
    const look = line === undefined ? 'Close' : `Look at line ${line}: close`;
    return {
      value: {},
      fault: `This is no JSON yet. ${look} each bracket and quotation mark, and check the commas.`,
    };
  }
  return { value: {}, fault: 'Write an object in braces, such as {}.' };
}

interface JsonFieldProps {
  readonly label: string;
  /** Says what the object may have. It stays below a fault, because it helps to correct the text. */
  readonly hint: string;
  readonly value: string;
  /** What is wrong with the text; undefined if the text is right. */
  readonly fault: string | undefined;
  readonly onInput: (value: string) => void;
}

/** A field for a JSON object. */
export function JsonField({ hint, fault, ...field }: JsonFieldProps): JSX.Element {
  const both = fault !== undefined && (
    <>
      <span class="line">{fault}</span>
      <span class="hint line">{hint}</span>
    </>
  );
  return <TextArea {...field} hint={hint} fault={both || undefined} />;
}
