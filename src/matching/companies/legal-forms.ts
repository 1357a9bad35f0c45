import { formsBehindOnly, writtenOutForms } from './written-out-forms.js';

/**
 * Legal forms of company names, normalised as in `company-reading`: lower-case ASCII without dots, "&" as "and". One line for each
 * set of countries; a star means any country, `nonprofit` forms that no business has.
 */
const shortForms = `
*: ltd, limited, co, company, co ltd, company limited, se, jsc, pjsc, ojsc, cjsc, and co, and company, and cie
us ca ph kr tw: inc, incorporated, corp, corporation, incorp
us ae sa qa om kw ru ua ge am az uz kg: llc, l l c, lc, ltd liability co
us gb ca in sg kz: llp, lp, lllp
us: pllc, pc, pa, na, fsb
gb ie: plc, cic, cyf, cyfyngedig, ccc, dac, clg, teo, teoranta
ca: ulc, ltee, limitee, inc ltee, cie
au nz za: pty ltd, pty, pty limited, rf pty ltd, soc ltd, npc
in pk bd lk: pvt ltd, pvt, p ltd, opc pvt ltd, pvt limited
sg: pte ltd, pte, pte limited
my bn: sdn bhd, bhd, berhad, plt
id: tbk, persero, persero tbk, pt, perum
th: pcl, ltd part
vn: tnhh, mtv, ctcp, cty
de at ch li: gmbh, ges mbh, gesmbh, ges m b h, mbh, ag, gmbh and co kg, gmbh co kg, gmbh u co kg, gmbh and co kgaa, gmbh and co ohg, gmbh and co, co kg, and co kg
de at ch li: ag and co kg, ag and co kgaa, se and co kg, se and co kgaa, kg, ug and co kg, ag and co, kgaa, ohg, gbr, og, vvag
de at ch li: ug, ug haftungsbeschrankt, ek, e k, ekfm, ekfr, ev, e v, eg, e g, ggmbh, gag, stiftung and co kg, partg, partg mbb, partgmbb, flexco, sagl
fr be lu ch ma tn ci sn cm dz mc: sarl, sa rl, s a r l, sas, sasu, eurl, snc, sca, scs, sci, scop, sa, suarl, gie, selarl, selas, scsp, sicav, spa, saoc
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: sl, slu, sll, slne, slp, sa, sau, srl, sas, sa de cv, s de rl de cv, srl de cv, sapi de cv, sab de cv, sapib de cv
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: ca, cia, y cia, and cia, cia ltda, y cia ltda, and cia ltda, sac, saa, saic, saicf, saeca, spa, sofom enr, sa de cv sofom enr
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: ltda, limitada, s en c, eirl, sa esp, esp, s de rl
it ch sm: spa, srl, srls, sapa, sas, snc, scarl, scrl, scpa, soc coop, sa, onlus
pt br ao mz: lda, ltda, sa, sgps, sgps sa, eireli, epp, limitada, unipessoal lda, s a, crl
nl be: bv, nv, vof, cv, bvba, cvba, sprl, srl, asbl, vzw, sa, holding bv, ua, coop ua, comm v, commv
se fi: ab, ab publ, publ, hb, kb, ek for
fi: oy, oyj, oy ab, abp, ky
no: as, asa, ans
dk: as, aps, ks, amba, ivs, p s
is: hf, ehf, ohf
ee: ou, as, aktsiaselts, mtu
lv: sia, as
lt: uab, ab, mb, vsi
pl: sp z oo, sp zoo, spzoo, sp z o o, spolka zoo, sa, sp k, sp j, sp z oo sp k, sp z o o sp k, ska
cz sk: sro, as, spol s ro, spol sro, vos, ks
hu: kft, zrt, nyrt, rt, bt, kkt, kht
ro md: srl, sa, pfa
bg: ad, ood, eood, ead
rs hr si ba me mk: doo, dd, ad, jdoo, dooel, od
al xk: shpk, sh p k, sha
gr cy: ae, epe, ike, sa, abee, aebe, ee, oe, single member sa, mae, mepe
tr: as, anonim sirketi, ltd sti, limited sirketi, sti, san ve tic as, san tic ltd sti, ve tic as, ticaret as, sanayi ve ticaret as, tic ltd sti, tic as
ru by kz: ooo, oao, zao, pao, ao, too, nao, odo, sooo, chup, rup, fgup, gup, mup, fgbu, fgbou, fgaou, zhshs
nonprofit: ano, nko, nou
ua: tov, prat, pat
az uz: mmc, asc, qsc, mchj
mn: hhk, hk
jp: kk, gk, kabushiki kaisha, kabushikigaisha, kabushiki gaisha, godo kaisha, yugen kaisha, yk
kr: jusik hoesa, chusik hoesa, jusikhoesa, yuhan hoesa
cn tw hk: youxian gongsi, gufen youxian gongsi, youxian zeren gongsi
ae sa qa om kw bh eg lb: fze, fzco, fzc, fz llc, fz co, dmcc, pc, psc, wll, bsc, bsc c, spc, kscp, kscc, ksc, qsc, qpsc, sak, saog, saoc, sae, sal, sarl
vg ky: spc
`;

/** Forms in capitals that may also precede the name, as in their countries. */
export const formsInFront: ReadonlySet<string> = new Set(
  (
    'ooo oao zao pao ao too nao odo sooo chup rup fgup gup mup fgbu fgbou fgaou ano nko nou tov prat pat jsc ojsc cjsc pjsc llc ' +
    'pt uab sia ou oy vsi ead eood ood tnhh mchj sarl srl'
  ).split(' '),
);

/** Forms that are words of the name in title case: Day Spa. */
export const formsLikeWords: ReadonlySet<string> = new Set(
  'spa sas pa ca too prat na at pp dp da ii og mb me pc ee oe psa ivs cia sal sae aj aq asc cp nou ano cv bt rt'.split(
    ' ',
  ),
);

/** The countries of each legal form, from all its rows. */
export const legalForms: ReadonlyMap<string, ReadonlySet<string>> = readForms();

/** The number of words of the longest legal form. */
export const maxFormWords = Math.max(...[...legalForms.keys()].map((form) => form.split(' ').length));

/** Shorter forms are one letter from other words. */
const minLongForm = 11;

/** Long forms of one word, of which a typing error is recognised. */
export const longFormWords: readonly string[] = [...legalForms.keys()].filter(
  (form) => form.length >= minLongForm && !form.includes(' '),
);

/** Forms of several words that may precede the name, by their first word, longest first. */
export const longFormsInFront: ReadonlyMap<string, readonly (readonly string[])[]> = readLongForms();

function readLongForms(): Map<string, string[][]> {
  const forms = [...legalForms.keys()]
    .filter((form) => form.includes(' ') && form.length > minLongForm && !formsBehindOnly.has(form))
    .map((form) => form.split(' '))
    .sort((a, b) => b.length - a.length);
  const found = new Map<string, string[][]>();
  for (const words of forms) found.set(words[0] ?? '', [...(found.get(words[0] ?? '') ?? []), words]);
  return found;
}

function readForms(): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  for (const line of `${shortForms.trim()}\n${writtenOutForms.trim()}`.split('\n')) {
    const [countries = '', names = ''] = line.split(': ');
    for (const name of names.split(', ')) {
      const found = forms.get(name) ?? new Set<string>();
      for (const country of countries.split(' ')) found.add(country);
      forms.set(name, found);
    }
  }
  for (const countries of forms.values()) if (countries.size > 1) countries.delete('*');
  return forms;
}
