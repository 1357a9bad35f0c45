/** A JSON object that was typed, or what is wrong with the text. */
export function jsonIn(text: string): { readonly value: object; readonly fault: string | undefined } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value, fault: undefined };
  } catch {
    // The text is no JSON at all. The advice is the same as for JSON that is no object.
  }
  return { value: {}, fault: 'Write a JSON object: {} or {"name": "value"}.' };
}
