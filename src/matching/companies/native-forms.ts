import { formsWithoutSpaces, latinForms } from './legal-forms.js';

const special = /[.()|]/g;
const unspaced = formsWithoutSpaces.map(escaped).join('|');
const unspacedForm = new RegExp(`^\\s*(?:${unspaced})|(?:${unspaced})\\s*$`, 'gu');
const spaced = [...latinForms.keys()]
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join('|');
const spacedForm = new RegExp(`(?<![\\p{L}\\p{M}])(?:${spaced})(?![\\p{L}\\p{M}])`, 'giu');

/**
 * Replaces the legal forms of other alphabets by Latin ones, and removes those of scripts without spaces. The rest of the name
 * does not change: `Acme Ανώνυμη Εταιρεία` → `Acme AE`, `株式会社Acme` → `Acme`, each with spaces around it.
 */
export function withLatinForms(text: string): string {
  return text.replace(unspacedForm, ' ').replace(spacedForm, (form) => ` ${latinForms.get(form.toLowerCase()) ?? ''} `);
}

function escaped(form: string): string {
  return form.replace(special, '\\$&');
}
