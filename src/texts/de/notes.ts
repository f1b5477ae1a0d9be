/** Assumptions, and notes on the rows: English form → German. */
export const NOTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'The question is read as "{text}".': 'Die Frage wurde verstanden als „{text}“.',
    '"{text}" is read as "{text2}".': '„{text}“ wurde als „{text2}“ verstanden.',
    '"{text}" is read as {label}.': '„{text}“ wurde als {label} verstanden.',
    '"{text}" was read as {label}.': '„{text}“ wurde als {label} verstanden.',
    '"{text}" was read as the {label}, a drafted synonym.':
      '„{text}“ wurde als {label} verstanden, ein vorgeschlagenes Synonym.',
    '"{text}" is read as {day} to {day2}.': '„{text}“ bedeutet {day} bis {day2}.',
    '"{text}" is read as the rows of {label}.': '„{text}“ wurde als Zeilen von {label} verstanden.',
    '"{text}" is read as that of {label}.': '„{text}“ bezieht sich auf {label}.',
    '"{text}" is read as a change of "{text2}".':
      '„{text}“ wurde als Änderung von „{text2}“ verstanden.',
    '"{text}" refers to the answer to "{text2}".':
      '„{text}“ bezieht sich auf die Antwort auf „{text2}“.',
    '"{text}" is taken for the {label} of {label2}; it also stands in {text2}.':
      '„{text}“ wurde als {label} von {label2} verstanden; es steht auch in {text2}.',
    '"{text}" is looked for among the parts of {label}.':
      '„{text}“ wird in den Teilen von {label} gesucht.',
    '{text} is written {text2} in the data.': '{text} steht in den Daten als {text2}.',
    '{label} is summed.': '{label} wird summiert.',
    '{label} is summed for each {label2}.': '{label} wird je {label2} summiert.',
    '{label} is summed for each of them.': '{label} wird jeweils summiert.',
    'Rows of {label} are counted.': 'Gezählt werden Zeilen von {label}.',
    'Rows of {label} are shown by {labels}.': '{label} werden mit {labels} gezeigt.',
    'Rows are shown by {labels}.': 'Die Zeilen werden mit {labels} gezeigt.',
    'Rows of {label} are counted, not their {label2}.':
      'Gezählt werden Zeilen von {label}, nicht: {label2}.',
    'Different values of {label} are counted.': 'Gezählt werden verschiedene Werte von {label}.',
    'Each of {label} is counted once.': 'Jeder Eintrag von {label} zählt einmal.',
    'Each {label} is shown once.': 'Jeder Wert von {label} erscheint einmal.',
    'Dates are those of {label} in {label2}.': 'Es gilt das Datum {label} aus {label2}.',
    'Dates use {label}.': 'Es gilt das Datum {label}.',
    'The average is over rows of {label}.':
      'Der Durchschnitt wird über Zeilen von {label} gebildet.',
    'The average is the total divided by the number of {label} that have any.':
      'Der Durchschnitt ist die Summe geteilt durch die Anzahl {label}, für die es Werte gibt.',
    'The average is {label} divided by the number of {label2} that have any.':
      'Der Durchschnitt ist {label} geteilt durch die Anzahl {label2}, für die es Werte gibt.',
    'Where several tie for the first place, one of them is shown.':
      'Bei Gleichstand auf dem ersten Platz wird nur einer gezeigt.',
    'Where several tie for the first place, all of them are meant.':
      'Bei Gleichstand auf dem ersten Platz sind alle gemeint.',
    'Where rows tie for place {n}, not all of them are shown.':
      'Bei Gleichstand auf Platz {n} werden nicht alle gezeigt.',
    'Where several tie for the first place of a group, all of them are shown.':
      'Bei Gleichstand auf dem ersten Platz einer Gruppe werden alle gezeigt.',
    'Where rows tie for place {n} of a group, all of them are shown.':
      'Bei Gleichstand auf Platz {n} einer Gruppe werden alle gezeigt.',
    'Rows of {label} without {label2} are left out.':
      'Zeilen von {label} ohne {label2} sind nicht enthalten.',
    'Rows without {label} are left out.': 'Zeilen ohne {label} sind nicht enthalten.',
    'Those without any {label} are left out.': 'Einträge ohne {label} sind nicht enthalten.',
    'Those without any {label} are among them.': 'Einträge ohne {label} sind enthalten.',
    '{label} without {label2} are not among the groups.':
      '{label} ohne {label2} bilden keine Gruppe.',
    'What has no {label} is a group of its own, without a name.':
      'Einträge ohne {label} bilden eine eigene Gruppe ohne Namen.',
    'Some {label} have the same {label2}: they are one group.':
      'Einige {label} haben denselben Wert für {label2}; sie bilden eine Gruppe.',
    'Some {label} have the same {label2}: all that have this one are taken.':
      'Einige {label} haben denselben Wert für {label2}; alle mit diesem Wert zählen.',
    'Values of {label} that differ in case or spaces only are taken for different ones.':
      'Werte von {label}, die sich nur in Groß- und Kleinschreibung oder Leerzeichen unterscheiden, gelten als verschieden.',
    'The largest comes first.': 'Der größte Wert steht zuerst.',
    'The smallest comes first.': 'Der kleinste Wert steht zuerst.',
    'The latest comes first.': 'Das späteste Datum steht zuerst.',
    'The earliest comes first.': 'Das früheste Datum steht zuerst.',
    'The order is that of {label}.': 'Sortiert ist nach {label}.',
    'The difference is shown without its sign.': 'Die Differenz steht ohne Vorzeichen.',
    'Weekdays are numbered from Monday, 1, to Sunday, 7.':
      'Wochentage sind nummeriert, von Montag (1) bis Sonntag (7).',
    'Months are numbered from January, 1, to December, 12, those of all years together.':
      'Monate sind nummeriert, von Januar (1) bis Dezember (12), alle Jahre zusammen.',
    'Hours are those of the day, from 0 to 23, of all days together.':
      'Stunden sind die des Tages (0 bis 23), alle Tage zusammen.',
    'It is enough that one row of {label} is so.':
      'Es genügt, wenn es auf eine Zeile von {label} zutrifft.',
    'There is one row for each row of {label}.': 'Es gibt eine Zeile je Zeile von {label}.',
    'No column names rows of {label}: all of them are shown.':
      'Keine Spalte benennt Zeilen von {label}, deshalb werden alle Spalten gezeigt.',
    'Amounts are taken to be in {text}: the data names no currency.':
      'Für Beträge wird {text} angenommen; die Daten nennen keine Währung.',
    'The running total begins with the first period that is shown.':
      'Die laufende Summe beginnt mit dem ersten gezeigten Zeitraum.',
    'Nothing was read in "{text}".': '„{text}“ wurde nicht berücksichtigt.',
    'Nothing was read in {text}.': 'Nicht berücksichtigt: {text}.',
    'Nothing more was read in {text}.': 'Nicht berücksichtigt: {text}.',
    'Shares are computed after the SQL, and rounded to 0.1%.':
      'Anteile werden nach dem SQL berechnet und auf 0,1 % gerundet.',
    "Shares below 0.1% or above 99.9% aren't rounded to 0% or 100%.":
      'Anteile unter 0,1 % oder über 99,9 % werden nicht auf 0 % oder 100 % gerundet.',
    'No period was named, so all data is used: {moment}.':
      'Ohne genannten Zeitraum gelten alle Daten: {moment}.',
    'No period was named, so all data is used: {day} to {day2}.':
      'Ohne genannten Zeitraum gelten alle Daten: {day} bis {day2}.',
    'No period was named, so the last complete month of the data is used: {text}.':
      'Ohne genannten Zeitraum gilt der letzte vollständige Monat der Daten: {text}.',
    'Compared with {moment}.': 'Verglichen wird mit: {moment}.',
    'Compared with {day} to {day2}.': 'Verglichen wird mit: {day} bis {day2}.',
    'Estimated by repeating the season before.': 'Geschätzt durch Wiederholen der vorigen Saison.',
    'Estimated by repeating the last value.': 'Geschätzt durch Wiederholen des letzten Werts.',
    'Estimated with Holt-Winters smoothing.': 'Geschätzt mit Holt-Winters-Glättung.',
    'Estimated with exponential smoothing.': 'Geschätzt mit exponentieller Glättung.',
    'In {n} tests on past data that was closer than Holt-Winters smoothing.':
      'In {n} Proben an vergangenen Daten lag das näher als Holt-Winters-Glättung.',
    'In {n} tests on past data that was closer than exponential smoothing.':
      'In {n} Proben an vergangenen Daten lag das näher als exponentielle Glättung.',
    'In {n} tests on past data that was closer than repeating the season before.':
      'In {n} Proben an vergangenen Daten lag das näher als das Wiederholen der vorigen Saison.',
    'In {n} tests on past data that was closer than repeating the last value.':
      'In {n} Proben an vergangenen Daten lag das näher als das Wiederholen des letzten Werts.',
    "Rows from {day} on aren't used, because their {label} isn't over.":
      'Zeilen ab {day} werden nicht verwendet, weil ihr Zeitraum noch läuft ({label}).',
    'The estimate continues the past.': 'Die Schätzung setzt die Vergangenheit fort.',
    'It knows nothing of planned changes, such as new prices or campaigns.':
      'Geplante Änderungen wie neue Preise oder Aktionen kennt sie nicht.',
    'Data used: {moment}.': 'Verwendete Daten: {moment}.',
    'Data used: {day} to {day2}.': 'Verwendete Daten: {day} bis {day2}.',
    "The data is too short to show what repeats every week, so that isn't considered.":
      'Die Daten reichen nicht weit genug zurück, um zu zeigen, was sich jede Woche wiederholt. Das bleibt unberücksichtigt.',
    "The data is too short to show what repeats every year, so that isn't considered.":
      'Die Daten reichen nicht weit genug zurück, um zu zeigen, was sich jedes Jahr wiederholt. Das bleibt unberücksichtigt.',
    'Analyzed by {label}.': 'Ausgewertet nach {label}.',
    'Only complete {text}s are used: {moment}.': 'Nur vollständige Zeiträume zählen: {moment}.',
    'Only complete {text}s are used: {day} to {day2}.':
      'Nur vollständige Zeiträume zählen: {day} bis {day2}.',
    'Each is compared with the same period of the previous year.':
      'Verglichen wird jeweils mit demselben Zeitraum des Vorjahres.',
    'Invalid dates in {label} (such as 0000-00-00) count as missing.':
      'Ungültige Datumswerte in {label} (etwa 0000-00-00) gelten als fehlend.',
    "A day without rows isn't shown.": 'Tage ohne Zeilen erscheinen nicht.',
    "A week without rows isn't shown.": 'Wochen ohne Zeilen erscheinen nicht.',
    "A month without rows isn't shown.": 'Monate ohne Zeilen erscheinen nicht.',
    "A quarter without rows isn't shown.": 'Quartale ohne Zeilen erscheinen nicht.',
    "A year without rows isn't shown.": 'Jahre ohne Zeilen erscheinen nicht.',
    "A day without rows isn't compared.": 'Tage ohne Zeilen werden nicht verglichen.',
    "A week without rows isn't compared.": 'Wochen ohne Zeilen werden nicht verglichen.',
    "A month without rows isn't compared.": 'Monate ohne Zeilen werden nicht verglichen.',
    "A quarter without rows isn't compared.": 'Quartale ohne Zeilen werden nicht verglichen.',
    "A year without rows isn't compared.": 'Jahre ohne Zeilen werden nicht verglichen.',
  }),
);
