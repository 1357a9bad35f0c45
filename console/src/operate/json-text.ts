/** Reads a JSON object that the operator has typed. If the text is not a JSON object, `fault` says what to write instead. */
export function jsonIn(text: string): { readonly value: object; readonly fault: string | undefined } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value, fault: undefined };
  } catch {
    // The text is no JSON. The operator gets the same advice as for JSON that is no object, such as a list.
  }
  return { value: {}, fault: 'Write a JSON object: {} or {"name": "value"}.' };
}
