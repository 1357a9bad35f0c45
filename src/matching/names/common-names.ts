import { isInNicknameTable } from './nicknames/nicknames.js';

/**
 * Common given names that are in no nickname group. The list prevents that one counts as a misspelling of another (Maria, Mario), and
 * shows which word of a name is the given name.
 */
const givenNameList = `
aaron aarti abhinav abhishek adam adele aditi aditya adrian adriana adrien agatha agnes ahmad ahmed ahmet aida aidan
aileen aino aisha ajay ajit akash akhil akihiro akiko akira alain alba aldo aleksandar alena ali alice alicia alina
alison alma amber amelia amelie amir amit ammar amrita amy ana anamika anand andre andrea andree andreea angel angelica
angelika angelina angelo angus anika anil anita anke ankit ankita annabel anneke annette annika antje antoine antonella
antonia anwar aoife ariana ariel arjun arkady armando armin arne artem arti arturo arun arvind asa asha ashish ashley
ashok ashwin astrid asuka atsushi aurelie aurora ava axel ayesha ayumi beata beate bence bettina bharat bharti bianca
bilal bjorn blanca bogdan bogdana brandon brenda brendan brent brett brigid brigitte britta brittany bruce bruno bryce
burak camila camilla camille can carla carlo carlos carmela carmen carolina carsten cathrin cecil cecile celine cem
cesar chandan chantal chetan chiara chika chloe christa christel ciara ciaran claire claudia claudio claus clement colin
conor corinna corinne cristian cristiano dagmar daichi daiki daisuke damian damien dana daniela daniele danilo danish
daria dario darren darya declan deepa deepak deepika denise derek desmond detlef diego dieter dilip dinesh dirk disha
divya donna doris dorota duarte duncan dylan eamon ebba eduard eduarda eero eileen eliana elias elif elin elina elisa
elise elke ellen elmar elvira emanuela emelie emi emiko emil emilio emine emma emre enrico eoin eri erica erich erika
erin ernesto ernst erwin esra esther ethan eva eve ewa fabian fabiana fabien fabio fabrice fatih fatima fatma felix
fergus fernanda fiona fiorella flavia flavio franck francois francoise fredrik freja fumio fyodor gabriele galina ganesh
gary gaurav gavin geeta gemma genevieve gennady georgia georgina gianluca giorgia giorgio girish giulia giulio glen
glenn gloria goncalo gopal govind grace graham grant gudrun guido gul guy hakan hamid hana hannah hanne harald hari
harish harriet harsh haruka haruki haruko hasan hassan hazel heather hector hedwig heike heiko helena helene helga
hemant henri henrik henrike henrique hermann herve hideki hideo hilary hilde hiroki hiroko hiroshi hiroto hitesh hitomi
holger holly horst hugo huseyin hussein ian ibrahim ichiro ida igor ilaria ilona ilse imran ines inga inge ingo ingrid
inna irene irina iris irma isha isla ismail ivana ivo ivy jade jagdish jaime jalal jamal jari jaroslav jasmin jasmine
jason jatin javed jayne jean jeanette jeanne jens jignesh jill jiri jiro jitesh joan joana joao joel johan jonas jordan
jorge jorn joseba josefin joyce juha jukka juliana julie juliette julio julius june junko jurgen justin justine justyna
jyoti kai kajsa kamal kamala kamil kaori kapil karan karen kari karim karima karin karina karla karsten kaspar katarina
kathleen katrina kavita kazuki kazuko kazuo keiko keisuke keith kelly kelvin kemal kenichi kenji kenta kerstin khalid
khushi kiran kirill kirsten kirstin kirti kishore knut koen koichi koji komal kosuke krishna kristin kumar kunal kurt
kyle kyoko lalit lalita lara larisa lars lauren lea leah leandro lee leila leon leona leonardo leticia lev levent levi
lidia lilian lina linda linnea linus livia lorena lorraine louisa lucia luciana luciano lucie lucy ludvig luisa luiza
lydia lynn lyubov madhu mafalda magnus mahendra mahesh maja majid makoto malin manish manisha manoj mara marat marcel
marcela marcelo marcin marco marcos mariana marianne marie mariella marijke mariko marina mario marion marius marlene
marlon martina marvin mary masahiro masaki masako masato mateo mateus mateusz mathilde matteo mattia mattias mauricio
mauro maya mayank mayumi meena meera megha megumi mehmet merve mette michal michel michiko miguel mika mikael miki milan
milena minh minoru mira miriam misaki mitesh mitsuo mohan mohit moira monica monika morgan moritz mukesh murat murilo
mustafa myriam nadine nana naoki naoko naomi naresh nasir natsuki naveen navin neeraj neha neil nelson niamh niclas
nicola nicoletta niels nigel nikhil nikita niklas nilesh nils nina nisha nitin nitish noah nobuo noel noemi norbert
noriko nuno odile oisin oksana olaf ole omar orla orlando osamu osman otto owen ozan pablo padraig pankaj paola paolo
paresh parul pascal pascale patrice patricio patrizia paul paula paulina pauline paulo pawel payal pedro pekka per petra
pia pierre pietro pontus pooja pradeep pradip prakash pranav prashant pratik praveen preeti priya priyanka puneet
quentin rachid rachna radha rafaela rafal rahul raimundo raisa raj raja rajan rajani rajat rajendra rajesh rajiv rakesh
ramesh ramona rani raphael raquel rashid rashmi rasmus raul ravi reiko reiner reinhard rekha remi rena renata renate
renato rene renee reto riccardo rie rika rimma rina risa ritesh ritu rocio rodolfo rodrigo rogerio rohan rohit roisin
roland rolando romain romina rosa rosalie ross roxana roy ruben ruediger rui rupert ruslan rustam ruth ryan ryo ryota
saad sabina sabine sabrina sachiko sachin saeed sajid saki sakura salah salem salim salma samir samira sandeep sandip
sandrine sanjay sanjeev saoirse sari sarita saskia satish satomi satoru satoshi savita sayuri scott seema selim selina
sema semyon sergio serkan severin sevgi shalini shane shannon sharon sheila shigeru shikha shilpa shinji shinya shirley
shivani shota shreya shruti shubham shun sibylle siddharth siegmund signe sigrid silke silvio simon simona simone
siobhan smita sneha sofia solveig sonal sonam sonia sonja sophia sora stefania stefano stella stuart sujit suman sumit
sunil sunita surendra suresh sushil sushma sven swati tadashi takahiro takashi takeshi takuya taras tariq taro tarun
teodor tetsuo theresia thiago thierry tiago tilo timur tolga tomas tommaso tomoko tomomi toru toshio tove trisha tristan
tsubasa tuan uday udo ulf umberto umesh umut usha ute uwe vadim valentin valentino valeria valerio vandana vanessa varun
vasco vera vijay vikas vikram viktoriya ville vinay vineet vinicius vinod viola violeta vipin virgil vishal vitaly vitor
vivek volkan volker wajid walid wanda wei wellington wendy werner wilma xavier yana yann yannick yaroslav yasir yasmin
yasuhiro yasuko yogesh yoko yolanda yoshiko yosuke yota yuji yuka yuki yukiko yuko yumi yumiko yusuf yusuke yuta yutaka
yves yvette yvonne zainab zeynep zinaida zlata zoe zofia zoltan
`;

