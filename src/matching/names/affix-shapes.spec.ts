import { expect, it } from '@jest/globals';
import { splitWrittenName } from './name-text.js';

function read(text: string): string {
  const { words, family } = splitWrittenName(text, 'full');
  return family === null ? words.join(' ') : `${family.join(' ')} | ${words.join(' ')}`;
}

it.each(
  'CHRP,CPPM,SHRM-SCP,ACC,CIPM,CFE,LEED AP,OSCP,P.Eng.,MRICS,CSM®,CSCP,FACHE,BEng,EngD,PMI-ACP,CPIM-F,CWI,AWS3,Dr.-Ing.,M.Ed.,RRT,FACMPE,PT'.split(
    ',',
  ),
)('takes the letters %s behind a name and a comma for no given name', (letters) => {
  expect(read(`Orin Scrivell, ${letters}`)).toBe('Orin Scrivell');
  expect(read(`Olumide Adeyanka, PhD, ${letters}`)).toBe('Olumide Adeyanka');
});

it.each([
  ['Scrivell, Orin', 'Scrivell | Orin'],
  ['Scrivell, Orin, CPPM', 'Scrivell | Orin'],
  ['ADEYANKA, OLUMIDE', 'ADEYANKA | OLUMIDE'],
  ['ADEYANKA BELLO, OLUMIDE', 'ADEYANKA BELLO | OLUMIDE'],
  ['OLUMIDE ADEYANKA, CHRP', 'OLUMIDE ADEYANKA'],
  ['van der Berg, Jan', 'van der Berg | Jan'],
  ['Okonkwo Bello, Adaeze', 'Okonkwo Bello | Adaeze'],
  ['Garcia Lopez, JUAN', 'Garcia Lopez | JUAN'],
  ['Kessler Brandt, Wm.', 'Kessler Brandt | Wm.'],
  ['Kessler Brandt, J.-P.', 'Kessler Brandt | J.-P.'],
  ['Smith Jones, DeShawn', 'Smith Jones | DeShawn'],
  ['Lopez Garcia, V', 'Lopez Garcia | V'],
])('reads %s as %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it('takes a V behind a comma for the generation if a given name or a middle initial stands in front', () => {
  expect(splitWrittenName('Johann W. Ingramar, V', 'full')).toMatchObject({ generation: 5, family: null });
  expect(splitWrittenName('Johann Ingramar, V', 'full')).toMatchObject({ generation: 5, family: null });
});

it.each(
  'The Hon.,Dott.ssa,Prof.ssa,Sig.,Sig.ra,Dr.-Ing.,Univ.-Prof.,Dipl.-Kfm.,Dkfm.,DI (FH),Graf,Freiherr,Baron,Don,Señor,Tan Sri,Haji,Msgr.,H.E.,Adv.,Geom.,Arch.,Rag.,Lic.,Mgr.,Dipl.-Betriebsw.,Prof. Dr.-Ing.,Prinz,The Rt. Hon.,Contessa,Priv.-Doz.,Cav.,Gräfin,Most Rev.,Dr.med.,Dipl.-Ing. (FH)'.split(
    ',',
  ),
)('takes %s in front of two names for a form of address', (address) => {
  expect(read(`${address} Orin Scrivell`)).toBe('Orin Scrivell');
});

it.each([
  'Don Draper',
  'Graf Zeppelin',
  'Don Quixote',
  'Don Alan Draper',
  'Don A. Draper',
  'Don van Vliet',
  'Wm. Henry Scrivell',
  'Chr. Orin Scrivell',
  'Alex. Orin Scrivell',
  'Mohd. Orin Scrivell',
  'Md. Orin Scrivell',
  'Th. Orin Scrivell',
  'J.-P. Orin Scrivell',
  'Tan Sri Lanka',
  'Baron Davis',
  'Di Orin Scrivell',
])('takes the first word of %s for a name', (text) => {
  expect(read(text)).toBe(text);
});
