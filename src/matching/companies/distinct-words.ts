import { romanise } from '../names/spelling.js';

/**
 * Words of company names that differ in a letter or two from each other or from a family name. Two different ones are never one word
 * with a typing error: Shipping and Shopping, Iceland and Ireland, Johnson and Johnston.
 */
const wordList = `
academy access acoustic active actuarial adventure aerial aero affinity agency agile agri air airport airports airways alliance allied
alloy alloys alpha alpine alternative amber american anchor angel animal apex apparel apple applied aqua arcade arena argo aroma art arts
ascent aspect asset assets assurance atlantic atlantis atlas atom audio audit aurora austral auto automotive avenue aviation avionics axis
backing baker bakery baking baltic balkan band bank banking banner baron barrel basic basin battery beacon bear beauty beer bell belt best
beta better bio birch blend block blue board boat boating body bond book books boot border boring bottle boulder bowl box brand brands brass
bread brewing brick bridge bright broker brokers brook brooks brown brush bubble budget builder builders building buildings burger business
butler butter buyer cable cables cake camera camp campus candle candy canyon capital capitol car carbon card care career cargo carpet
carrier cart casino cast casting castle catering cattle cedar cell cellar cells cement central centric ceramic certified chain channel
charter cheese chemical cherry chicken chief child children chip chipping church cider cinema circle circuit citizen citizens city civil
claims classic clay clean cleaning clear clearing climate clinic clinical clip clock cloth clothing cloud clover club coach coaching coal
coast coastal coat coating coatings cobalt code coffee coin cold college colony comfort comet commerce commercial commodity common commons
community compass compact complete component components composite compute computer computing concept concord concrete condor conduit
consortium construction constructors consumer contact container content continental contract contractors control controls convey cook cool
copper coral cord core cork corner corporate cosmetic cosmetics cosmic cosmos cotton council counsel country county courier court cove cover
craft crafts crane cream creative credit creek crest crown cruise crystal culture custom customs cutter cutting cyber cycle dairy dance data
dawn day deal dealer deck deep delivery dental design designs desk diamond diesel diet digital dining direct discovery display distance
distribution diversified dock dollar dolphin domain domestic door dragon drake draw dream drill drilling drink drive driven dry dune dyer
eagle early earth east eastern easy echo eclipse eco economic edge education elastic elastics electric electro electronic element elevation
elevator elite elm embassy emerald empire energy engine engines enterprise entertainment envision epic equal equinox equity erection estate
estates ether event events evergreen evolution exchange executive expert export express exterior extra eye fabric facility factor factory
factoring fair falcon falls family farm farmer farmers farming fashion fast fasteners feather federation feed fence fencing ferry field
fields fiesta film filling filter filtration finance fine finishing fire first fish fishing fitness flag flame fleet flight flooring floral
florist flour flow flower focus folding food foods foot forensic forest forestry forge forging form fortress fortune forum forward foster
found foundation foundry fountain fox frame framing franchise freedom freight fresh freight frontier fruit fuel fulfilment function funding
fur furnace furniture fusion future gain galaxy gallery game games gaming garden gardens garment gas gate gateway gear gem gene genesis
genetics genius glass glazing global globe glory gold golden golf good goods grain grand granite graphic graphics grape grass green grid
grill grilling grip grocery grove grow growth guard guardian guide gulf habitat hair hall hammer hand handling harbor hardware harmony
harvest hat haul hauling haven hawk head heading healing health healthcare heart hearth heat heater heating heavy height helix help
heritage hermitage hero high highland highway hill hills hire history holiday home homes honey hood hook hope horizon horse host hosting
hotel hotels hound house housing human hunter hunting hydro ice icon idea ideal image imaging impact imperial import improvement incentive
independence independent indigo infant infinite infinity infra inland inner innovation inspection inspire instrument insulation integral
integrated integrity inter interactive interior internal internet interstate invention inventory iris iron island isle ivory jade jet
journal journey joy jubilee judicial junction jungle juniper junior jupiter kernel key kids king kingdom kings kitchen knight knowledge lake
lamp lance land landing lands lane language lantern laser last launch laundry laurel law lawn leader leaf lean learning lease leasing leather
legacy legal legend leisure lending lens letter level liberty library license life lift light lighting lightning lime limestone line linear
linen lines link lion liquid list literacy litho living loan local lock locker lodge loft log logic london long loop lotus love loyal
loyalty lumber lunar lynx machine machining magic magnet mail main major mall manor maple marble margin marina marine mariner maritime mark
market marketing markets martial mason masonry mass master masters match material materials matrix maximum meadow meat mechanical medal
media medial medical medicine member memorial memory mental mentor menu mercantile merchant merchants mercury merger meridian merit metal
metals meteor method metric metro metropolitan micro middle midland midlands military milk mill milling mills mind mine mineral minerals
mining minor mint mirror mission mobile mobility model modeling modern modular mold molding moment money monitor moon moral morning mortar
mortars mortgage motion motor motors mountain movement moving municipal muscle museum music mutual narrow native natural nature nautical
naval navy nerve nest net network networks neutral news nickel night noble nomad nordic normal north northeast northeastern northern northwest northwestern note nova novel nuclear
nursery nursing nutrition oak oasis object ocean office offset oil olive omega online onyx open opera optic optical optics optimal option
orange orbit orchard orchid order organ organic orient oriental origin outdoor outlet oval oven oxygen oyster pacific pack packaging packing
page pain paint painting paints palace palm panel panther paper parade paradise park parking parts party passage passion past paste patch
path patient patrol pattern pearl peak pegasus pension people pepper perfect performance permit personal pet petroleum phase phone phoenix
photo physical piano pick picture pier pilot pine pink pioneer pipe pipeline piping pivot pixel pizza place plan plane planet planning plant
planting plants plastic plastics plate plating platform platinum play player playing plaza plumbing plus point polar pole police policy
polish polymer pond pool popular port portal portfolio post postal posting potato pottery pound powder power practice precise precision
premier premiere premium press pressure prestige pretty price pride primary prime prince print printer printing prism private prize process
produce production profile profit progress project promise promotion proof protect protection proton proud provident provider province
public publishing pulse pump pumps pure purple quality quantum quarry quarter quartz queen quest quick quiet quilt race racing radar radial
radiance radiant radio rain rainbow ranch range ranger rapid rational reach reaction reader ready real reality rebel record recovery
recruit recycling red reed refined refinery reform regal regency regent region regional registry relation reliable reliance relief remedy
remote removal rental rentals repair report rescue research reserve resident residential resin resort response rest restaurant retail retro
revenue revolution rice rich ride ridge right ring ripple rise rising river rivers road rock rocket roller roof roofing room root rope rose
rotary round route royal rubber ruby runner running rural safe safety sail sailing salad sale sales salon salt salvage sand sands sapphire
satellite sauce save savings scale school science sciences scope scout screen script sea seal search season seat second secure security seed
select senior sense sensor sentinel sequence series server session seven shade shadow shape share shark sharp sheet shell shelter shield
shine ship shipping shoe shop shopping shore short show sierra sight sigma sign signal signs silence silicon silk silver simple site sky
sleep sliver small smart smoke snow soap social soft solar solid sonar sonic soul sound source south southeast southeastern southern southwest southwestern space spark special speed
spice spin spirit sport sports spot spring spruce square stable stables staff stage stainless stamp standard star start state states static
station steam steel stellar sterling stock stone stones storage store storm story strategic strategy straw stream street strength strip
stripping strong structure student studio style submit suburban success sugar suit summit sun sunrise superior supplies supply support
surface surf surgery surgical survey sweet swift swimming switch symbol synergy syndicate synthesis system table tables tactical tailor
talent talk tank target task tax tea teach team technical temple tender tennis terminal terra terrace territory test testing textile texture
theory therapy thermal think thread thunder tiger tile timber time titan titanium toast tobacco together tool tooling tools top torch total
touch tour tours tower town toy toys track tracking trade traders trading traffic trail trailer train training transfer transit travel
treasure treasury tree trend triangle tribune trident trinity trio triple tropical truck trucking true trust truth tube tunnel turbine turf
turtle twin ultra union unique unison unit united unity universal universe upper urban used utility utilities vacuum vale valley value van
vanguard vantage vector velocity vending vendor venue vertex vertical vessel veteran victor victory video view village vine vintage violet
virtual virtue vision visit vista visual vital vitamin vivid voice volt vortex voyage wagon walk wall warden warehouse wash waste watch water
watering wave wax way wealth weather web wedding welding welfare well wellness west western whale wheat wheel white wholesale wide wild wind
window wine wing winner winter wire wireless wiring wise wolf wood woods wool work world yacht yard yarn yellow young youth zebra zenith
zero zinc zone
anders andersen anderson andersson andrew andrews bauer bayer becker beyer black bosch bruce burke burton busch carlsen carlson carson
carter cartier clark clarke collins dalton davies davis dixon duncan dunn edwards erikson ericsson evans ferguson fischer fisher fletcher
ford gibbons gibson gordon graham grant gray greene griffin griffith halton hanson hansen hansson harper harris harrison harrisons hartman
hartmann hayes henderson henriksen herman hermann hoffman hofmann hoffmann holden holland hopkins horton howard howell hughes hunt jackson
jacobs jacobsen jacobson jansen janssen jensen jenkins johansen johansson johnsen johnson johnston jones jordan kaiser kayser kelley kelly
kennedy keller koller kramer kroger kruger larsen larson larsson lawson lawton lewis lloyd logan lopez lucas madsen marsh marshall martin
martins martinez mason mathews matthews maxwell mayer maier meier meyer mercer merck merrill miller mills mitchell moeller moller moore
morgan morris morrison morton mueller muller murphy murray nelson newman newton nichols nicholson nielsen nilsen nilsson norman norris
norton olsen olson olsson owens palmer parker parsons patterson paulsen paulson pearce pearson petersen peterson petersson phillips pierce
porter potter powell preston price ramsay ramsey randall reynolds richards richardson richter riley ritter roberts robertson robinson
rodgers rogers roland rolland ross rossi russell ryder sanders sanderson saunders schiller schmid schmidt schmitt schneider schroder
schroeder schulte schultz schulz schuster scott sharma shaw simmons simon simons simpson sinclair smith smyth snider snyder sorensen spencer
stanley steele stein stephens stevens stevenson stewart stuart sullivan taylor thomas thompson thomson thornton tucker turner wagner walker
wallace walter walters walton warner warren watkins watson watts weaver webb weber webster weiss welch wells welsh wheeler whitney wilkins
wilkinson williams williamson wilson winston winter wolfe wolff woodward wright
continentale danone hilton intel inter nokia nokian roche rocher nestle
`;