/** Common family names that differ in one letter from another family name. */
const familyNameList = `
abbott abdelaziz adam adams ahmed alba alexandre ali allan allen alonso alvarez alves ander andersen anderson andersson
andrade andrews aoki arnaud arnold bailey baker bakker ballard banks barber barker barnes barr barrett barry barth
barton bastian bates bauer baum baumann beck becker bell bender bennet bennett benson berg berger bergman bergmann
bernard berry bertrand bianchi bianco binder bishop black blaise blake blanc blanco bloch bloom blum bock bohm boone
bosch bose bowen bower bowers boyd boyer boyle brand brandt braun bray brennan briggs brink brooke brooks brown browne
bruce brun bruno bryan bryant buck burger burke burns burton busch bush butler byrd byrne cain camp campos cannon cano
cardoso carey carlson carlsson carr carrera carroll carson carter casey castillo castro chan chandra chang chao chapman
charles chase chau chen cheng cheung chiang chin cho choi chong chow christensen christiansen chu chua chung clark
clarke clausen clay clayton clement cohen cohn cole coleman colin collier collins conrad cook cooke coons cooper corbett
costa coste cowan cox craig crane cross cruz cunha curry daly dang daniel daniels david davies davis dawson day dean
decker delgado denis desai dias diaz dick diehl dietrich dietz dinu dixon doan dorn doyle drake duarte dubois dunn duran
durand dutta dyer ebert eder eiden ellis engel engels erickson ericsson eriksen eriksson ernst etienne evans ewing faber
fabre farrell faure faust fein feng ferber fernandes fernandez ferrara ferrari ferreira ferrer ferro fiedler fields
finch fink finn fischer fisher flores flynn foley fong ford forster fort foster fowler fox francois frank franke franks
franz freed freeman frey fried friedman friedmann friedrich fritz frost fry fuchs fuentes fuller fung galli gallo garcia
gates gauthier gautier geiger george gerard ghosh gibbs gibson gilbert giles gill gomes gomez gong gonzales gonzalez
goodman gordon gore graf gray green greene greer gregory greiner griffin grimm gross gruber grunwald guerin guerra
guerrero guo gupta guzman haas hagen hahn hall hamann hamm han hand hanley hansen hanson hansson harding hardy harmon
harper harris harrison hart hartman hartmann harvey hassan haupt hayes hays heath hein heine heinrich heinz held heller
henderson hendriks henry hensen herman hermann hernandes hernandez herrera herrmann herzog hess hesse hicks higgins hill
hines hirsch hobbs hodge hodges hoffmann hofmann hogan holland holm holmes holt hong hood hooper hopkins hopp horn horne
houston howard howe hsu huang huber hughes hull hunt hunter hurst hussein hwang inoue ito iyer jackson jacob jacobs
jacobsen jacobson jahn james jansen janssen jansson jarvis jean jennings jensen jenson johansen johanson johansson johns
johnson johnston johnstone jones jordan jorgensen joseph joshi julien jung kaiser kang kaplan karim karlsen karlsson
kato kaur keller kelley kelly kemp kennedy kent kern kerr khalil khan kim kimura king klein kline kling knight knoll
knopp kober koch kohl kohler kohn kolb kone kong konrad kopp korn kraft kramer kraus krause krebs kroll krug kruger
kruse kuhl kuhn kumar kunz kurz kwan kwon lacroix lam lamb lambert lane lang lange larsen larson larsson lauer lawson
leblanc lee lehman lehmann lemaire leon leonard leroux leroy lewis liang lieb lima lin linden lindner ling link lloyd
lobo lockhart logan long lopes lopez lorenz lowe lucas ludwig luna lund lutz lynch lynn lyon lyons maas mack madsen
maher mahler maier mair mann manning mansour marc marin marino marks marsh marshall marti martin martinez martins marx
mason masson mathieu matos matthews maurer mayer mayr mccall mccarthy mccoy mcdonald mehta meier meister mendes mendez
mercer mercier meyer meyers miller mills milner mishra mitchell mohr molina moller monroe montgomery moody moon moore
mora morales moran moreau moreira morel moreno morgan mori morin moritz morris morrison morrow morse moser mosley moss
mota muller munoz murphy murray myers nagel nair nash nasser naumann navarro neal neill nelson neto neumann newman
newton nguyen nichols nicolas nielsen nilsen nilsson noble nolan noll nolte nord norris north novak nowak nunes nunez
oconnell oconnor odonnell olivier olsen olson olsson oneal oneill ortega ortiz osborn osborne otto owen owens page paine
palmer pape park parker parks parsons patel paton patton paul pauls paulsen payne pearce pearson peck pedersen pena
pereira perera peres perez perkin perkins perry peters petersen peterson petersson pham phan phelps philippe phillips
pierce pinto pires plum pohl pons poole pope porter porto potter powell powers pratt preston price prieto pruitt qasim
quinn raab rahman ramirez ramos rana rao rashid rauch raymond reed reeves reich reid reis reiter remy reyes reynolds
rhodes ribeiro ricci rice richard richards richter riley rivera rivers robert roberts robertson robin robinson robson
rocha rodrigues rodriguez roger rogers rojas roman romano romero rose rosen ross rossi rosso roth rousseau roux rowe
rowland roy rubio ruiz russell russo ryan saito salas salazar saleh salem salinas sandberg sanders santana santiago
santos sato sauer saunders schafer schmid schmidt schmitt schmitz scholz schneider schreiber schroder schubert schultz schulz
schulze schumacher schuster schwab schwartz schwarz schwarze scott seidel seiler serra serrano shah sharma shaw shea
shen shepherd sherman shields shin short sierra silva simmons simon simons simpson sims singer singh sinha small smart
smit smith smyth snow snyder soares soler solis sommer song soto sousa souza sparks speer spencer stahl stark steele
stein steiner stephens stern stevens stewart stokes stone storm strauss strong stuart suarez sullivan summers sutton
suzuki swan swanson sweet sykes tan tanaka tang tate taylor teixeira terry thiel thoma thomas thompson thomsen thomson
thorne thorp thorpe todd tong torre torres tran tucker turner tyler ulrich unger valdez vance vargas vasquez vaughn vaz
vega velez vera verma vidal vieira vincent vogel vogl vogt voigt vollmer voss wade wagner walid walker wall wallace
walsh walter walters walther walton wang ward ware warner warren washington watkins watson watt watts weaver webb weber
webster weigel weiner weir weis weise weiss welch wells welsh wendt wenzel werner west wheeler white wilcox wild wilde
wilkins wilkinson will williams williamson willis wilson winkler winter winters wirth wise witt witte wolf wolfe wolff
wong wood woods woodward wright wulf wunder xavier yamada yamamoto yang yates yeung yoon york young yuan zak zapf zeller
zhang zhao zheng zhong zhou zhu ziegler zimmer zimmerman zimmermann
`;

