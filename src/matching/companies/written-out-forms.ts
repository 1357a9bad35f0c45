/**
 * Legal forms in whole words, as in `legal-forms`; they precede or follow the name. Forms of other alphabets are here as they are
 * romanised by usual standards; `native-forms` has them as they are written.
 */
export const writtenOutForms = `
*: joint stock company, jointstock company, joint stock co, open joint stock company, closed joint stock company, public joint stock company
*: private joint stock company, limited company, open joint stock co, closed joint stock co
us ae sa qa om kw ru ua ge am az uz kg: limited liability company, limited liability co, company with limited liability, ltd liability company
us gb ca in sg: limited liability partnership, limited partnership, limited liability limited partnership
us: professional corporation, professional limited liability company, national association, public benefit corporation
gb ie: public limited company, public limited co, private limited company, community interest company, designated activity company
gb ie: company limited by guarantee, unlimited company
ca: unlimited liability company
au nz za: proprietary limited, proprietary ltd, proprietary company limited
in pk bd lk sg: private limited, private ltd
my bn: sendirian berhad
id: perseroan terbatas, perusahaan perseroan
th: public company limited, public co ltd
vn: cong ty tnhh, cong ty co phan, cong ty trach nhiem huu han, cong ty tnhh mtv, cong ty tnhh mot thanh vien
de at ch li: aktiengesellschaft, gesellschaft mit beschrankter haftung, gesellschaft mbh, gesellschaft m b h, gesellschaft mit beschraenkter haftung
de at ch li: kommanditgesellschaft, kommanditgesellschaft auf aktien, offene handelsgesellschaft, eingetragener verein
de at ch li: eingetragener kaufmann, eingetragene genossenschaft, gesellschaft burgerlichen rechts, unternehmergesellschaft
de at ch li: unternehmergesellschaft haftungsbeschrankt, gesellschaft mit beschrankter haftung and co kg, partnerschaftsgesellschaft
fr be lu ch ma tn ci sn cm dz mc: societe anonyme, societe a responsabilite limitee, societe par actions simplifiee, societe en nom collectif
fr be lu ch ma tn ci sn cm dz mc: societe par actions simplifiee unipersonnelle, societe en commandite par actions, societe en commandite simple
fr be lu ch ma tn ci sn cm dz mc: societe civile immobiliere, groupement d interet economique, entreprise unipersonnelle a responsabilite limitee
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: sociedad anonima, sociedad limitada, sociedad de responsabilidad limitada, compania anonima
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: sociedad anonima de capital variable, sociedad por acciones simplificada
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: sociedad de responsabilidad limitada de capital variable, sociedad anonima cerrada
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: sociedad limitada unipersonal, sociedad anonima unipersonal, sociedad comercial
es mx ar cl co pe ve ec uy pa cr bo py gt hn sv do ni: sociedad anonima abierta, sociedad anonima bursatil de capital variable, compania limitada
it ch sm: societa per azioni, societa a responsabilita limitata, societa a responsabilita limitata semplificata, societa in nome collettivo
it ch sm: societa in accomandita semplice, societa in accomandita per azioni, societa cooperativa
pt br ao mz: sociedade anonima, sociedade limitada, sociedade por quotas, sociedade unipessoal por quotas, sociedade gestora de participacoes sociais
nl be: besloten vennootschap, naamloze vennootschap, besloten vennootschap met beperkte aansprakelijkheid, vennootschap onder firma
nl be: commanditaire vennootschap, vereniging zonder winstoogmerk, association sans but lucratif
se fi: aktiebolag, publikt aktiebolag, handelsbolag, kommanditbolag
fi: osakeyhtio, julkinen osakeyhtio
no: aksjeselskap, allmennaksjeselskap
dk: aktieselskab, anpartsselskab
is: hlutafelag, einkahlutafelag
ee: osauhing, aktsiaselts
lv: sabiedriba ar ierobezotu atbildibu, akciju sabiedriba
lt: uzdaroji akcine bendrove, akcine bendrove, mazoji bendrija, viesoji istaiga
pl: spolka z ograniczona odpowiedzialnoscia, spolka akcyjna, spolka z oo, spolka z o o, spolka komandytowa, spolka jawna
pl: spolka z ograniczona odpowiedzialnoscia spolka komandytowa, prosta spolka akcyjna
cz sk: spolecnost s rucenim omezenym, spolocnost s rucenim obmedzenym, akciova spolecnost, akciova spolocnost
hu: korlatolt felelossegu tarsasag, zartkoruen mukodo reszvenytarsasag, nyilvanosan mukodo reszvenytarsasag, reszvenytarsasag, beteti tarsasag
ro md: societatea cu raspundere limitata, societate cu raspundere limitata, societatea pe actiuni, societate pe actiuni, societatea comerciala
bg: aktsionerno druzhestvo, druzhestvo s ogranichena otgovornost, ednolichno druzhestvo s ogranichena otgovornost
rs hr si ba me mk: drustvo s ogranicenom odgovornoscu, drustvo sa ogranicenom odgovornoscu, druzba z omejeno odgovornostjo
rs hr si ba me mk: dionicko drustvo, akcionarsko drustvo, delniska druzba
gr cy: anonymi etaireia, anonymos etairia, anonimi eteria, etaireia periorismenis efthynis, idiotiki kefalaiouchiki etaireia
tr: anonim sirketi, limited sirketi, sanayi ve ticaret anonim sirketi, sanayi ve ticaret limited sirketi, ticaret limited sirketi
ru by kz: obshchestvo s ogranichennoy otvetstvennostyu, obschestvo s ogranichennoy otvetstvennostyu, obshchestvo s ogranichennoi otvetstvennostiu
ru by kz: aktsionernoe obshchestvo, aktsionernoye obshchestvo, otkrytoe aktsionernoe obshchestvo, zakrytoe aktsionernoe obshchestvo
ru by kz: publichnoe aktsionernoe obshchestvo, tovarishchestvo s ogranichennoy otvetstvennostyu, otkrytoye aktsionernoye obshchestvo
ru by kz: zakrytoye aktsionernoye obshchestvo, publichnoye aktsionernoye obshchestvo, federal state unitary enterprise, state unitary enterprise
ru by kz: federalnoe gosudarstvennoe unitarnoe predpriyatie, unitary enterprise, limited liability partnership
nonprofit: autonomous nonprofit organization, autonomous non profit organization, avtonomnaya nekommercheskaya organizatsiya
ua: tovarystvo z obmezhenoyu vidpovidalnistyu, aktsionerne tovarystvo, pryvatne aktsionerne tovarystvo, publichne aktsionerne tovarystvo
al xk: shoqeri me pergjegjesi te kufizuar, shoqeri aksionare
az uz: mehdud mesuliyyetli cemiyyet, aciq sehmdar cemiyyeti, masuliyati cheklangan jamiyat, aksiyadorlik jamiyati
ae sa qa om kw bh eg lb: free zone company, free zone establishment, free zone co, with limited liability, kuwaiti shareholding company
ae sa qa om kw bh eg lb: public shareholding company, private shareholding company
`;

/** Forms of several words that begin other names, too, and are forms only behind the name. */
export const formsBehindOnly: ReadonlySet<string> = new Set([
  ...['limited company', 'limited partnership', 'national association', 'professional corporation', 'private limited'],
  ...[
    'private ltd',
    'proprietary limited',
    'unlimited company',
    'free zone company',
    'free zone co',
    'free zone establishment',
  ],
  ...['public benefit corporation', 'public limited', 'unitary enterprise', 'with limited liability', 'holding bv'],
]);
