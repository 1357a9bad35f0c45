/**
 * Legal forms at the end of company names, normalised as in `company-name`: lower-case ASCII without dots, "&" as "and". One line for
 * each set of countries; a star means any country.
 */
const formList = `
*: ltd, limited, co, company, co ltd, company limited, se, jsc, pjsc, ojsc, cjsc, joint stock company, and co, and company
us ca ph kr: inc, incorporated, corp, corporation
us ae sa qa om kw ru ua ge: llc, l l c, limited liability company
us gb ca in sg: llp, lp, limited partnership
us: pllc, pc, pa
gb ie: plc, public limited company, cic
ca: ulc, ltee, limitee, inc ltee
au nz za: pty ltd, pty, pty limited, proprietary limited
in pk bd lk: pvt ltd, pvt, private limited, private ltd, p ltd, opc pvt ltd
sg: pte ltd, pte, private limited
my: sdn bhd, bhd, berhad
id: tbk, persero, persero tbk, pt
th: pcl, public company limited
de at ch li: gmbh, ges mbh, gesmbh, mbh, ag, gmbh and co kg, gmbh and co kgaa, gmbh and co ohg, gmbh and co, co kg, and co kg
de at ch li: ag and co kg, ag and co kgaa, se and co kg, se and co kgaa, kg, ug and co kg, ag and co, kgaa, ohg, gbr
de at ch li: ug, ug haftungsbeschrankt, ek, e k, ev, e v, eg, e g, ggmbh, gag, stiftung and co kg, aktiengesellschaft
fr be lu ch ma tn: sarl, sa rl, s a r l, sas, sasu, eurl, snc, sca, scs, sci, scop, sa, societe anonyme
es mx ar cl co pe ve ec uy pa cr: sl, slu, slne, sa, sau, srl, sas, sa de cv, s de rl de cv, sapi de cv, sab de cv, ca, cia, cia ltda
es mx ar cl co pe ve ec uy pa cr: ltda, s en c, eirl, sa esp, sociedad anonima, s de rl
it ch sm: spa, srl, srls, sapa, sas, snc, scarl, scrl, soc coop, societa per azioni, sa
pt br ao mz: lda, ltda, sa, sgps, sgps sa, eireli, epp, limitada, unipessoal lda, s a
nl be: bv, nv, vof, cv, bvba, cvba, sprl, srl, asbl, vzw, sa, holding bv
se fi: ab, ab publ, publ, hb, kb, aktiebolag, ek for
fi: oy, oyj, oy ab, abp, ky, osakeyhtio
no: as, asa, ans
dk: as, aps, ks, amba, ivs
is: hf, ehf, ohf
ee: ou, as, aktsiaselts
lv: sia, as
lt: uab, ab, mb
pl: sp z oo, sp zoo, spzoo, sp z o o, sa, sp k, sp j, sp z oo sp k, spolka akcyjna, ska
cz sk: sro, as, spol s ro, vos, ks, akciova spolecnost
hu: kft, zrt, nyrt, rt, bt, kkt
ro md: srl, sa, pfa
bg: ad, ood, eood, ead
rs hr si ba me mk: doo, dd, ad, jdoo, dooel, od
gr cy: ae, epe, ike, sa, abee, aebe
tr: as, anonim sirketi, ltd sti, limited sirketi, sti, san ve tic as, san tic ltd sti, ve tic as
ru by kz: ooo, oao, zao, pao, ao, too
ua: tov, prat, pat
jp: kk, gk, kabushiki kaisha, godo kaisha, yk
ae sa qa om kw bh: fze, fzco, fzc, fz llc, fz co, dmcc, psc, wll, bsc, spc
vg ky: spc
`;

/** Forms that may also precede the name, as in their countries. */
export const formsInFront: ReadonlySet<string> = new Set('ooo oao zao pao ao too tov prat pat pt'.split(' '));

/** Forms that are words of the name in title case: Day Spa. */
export const formsLikeWords: ReadonlySet<string> = new Set(['spa', 'sas', 'pa', 'ca', 'too', 'pat', 'prat']);

/** East Asian forms, which precede or follow the name without a space. */
export const easternForms =
  /^(?:株式会社|有限会社|合同会社|주식회사|\(주\)|㈱)|(?:股份有限公司|有限责任公司|有限責任公司|有限公司|株式会社|有限会社|合同会社|주식회사|\(주\)|㈱)$/u;

/** The countries of each legal form, from all its rows. */
export const legalForms: ReadonlyMap<string, ReadonlySet<string>> = readForms();

/** The number of words of the longest legal form. */
export const maxFormWords = Math.max(...[...legalForms.keys()].map((form) => form.split(' ').length));

function readForms(): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  for (const line of formList.trim().split('\n')) {
    const [countries = '', names = ''] = line.split(': ');
    for (const name of names.split(', ')) {
      const found = forms.get(name) ?? new Set<string>();
      for (const country of countries.split(' ')) found.add(country);
      forms.set(name, found);
    }
  }
  return forms;
}

/** Spelling variants of words in company names; the first of each line is the normal form. */
const wordVariants = `
and und et
assoc associates associate
bros brothers
center centre ctr
comms communications communication
consult consulting consultants consultancy
dev development developments
eng engineering engr
enterprise enterprises
group grp gruppe groupe grupo gruppo
holding holdings hldg hldgs
ind industries industry inds
inst institute
intl international internat
lab labs laboratories laboratory
logistic logistics
mfg manufacturing
mgmt management mgt
natl national
partner partners
pharma pharmaceuticals pharmaceutical pharm
product products
resource resources
service services svc svcs
solution solutions
sys system systems
tech technologies technology techs
telecom telecommunications telecommunication telecoms
univ university universitat universite universidad universita
`;

/** Words that companies often omit at the end of their names; `com` is from Acme.com. */
export const tailWords: ReadonlySet<string> = new Set(['group', 'holding', 'worldwide', 'global', 'com']);

const forms: ReadonlyMap<string, string> = new Map(
  wordVariants
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? word])),
);

/** The normal form of an ASCII word and its abbreviations, in lower case. */
export function companyWord(word: string): string {
  const lower = word.toLowerCase();
  return forms.get(lower) ?? lower;
}
