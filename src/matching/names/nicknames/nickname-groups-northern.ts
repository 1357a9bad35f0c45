/** As `nickname-groups.ts`, for the languages of northern Europe and further names of German and Dutch use. */
export const nordic = `
aleksi: aleksanteri ale
alexander: aleksander
antero: antti
bengt: benke
birgitta: gitta bibbi britta*
charlotta: lotta charlotte*
elisabet: elisabeth lisbet liisa elisa* bettan
frederik: fredrik frede
fredrik: fredde frederik
gunnar: gurra
gustav: gustaf gusten
hakon: haakon hakan*
hans: hasse
henrik: henke henrick
jan: janne
johan: janne jojje
johanna: hanna* jonna
johannes: hannu* jussi
josefin: josefine jossan
juhani: juha* jussi
karl: kalle carl
katariina: kati katri* kaisa* katja*
katarina: kajsa* kattis kata
kristiina: tiina*
kristina: stina* kicki
kristoffer: christoffer kristofer stoffe
lars: lasse
lennart: lelle
mads: mats*
magnus: mange manne
margareta: margaretha greta* maggan
margrethe: margrete grethe grete
maria: maja* maija* mia
mathias: mattias matte
mikael: mickael micke michael*
nils: nisse
olaf: olav
olof: olov olle
oyvind: oivind eyvind
per: par pelle
robert: robban
roger: rogge
rolf: roffe
soren: soeren
stefan: steffo
susanne: sussi
sven: svenne
tobias: tobbe
tomas: tompa
torbjorn: thorbjorn tobben
torstein: thorstein torsten*
ulf: uffe
viktoria: vickan
`;

export const baltic = `
algirdas: algis
aleksandrs: aleksandras sasha alex
gediminas: gedas
janis: jancis
kestutis: kestas
vytautas: vytas
`;

export const moreGerman = `
adelheid: heidi heide
alexander: xandi
angelika: geli angi
anneliese: annelies liesl
annemarie: annemie
barbara: barbel babsi
benedikt: bene benni
brigitte: gitte gitti biggi
burkhard: burkhardt burckhard
christiane: chris
dieter: didi
eberhard: ebi hardy
eckhard: eckhart ekkehard ecki
elfriede: elfi friedel
eva: evi
felicitas: feli
gabriele: gabi gaby
gottfried: friedel
hannelore: hanne lore
hansdieter: hd
hansgeorg: hg
hansjoachim: hajo hj
hansjurgen: hajo hj
hanspeter: hp hape
heidemarie: heidi heide
helmut: helmuth
hildegard: hilde*
ingeborg: inge* inga*
irmgard: irmi irma*
karlheinz: kalle
klaus: claus
klemens: clemens
liselotte: lieselotte lilo lotte*
magdalena: leni
mechthild: mechtild
philipp: flip
rainer: reiner
reinhard: reini
roswitha: rosi
rosemarie: rosi romy*
sabine: bine
sibylle: sybille
sieglinde: sigi linde
siegmund: sigmund sigi
theresia: resi
veronika: vroni
walburga: burgi
waltraud: waltraut traudl traudel
wilhelmine: minna helma mina
`;

export const moreDutch = `
albertus: bert ab appie
alexander: lex xander
arnoldus: arno* nol noud
bartholomeus: bart
bernardus: ben bernard*
catharina: cato toos katrien trijn
christiaan: chris
everardus: evert*
franciscus: frans* cis
frederik: freek* fred frits
gerardus: gerard* geert* gerrit* ger
gerrit: ger
gijsbert: gijs
hendrika: riek hennie
henricus: henri* henk rik
hubertus: huub bert
jacoba: coby
jacob: jaap
johanna: hanneke* joke* jo
josephus: jos* sjef jef
leonardus: leo leon*
maarten: mart
margaretha: margriet* greet
maria: marieke* mieke* ria
martinus: tinus martin* rien
matthijs: mathijs thijs
michiel: giel
nicolaas: klaas* nico
rudolf: ruud* dolf
sebastiaan: bas seb
wilhelmina: mien willy
wouter: wout
`;