/** Chinese, Korean and Vietnamese family names. These languages have few syllables, so any other letter is another name. */
const syllabicFamilyNames = `
ahn bae baek bai bui cai cao cha chan chang chen cheng cheung chiu cho choe choi chou chow chung cui dai dang deng
ding do dong du duan duong fan fang feng fu fung gao goh gong gu guo han hao he heo ho hoang hong hou hsu hu huang hui
hwang jang jeon jeong jia jiang jin joo jung kang kim ko koh kong koo kwak kwan kwok kwon lai lam lau le lee leung li
liang liao lim lin liu lo long lu luo ly lyu ma mak mao meng min moon nam ng ngo nguyen noh oh ong pak pan park peng
pham phan qian qiao qin qiu ren ryu seo shao shen shi shim shin son song su suh sun tam tan tang tay teo tian tran
tsai tsang tse tsui vo vu wan wang wei wen wong woo wu xia xiao xie xiong xu xue yan yang yao ye yeung yin yip yoo
yoon yu yuan yuen yun zeng zhang zhao zheng zhong zhou zhu zou
`;

const givenNames: ReadonlySet<string> = new Set(givenNameList.trim().split(/\s+/));
const familyNames: ReadonlySet<string> = new Set(familyNameList.trim().split(/\s+/));

