/** Assumptions, and notes on the rows: English form → German. */
export const NOTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'The question was read as "{text}".': 'Die Frage wurde als „{text}“ verstanden.',
    '"{text}" means "{text2}".': '„{text}“ wurde als „{text2}“ verstanden.',
    '"{text}" means {label}.': '„{text}“ wurde als {label} verstanden.',
    '"{text}" was read as {label}.': '„{text}“ wurde als {label} verstanden.',
    '"{text}" was taken to mean the {label}, based on a draft synonym.':
      '„{text}“ wurde als {label} verstanden (vorgeschlagenes Synonym).',
    '"{text}" means {day} to {day2}.': '„{text}“ bedeutet {day} bis {day2}.',
    '"{text}" means the rows of {label}.': '„{text}“ steht für die Zeilen aus {label}.',
    '"{text}" refers to {label}.': '„{text}“ bezieht sich auf {label}.',
    '"{text}" changes the earlier question "{text2}".':
      '„{text}“ wurde als Änderung von „{text2}“ verstanden.',
    '"{text}" refers to the answer to "{text2}".':
      '„{text}“ bezieht sich auf die Antwort auf „{text2}“.',
    '"{text}" means the {label} of {label2}. It also appears in {text2}.':
      '„{text}“ wurde als {label} von {label2} verstanden. Es kommt auch in {text2} vor.',
    '"{text}" is matched against each part of {label}.':
      'Enthält {label} mehrere Werte, wird „{text}“ mit jedem davon verglichen.',
    '{text} appears as {text2} in the data.': '„{text}“ steht in den Daten als „{text2}“.',
    '{label} is summed.': '{label} wird summiert.',
    '{label} is summed for each {label2}.': '{label} wird je {label2} summiert.',
    '{label} is summed for each row.': '{label} wird für jede Zeile summiert.',
    'Rows of {label} are counted.': 'Gezählt werden Zeilen aus {label}.',
    'Rows of {label} are shown with {labels}.': 'Zeilen aus {label} werden mit {labels} angezeigt.',
    'Rows are shown with {labels}.': 'Die Zeilen werden mit {labels} angezeigt.',
    'Rows of {label} are counted, not their {label2}.':
      'Gezählt werden Zeilen aus {label}, nicht {label2}.',
    'Each value of {label} is counted once.': 'Gezählt werden verschiedene Werte von {label}.',
    'Each row of {label} is counted once.': 'Jede Zeile aus {label} zählt einmal.',
    'Each {label} is shown once.': 'Jeder Wert von {label} erscheint einmal.',
    'Dates use {label} from {label2}.': 'Als Datum zählt {label} aus {label2}.',
    'Dates use {label}.': 'Als Datum zählt {label}.',
    'The average is calculated over rows of {label}.':
      'Der Durchschnitt wird über die Zeilen aus {label} berechnet.',
    'The average is the total divided by the number of {label} with values.':
      'Der Durchschnitt ist die Summe, geteilt durch die Anzahl {label}, für die es Werte gibt.',
    'The average is {label} divided by the number of {label2} that have at least one.':
      'Der Durchschnitt ist {label}, geteilt durch die Anzahl {label2} mit mindestens einem Eintrag.',
    'If several tie for first place, one of them is shown.':
      'Teilen sich mehrere den ersten Platz, wird nur einer davon angezeigt.',
    'If several tie for first place, all of them count.':
      'Teilen sich mehrere den ersten Platz, zählen alle.',
    'If rows tie for place {n}, not all of them are shown.':
      'Bei Gleichstand auf Platz {n} werden nicht alle angezeigt.',
    'If several tie for first place in a group, all of them are shown.':
      'Teilen sich mehrere den ersten Platz einer Gruppe, werden alle angezeigt.',
    'If rows tie for place {n} in a group, all of them are shown.':
      'Bei Gleichstand auf Platz {n} einer Gruppe werden alle angezeigt.',
    'Rows of {label} without {label2} are left out.':
      'Zeilen aus {label} ohne {label2} sind nicht enthalten.',
    'Rows without {label} are left out.': 'Zeilen ohne {label} sind nicht enthalten.',
    'Those without {label} are left out.': 'Einträge ohne {label} sind nicht enthalten.',
    'Entries without {label} are included.': 'Einträge ohne {label} sind enthalten.',
    "{label} without {label2} aren't shown as groups.":
      '{label} ohne {label2} erscheinen nicht als Gruppe.',
    'Rows without {label} form one group with no name.':
      'Zeilen ohne {label} bilden eine eigene Gruppe ohne Namen.',
    'Some {label} have the same {label2}, so they form one group.':
      'Einige {label} haben denselben Wert für {label2} und bilden deshalb eine Gruppe.',
    'Some {label} have the same {label2}, so all matches are used.':
      'Einige {label} haben denselben Wert für {label2}; deshalb werden alle passenden verwendet.',
    'Values of {label} that differ only in case or spaces count as different.':
      'Werte von {label}, die sich nur in Groß- und Kleinschreibung oder Leerzeichen unterscheiden, gelten als verschieden.',
    'The largest comes first.': 'Der größte Wert kommt zuerst.',
    'The smallest comes first.': 'Der kleinste Wert kommt zuerst.',
    'The latest comes first.': 'Das späteste Datum kommt zuerst.',
    'The earliest comes first.': 'Das früheste Datum kommt zuerst.',
    'Sorted by {label}.': 'Sortiert nach {label}.',
    'The difference is shown without its sign.': 'Die Differenz wird ohne Vorzeichen angezeigt.',
    'Weekdays are numbered from 1 (Monday) to 7 (Sunday).':
      'Wochentage sind von 1 (Montag) bis 7 (Sonntag) nummeriert.',
    'Months are numbered from 1 (January) to 12 (December), with all years combined.':
      'Monate sind von 1 (Januar) bis 12 (Dezember) nummeriert, alle Jahre zusammengefasst.',
    'Hours run from 0 to 23, with all days combined.':
      'Die Stunden reichen von 0 bis 23, alle Tage zusammengefasst.',
    'One matching row of {label} is enough.': 'Eine passende Zeile aus {label} genügt.',
    'The result has one row for each row of {label}.':
      'Das Ergebnis hat eine Zeile für jede Zeile aus {label}.',
    'No column names the rows of {label}, so all columns are shown.':
      'Keine Spalte enthält einen Namen für die Zeilen aus {label}, deshalb werden alle Spalten angezeigt.',
    'Amounts are assumed to be in {text}, because the data names no currency.':
      'Für Beträge wird {text} angenommen, weil die Daten keine Währung nennen.',
    'The running total starts with the first period shown.':
      'Die laufende Summe beginnt mit dem ersten angezeigten Zeitraum.',
    'Ignored in the question: {text}.': 'In der Frage nicht berücksichtigt: {text}.',
    'Ignored as filler words: {text}.': 'Als Füllwörter behandelt: {text}.',
    'It also appears in {text}.': 'Es kommt auch in {text} vor.',
    'The average is {label} divided by the number of distinct values of {label2}.':
      'Der Durchschnitt ist {label}, geteilt durch die Anzahl verschiedener Werte von {label2}. Leere Werte zählen nicht.',
    '{label} without a {label2} are left out.': '{label} ohne {label2} sind nicht enthalten.',
    '"{text}" means {label} without {label2}.': '„{text}“ bedeutet: {label} ohne {label2}.',
    '"Overdue" means {label} without {label2} whose {label3} is before {day}.':
      'Überfällig: {label} ohne {label2}, bei denen {label3} vor dem {day} liegt.',
    '"Late" means {label} whose {label2} is after their {label3}.':
      'Verspätet: {label}, bei denen {label2} nach {label3} liegt.',
    '"On time" means {label} whose {label2} is on or before their {label3}.':
      'Pünktlich: {label}, bei denen {label2} nicht nach {label3} liegt.',
    'Entries without both dates are left out.':
      'Einträge, denen eine der beiden Datumsangaben fehlt, sind nicht enthalten.',
    'Only {label} with exactly one row of {label2} are included.':
      'Enthalten sind nur {label} mit genau einer Zeile aus {label2}.',
    'Only {label} with more than one row of {label2} are included.':
      'Enthalten sind nur {label} mit mehr als einer Zeile aus {label2}.',
    'Rows are in the order of the file.': 'Die Zeilen stehen in der Reihenfolge der Datei.',
    'Rows are sorted by {label}.': 'Die Zeilen sind nach {label} geordnet.',
    'The {noun} of {label} is calculated over all rows of {label2}.':
      'Über alle Zeilen aus {label2} berechnet: {label} ({noun}).',
    '"{text}" is based on {label}, not {label2}.':
      '„{text}“ richtet sich nach {label}, nicht nach {label2}.',
    '"{text}" means the rows of {label}, shown with {labels}.':
      '„{text}“ steht für die Zeilen aus {label}; angezeigt werden {labels}.',
    '"{text}" means the row of {label} with that name.':
      '„{text}“ wurde als Name einer Zeile aus {label} verstanden.',
    '"{text}" means the date of {label}, not the {label2} of {label3}.':
      '„{text}“ wurde als Datum von {label} verstanden, nicht als {label2} von {label3}.',
    '"{text}" uses the {label} of {label2}.': '„{text}“ richtet sich nach {label} ({label2}).',
    '"{text}" refers to the one in {label}.': '„{text}“ bezieht sich auf den Wert aus {label}.',
    'The comparison was read as "{text}".': 'Der Vergleich wurde als „{text}“ verstanden.',
    'The comparison uses {label}.': 'Verglichen wird {label}.',
    'The second number answers "{text}".': 'Die zweite Zahl beantwortet „{text}“.',
    'The question was read like the approved example "{text}".':
      'Die Frage wurde wie das freigegebene Beispiel „{text}“ verstanden.',
    'The model assumed: {text}.': 'Annahme des Modells: {text}.',
    "It's enough if the {label} of one of the {label2} matches.":
      'Es genügt, wenn eine Zeile aus {label2} den gesuchten Wert für {label} hat.',
    'A {label} of 0 counts as missing.': 'Der Wert 0 in {label} gilt als fehlend.',
    '{label} is in {text}, so {text2} means {text3}.':
      '{label} hat die Einheit {text}, {text2} bedeutet also {text3}.',
    "{label} is assumed to be in {text} cents. The data doesn't say so.":
      'Für {label} wird die Einheit Cent ({text}) angenommen; die Daten nennen keine Einheit.',
    'The value of {label} is taken from {label2}.': 'Als Wert von {label} gilt {label2}.',
    '{label} is in cents, so {n} is an amount of {n2}.':
      '{label} ist in Cent angegeben, {n} entspricht also einem Betrag von {n2}.',
    '{label} are compared by their {label2}.': '{label} werden nach {label2} verglichen.',
    '{label} are ranked by their number of {label2}.':
      '{label} sind nach der Anzahl {label2} geordnet.',
    'Entries without rows in {label} are left out.':
      'Einträge ohne Zeilen in {label} sind nicht enthalten.',
    'Rows of {label} without {label2} are left out of the {noun}.':
      '{noun}: Zeilen aus {label} ohne {label2} fließen nicht ein.',
    'Rows of {label} without both dates are left out.':
      'Zeilen aus {label}, denen eine der beiden Datumsangaben fehlt, sind nicht enthalten.',
    '{label} of {label2} is recorded for each {label3}, so the latest is used: {text}.':
      '{label} von {label2} wird je {label3} neu erfasst, deshalb gilt der letzte Stand: {text}.',
    'Rows of {label} can share the same {label2}. Each one counts once if any of its rows match.':
      'Mehrere Zeilen aus {label} können denselben Wert für {label2} haben; er zählt einmal, wenn eine davon passt.',
    "The {label} of {label2} is summed. Rows aren't counted.":
      '{label} von {label2} wird summiert. Die Zeilen werden nicht gezählt.',
    '{label} is shown for each row of {label2}. For a single number, ask for the {noun}.':
      '{label} wird für jede Zeile aus {label2} angezeigt. Für eine einzelne Zahl fragen Sie nach: {noun}.',
    'Rows are ranked individually, even if several have the same {label}.':
      'Jede Zeile erhält einen eigenen Rang, auch wenn mehrere denselben Wert für {label} haben.',
    'Rows of {label} are counted. The {label2} in {label3} may differ.':
      'Gezählt werden Zeilen aus {label}. Der Wert {label2} in {label3} kann davon abweichen.',
    'The {label} of {label2} is used. The number of rows of {label3} may differ.':
      'Verwendet wird {label} von {label2}. Die Anzahl der Zeilen aus {label3} kann davon abweichen.',
    'Each of the {label} in {label2} is counted once, however often it occurs.':
      'Jeder Wert von {label} in {label2} zählt nur einmal.',
    'Each row of {label} counts once in every group it belongs to.':
      'Jede Zeile aus {label} zählt einmal in jeder Gruppe, zu der sie gehört.',
    'Former {label} are those with a {label2}.':
      'Als ehemalig gelten {label} mit einem Wert für {label2}.',
    'Current {label} are those without a {label2}.': 'Aktuell: {label} ohne Wert für {label2}.',
    'Departures use {label} from {label2}.':
      'Wer gegangen ist, ergibt sich aus {label} ({label2}).',
    'New {label} are counted by their {label2}.': 'Neue {label} werden nach {label2} gezählt.',
    'New {label} are those whose {label2} is in that period.':
      'Als neu gelten {label}, bei denen {label2} in diesem Zeitraum liegt.',
    'The fraction is relative to the total, where 1 means all of it.':
      'Der Anteil bezieht sich auf den Gesamtwert (1 = alles).',
    'The percentage is relative to the total.': 'Der Prozentsatz bezieht sich auf den Gesamtwert.',
    'The row of {label} is the one with {label2} {text}.':
      'Gemeint ist die Zeile aus {label}, deren Wert für {label2} {text} ist.',
    "Related rows in {labels} aren't shown.":
      'Die zugehörigen Zeilen in {labels} werden nicht angezeigt.',
    'The parts are the {label} with {label2} {text}.':
      'Als Teile gelten {label} mit dem Wert {text} für {label2}.',
    'Empty values in the excluded list are ignored.':
      'Leere Werte in der Ausschlussliste werden ignoriert.',
    'All rows of {label} are counted, including those without {label2}.':
      'Gezählt werden alle Zeilen aus {label}, auch die ohne {label2}.',
    'The division keeps decimals.': 'Bei der Division bleiben die Nachkommastellen erhalten.',
    'The filter on "{label}" includes rows until the day before {day}.':
      '„{label}“ umfasst alles bis zum Tag vor dem {day}.',
    'The filter on "{label}" includes rows until the end of {day}.':
      '„{label}“ umfasst alles bis zum Ende des {day}.',
    'The filter on "{label}" includes rows for all of {day}.':
      '„{label}“ umfasst den ganzen {day}.',
    'The filter on "{label}" includes rows from {day} onward.':
      '„{label}“ umfasst alles ab dem {day}.',
    "{n} cells in {label} don't contain a valid {text} and are left out.":
      '{n} Zellen in {label} haben keinen gültigen Wert ({text}) und sind nicht enthalten.',
    "1 cell in {label} doesn't contain a valid {text} and is left out.":
      '1 Zelle in {label} hat keinen gültigen Wert ({text}) und ist nicht enthalten.',
    '{n} formulas in {label} have no stored result and are left out.':
      '{n} Formeln in {label} haben kein gespeichertes Ergebnis und sind nicht enthalten.',
    '1 formula in {label} has no stored result and is left out.':
      '1 Formel in {label} hat kein gespeichertes Ergebnis und ist nicht enthalten.',
    'Days in {label} use the time zone {text}, not {text2}.':
      'Die Tage in {label} richten sich nach der Zeitzone {text}, nicht nach {text2}.',
    'Only rows of {label} that are valid on {text} are used.':
      'Es zählen nur Zeilen aus {label}, die am {text} gültig sind.',
    'The total row of {label} ({text}), which adds up other rows, is left out.':
      'Die Summenzeile von {label} ({text}) ist nicht enthalten.',
    'The total rows of {label} ({text}), which add up other rows, are left out.':
      'Die Summenzeilen von {label} ({text}), die andere Zeilen zusammenzählen, sind nicht enthalten.',
    'The summary row of {label} ({text}), which describes other rows, is left out.':
      'Die Übersichtszeile in {label} ({text}), die andere Zeilen zusammenfasst, ist nicht enthalten.',
    'The summary rows of {label} ({text}), which describe other rows, are left out.':
      'Die Übersichtszeilen in {label} ({text}), die andere Zeilen zusammenfassen, sind nicht enthalten.',
    'The row {text} of {label} may sum or describe other rows, but is counted too.':
      'Die Zeile {text} in {label} fasst möglicherweise andere Zeilen zusammen. Sie wird trotzdem mitgezählt.',
    'The rows {text} of {label} may sum or describe other rows, but are counted too.':
      'Die Zeilen {text} in {label} fassen möglicherweise andere Zeilen zusammen. Sie werden trotzdem mitgezählt.',
    'Shares are calculated from the SQL result and rounded to 0.1%.':
      'Anteile werden aus dem Ergebnis des SQL berechnet und auf 0,1 % gerundet.',
    "Shares below 0.1% or above 99.9% aren't rounded to 0% or 100%.":
      'Anteile unter 0,1 % oder über 99,9 % werden nicht auf 0 % oder 100 % gerundet.',
    "The question doesn't mention a period, so all data is used: {moment}.":
      'Die Frage nennt keinen Zeitraum, deshalb werden alle Daten verwendet: {moment}.',
    "The question doesn't mention a period, so all data is used: {day} to {day2}.":
      'Die Frage nennt keinen Zeitraum, deshalb werden alle Daten verwendet: {day} bis {day2}.',
    "The question doesn't mention a period, so the last complete month of the data is used: {text}.":
      'Die Frage nennt keinen Zeitraum, deshalb gilt der letzte vollständige Monat der Daten: {text}.',
    'Compared with {moment}.': 'Verglichen wird mit: {moment}.',
    'Compared with {day} to {day2}.': 'Verglichen wird mit: {day} bis {day2}.',
    'Estimated by repeating the previous seasonal cycle.':
      'Geschätzt, indem der letzte Saisonzyklus fortgeschrieben wird.',
    'Estimated by repeating the last value.': 'Geschätzt, indem der letzte Wert wiederholt wird.',
    'Estimated with Holt-Winters smoothing.': 'Geschätzt mit Holt-Winters-Glättung.',
    'Estimated with exponential smoothing.': 'Geschätzt mit exponentieller Glättung.',
    'In {n} tests on past data, this was more accurate than Holt-Winters smoothing.':
      'In {n} Tests mit früheren Daten war diese Schätzung genauer als Holt-Winters-Glättung.',
    'In {n} tests on past data, this was more accurate than exponential smoothing.':
      'In {n} Tests mit früheren Daten war diese Schätzung genauer als exponentielle Glättung.',
    'In {n} tests on past data, this was more accurate than repeating the previous seasonal cycle.':
      'In {n} Tests mit früheren Daten war diese Schätzung genauer, als den letzten Saisonzyklus fortzuschreiben.',
    'In {n} tests on past data, this was more accurate than repeating the last value.':
      'In {n} Tests mit früheren Daten war diese Schätzung genauer, als den letzten Wert zu wiederholen.',
    "Rows from {day} onward aren't used, because that {label} isn't over yet.":
      'Zeilen ab dem {day} werden nicht verwendet, weil ihr Zeitraum noch läuft ({label}).',
    'The estimate assumes that past patterns continue.':
      'Die Schätzung schreibt den bisherigen Verlauf fort.',
    "It doesn't know about planned changes, such as new prices or campaigns.":
      'Geplante Änderungen wie neue Preise oder Aktionen kennt sie nicht.',
    'Data used: {moment}.': 'Verwendete Daten: {moment}.',
    'Data used: {day} to {day2}.': 'Verwendete Daten: {day} bis {day2}.',
    "There isn't enough data to detect a weekly pattern, so the estimate ignores it.":
      'Die Daten reichen nicht weit genug zurück, um wöchentliche Muster zu erkennen. Solche Muster bleiben unberücksichtigt.',
    "There isn't enough data to detect a yearly pattern, so the estimate ignores it.":
      'Die Daten reichen nicht weit genug zurück, um jährliche Muster zu erkennen. Solche Muster bleiben unberücksichtigt.',
    'Analyzed by {label}.': 'Ausgewertet nach {label}.',
    'Only complete {text}s are used: {moment}.': 'Nur vollständige Zeiträume zählen: {moment}.',
    'Only complete {text}s are used: {day} to {day2}.':
      'Nur vollständige Zeiträume zählen: {day} bis {day2}.',
    'Each period is compared with the same period of the previous year.':
      'Verglichen wird jeweils mit demselben Zeitraum des Vorjahres.',
    'Invalid dates in {label} (such as 0000-00-00) count as missing.':
      'Ungültige Datumswerte in {label} (etwa 0000-00-00) gelten als fehlend.',
    "Days without rows aren't shown.": 'Tage ohne Zeilen erscheinen nicht.',
    "Weeks without rows aren't shown.": 'Wochen ohne Zeilen erscheinen nicht.',
    "Months without rows aren't shown.": 'Monate ohne Zeilen erscheinen nicht.',
    "Quarters without rows aren't shown.": 'Quartale ohne Zeilen erscheinen nicht.',
    "Years without rows aren't shown.": 'Jahre ohne Zeilen erscheinen nicht.',
    "Days without rows aren't compared.": 'Tage ohne Zeilen werden nicht verglichen.',
    "Weeks without rows aren't compared.": 'Wochen ohne Zeilen werden nicht verglichen.',
    "Months without rows aren't compared.": 'Monate ohne Zeilen werden nicht verglichen.',
    "Quarters without rows aren't compared.": 'Quartale ohne Zeilen werden nicht verglichen.',
    "Years without rows aren't compared.": 'Jahre ohne Zeilen werden nicht verglichen.',
  }),
);
