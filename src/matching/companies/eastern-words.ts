/**
 * Words of East Asian company names with their English meaning or their established Latin spelling; letter by letter they would
 * be romanised as Chinese words. Longer words precede the words that they contain.
 */
const meanings = `
Group: 集团 集團 グループ 그룹
Holdings: 控股集团 控股 ホールディングス 홀딩스 지주
Technology: 科学技术 科技 技术 技術 テクノロジーズ テクノロジー テクノロジ 테크놀로지
Electronics: 电子 電子 エレクトロニクス 전자
Electric: 电气 電気 電機 電氣 전기
Motor: 自動車 汽车 汽車 モーター 자동차
Bank: 银行 銀行 은행
Insurance: 保险 保険 保險 보험
Securities: 证券 證券 証券 증권
Life: 人寿 人壽 生命 생명
Property: 财产 財產
Pharmaceutical: 制药 製薬 製藥 药业 藥業 ファーマ 제약
Chemical: 化学 化學 化工 ケミカル 화학
Heavy Industries: 重工業 重工业 重工 중공업
Industry: 工业 工業 实业 實業 산업
Construction: 建设 建設 建筑 건설
Engineering: 工程 エンジニアリング 엔지니어링
Steel: 钢铁 鋼鐵 製鉄 鉄鋼 제철
Trading: 贸易 貿易 商事
International: 国际 國際 国際 インターナショナル 인터내셔널
Communications: 通信 コミュニケーションズ 통신
Telecom: 电信 電信 텔레콤
Mobile: 移动通信 移动 移動 モバイル 모바일
Network: 网络 網路 網絡 ネットワーク 네트워크
Software: 软件 軟體 ソフトウェア 소프트웨어
Systems: 系统 システムズ システム 시스템
Solutions: ソリューションズ ソリューション 솔루션
Service: サービス 서비스
Information: 信息 情報 资讯 資訊 정보
Energy: 能源 エネルギー 에너지
Electric Power: 电力 電力 전력
Petroleum: 石油 석유
Gas: 燃气 ガス 가스
Railway: 铁路 鐵路 鉄道 철도
Airlines: 航空公司 航空 항공
Shipping: 海运 海運 해운
Logistics: 物流 ロジスティクス 물류
Real Estate: 房地产 房地產 地产 不動産 부동산
Investment: 投资 投資 인베스트먼트 투자
Fund: 基金 ファンド 펀드
Capital: キャピタル 캐피탈
Foods: 食品 フーズ 식품
Media: 传媒 傳媒 メディア 미디어
Semiconductor: 半导体 半導體 半導体 반도체
Machinery: 机械 機械 기계
Materials: 材料 マテリアル
Medical: 医疗 醫療 医療 メディカル 메디칼
University: 大学 大學 대학교
Hospital: 医院 醫院 病院 병원
Foundation: 財団 基金会 재단
Corporation: コーポレーション 코퍼레이션
Company: カンパニー 컴퍼니
Partners: パートナーズ 파트너스
Entertainment: 娱乐 エンターテインメント 엔터테인먼트
Japan: ジャパン 日本 일본 재팬
China: 中国 中國 チャイナ 중국
Korea: 韩国 韓国 コリア 한국 코리아
Taiwan: 台湾 台灣 臺灣
Hong Kong: 香港
Singapore: 新加坡 シンガポール
Tokyo: 東京
Osaka: 大阪
Kyoto: 京都
Beijing: 北京
Shanghai: 上海
Shenzhen: 深圳
Guangzhou: 广州
Seoul: 서울
Daewoo: 대우
Doosan: 두산
Hana: 하나
Hanwha: 한화
Hynix: 하이닉스
Hyundai: 현대
KB Kookmin: 국민
Kakao: 카카오
Kia: 기아
Korean Air: 대한항공
LG: 엘지
Lotte: 롯데
Naver: 네이버
POSCO: 포스코
Samsung: 삼성 三星
SK: 에스케이
Shinhan: 신한
Woori: 우리
Ajinomoto: 味の素
Asahi: 朝日 旭
Daiwa: 大和
Fujitsu: 富士通
Fuji: 富士
Hitachi: 日立製作所 日立
Honda Motor: 本田技研工業
Honda: 本田 ホンダ 혼다
Itochu: 伊藤忠商事 伊藤忠
Kawasaki: 川崎
Kobe: 神戸
Komatsu: 小松
Kubota: 久保田
Kyocera: 京セラ
Marubeni: 丸紅
Mazda: 松田
Mitsubishi: 三菱商事 三菱
Mitsui: 三井物産 三井
Mizuho: みずほ
Murata: 村田製作所 村田
Nikon: ニコン
Nintendo: 任天堂
Nissan: 日産
Nomura: 野村
Panasonic: パナソニック
Rakuten: 楽天
Sharp: シャープ
Shimizu: 清水
Sony: ソニー
SoftBank: ソフトバンク
Sumitomo: 住友商事 住友
Suzuki: 鈴木
Takeda: 武田
Toshiba: 東芝
Toyota: トヨタ 豊田 丰田 도요타
Yamaha: ヤマハ
Yamato: ヤマト
ByteDance: 字节跳动
BYD: 比亚迪
Haier: 海尔
JD: 京东
Lenovo: 联想
Midea: 美的
NetEase: 网易
Tencent: 腾讯 騰訊
Xiaomi: 小米
ZTE: 中兴通讯
Acer: 宏碁
ASUS: 華碩 华硕
Foxconn: 富士康
Hon Hai: 鴻海 鸿海
TSMC: 台積電 台积电
Ping An: 平安
Apple: アップル 苹果 蘋果 애플
Amazon: アマゾン 亚马逊 아마존
Google: グーグル 谷歌 구글
Intel: インテル 英特尔 인텔
Microsoft: 微软 마이크로소프트
Nestle: ネスレ 雀巢
Siemens: シーメンス 西门子
Tesla: テスラ 特斯拉
Volkswagen: フォルクスワーゲン
Bank of China: 中国银行 中國銀行
Industrial and Commercial Bank of China: 中国工商银行 中國工商銀行
China Construction Bank: 中国建设银行 中國建設銀行
Agricultural Bank of China: 中国农业银行
Sinopec: 中国石油化工 中国石化
PetroChina: 中国石油天然气
`;

const latinWords: ReadonlyMap<string, string> = new Map(
  meanings
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [latin = '', words = ''] = line.split(': ');
      return words.split(' ').map((word): [string, string] => [word, latin]);
    }),
);

const eastern = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u;
const knownWord = new RegExp([...latinWords.keys()].sort((a, b) => b.length - a.length).join('|'), 'gu');

/** Replaces the known words of a name in East Asian letters by Latin ones. */
export function withLatinWords(text: string): string {
  return eastern.test(text) ? text.replace(knownWord, (word) => ` ${latinWords.get(word) ?? ''} `) : text;
}
