/** As `nickname-groups.ts`, for other European languages; a group may have lines in several languages. */
export const german = `
andreas: andi andy
august: gustl
bernhard: bernd berni
christian: chris kristian krister*
christoph: chris stoffel
cornelia: conny nele*
dorothea: doro thea*
emilia: emmi mila*
ferdinand: ferdi
florian: flo
franz: franzl
franziska: franzi
friederike: rike
friedrich: fritz fred friedel
georg: schorsch
gerhard: gerd gert hardy
gertrud: trudi
gunter: gunther gunter guenter guenther
hans: hansi hanns
heinrich: heinz* heiner hein
jorg: joerg
joachim: jochen* achim jo
johannes: johann* hans* hansi hannes* jo jan*
johanna: hanna* hanni jo
josef: sepp pepi jupp joe
katharina: kathi kati katja* kathrin* katrin* kate
konrad: conrad
leopold: leo* poldi
ludwig: lutz*
manfred: manni
margarete: grete gretel greta* rita* marga
maria: mia* mitzi ria* mari
mathias: matthias matze matt
michaela: michi ela
nikolaus: klaus* niki nik
rudolf: rudi rudolph rolf*
sebastian: seb basti bastian* wastl sebas
siegfried: sigi siggi
stefan: stephan steffen* steve stef
susanne: susi suse sanne*
thorsten: torsten
ulrich: uli ulli ueli
ulrike: uli ulli rike
ursula: uschi ulla ursel
wilhelm: willi willy helmut*
wolfgang: wolf wolfi
`;

export const dutch = `
adriaan: ad
antonius: anton* ton toon
cornelis: kees cor
elisabeth: els
hendrik: henk rik
jacobus: jaap koos
johannes: joop
petrus: piet peter* pieter*
pieter: piet
theodorus: theo
wilhelmus: wim willem*
willem: wim pim
`;

export const french = `
alexandre: alex
benoit: ben
catherine: cathy
christophe: chris tophe
dominique: dom
emmanuel: manu manny emanuel
emmanuelle: manu
frederic: fred
guillaume: gui
jeanbaptiste: jb
jeanpierre: jp
jeanmarc: jm
jeanclaude: jc
jeanfrancois: jf
jeanphilippe: jp
laurent: lolo
marguerite: margot*
matthieu: mathieu mat matt
maxime: max
nicolas: nico
olivier: oli
philippe: phil
sebastien: seb
sophie: sofie
stephane: steph
vincent: vince
`;

export const spanishAndPortuguese = `
alberto: beto al
alejandro: alex ale
alejandra: alex ale
antonio: toni tono tony
beatriz: bea
concepcion: concha conchita
consuelo: chelo
cristina: cris tina
dolores: lola* loli
eduardo: edu lalo eddie
enrique: quique kike
felipe: pipe
fernando: fer nando
francisco: paco pancho fran curro kiko chico frank
gonzalo: gonza
gregorio: goyo
guadalupe: lupe lupita
guillermo: guille memo
gustavo: gus tavo
ignacio: nacho
javier: javi
jesus: chuy chucho
joaquin: quino
jose: pepe pepito chepe ze zeze
josefina: pepa fina
josemaria: chema
juan: juanito
lourdes: lulu
luis: lucho
manuel: manolo manny manu
mariaisabel: maribel*
mariajose: majo
marialuisa: marisa*
mariateresa: maite* mayte
mercedes: merche meche
montserrat: montse
pilar: pili
rafael: rafa
ramon: moncho
ricardo: rick ricky
roberto: beto
rosario: charo
salvador: chava
santiago: santi
soledad: sole
vicente: chente
`;

export const italian = `
alessandra: sandra* ale
alessandro: sandro* ale alex
antonio: toto nino* tonino
domenico: mimmo
elisabetta: betta
federica: fede
federico: fede
filippo: pippo
francesca: franca* fra
francesco: checco franco* fra
gaetano: tano
giovanni: gianni* nanni
giuseppe: beppe peppe pino* joe
lorenzo: enzo* renzo*
luigi: gigi gino*
raffaele: lele
salvatore: toto sal
vincenzo: enzo* vince
`;

export const slavic = `
aleksey: alexey alexei aleksei alexej aleksej alexi oleksii oleksiy alyosha lyosha alex
anastasia: anastasiya anastasiia nastya nastia nastja
andrey: andrei andrej andrii andriy
agnieszka: aga
andrzej: jedrek
boris: borya
dmitry: dmitri dmitriy dmitrii dmitrij dmytro dimitri dima mitya
ekaterina: yekaterina jekaterina kateryna katerina katya katia katja* kate
elena: yelena jelena olena lena* alyona*
evgenia: evgeniya yevgenia yevgeniya zhenya
evgeny: evgeniy evgenii evgeni evgenij yevgeny yevgeniy yevgeni evhen yevhen eugene zhenya
georgy: georgiy georgii georgi gosha
grigory: grigoriy grigori grigorii grisha
grzegorz: grzesiek greg
ilya: ilia ilja illia
ivan: vanya iwan
jakub: kuba
jan: janek
jerzy: jurek
joanna: asia
katarzyna: kasia
konstantin: kostya
krzysztof: krzysiek chris
ludmila: lyudmila ludmilla lyuda luda mila*
maciej: maciek
malgorzata: gosia
maria: mariya mariia marija masha
maxim: maksim maksym max
mikhail: mihail michail mykhailo mykhaylo misha mike
nadezhda: nadia* nadya nadja
natalia: natalya nataliya nataliia natalja nata natasha* natascha*
nikolai: nikolay nikolaj mykola kolya nick
oleg: oleh
olga: olya
pavel: pasha pavlo
piotr: piotrek
pyotr: petr petro petya
roman: roma
sergey: sergei sergiy serhii serhiy sergej serge* seryozha
stanislav: stas slava stan
stanislaw: stas staszek stan
svetlana: sveta lana*
tadeusz: tadek
tatiana: tatyana tatjana tetiana tanya tania tanja*
tomasz: tomek tom
valentina: valya tina
valery: valeriy valerii valera
vasily: vasiliy vasilii vasili vasyl vasya
vladimir: wladimir volodymyr vova volodya vlad
vladislav: wladislaw vlad slava
vyacheslav: viacheslav slava
wojciech: wojtek
yulia: yuliya iuliia yuliia julia* julija
yuri: yuriy yury iurii yurii juri jurij
zbigniew: zbyszek
`;

export const greek = `
athanasios: thanasis thanos
dimitrios: dimitris dimitri
evangelos: vangelis
georgios: giorgos yorgos george
ioannis: giannis yiannis yannis
konstantinos: kostas costas
nikolaos: nikos nick
panagiotis: panos
vasileios: vasilis
`;
