/** What stands beside a name without being part of it, and the small words inside one; all in lower-case ASCII letters. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Forms of address and titles that stand before a name. */
export const HONORIFICS = words(`
  dr drs dra prof professor mr mrs ms miss mx mister sir madam dame lord lady rev reverend hon honorable
  herr frau mme mlle madame monsieur sr sra srta dott dottssa dottoressa avv ing dipl diplom dipling mag mgr ir phd
  eng arq lic
  capt captain col colonel gen general lt lieutenant maj sgt sergeant cdr
`);

/** Subjects of a doctorate, in small letters behind the title: Dr. med., Dr. rer. nat. */
export const DOCTORATES = words('med jur iur rer nat pol oec phil habil techn agr vet dent hc');

/** Degrees and memberships that stand after a name and cannot be one. */
export const POST_NOMINALS = words(`
  phd dphil edd mba emba msc bsc meng beng mphil llm llb jd cfa cpa acca aca fca acma cima cma cia pmp cissp cisa cism
  ceo cto cfo coo cmo cio ciso svp evp
  mbbs frcs mrcp dds dvm dmd pharmd rn fnp msn bsn esq esquire pe pmi csm cspo shrm sphr phr gphr cfp chfc clu frm caia obe mbe
  cbe kbe ret dipl mpa mph msw lcsw aia faia ccie togaf itil prince2 csc drsc dipling
`);

/** The same, but also names: they count only behind a comma, or in capitals after at least two other words. */
export const UNSURE_POST_NOMINALS = words('ma ba bs ms md do ca vp mag ing');

/** Of those, family names that some people write in capitals as they do any other. */
export const NAMES_IN_CAPITALS = words('ma ba do ca');

/** Words that name which of several bearers of one name is meant, and the generation. */
export const GENERATIONS: ReadonlyMap<string, number> = new Map([
  ['sr', 1],
  ['snr', 1],
  ['senior', 1],
  ['jr', 2],
  ['jnr', 2],
  ['junior', 2],
  ['ii', 2],
  ['2nd', 2],
  ['iii', 3],
  ['3rd', 3],
  ['iv', 4],
  ['4th', 4],
]);

/** Words by which a text behind a comma is known for a job title. */
export const TITLE_WORDS = words(`
  ceo cto cfo coo cmo cio ciso vp svp evp president director manager engineer developer consultant recruiter founder
  cofounder owner partner head lead chief officer analyst architect designer scientist specialist executive associate
  assistant advisor adviser attorney lawyer coach trainer speaker author investor hiring sales marketing hr business
  software senior product account group global team
`);

/** Words before a family name, or part of it; people leave them out, and join them to what follows. */
export const PARTICLES = words(`
  van von vom zu zum zur der den het ten ter te tho thor op de da do dos das du del della dello degli dei di d la le las
  los lo y e al el ul ad as ash an ibn bn bin bint ben bat abu abd abdul abdel abdal abdoul af av san santa sant saint st ste dal dalla
`);

/** Beginnings that are written together with the next word as often as apart. */
export const JOINED_BEGINNINGS = words('mc mac fitz');

/** Irish family names, to tell the O of O Brien from an initial. */
export const NAMES_WITH_O = words(`
  brien connor neill neil neal reilly sullivan donnell keefe leary hara malley grady rourke dowd shea toole callaghan
  driscoll dwyer flaherty hagan hare kane mahony riordan farrell gorman dea donoghue donovan loughlin brian
`);
