/** As `nickname-groups.ts`, for further names of Romance and Greek use. */
export const moreFrench = `
alexia: alex
alexis: alex
aurelien: aurel
edouard: ed
elisabeth: babette
fabien: fab
fabrice: fab
florence: flo
frederique: fred
gabrielle: gaby
gregory: greg
isabelle: isa
jacqueline: jacky
jacques: jacky
jeanjacques: jj
jeanlouis: jl
jeanluc: jl
jeanmichel: jm
jeanpaul: jp
jeanyves: jy
jeremie: jerem
jonathan: jo
ludovic: ludo
madeleine: mado
maximilien: max
mickael: mike mika michael*
nathalie: nath
patrice: pat
raphael: raph rafael*
stephanie: steph fanny*
theophile: theo
thibault: thibaut thibaud
valentine: val
veronique: vero
xavier: xav
`;

export const moreSpanishAndPortuguese = `
adriana: adri dri
agustin: agus
alfonso: poncho fonso
alfredo: fredo
ana: anita*
andres: andy
antonio: toninho tonho
augusto: guto
beatriz: bia
bernardo: nardo
carlos: carlitos charly
carlosalberto: beto
carmen: mamen
carolina: caro carol
cecilia: ceci
cristiane: cris
domingo: mingo
eduardo: dudu
emilio: milo
encarnacion: encarna
ernesto: neto
esperanza: espe
eugenia: kena
federico: fede fico
fernanda: fer nanda
fernando: nando
florencia: flor* flo
francisca: paca paqui pancha
francisco: chico
franciscojavier: javi*
gabriela: gabi gaby
gerardo: gera
graciela: chela
guilherme: gui
gustavo: guga
humberto: beto
inmaculada: inma
isabel: isa chabela
isabela: isa bela
jesus: suso
jimena: ximena xime
joaquim: quim
joaopaulo: jp
joaopedro: jp
josecarlos: jc
josefa: pepa pepita
joseluis: pepelu jl
josemanuel: josema
josep: pep
juancarlos: juanca jc
juanfrancisco: juanfran
juanjose: juanjo
juanmanuel: juanma
juanpablo: juanpa
juliana: juli
leonardo: leo
leticia: leti
lorena: lore
lucia: lucy
luis: luiz
luismiguel: luismi
madalena: lena*
magdalena: malena*
manuel: manel
marcela: marce
marcelo: marce
margarida: guida
margarita: marga
mariadelcarmen: maricarmen
mariadolores: lola loli
mariaelena: malena* marilena*
mariafernanda: mafe
mariajesus: chus
marialuz: mariluz
mariana: mari
mariasol: marisol*
mateus: matheus
mauricio: mau
maximiliano: maxi max
miguel: migue
milagros: mila
nicolas: nico
noelia: noe
norberto: beto
patricia: patri paty
patricio: pato
paulina: pau
pedro: perico
priscila: pri
rafael: rafinha
rafaela: rafa
raul: rulo
remedios: reme
reynaldo: reinaldo rey
rodolfo: rolo fito
rodrigo: rodri
rosa: rosita
sebastian: sebas
sebastiao: tiao
sergio: checo
sofia: sofi
susana: susi
tatiana: tati
teresa: tere
thiago: tiago
trinidad: trini
valentina: vale
valeria: vale
veronica: vero
vinicius: vini
xavier: xavi
yolanda: yoli
`;

export const moreItalian = `
alberto: albi
antonella: nella
antonietta: etta
bernardo: dino
cristina: cri
daniele: dani
edoardo: edo
eleonora: nora* ele
emanuela: manu
emanuele: manu lele
enrico: chicco
fabrizio: fabri
filomena: mena
gabriele: gabri lele
giampaolo: gianpaolo
giampiero: gianpiero
giovanna: vanna gianna*
giuseppina: pina giusy
isabella: isa
ludovico: lodovico ludo
luigia: gina*
maddalena: lena*
margherita: rita* ghita
massimiliano: max massi
massimo: max massi
matteo: teo
maurizio: mauri
michela: miki
michele: lele miki
nicola: nico
pierluigi: gigi
pietro: piero*
raffaella: raffa
riccardo: ricky riki
roberto: robi roby
sebastiano: seba
simone: simo
tommaso: tommy
umberto: berto
valentina: vale
valerio: vale
vittorio: vito*
`;

export const moreGreek = `
alexandros: alekos alex
anastasios: tasos
andreas: andrikos
antonios: antonis
apostolos: tolis
aristeidis: aristidis aris
athina: athena
charalampos: haralampos haralambos charalambos babis haris charis
christos: hristos
efstathios: stathis
efstratios: stratis
eleftherios: lefteris
emmanouil: manolis manos
evangelia: litsa
grigorios: grigoris
aikaterini: ekaterini katerina*
konstantina: dina ntina
kyriakos: kiriakos
michail: michalis mihalis mike
panagiota: giota yota
paraskevi: evi vivi
sotirios: sotiris
spyridon: spyros spiros
stylianos: stelios
theodoros: thodoris
vasiliki: vaso
`;
