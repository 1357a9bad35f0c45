/**
 * Legal forms as they are written in other alphabets, with the Latin form that replaces them. Forms that are not here are romanised
 * letter by letter: ООО, ТОВ, АД.
 */
const spacedForms = `
OOO: общество с ограниченной ответственностью, таварыства з абмежаванай адказнасцю
OAO: открытое акционерное общество, адкрытае акцыянернае таварыства
ZAO: закрытое акционерное общество
PAO: публичное акционерное общество
NAO: непубличное акционерное общество
AO: акционерное общество, ақ, акционерлік қоғам, акционердик коому
TOO: товарищество с ограниченной ответственностью, жшс, жауапкершілігі шектеулі серіктестік, осоо
FGUP: федеральное государственное унитарное предприятие
GUP: государственное унитарное предприятие
MUP: муниципальное унитарное предприятие
ANO: автономная некоммерческая организация
TOV: товариство з обмеженою відповідальністю
PRAT: приватне акціонерне товариство
PAT: публічне акціонерне товариство
AO: акціонерне товариство
OOD: дружество с ограничена отговорност
EOOD: еднолично дружество с ограничена отговорност
AD: акционерно дружество, акционарско друштво
DOO: друштво са ограниченом одговорношћу, друштво со ограничена одговорност, друштво с ограниченом одговорношћу
DOOEL: друштво со ограничена одговорност од едно лице
HHK: хязгаарлагдмал хариуцлагатай компани
AE: ανώνυμη εταιρεία, ανώνυμη εταιρία, ανωνυμη εταιρεια, ανωνυμος εταιρεια, ανωνυμη εταιρια
EPE: εταιρεία περιορισμένης ευθύνης, εταιρια περιορισμενης ευθυνης
IKE: ιδιωτική κεφαλαιουχική εταιρεία, ιδιωτικη κεφαλαιουχικη εταιρεια
Ltd: בע"מ, בע״מ, בע''מ, בעמ, בערבון מוגבל, შპს, შეზღუდული პასუხისმგებლობის საზოგადოება, სპს, ՍՊԸ
JSC: სააქციო საზოგადოება, სს, ՓԲԸ, ԲԲԸ, ش.م.ع, ش م ع, شركة مساهمة عامة, شركة مساهمة, شركت سهامی عام, شركت سهامی خاص, سهامی عام, سهامی خاص
LLC: ذ.م.م, ذ م م, ش.ذ.م.م, شركة ذات مسؤولية محدودة, ذات مسؤولية محدودة, مسئولیت محدود
SAL: ش.م.ل, ش م ل
SAE: ش.م.م, ش م م
PAT: ат
: شركة, شرکت, חברת, บริษัท
Ltd: จำกัด, จํากัด, ห้างหุ้นส่วนจำกัด, प्राइवेट लिमिटेड, लिमिटेड, প্রাইভেট লিমিটেড, লিমিটেড
PCL: จำกัด (มหาชน), จํากัด (มหาชน)
`;

/** Forms of scripts without spaces, which precede or follow the name. */
const unspaced =
  '株式会社|有限会社|合同会社|合資会社|合名会社|有限責任会社|一般社団法人|一般財団法人|公益財団法人|㈱|㈲|\\(株\\)|（株）|' +
  '股份有限公司|有限责任公司|有限責任公司|有限公司|公司|' +
  '주식회사|유한회사|유한책임회사|㈜|\\(주\\)|（주）|\\(유\\)';

const unspacedForm = new RegExp(`^\\s*(?:${unspaced})|(?:${unspaced})\\s*$`, 'gu');

const latinForms: ReadonlyMap<string, string> = readForms();
const spacedForm = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[...latinForms.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[.()]/g, '\\$&'))
    .join('|')})(?![\\p{L}\\p{M}])`,
  'giu',
);

/** Replaces legal forms of other alphabets by Latin ones, and removes East Asian ones. */
export function withLatinForms(text: string): string {
  return text.replace(unspacedForm, ' ').replace(spacedForm, (form) => ` ${latinForms.get(form.toLowerCase()) ?? ''} `);
}

function readForms(): Map<string, string> {
  const lines = spacedForms.trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [latin = '', forms = ''] = line.split(/: ?/);
      return forms.split(', ').map((form): [string, string] => [form.toLowerCase(), latin]);
    }),
  );
}