const familyNamesOfSyllables: ReadonlySet<string> = new Set(syllabicFamilyNames.trim().split(/\s+/));
/** Excludes doubled letters that distinguish female from male names: Danielle, Andrée. */
const doubledLetter = /([a-df-km-z])\1|([el])\2(?!e?$)/g;

/** Whether a word (lower-case ASCII) is a known given name or nickname. */
export function isGivenName(word: string): boolean {
  return givenNames.has(word) || isInNicknameTable(word);
}

/** Whether a word (lower-case ASCII) is a known family name. */
export function isFamilyName(word: string): boolean {
  return familyNames.has(word) || familyNamesOfSyllables.has(word);
}

/** Whether a family name (lower-case ASCII) is Chinese, Korean or Vietnamese. */
export function isFamilyNameOfSyllables(word: string): boolean {
  return familyNamesOfSyllables.has(word);
}

/**
 * Whether both words (lower-case ASCII) are known names, so that neither is a misspelling of the other. Forms that differ only in
 * doubled letters (Hoffmann, Hofmann) count as one name.
 */
export function areDifferentNames(a: string, b: string): boolean {
  return isName(a) && isName(b) && a.replace(doubledLetter, '$1$2') !== b.replace(doubledLetter, '$1$2');
}

function isName(word: string): boolean {
  return familyNames.has(word) || isGivenName(word);
}
