import { describe, expect, it } from '@jest/globals';
import { compareNames } from './name-comparison.js';
import { nameTokens, parsePersonName, type PersonName } from './person-name.js';

function named(full: string): PersonName {
  const name = parsePersonName(full);
  if (name === null) throw new Error(`no name: ${full}`);
  return name;
}

/** The minimum similarity of two names for a match at one employer. */
const enough = 0.82;

describe('compareNames for names in two scripts', () => {
  it.each([
    ['이재명', 'Lee Jae-myung'],
    ['이재명', 'Jae-myung Yi'],
    ['이재명', 'Jae Myeong Rhee'],
    ['박근혜', 'Park Geun-hye'],
    ['정은경', 'Eun-kyung Chung'],
    ['윤석열', 'Yoon Suk Yeol'],
    ['최 민수', 'Minsoo Choe'],
    ['남궁민', 'Min Namkoong'],
    ['李民秀', 'Lee Min-su'],
    ['朴起龍', 'PARK Ki Ryong'],
    ['朴起龍', 'Ki-yong Park'],
    ['李民秀', 'Li Minxiu'],
    ['김태풍', 'Kim Thae-phung'],
    ['محمد صلاح', 'Mohamed Salah'],
    ['عبد الفتاح السيسي', 'Abdel Fattah el-Sisi'],
    ['بشار الأسد', 'Bashar al-Assad'],
    ['حسن نصر الله', 'Hassan Nasrallah'],
    ['محمود احمدي نژاد', 'Mahmoud Ahmadinejad'],
    ['محمد بن سلمان', 'Mohammed bin Salman'],
    ['فاطمة الزهراء', 'Fatima Zahra'],
    ['فرناندو بيريز', 'Fernando Pérez'],
    ['בנימין נתניהו', 'Bibi Netanyahu'],
    ['יצחק הרצוג', 'Isaac Herzog'],
    ['דוד כהן', 'David Cohen'],
    ['משה כץ', 'Moshe Katz'],
    ['Евгений Жириновский', 'Yevgeny Jirinovski'],
    ['Юрий Андреевич Смирнов', 'Yury Smirnoff'],
    ['Пётр Щербаков', 'Pyotr Scherbakov'],
    ['Βασίλειος Παπαδόπουλος', 'Vasilis Papadopoulos'],
    ['Джон Браун', 'John Brown'],
    ['Уилсон, Хелен', 'Helen Wilson'],
    ['Вільям Вокер', 'William Walker'],
    ['Жан-Клод Дюран', 'Jean-Claude Durand'],
    ['Єва Шмідт', 'Eva Schmidt'],
    ['Стефан Георгиев', 'Stefan Gueorguiev'],
    ['Хосе Мендоса', 'José Mendoza'],
    ['Жуан Силва', 'João Silva'],
    ['Джессика Торнтон', 'Jessica Thornton'],
    ['Войцех Ковальски', 'Wojciech Kowalski'],
    ['Шон О’Коннор', "Sean O'Connor"],
    ['Τζον Σμιθ', 'John Smith'],
    ['Ντάνιελ Μπάκερ', 'Daniel Baker'],
    ['ジョン・スミス', 'John Smith'],
    ['ピーター・ブラウン', 'Peter Brown'],
    ['토니 블레인', 'Tony Blaine'],
    ['جیمز ویلسون', 'James Wilson'],
    ['מייקל גרין', 'Michael Green'],
    ['गुरप्रीत सिंह', 'Gurpreet Singh'],
    ['রফিক আহমেদ', 'Rafiq Ahmed'],
    ['ਸੁਨੀਤਾ ਮਲਹੋਤਰਾ', 'Sunita Malhotra'],
    ['கமல் சந்திரசேகரன்', 'Kamal Chandrasekaran'],
    ['தினேஷ் ஜயவர்தன', 'Dinesh Jayawardena'],
    ['නිමල් ජයසූරිය', 'Nimal Jayasuriya'],
    ['彼得·安德森', 'Peter Anderson'],
    ['玛格丽特•桑德斯', 'Margaret Sanders'],
    ['約翰‧史密斯', 'John Smith'],
    ['大卫·汤姆森', 'David Thomson'],
    ['გიორგი ბერიძე', 'Giorgi Beridze'],
    ['Մարկ Թոմփսոն', 'Mark Thompson'],
  ])('returns enough for a match of %s and %s', (one, other) => {
    expect(compareNames(named(one), named(other))).toBeGreaterThanOrEqual(enough);
    expect(compareNames(named(other), named(one))).toBeGreaterThanOrEqual(enough);
    const tokens = new Set(nameTokens(named(other)));
    expect(nameTokens(named(one)).some((token) => tokens.has(token))).toBe(true);
  });

  it.each([
    ['김민준', 'Min-jung Kim'],
    ['김정은', 'Kim Jung-il'],
    ['이재명', 'Jae-hyung Lee'],
    ['이재명', 'Jae-myung Kim'],
    ['李民秀', 'Lee Min-ho'],
    ['李民秀', 'Park Min-su'],
    ['朴起龍', 'Park Ki-young'],
    ['محمد صلاح', 'Mohamed Saleh'],
    ['علي حسن', 'Ali Hussein'],
    ['خالد سعيد', 'Khaled Saad'],
    ['محمد شياع السوداني', 'Mohammed Shia al-Tikriti'],
    ['حسن كريم بيريز', 'Hassan Samir Perez'],
    ['דוד כהן', 'Dana Cohen'],
    ['דוד לוי', 'David Lev'],
    ['יוסף כהן', 'Yosef Kagan'],
    ['Мария Росси', 'Mario Rossi'],
    ['Александр Иванов', 'Alexandra Ivanov'],
    ['Андрей Смирнов', 'Andrea Smirnov'],
    ['Симон Бауэр', 'Simone Bauer'],
    ['Даниэль Мартен', 'Danielle Martin'],
    ['Юлия Келлер', 'Julio Keller'],
    ['Дэн Браун', 'Don Brown'],
    ['Джон Уайт', 'Joan White'],
    ['Джон Миллер', 'Jon Müller'],
    ['Майк Росс', 'Mick Ross'],
    ['Кевин Харт', 'Calvin Hart'],
    ['Тим Бейкер', 'Tom Baker'],
    ['Наталья Белл', 'Natalie Bell'],
    ['Роберт Джон Таннер', 'Robert Adam Tanner'],
    ['Вокер, Вільям', 'William Adam Brian Walker'],
    ['Ван Минь', 'Wang Ming'],
    ['ジョン・スミス', 'Joan Smith'],
    ['ナサ・カダ', 'Nasser Khadija'],
    ['جیمز ویلسون', 'Jim Wilson'],
    ['داني فيليب', 'Dana Filipi'],
    ['דן כהן', 'Dana Cohen'],
    ['Λίνα Μυλωνά', 'Elena Mylona'],
    ['கமல் சந்திரசேகரன்', 'Kamala Chandrasekaran'],
    ['கமல் சந்திரசேகரன்', 'Vimal Chandrasekaran'],
    ['தினேஷ் ஜயவர்தன', 'Dinesh Jayasekara'],
    ['නිමල් ජයසූරිය', 'Nimali Jayasuriya'],
    ['නිමල් ජයසූරිය', 'Sunil Jayasuriya'],
    ['彼得·安德森', 'Peter Sanderson'],
    ['彼得·安德森', 'Petra Anderson'],
    ['彼得·安德森', 'Victor Anderson'],
    ['約翰‧史密斯', 'Joan Smith'],
    ['玛格丽特•桑德斯', 'Martin Sanders'],
    ['彼得安德森', 'Peter Anderson'],
  ])('returns too little for a match of %s and %s', (one, other) => {
    expect(compareNames(named(one), named(other))).toBeLessThan(enough);
    expect(compareNames(named(other), named(one))).toBeLessThan(enough);
  });
});
