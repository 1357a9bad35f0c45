import { describe, expect, it } from '@jest/globals';
import { startOfFamilyName } from './family-name-start.js';

describe('startOfFamilyName', () => {
  it.each([
    ['Jane Doe', 'Doe'],
    ['Jane Quincy Doe', 'Doe'],
    ['Vincent van der Berg', 'van der Berg'],
    ['Ahmed Abdul Rahman', 'Abdul Rahman'],
    ['Gabriel García Márquez', 'García Márquez'],
    ['José Luis Torres Vega', 'Torres Vega'],
    ['María del Carmen García Márquez', 'García Márquez'],
    ['Ana de la Cruz Pérez', 'de la Cruz Pérez'],
    ['João Silva Santos', 'Silva Santos'],
    ['João Pedro Silva dos Santos', 'Silva dos Santos'],
    ['Ana da Silva Santos', 'da Silva Santos'],
    ['José Ortega y Gasset', 'Ortega y Gasset'],
    ['Juan Carlos Cruz', 'Cruz'],
    ['Ana Garcia Johnson', 'Johnson'],
    ['García Márquez', 'Márquez'],
  ])('returns for %s the index at which %s begins', (full, family) => {
    const words = full.split(' ');
    expect(words.slice(startOfFamilyName(words)).join(' ')).toBe(family);
  });
});
