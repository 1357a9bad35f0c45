/**
 * Given names and their nicknames, one group in a line, romanised by `romanise`.
 *
 * The name before the colon is the full name; other spellings of it are among the nicknames. Two names of a group may belong to the
 * same person (Bob and Rob, both Robert). A star marks a form that is also a full name: it is short for the head of the group but not
 * for other members (Jan for Johannes, but not for Hans). Translations are not grouped, because Juan and John may be colleagues. A
 * name may be in several groups (Alex).
 */
export const english = `
abigail: abby abbie gail*
abraham: abe bram*
albert: al bert bertie
alexander: alex al alec lex xander sandy* sasha sascha* sacha aleksandr aleksander alexandr oleksandr aliaksandr shura
alexandra: alex sandra* sandy* lexi lexie aleksandra oleksandra sasha sacha ola
alexis: alex lexi
alfred: al alf alfie fred*
alan: al allan allen
amanda: mandy
andrew: andy drew
angela: angie
ann: anne annie nan
anna: annie ania anka anya anja* anouk*
anthony: tony antony ant
arnold: arnie
arthur: art artie artur
augustus: gus
barbara: barb barbie babs babsi basia
bartholomew: bart
beatrice: bea trixie
benjamin: ben benny benji
bernard: bernie
bradley: brad
brian: bryan
calvin: cal
cameron: cam
carl: karl
caroline: carol* carrie caro karoline line*
carolyn: carol*
cassandra: cass cassie sandra*
katherine: catherine catharine katharine kathryn kathrine cathy kathy kate katie katy kat cat kitty kay
cecilia: cece celia*
charles: charlie charley chuck chas chaz
charlotte: charlie lottie lotte*
christopher: chris kristopher cristopher kris topher kit
christina: chris tina chrissy kristina
christine: chris tina chrissy chrissie kristine
clara: klara
clifford: cliff
clinton: clint
constance: connie
curtis: curt
cynthia: cindy
daniel: dan danny dani
danielle: dani
david: dave davey davy
deborah: deb debbie debra debora debby
dennis: denny denis
diana: di
dominic: dom dominick dominik nick*
donald: don donny donnie
dorothy: dot dottie dolly
douglas: doug
edgar: ed eddie
edith: edie
edmund: ed eddie ned
edward: ed eddie ned ted teddy
edwin: ed eddie
eleanor: ellie nell nora* elinor
elizabeth: elisabeth liz lizzie lizzy beth betty betsy bess libby lisa* eliza* elsie* elsa* else* ella* elli lisbeth liesbeth lisi sissi
emily: em emmy
ernest: ernie
eric: erik
eugene: gene
evelyn: evie
florence: flo
frances: fran franny frankie
francis: frank* frankie fran
franklin: frank* frankie
frederick: fred freddie freddy fredrick frederic frederik fredric
gabriel: gabe gabi
gabriella: gabby gabi ella* gabriela
gabrielle: gabby gabi elle
geoffrey: geoff jeff
george: georgie
gerald: gerry jerry
gerard: gerry
gilbert: gil bert
gregory: greg gregg
harold: hal harry*
harrison: harry*
helen: nell nellie
henry: hank hal harry* harri
herbert: herb bert herbie
howard: howie
hubert: bert
hugh: hughie huey
isaac: ike zack
isabel: isabelle isobel izzy isa bella
isabella: izzy isa bella
jacob: jake jakob coby
jacqueline: jackie jacqui jacquelyn
james: jim jimmy jamie* jimbo
jane: janey janie
janet: jan*
janice: jan*
jeffrey: jeff jeffery
jennifer: jen jenny jenn jenni jennie
jeremiah: jerry
jeremy: jem jerry
jerome: jerry
jessica: jess jessie
joanna: jo
joanne: jo
john: johnny johnnie jack* jon*
jonathan: jon jonny johnny johnathan jonathon
joseph: joe joey jo josef* sepp beppi jupp
josephine: jo josie fina
joshua: josh
judith: judy jude
julian: jules
kenneth: ken kenny
kevin: kev
kimberly: kim* kimberley
lawrence: larry lawrie laurence laurie
laura: laurie
leonard: leo* len lenny
leslie: les
lewis: lew
lillian: lily* lil
louis: lou louie
louise: lou
lucas: luke* lukas luca*
madeline: maddie maddy madeleine
magdalena: lena* magda leni
margaret: maggie meg peggy marge margie madge peg greta* rita* daisy* gosia
mark: marc
marcus: markus marc* mark*
martha: marty marta
martin: marty
matthew: matt mat mathew matty
maurice: mo
maximilian: max maxi
maxwell: max
megan: meg meghan
melanie: mel
melissa: mel missy
melvin: mel
michael: mike mick mickey micky mikey micha michi
michelle: shelly michele
mitchell: mitch
mohammed: mohamed muhammad mohammad muhammed mohamad muhamad mohamud mohd md mo moe
natalie: nat nathalie
nathan: nate nat
nathaniel: nate nat nathan* nathanael
nicholas: nick nicky nicolas nikolas nic nico* niko*
nicole: nicky nikki nicki nikola*
norman: norm
oliver: ollie olli oli olly
olivia: liv* olly
oscar: oskar
oswald: ozzie
pamela: pam
patricia: pat patty trish tricia patti patsy
patrick: pat paddy patrik
penelope: penny
peter: pete petey
philip: phil phillip philipp
philippa: pip pippa
rachel: rach rachael
ralph: ralf
randall: randy
raymond: ray
rebecca: becky becca bec rebekah
reginald: reg reggie
richard: rick rich dick ricky richie
robert: rob bob bobby robbie robby bert robin*
roberta: bobbie robbie
roderick: rod rick
rodney: rod
roger: rodger
ronald: ron ronnie ronny
rosemary: rose* rosie
russell: russ rusty
samantha: sam sammy
samuel: sam sammy
sarah: sara sally* sadie
sean: shawn shaun
sidney: sid sydney
stanley: stan
stephanie: steph stefanie stefani steffi stephany
stephen: steven steve stevie
susan: sue susie suzie suzy
suzanne: sue susie suzie susanne sanne
sylvia: silvia
tamara: tammy
terence: terry terrence terrance
teresa: theresa terry tess tessa therese terri tere resi
theodore: ted teddy theo theodor
thomas: tom tommy
timothy: tim timmy timo*
tobias: tobi toby
tracy: tracey
valerie: val
veronica: ronnie veronika vero
victor: vic viktor vitya
victoria: vicky vicki vikki viktoria tori vika
vincent: vince vinny vinnie
virginia: ginny
vivian: viv vivien vivienne
walter: walt wally
wilfred: wilf fred*
william: will bill billy willy willie liam*
winifred: winnie
zachary: zach zack zac zak
`;
