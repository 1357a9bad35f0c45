/** As `nickname-groups.ts`, for further languages of eastern Europe and the Caucasus. */
export const polish = `
agata: agatka
aleksander: olek
aleksandra: ola
barbara: basia
bartlomiej: bartek
bartosz: bartek
czeslaw: czesiek
danuta: danka danusia
dariusz: darek
edward: edek
elzbieta: ela
franciszek: franek
henryk: heniek
jadwiga: jadzia
janina: janka
jaroslaw: jarek
jozef: jozek
kazimierz: kazik
krystyna: krysia
magdalena: magda*
maria: marysia
mateusz: mati
michal: misiek
mieczyslaw: mietek
miroslaw: mirek
patrycja: pati
pawel: pawelek
przemyslaw: przemek
radoslaw: radek
ryszard: rysiek rysio
slawomir: slawek
stefania: stefa
sylwester: sylwek
szymon: szymek
urszula: ula
waldemar: waldek
wieslaw: wiesiek
wiktoria: wika
wladyslaw: wladek
wlodzimierz: wlodek
zdzislaw: zdzisiek
zofia: zosia
zygmunt: zyga
`;

export const czechAndSlovak = `
alzbeta: betka
antonin: tonda
barbora: bara borka
bohumil: bohous
bohuslav: bohous
frantisek: franta fanda
hana: hanka
jana: janka
jaroslav: jarda
jiri: jirka jura
josef: pepik
jozef: jozko
jakub: kubo
katerina: katka
ladislav: lada laco
ludmila: lida
magdalena: majda
matej: mates
miroslav: mirek miro
oldrich: olda
ondrej: ondra
rudolf: ruda
stanislav: standa
tereza: terka
vaclav: vasek
veronika: verca
vladimir: vlada vlado
vojtech: vojta
zdenek: zdenda
zuzana: zuzka zuza
`;

export const hungarian = `
agnes: agi
andras: andris bandi
attila: ati
erzsebet: erzsi zsoka
eszter: eszti
ferenc: feri
gabor: gabi
gergely: geri gergo
gyorgy: gyuri
imre: imi
istvan: pista isti
janos: jani jancsi
jozsef: jozsi joci
judit: jutka
karoly: karcsi
katalin: kati kata
krisztian: krisz
krisztina: kriszti
lajos: lali
laszlo: laci
mihaly: misi
miklos: miki
sandor: sanyi
tamas: tomi
viktoria: viki
zoltan: zoli
zsuzsanna: zsuzsa zsuzsi
`;

export const romanian = `
adrian: adi
alexandru: alex sandu
constantin: costel costi dinu
cristian: cristi
dumitru: mitica dimitrie*
gabriel: gabi
gheorghe: ghita gigi
ioan: ion* nelu ionel*
ion: nelu ionel
maria: marioara
mihai: mihaita
nicolae: nicu nae
stefan: fane
teodor: teo
valentin: vali
`;

export const southSlavic = `
aleksandar: aco sasa sasha
dimitar: mitko
georgi: gosho
ivan: ivica*
jelena: jeca
josip: jozo
katarina: kata
ljubomir: lyubomir ljuba
miodrag: misa
petar: pero pesho
radoslav: rado
slobodan: boban boba
stjepan: stipe stipo
stoyan: stojan
todor: tosho
tomislav: tomo
vladimir: vlada
zoran: zoki
zvonimir: zvonko
`;

export const moreEastSlavic = `
anatoly: anatoliy anatolii anatoli anatolij tolya
arkady: arkadiy arkadii arkadi arkasha
artyom: artem artiom tyoma
bohdan: bogdan
daria: darya dariya dasha
denis: denys
eduard: edik
efim: yefim yefym
egor: yegor jegor
filipp: filip
fyodor: fedor fedir fedya
galina: halyna galyna galya
gennady: gennadiy gennadii gennadij hennadiy gena
gleb: hlib
hanna: ganna
igor: ihor
irina: iryna ira
kirill: kiril kyrylo
ksenia: kseniya xenia ksyusha
larisa: larysa lara
leonid: lenya
lyubov: liubov ljubov lyuba
margarita: rita
matvey: matvei matvej
polina: polya
raisa: raya
rostislav: rostyslav
semyon: semen syoma
sofia: sofiya sofiia sofya*
stepan: styopa
svyatoslav: sviatoslav svjatoslav
timofey: timofei tima
vadim: vadym vadik
victoria: viktoriya viktoriia viktoria vika
vitaly: vitaliy vitalii vitali vitalij
vsevolod: seva
yakov: iakov jakov yasha
yana: iana
yaroslav: iaroslav jaroslav*
zakhar: zahar
zhanna: janna
zinaida: zina
`;

export const caucasian = `
davit: dato
ekaterine: eka
gevorg: kevork
giorgi: gio goga
grigor: krikor
hakob: hagop
hovhannes: hovik ohannes
karapet: garabed
mikheil: misho
nikoloz: nika
petros: bedros
poghos: boghos
sargis: sarkis
tamar: tamuna tako
tigran: dikran
vardan: vartan
zurab: zura
`;
