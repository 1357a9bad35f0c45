/**
 * The label of a persona. The classifier's tag `customer_success` becomes "Customer success". A persona that a team has named keeps
 * its name.
 */
export function personaLabel(persona: string): string {
  if (persona === 'it') return 'IT';
  const isTag = /^[a-z]+(?:_[a-z]+)*$/.test(persona);
  return isTag ? persona.charAt(0).toUpperCase() + persona.slice(1).replaceAll('_', ' ') : persona;
}
