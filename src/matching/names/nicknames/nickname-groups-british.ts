/** As `nickname-groups.ts`: further names of English, Irish, Scottish and Welsh use. */
export const british = `
adelaide: addie
agatha: aggie
alasdair: alastair alistair alister ally
alexa: lexi alex
allison: alison allie
amelia: millie
annabel: annabelle bella* belle*
antonia: toni
archibald: archie
barnaby: barney barnabas*
brendan: brendon
bridget: biddy brigid* bridie
brittany: britney brit britt
caitlin: kaitlyn katelyn caitlyn kate
callum: calum cal
camille: cam millie
candace: candice candy
cathleen: kathleen cath kath cathy kathy
catriona: catrina trina triona
cheryl: sheryl cher
claire: clare clair
clement: clem
conor: connor con
crystal: krystal chrystal
dafydd: dai dave* david*
darren: darrin darryn daz
derek: derrick derrek del
desmond: des dez
duane: dwayne
elijah: eli*
ellen: ellie nell elle
emma: em emmy
esther: ester* essie
ewan: euan ewen
felicity: fliss flick
fergus: ferg gus
fiona: fi
frederica: freddie freda
gareth: gaz
gary: garry gaz
genevieve: gen viv
georgina: gina* georgie
geraldine: gerry geri
gillian: jillian gill jill
gordon: gordie
graeme: graham grahame
gwendolyn: gwendoline gwen
gwyneth: gwyn gwen*
harriet: hattie
harvey: harv
hayley: hailey haley
henrietta: hettie etta
hilary: hillary
iain: ian
imogen: immy immie
isidore: izzy
jasmine: jas jaz
jason: jay jase
jocelyn: josie joss
jordan: jordy
juliet: juliette jules
julie: jules
karen: kaz
kelvin: kel
kerry: kerri
kirsty: kirstie
leroy: roy*
linda: lynda lin
lindsay: lindsey lyndsey linds
lorraine: lori
lucinda: cindy lucy*
lynn: lynne
mairead: maired
malcolm: mal malc
marilyn: marylin
marjorie: marjory marge margie marj
matilda: tilly tilda mattie
maureen: mo
mikayla: makayla
mildred: millie
millicent: millie
miranda: mandy randi
montgomery: monty
morris: moe
mortimer: mort morty
naomi: nomi
neil: neal neill
nigel: nige
padraig: padraic podge paddy patrick*
pauline: polly
percival: percy
phyllis: phyl
priscilla: cilla
prudence: prue
rachel: rae
randolph: randy
rhonda: ronda
rhys: reece reese
roland: rowland rollo
rosalind: ros roz
roxanne: roxy roxana*
ruth: ruthie
scott: scotty scottie
seamus: shamus
shannon: shan
sharon: sharron shaz
shelley: shelly
shirley: shirl
simon: si
sophia: sofia soph sophy
spencer: spence
stacy: stacey staci
stuart: stewart stu
tabitha: tabby
thomas: tomas thom
tiffany: tiff tiffani
trevor: trev
tristan: tristram
tyler: ty
tyrone: ty
vanessa: nessa
vernon: vern
violet: vi
wendy: wendi
wesley: wes
wilhelmina: mina minnie billie
winston: win
xavier: zavier xav
yvette: evette
yvonne: vonnie
zoe: zoey
`;