/** Regions of one country and neighbours that differ in few letters. */
const regionList = `
africa america arabia asia europe eurasia alabama alaska alberta arizona bavaria carolina california catalonia colorado columbia dakota
dallas delaware delhi flanders florida galicia georgia holland houston idaho illinois indiana iowa kansas kent kerala korea louisiana
lyon maine manchester maryland manhattan melbourne michigan milan minnesota missouri montana mumbai munich nebraska nevada norfolk normandy
ohio oklahoma ontario oregon orleans oslo oxford paris pennsylvania perth punjab queensland quebec rome saxony scotland seoul shanghai
shandong shanxi shaanxi henan hunan hubei hebei hainan heilongjiang guangdong guangxi guangzhou guizhou jiangsu jiangxi zhejiang fujian
gansu qinghai yunnan sichuan beijing nanjing tianjin chongqing
siberia stockholm suffolk sussex sydney tennessee texas tokyo toronto tuscany utah vermont victoria vienna virginia wales warsaw
washington wisconsin wyoming york zurich
`;

const countries = countryNames();
const words: ReadonlySet<string> = new Set([
  ...wordList.trim().split(/\s+/),
  ...regionList.trim().split(/\s+/),
  ...countries.flatMap((name) => name.split(' ')),
]);
const places: ReadonlySet<string> = new Set([
  ...regionList.trim().split(/\s+/),
  ...countries.map((name) => name.replaceAll(/[^a-z]/g, '')),
  ...['uk', 'us', 'uae', 'hongkong', 'macau', 'india', 'm', 's', 'emea', 'apac'],
]);

/** Shorter words occur in many others by chance. */
const minPartLength = 4;

/**
 * Whether two different normalised words are both known as words of their own, or differ in such a part: Unitedhealth and
 * Unitedwealth.
 */
export function areDistinctWords(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a.charAt(start) === b.charAt(start)) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  for (let before = 0; before <= start; before += 1) {
    for (let after = 0; after <= end; after += 1) {
      const [one, other] = [a.slice(before, a.length - after), b.slice(before, b.length - after)];
      if (Math.min(one.length, other.length) < minPartLength) break;
      if (words.has(one) && words.has(other)) return true;
    }
  }
  return false;
}

/** Whether a text in lower-case ASCII without spaces is a country, a region or a city. */
export function isPlace(text: string): boolean {
  return places.has(text);
}

/** The English names of countries, in lower-case ASCII. */
function countryNames(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => names.of(code) ?? []).map((name) => romanise(name).plain.toLowerCase());
}
