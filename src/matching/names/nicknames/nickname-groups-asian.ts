/** As `nickname-groups.ts`, for languages of Asia and northern Africa; most members are other romanisations of the name. */
export const arabicAndPersian = `
abdallah: abdullah abdulla abdullahi abdoulaye
abdulaziz: abdelaziz
adel: adil
ahmed: ahmad ahmet achmad ahmadou
aisha: ayesha aicha aysha aischa
alaa: ala
alireza: ali* reza*
amin: ameen amine
amina: aminah ameena
amir: ameer emir
anwar: anouar
ashraf: achraf
asma: asmaa
ayman: aymen aiman
ayyub: ayoub ayub
bashar: bachar
bashir: bachir basheer
bilal: belal bilel
boutros: butros
daoud: dawood dawud daud
fadi: fady
faisal: faysal feisal fayssal
farid: fareed
fatima: fatema fatma fatimah
fayez: faiz fayiz
fouad: fuad
habib: habeeb
hadi: hady
hamid: hameed
hani: hany
hassan: hasan
haitham: haytham
hisham: hicham hesham
huda: hoda houda
hussein: husain hussain hossein hossain husein hosein houssein huseyin
ibrahim: ebrahim brahim ibrahem
idris: idriss driss
isa: issa eissa
ismail: ismael esmail ismaeel
iyad: eyad
jaafar: jafar jaffar gaafar
jalal: galal djalal
jamal: gamal djamal djamel jamel
jamil: jameel gamil djamil
kamal: kamel kemal
karim: kareem
khadija: khadijah khadidja
khaled: khalid
khalil: khaleel
latif: lateef
leila: layla laila leyla
mahdi: mehdi
mahmoud: mahmood mahmud mehmood mahmut
majid: majeed madjid
malik: malek
mansour: mansoor mansur
mariam: maryam meryem
masoud: massoud masood masud
mohammed: mohamad mohammod mohamet mahomed
mona: muna mouna
mukhtar: mokhtar
munir: mounir muneer
musa: moussa mousa moosa
mustafa: mostafa moustafa mustapha mostapha
nabil: nabeel
nadim: nadeem
nadir: nader nadeer
naim: naeem
nasir: nasser naser nacer
nasrin: nasreen
nazir: nazeer
noor: nour nur
omar: umar omer oumar
osama: usama oussama ousama
othman: osman usman uthman ousmane
parviz: parvez pervez pervaiz
qasim: qassem kassem kasim kassim qasem ghassem
rafiq: rafik rafeeq
rami: ramy
ramadan: ramazan ramzan
rashid: rasheed rachid
reza: rida ridha rezza
sadiq: sadik sadeq sadegh
said: saeed saeid
saleh: salih
salim: saleem selim
samir: sameer
sami: samy
shahid: shaheed
sharif: sherif cherif shareef
siddiq: siddique seddik
soheil: suhail sohail
sulaiman: suleiman soleiman sulayman suleyman soliman sulieman slimane
taher: tahir
tarek: tariq tarik tareq
tawfiq: tawfik toufik taoufik taufiq
walid: waleed oualid
wasim: waseem
yahya: yehia yahia yehya
yaqub: yacoub yaqoob yakub yaacoub
yasin: yassin yaseen yassine
yasir: yasser yaser
youssef: yusuf yousef yousuf youcef yusef yousif
younes: younis yunus yunis yunes
zahra: zehra zohra
zainab: zeinab zaynab zeynab zineb
zakaria: zakariya zakariyya zekeriya
ziad: ziyad zeyad
`;

export const hebrew = `
aharon: aaron* aron*
avraham: avi abraham*
baruch: barukh
benjamin: binyamin benyamin bibi beni
chaim: haim hayim
chaya: haya
david: dudi dudu
eitan: eytan
elazar: eleazar
eliezer: eli*
eliyahu: eliahu eli*
itai: itay
isaac: yitzhak itzhak yitzchak itzchak itzik
meir: meyir
menachem: menahem meni
michael: miki
mordechai: mordecai mordehai moti motti
moshe: moishe
nachum: nahum
natan: nathan* nati
netanel: nati nethanel
pinchas: pinhas pini
rivka: rivkah riki
shai: shay
shimon: shimi
shlomo: shelomo shlomi
shoshana: shoshi
tzipora: zipora tzippora tzipi tsipi
tzvi: zvi tsvi zwi
yaakov: yaacov yakov kobi koby jacob*
yael: jael
yehuda: yehudah
yisrael: israel*
yonatan: yoni jonathan*
yosef: yossi yoseph joseph*
zeev: zev
`;

export const indian = `
abhishek: abhi abishek
aditya: adithya
amit: ameet
anil: aneel
anirudh: aniruddh aniruddha
anita: anitha
arvind: aravind
ashwin: aswin
balakrishnan: balu
chandrasekhar: chandrashekhar chandrasekar chandrashekar
deepak: dipak
dilip: dileep
geeta: gita geetha githa
girish: gireesh
jagdish: jagadish jagadeesh jagdeesh
jyoti: jyothi
karthik: kartik karthick
kavita: kavitha
keerthi: kirti keerti
krishnamurthy: krishnamoorthy krishnamurti
lakshmi: laxmi
lalit: lalith
lata: latha
manish: maneesh
meera: mira*
naveen: navin
pooja: puja
pradeep: pradip
praveen: pravin
preeti: priti preethi
rajeev: rajiv raju
rajendra: rajender rajinder raju
rajesh: raju
ramachandran: ramachandra ram*
sandeep: sandip
sanjeev: sanjiv
sarita: saritha
satish: sathish sateesh
siddharth: siddhartha sid
smita: smitha
srinivas: sreenivas shrinivas srini
subramaniam: subramanian subramanyam subbu
sujata: sujatha
sumit: sumeet
sunil: suneel
sunita: sunitha
swati: swathi
venkatesh: venkat venky
vijay: bijay
vinod: binod
`;

export const turkic = `
ayse: aise
fatma: fatos
ibrahim: ibo
ilham: ilkham
mustafa: musti
rustam: rustem
ruslan: rouslan
suleyman: sulo
timur: temur
ulugbek: ulughbek
`;
