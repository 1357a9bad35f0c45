/**
 * The family names of widely known leaders and founders of a company. Its demo persons have other names, because they must
 * not be taken for real ones.
 */
const leadersByCompany = `
  3m.com: Brown, Roman, McNerney; abb.com: Rosengren, Wierod, Spiesshofer; accenture.com: Sweet, Nanterme; adidas.com: Gulden, Rorsted, Dassler;
  adobe.com: Narayen, Warnock, Geschke; amd.com: Su, Sanders, Papermaster; airbnb.com: Chesky, Gebbia; airbus.com: Faury, Enders; allianz.com: Bäte, Baete, Diekmann;
  amazon.com: Bezos, Jassy, Clark, Olsavsky, Vogels; americanexpress.com: Squeri, Chenault; anthropic.com: Amodei, Clark, Kaplan, Mann, Olah;
  apple.com: Cook, Jobs, Wozniak, Ive, Federighi, Ternus, Maestri, Williams, Parekh; arm.com: Haas, Segars; asml.com: Fouquet, Wennink, van den Brink;
  astrazeneca.com: Soriot, Sarin; att.com: Stankey, Stephenson; atlassian.com: Farquhar, Brookes; automattic.com: Mullenweg; axa.com: Buberl, de Castries;
  baesystems.com: Woodburn; santander.com: Botín, Botin, Álvarez, Grisi; bankofamerica.com: Moynihan, Lewis; barclays.com: Venkatakrishnan, Staley, Diamond;
  basf.com: Kamieth, Brudermüller; bayer.com: Anderson, Baumann; bbva.com: Torres, González, Genç; biontech.de: Sahin, Şahin, Türeci; blackrock.com: Fink, Kapito;
  block.xyz: Dorsey; bmwgroup.com: Zipse, Quandt, Krüger; bnpparibas.com: Bonnafé, Prot; boeing.com: Ortberg, Calhoun, Muilenburg; booking.com: Fogel;
  bosch.com: Hartung, Denner; bp.com: Auchincloss, Looney, Dudley; canonical.com: Shuttleworth; canva.com: Perkins, Obrecht, Adams; capgemini.com: Ezzat, Hermelin, Kampf;
  capitalone.com: Fairbank; carrefour.com: Bompard; caterpillar.com: Umpleby, Creed; cisco.com: Robbins, Chambers; cloudflare.com: Prince, Zatlin, Graham-Cumming;
  crowdstrike.com: Kurtz; databricks.com: Ghodsi, Zaharia, Stoica; datadoghq.com: Pomel; dell.com: Dell, Clarke; delta.com: Bastian; db.com: Sewing, Ackermann, Cryan;
  telekom.com: Höttges, Obermann; dhl.com: Meyer, Appel; doctolib.fr: Niox-Chateau; dropbox.com: Houston, Ferdowsi; duolingo.com: von Ahn, Hacker; ebay.com: Iannone, Whitman;
  lilly.com: Ricks; enel.com: Cattaneo, Starace; eni.com: Descalzi; equinor.com: Opedal; ericsson.com: Ekholm, Vestberg; fastretailing.com: Yanai; fedex.com: Smith, Subramaniam;
  ferrari.com: Vigna, Elkann, Marchionne; figma.com: Field, Wallace; flipkart.com: Bansal, Krishnamurthy; ford.com: Farley, Ford, Hackett; fujitsu.com: Tokita;
  geaerospace.com: Culp; gitlab.com: Sijbrandij, Staples; goldmansachs.com: Solomon, Blankfein, Waldron; google.com: Pichai, Page, Brin, Schmidt, Porat, Kurian, Dean;
  hdfcbank.com: Jagdishan, Puri; hellofresh.com: Richter; hpe.com: Neri, Whitman; hm.com: Helmersson, Ervér, Persson; global.honda: Mibe, Honda; hp.com: Lores, Weisler, Hewlett, Packard;
  hsbc.com: Elhedery, Quinn, Flint; huawei.com: Ren, Meng, Xu, Hu; hubspot.com: Rangan, Halligan, Shah; huggingface.co: Delangue, Chaumond, Wolf; iberdrola.com: Galán;
  ibm.com: Krishna, Rometty, Palmisano, Watson; inditex.com: Ortega, García, Isla; infosys.com: Parekh, Murthy, Nilekani; intel.com: Gelsinger, Tan, Swan, Krzanich, Moore, Grove;
  intuit.com: Goodarzi, Smith; jd.com: Liu, Xu; deere.com: May, Deere; jpmorganchase.com: Dimon, Erdoes, Piepszak, Lake; klarna.com: Siemiatkowski; loreal.com: Hieronimus, Agon;
  lenovo.com: Yang, Liu; lg.com: Koo, Cho; lloydsbankinggroup.com: Nunn; lufthansagroup.com: Spohr, Franz; lvmh.com: Arnault; maersk.com: Clerc, Skou, Møller;
  mastercard.com: Miebach, Banga; mcdonalds.com: Kempczinski, Easterbrook; mediatek.com: Tsai; medtronic.com: Martha; mercadolibre.com: Galperin; 
  mercedes-benz.com: Källenius, Zetsche; meta.com: Zuckerberg, Sandberg, Bosworth, Cox, Clegg; microsoft.com: Nadella, Gates, Ballmer, Smith, Hood, Allen; mistral.ai: Mensch, Lample, Lacroix;
  modernatx.com: Bancel; mongodb.com: Ittycheria; monday.com: Mann, Zinman; n26.com: Stalf, Tayenthal; naspers.com: Bloisi, van Dijk, Bekker; nestle.com: Freixe, Schneider, Navratil, Bulcke;
  netflix.com: Hastings, Sarandos, Peters; nike.com: Hill, Donahoe, Parker, Knight; nintendo.com: Furukawa, Miyamoto, Iwata; nissan-global.com: Uchida, Ghosn, Espinosa; nokia.com: Lundmark, Suri, Hotard;
  novartis.com: Narasimhan, Jimenez; novonordisk.com: Jørgensen, Sørensen, Doustdar; nubank.com.br: Vélez, Velez, Junqueira; nvidia.com: Huang, Kress; okta.com: McKinnon; openai.com: Altman, Brockman, Murati;
  oracle.com: Ellison, Catz, Hurd, Sicilia, Magouyrk; orange.com: Heydemann, Richard; palantir.com: Karp, Thiel, Sankar; paypal.com: Schulman, Chriss, Thiel; pepsico.com: Laguarta, Nooyi; pfizer.com: Bourla, Read;
  philips.com: Jakobs, van Houten; pinterest.com: Ready, Silbermann; plaid.com: Perret; pg.com: Moeller, Taylor, Jejurikar; qualcomm.com: Amon, Mollenkopf, Jacobs; rakuten.com: Mikitani; reddit.com: Huffman, Ohanian;
  ril.com: Ambani; revolut.com: Storonsky, Yatsenko; riotinto.com: Stausholm, Trott; roblox.com: Baszucki; roche.com: Schinecker, Schwan; rolls-royce.com: Erginbilgiç, East; ryanair.com: O'Leary, Wilson;
  salesforce.com: Benioff, Taylor, Harris; samsung.com: Lee, Jun, Han, Kyung, Roh; sanofi.com: Hudson, Brandicourt; sap.com: Klein, McDermott, Plattner, Hopp, Müller; se.com: Blum, Herweck, Tricoire;
  servicenow.com: McDermott, Luddy, Donahoe; shell.com: Sawan, van Beurden; shopify.com: Lütke, Finkelstein; siemens.com: Busch, Kaeser, Thomas; singaporeair.com: Goh; snowflake.com: Ramaswamy, Slootman;
  societegenerale.com: Krupa, Oudéa; sony.com: Totoki, Yoshida, Hirai; spotify.com: Ek, Lorentzon, Söderström, Norström; starbucks.com: Niccol, Schultz, Narasimhan; stripe.com: Collison; supercell.com: Paananen;
  tcs.com: Krithivasan, Gopinathan; teamviewer.com: Steil; telefonica.com: Murtra, Pallete; telstra.com.au: Brady, Penn; tencent.com: Ma, Lau, Zhang; tescoplc.com: Murphy, Lewis; tesla.com: Musk, Taneja, Straubel;
  coca-colacompany.com: Quincey, Kent, Braun; homedepot.com: Decker, Menear; lego.com: Christiansen, Kristiansen, Knudstorp; nytco.com: Sulzberger, Levien, Kahn; thewaltdisneycompany.com: Iger, Chapek, Disney;
  totalenergies.com: Pouyanné; global.toyota: Toyoda, Sato, Kon; tsmc.com: Wei, Chang, Liu; twilio.com: Lawson, Shipchandler; uber.com: Khosrowshahi, Kalanick; ubisoft.com: Guillemot;
  ubs.com: Ermotti, Hamers, Kelleher; uipath.com: Dines; unilever.com: Fernandez, Schumacher, Polman; ups.com: Tomé, Abney; vercel.com: Rauch; visa.com: McInerney, Kelly; vodafone.com: Della Valle, Read;
  volkswagen-group.com: Blume, Diess, Winterkorn, Piëch; volvogroup.com: Lundstedt; walmart.com: McMillon, Furner, Walton, Rainey; wise.com: Käärmann, Hinrikus; wix.com: Abrahami; workday.com: Eschenbach, Bhusri, Duffield;
  mi.com: Lei, Lu; zalando.com: Ritter, Schneider, Gentz; zoho.com: Vembu; zoom.com: Yuan; mozilla.org: Baker, Chambers, Eich; ikea.com: Kamprad, Brodin; alibabagroup.com: Ma, Wu, Tsai, Zhang;
  baidu.com: Li, Robin; byd.com: Wang; dji.com: Wang, Tao; navercorp.com: Lee, Choi; kakaocorp.com: Kim, Chung; hyundai.com: Chung, Muñoz, Chang; skhynix.com: Kwak, Chey; honhai.com: Gou, Liu, Young`;

const leaders = new Map(
  leadersByCompany.split(';').map((line) => {
    const [website = '', names = ''] = line.split(':');
    return [website.trim(), new Set(names.split(',').map((name) => name.trim()))];
  }),
);

/** Whether a family name, or a part of a double one, is that of a known leader of the company. */
export function isNameOfLeader(website: string, familyName: string): boolean {
  const known = leaders.get(website);
  return known !== undefined && [familyName, ...familyName.split(/[ -]/)].some((part) => known.has(part));
}
