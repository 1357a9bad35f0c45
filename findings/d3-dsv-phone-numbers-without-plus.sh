#!/usr/bin/env bash
# d3-dsv 3.0.2, autoType: an international phone number becomes a number without its plus sign, and 30 February becomes 2 March.
#
# Guessed before: "+41315550101" stays a text, as it does with Papa Parse 5.7.1 and its option dynamicTyping, and an impossible date stays
# a text or becomes an invalid date.
# Seen: autoType converts whatever Number() accepts, and Number() accepts a plus sign. A date only needs the form of a date. So the country
# code can no longer be told from an area code, and a wrong date becomes another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . d3-dsv@3.0.2 papaparse@5.7.1 >/dev/null
cat >run.mjs <<'JS'
import { autoType, csvParse } from 'd3-dsv';
import Papa from 'papaparse';
const text = 'phone,day\n+41315550101,2021-02-30\n';
const [d3] = csvParse(text, autoType);
const [papa] = Papa.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true }).data;
console.log('d3-dsv', typeof d3.phone, d3.phone, d3.day.toISOString().slice(0, 10));
console.log('papaparse', typeof papa.phone, papa.phone, papa.day);
JS
diff - <(node run.mjs) <<'SEEN' && echo 'As seen before.'
d3-dsv number 41315550101 2021-03-02
papaparse string +41315550101 2021-02-30
SEEN
