#!/usr/bin/env bash
# i18n-iso-countries 7.14.0: the short name of a country means another country in another language, or does not lead back.
#
# Guessed before: "Congo" and "Kongo" are the same country, and the name of a country in a language leads back to its code.
# Seen: English "Congo" is the Republic of the Congo (CG), because it is listed for both countries and the first one is taken. German
# "Kongo" is the Democratic Republic of the Congo (CD). In Dhivehi, Malawi and Malaysia have one name, so Malaysia's name leads to MW.
# Whoever merges the names of several languages gets an answer that depends on their order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . i18n-iso-countries@7.14.0 >/dev/null
cat >run.cjs <<'JS'
const countries = require('i18n-iso-countries');
for (const language of ['en', 'de', 'dv']) countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`));
console.log('Congo in English:', countries.getAlpha2Code('Congo', 'en'));
console.log('Kongo in German:', countries.getAlpha2Code('Kongo', 'de'));
console.log('MY in Dhivehi and back:', countries.getAlpha2Code(countries.getName('MY', 'dv'), 'dv'));
JS
diff - <(node run.cjs) <<'SEEN' && echo 'As seen before.'
Congo in English: CG
Kongo in German: CD
MY in Dhivehi and back: MW
SEEN
