// Given names and parts of names in scripts without vowels, each followed by its usual romanisation in lower-case ASCII. Other
// spellings of a name are in the nickname groups.

/** Arabic and Persian; letters as `normaliseArabic` leaves them. */
export const arabicNames = `
  محمد mohammed احمد ahmed محمود mahmoud مصطفي mustafa علي ali حسن hassan حسين hussein عمر omar عثمان othman خالد khaled
  ابراهيم ibrahim اسماعيل ismail يوسف youssef عبد abd الله allah عبدالله abdallah سعيد said سعد saad رشيد rashid راشد rashed
  كريم karim جمال jamal طارق tarek وليد walid ناصر nasir فيصل faisal ماجد majid حامد hamid امين amin امير amir جلال jalal
  مهدي mahdi رضا reza بشار bashar بشير bashir عائشه aisha عايشه aisha فاطمه fatima خديجه khadija زينب zainab مريم mariam
  ليلي leila نور noor هدي huda سمير samir سميره samira نبيل nabil منير munir ياسين yasin ياسر yasir سليمان sulaiman
  اسامه osama قاسم qasim انور anwar اشرف ashraf شريف sharif هشام hisham وائل wael وايل wael زياد ziad اياد iyad عادل adel
  فادي fadi هاني hani رامي rami سامي sami مني mona رانيا rania دينا dina يحيي yahya زكريا zakaria عيسي isa موسي musa
  داود daoud داوود daoud يعقوب yaqub ايوب ayyub ادريس idris حبيب habib فريد farid رفيق rafiq صادق sadiq توفيق tawfiq سليم salim
  سالم salem صالح saleh صلاح salah نعيم naim وسيم wasim نديم nadim كمال kamal امينه amina سلمان salman سلطان sultan
  بندر bandar تركي turki فهد fahd نايف nayef بدر badr ماهر maher منصور mansour حمد hamad راغب ragheb غسان ghassan
  بلال bilal انس anas ايمن ayman تامر tamer كريمه karima سناء sanaa اسماء asma هند hind سلمي salma ياسمين yasmin
  جورج george الياس elias ميشال michel انطوان antoine بيار pierre جوزيف joseph بطرس boutros حسني hosni انيس anis
  رجب rajab شعبان shaban رمضان ramadan جابر jaber جبران jibran معمر muammar صدام saddam عدنان adnan قيس qais
  ابو abu بن bin ابن ibn ام umm دين din رحمن rahman حق haq اسلام islam عزيز aziz
  فتاح fattah قادر qadir رحيم rahim حميد hamid مجيد majid لطيف latif غني ghani سلام salam جليل jalil حكيم hakim هادي hadi
  وهاب wahab رزاق razzaq غفار ghaffar جبار jabbar منعم moneim باسط basit حليم halim سيف saif شمس shams علاء alaa عز ezz
  حسام hossam خليل khalil جميل jamil قاضي qadi شيخ sheikh حاج hajj خوري khoury حداد haddad نجار najjar مصري masri
  عباس abbas اكبر akbar بهرام bahram داريوش dariush فرهاد farhad جواد javad كامران kamran كوروش kurosh مسعود masoud
  مجتبي mojtaba نرگس narges نسرين nasrin پرويز parviz پريسا parisa شيرين shirin زهرا zahra زهراء zahra
  عليرضا alireza محمدرضا mohammadreza سارا sara سهيل soheil ارش arash بابك babak اميد omid
  فرناندو fernando كارلوس carlos دونالد donald فلاديمير vladimir سيرغي sergey ايمانويل emmanuel ماري marie جون john
  ديفيد david دانيال daniel بنيامين benjamin جو joe باراك barack انجيلا angela ماريا maria
`;

/** Hebrew; final letters as `normaliseHebrew` leaves them. */
export const hebrewNames = `
  בנימינ benjamin דוד david דויד david יוספ yosef יעקב yaakov אברהמ avraham יצחק yitzhak משה moshe שלמה shlomo שמעונ shimon
  יהודה yehuda יהושע yehoshua מנחמ menachem מרדכי mordechai חיימ chaim אליהו eliyahu אלעזר elazar אליעזר eliezer אריאל ariel
  גדעונ gideon יונתנ yonatan נתנאל netanel נתנ natan דניאל daniel רפאל rafael מיכאל michael עמוס amos אוריאל uriel אורי uri
  יואב yoav זאב zeev צבי tzvi ציפורה tzipora רבקה rivka רחל rachel שרה sarah חנה hana אסתר esther תמר tamar יעל yael
  שושנה shoshana אביגיל avigail מיכל michal נועה noa איתנ eitan איתי itai שי shai גיא guy אספ asaf חיה chaya ברוכ baruch
  ישראל yisrael מאיר meir נחומ nachum אהרנ aharon אהרונ aharon פנחס pinchas אבי avi יוסי yossi משיח mashiach בני benny
  יאיר yair נפתלי naftali אביגדור avigdor אהוד ehud איהוד ehud שאול shaul גבריאל gabriel עוזי uzi רונ ron רונית ronit
  דורית dorit ליאור lior אלונ alon גלעד gilad עומר omer עידו ido ניר nir אמיר amir דנה dana שירה shira הדס hadas לאה leah
  מרימ miriam אילנה ilana יפה yaffa גולדה golda ציפי tzipi איילת ayelet ענת anat אורלי orly סיגל sigal יגאל yigal רמי rami
  אייל eyal ערנ eran אילנ ilan אלכסנדר alexander ולדימיר vladimir דונלד donald ברק barak בנ ben בת bat בר bar
  כהנ cohen לוי levi מזרחי mizrahi פרצ peretz ביטונ biton דהנ dahan אברהמי abrahami פרידמנ friedman אזולאי azoulay
`;
