/** Details of checks: English template → German. */
export const CHECKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '{n} checks passed.': '{n} Prüfungen bestanden.',
    '1 check passed.': 'Eine Prüfung bestanden.',
    'Each row is shown once.': 'Jede Zeile erscheint einmal.',
    'No values are summed.': 'Es werden keine Werte summiert.',
    'The summed columns are safe to add up.':
      'Die summierten Spalten lassen sich sinnvoll addieren.',
    '{label} identifies rows, so adding it up makes no sense.':
      '{label} ist eine Kennung; eine Summe davon ergibt keinen Sinn.',
    '{label} identifies rows, so averaging it makes no sense.':
      '{label} ist eine Kennung; ein Durchschnitt davon ergibt keinen Sinn.',
    'Summing {label} may not make sense, for example if it holds prices or rates.':
      'Die Summe von {label} ergibt möglicherweise keinen Sinn, etwa bei Preisen oder Quoten.',
    '{label} is a snapshot, so summing it over time may not make sense.':
      '{label} ist eine Momentaufnahme. Eine Summe über die Zeit ergibt möglicherweise keinen Sinn.',
    'Averages are calculated from rows, not from other averages.':
      'Durchschnitte sind aus Zeilen berechnet, nicht aus anderen Durchschnitten.',
    'No values are averaged.': 'Es werden keine Durchschnitte berechnet.',
    '{label} is already an average, so small groups count as much as large ones.':
      '{label} ist bereits ein Durchschnitt, kleine Gruppen zählen deshalb so viel wie große.',
    'No values are counted or summed.': 'Es wird nichts gezählt oder summiert.',
    'Counts and sums are shown unchanged.':
      'Gezählte und summierte Werte werden unverändert angezeigt.',
    'The SQL counts the rows that the question names.':
      'Das SQL zählt die Zeilen, nach denen gefragt ist.',
    'No joined rows are counted.': 'Es werden keine verknüpften Zeilen gezählt.',
    'The SQL counts joined rows, but several of them can match one row of {label}.':
      'Das SQL zählt verknüpfte Zeilen, von denen mehrere zu einer Zeile aus {label} gehören können.',
    'Periods start and end on whole days.': 'Zeiträume beginnen und enden mit ganzen Tagen.',
    'No dates are compared.': 'Es werden keine Datumswerte verglichen.',
    'Nothing is divided.': 'Die Abfrage enthält keine Division.',
    'No division drops decimals.': 'Keine Division schneidet Nachkommastellen ab.',
    '{label} divides whole numbers and drops the decimals.':
      '{label} teilt ganze Zahlen und schneidet die Nachkommastellen ab.',
    'No joined row is counted more than once.': 'Keine verknüpfte Zeile zählt mehrfach.',
    'No values are summed over joined tables.':
      'Es werden keine Werte über verknüpfte Tabellen summiert.',
    'No conditions on groups.': 'Es gibt keine Bedingungen für Gruppen.',
    'HAVING is used with GROUP BY.': 'HAVING wird nur zusammen mit GROUP BY verwendet.',
    'No groups are shown.': 'Es werden keine Gruppen angezeigt.',
    'The result shows all columns it is grouped by.':
      'Das Ergebnis zeigt alle Spalten, nach denen gruppiert wird.',
    "Rows are also grouped by {label}, which isn't shown, so the same names appear several times.":
      'Es wird auch nach {label} gruppiert, ohne dass die Spalte angezeigt wird. Dieselben Namen erscheinen deshalb mehrfach.',
    'All values are calculated from the data.': 'Alle Werte sind aus den Daten berechnet.',
    'The SQL reads no data.': 'Das SQL liest keine Daten.',
    'No tables are joined.': 'Es werden keine Tabellen verknüpft.',
    'Tables are joined by their keys.': 'Tabellen sind über ihre Schlüssel verknüpft.',
    'No known key connects the joined tables.':
      'Kein bekannter Schlüssel verbindet die verknüpften Tabellen.',
    '{label} is combined with every row instead of being joined by a key.':
      '{label} wird mit jeder Zeile kombiniert, statt über einen Schlüssel verknüpft zu sein.',
    "{label} is joined by {text}, which isn't a known relationship.":
      '{label} ist über {text} verknüpft; diese Beziehung ist nicht bekannt.',
    'No case-insensitive text is compared.':
      'Es werden keine Texte verglichen, bei denen die Datenbank Groß- und Kleinschreibung ignoriert.',
    'No row is missed because of upper or lower case.':
      'Keine Zeile fehlt wegen Groß- oder Kleinschreibung.',
    'No calculation is limited to the first rows.':
      'Kein Wert wird nur aus den ersten Zeilen berechnet.',
    'The first rows used in the calculation are sorted.':
      'Die ersten Zeilen, mit denen gerechnet wird, sind sortiert.',
    'The calculation uses only some rows, in no particular order, because an inner LIMIT has no ORDER BY.':
      'Die Berechnung verwendet nur einen Teil der Zeilen, ohne feste Reihenfolge, weil ein inneres LIMIT kein ORDER BY hat.',
    "The values in the question weren't looked up.":
      'Die Werte aus der Frage wurden nicht in den Daten gesucht.',
    'No text values are compared.': 'Es werden keine Textwerte verglichen.',
    'Every value in the question is in the data.':
      'Jeder Wert aus der Frage kommt in den Daten vor.',
    'No {label} is "{text}".': 'Der Wert „{text}“ kommt in {label} nicht vor.',
    'No {label} is "{text}". Did you mean "{text2}"?':
      'Der Wert „{text}“ kommt in {label} nicht vor. Meinten Sie „{text2}“?',
    'No period is compared with the previous one.':
      'Kein Zeitraum wird mit dem vorherigen verglichen.',
    'Each period is compared with the previous one.':
      'Jeder Zeitraum wird mit dem vorherigen verglichen.',
    'No model wrote this SQL.': 'Dieses SQL stammt nicht von einem Modell.',
    'The SQL has no aggregates.': 'Es wird nichts über mehrere Zeilen hinweg berechnet.',
    'Column names match what is calculated.': 'Die Spaltennamen passen zu dem, was berechnet wird.',
    'The column "{text}" is actually {label}.':
      'Die Spalte „{text}“ enthält in Wirklichkeit {label}.',
    "The SQL doesn't use NOT IN.": 'Das SQL verwendet kein NOT IN.',
    'The NOT IN list has no empty values.': 'Die Liste von NOT IN enthält keine leeren Werte.',
    'NOT IN finds no rows, because {label} is empty in some rows.':
      'NOT IN findet keine Zeilen, weil {label} in einigen Zeilen leer ist.',
    'No column is counted.': 'Es wird keine Spalte gezählt.',
    'No row is missing from a count because of an empty value.':
      'Bei keiner Anzahl fehlen Zeilen wegen leerer Werte.',
    "Only rows with a value for {label} are counted. It's empty in some rows of {label2}.":
      'Gezählt werden nur Zeilen mit einem Wert für {label}. In einigen Zeilen aus {label2} ist er leer.',
    "Only rows with a value for {label} are counted. It's empty in {n} rows of {label2}.":
      'Gezählt werden nur Zeilen mit einem Wert für {label}. In {n} Zeilen aus {label2} ist er leer.',
    'No outer-join rows are counted.': 'Es werden keine Zeilen aus einem Outer Join gezählt.',
    'Counts leave out rows without a match.': 'Zeilen ohne Treffer werden nicht mitgezählt.',
    'Groups without {label} are counted as 1 instead of 0.':
      'Gruppen ohne {label} werden als 1 statt als 0 gezählt.',
    'No periods are compared.': 'Es werden keine Zeiträume verglichen.',
    'All periods are complete.': 'Alle Zeiträume sind vollständig.',
    "The last {label} isn't over yet: it started on {day}, and today is {day2}.":
      'Der letzte Zeitraum ({label}) ist noch nicht zu Ende: Er begann am {day}, heute ist der {day2}.',
    'The last {label} is incomplete: it started on {day}, but the data ends on {day2}.':
      'Der letzte Zeitraum ({label}) ist unvollständig: Er begann am {day}, die Daten enden am {day2}.',
    "The question doesn't mention a period.": 'Die Frage nennt keinen Zeitraum.',
    'The question mentions several periods.': 'Die Frage nennt mehrere Zeiträume.',
    'The SQL covers the period "{text}".': 'Das SQL deckt den Zeitraum „{text}“ ab.',
    "The dates in the SQL can't be compared with the period in the question.":
      'Die Datumswerte im SQL lassen sich nicht mit dem Zeitraum der Frage vergleichen.',
    'The question mentions a period ({text}), but the answer covers all dates.':
      'Die Frage nennt einen Zeitraum ({text}), die Antwort umfasst aber den gesamten Zeitraum der Daten.',
    'The question mentions a period ({text}), but the SQL uses other dates.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL verwendet aber andere Datumswerte.',
    'The question mentions a period ({text}), but the SQL leaves out part of it.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL lässt aber einen Teil davon aus.',
    'The question mentions a period ({text}), but the SQL goes beyond it.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL geht aber darüber hinaus.',
    "The question mentions a period ({text}), but the data used has no dates, so the answer isn't limited to it.":
      'Die Frage nennt einen Zeitraum ({text}), die verwendeten Daten enthalten aber kein Datum. Die Antwort ist deshalb nicht auf ihn begrenzt.',
    'No rows are picked by position.': 'Es werden keine Zeilen nach ihrer Position ausgewählt.',
    'Rows are filtered only by their values.': 'Zeilen werden nur nach ihren Werten gefiltert.',
    'The result has rows.': 'Das Ergebnis enthält Zeilen.',
    'The result is empty.': 'Das Ergebnis ist leer.',
    'No rows match the question.': 'Keine Zeile passt zur Frage.',
    "There's nothing to calculate, because no values match.":
      'Es gibt nichts zu berechnen, weil keine passenden Werte gefunden wurden.',
    'All rows were read.': 'Alle Zeilen wurden gelesen.',
    'The result was cut off after {n} rows. More rows match.':
      'Das Ergebnis wurde nach {n} Zeilen abgeschnitten. Es gibt noch mehr.',
    "There's no breakdown to compare with.": 'Es gibt keine Aufschlüsselung zum Vergleich.',
    "The groups of this measure don't add up to its total.":
      'Die Gruppen dieser Kennzahl lassen sich nicht zu ihrem Gesamtwert addieren.',
    'The {n} groups add up to the total.': 'Die {n} Gruppen ergeben zusammen den Gesamtwert.',
    "Part of the total isn't in any group of the breakdown.":
      'Ein Teil des Gesamtwerts gehört zu keiner Gruppe der Aufschlüsselung.',
    "The groups of the breakdown don't add up to the total.":
      'Die Gruppen der Aufschlüsselung ergeben zusammen nicht den Gesamtwert.',
    'No multi-value cells are compared.': 'Es werden keine Zellen mit mehreren Werten verglichen.',
    'No single-precision numbers are compared.':
      'Es werden keine Zahlen mit einfacher Genauigkeit verglichen.',
    'No comparison is affected by single precision.':
      'Kein Vergleich mit einem Grenzwert wird durch einfache Genauigkeit verfälscht.',
    'No values are renamed.': 'Es werden keine Werte umbenannt.',
    'Values are shown under their own names.':
      'Werte werden unter ihrem eigentlichen Namen angezeigt.',
    'No tied row is left out.': 'Es fehlt keine Zeile mit gleichem Rang.',
    'Some groups have a tie for first place. The row shown is one of several.':
      'In einigen Gruppen teilen sich mehrere Zeilen den ersten Platz. Gezeigt wird nur eine davon.',
    'At least one more row ties with {text}. The row shown is one of several.':
      'Mindestens eine weitere Zeile liegt gleichauf. Gezeigt wird nur eine davon.',
    'No row has a value to rank by.': 'Keine Zeile hat einen Wert für die Rangfolge.',
    "The question doesn't ask for top rows.": 'Die Frage verlangt keine Rangfolge.',
    'Rows that tie for place {n} are included: {n2} rows.':
      'Zeilen, die mit Platz {n} gleichauf liegen, sind enthalten: {n2} Zeilen.',
    'Rows that tie for place {n} in a group are included.':
      'Zeilen, die auf Platz {n} einer Gruppe gleichauf liegen, sind enthalten.',
    "Ties with the next row weren't checked.":
      'Ob die nächste Zeile gleichauf liegt, wurde nicht geprüft.',
    'There are no groups.': 'Es gibt keine Gruppen.',
    'No group is a total of the others.': 'Keine Gruppe ist die Summe der anderen.',
    'One group is called "{text}". If it\'s the total of the others, those rows are counted twice.':
      'Eine Gruppe heißt „{text}“. Falls sie die anderen zusammenfasst, zählen deren Zeilen doppelt.',
    "The SQL doesn't filter by a period with known dates.":
      'Das SQL filtert nicht nach einem Zeitraum mit bekannten Datumswerten.',
    'The data has dates in the period.': 'Die Daten enthalten Datumswerte in diesem Zeitraum.',
    'All summed values have the same unit.': 'Alle summierten Werte haben dieselbe Einheit.',
    'No values with a known unit are combined.':
      'Es werden keine Werte mit bekannter Einheit kombiniert.',
    '{label} and {label2} are in different units.':
      '{label} und {label2} haben verschiedene Einheiten.',
    'Numbers are in the units the question asks for.':
      'Die Zahlen haben die gewünschten Einheiten.',
    "The question doesn't mention a unit found in the data.":
      'Die Frage nennt keine Einheit, die in den Daten vorkommt.',
    'The question asks for {text}, but {label} is in {text2}.':
      'Gefragt ist die Einheit „{text}“, {label} hat aber die Einheit „{text2}“.',
    'The column "{text}" is actually in {text2}.':
      'Die Spalte „{text}“ hat eigentlich die Einheit „{text2}“.',
    "The unit of {label} depends on the {label2} of each row, so amounts in different units can't be added or compared.":
      'Die Einheit von {label} steht je Zeile in {label2}. Verschiedene Einheiten lassen sich nicht addieren oder vergleichen.',
    "The unit of {label} depends on the {label2}, so amounts in different units can't be added or compared.":
      'Die Einheit von {label} steht in {label2}. Verschiedene Einheiten lassen sich nicht addieren oder vergleichen.',
    'Every joined table is used.': 'Jede verknüpfte Tabelle wird verwendet.',
    'Rows are repeated for each row of {label}, although nothing from it is shown.':
      'Zeilen wiederholen sich für jede Zeile aus {label}, obwohl das Ergebnis nichts daraus zeigt.',
    'Rows without a match in {label} are left out, although nothing is read from it.':
      'Zeilen ohne Treffer in {label} fehlen, obwohl die Antwort keine Werte von dort verwendet.',
    'The SQL comes from an approved example.': 'Das SQL stammt aus einem freigegebenen Beispiel.',
    'The metric {text} is certified by {text2}.':
      'Die Kennzahl „{text}“ wurde von {text2} zertifiziert.',
    'The SQL does what the question asks for.': 'Das SQL entspricht der Frage.',
    'The SQL uses what the question names.':
      'Das SQL verwendet alles, was in der Frage genannt wird.',
    'The question has no conditions that the SQL must meet.':
      'Die Frage stellt keine Bedingungen, die das SQL erfüllen muss.',
    'The same model, asked again, gives the same rows.':
      'Bei einem zweiten Versuch liefert dasselbe Modell dieselben Zeilen.',
    'Two of three interpretations give these rows.':
      'Zwei von drei Interpretationen ergeben diese Zeilen.',
    'An independent second query gives the same rows.':
      'Eine unabhängige zweite Abfrage liefert dieselben Zeilen.',
    "An independent second query gives the same rows, but doesn't confirm all of the numbers.":
      'Eine unabhängige zweite Abfrage liefert dieselben Zeilen, bestätigt aber nicht alle Zahlen darin.',
    'An independent second query gives the same numbers.':
      'Eine unabhängige zweite Abfrage liefert dieselben Zahlen.',
    'An independent second query gives the same rows, some of them more than once.':
      'Eine unabhängige zweite Abfrage liefert dieselben Zeilen, einige davon mehrfach.',
    'A second interpretation returned no rows to compare.':
      'Eine zweite Interpretation lieferte keine Zeilen zum Vergleich.',
    'An independent second query gives different rows. Check that the explanation matches what you meant.':
      'Eine unabhängige zweite Abfrage liefert andere Zeilen. Prüfen Sie, ob die Erklärung zu Ihrer Frage passt.',
    'The question could also mean: {text}. That gives different rows.':
      'Die Frage könnte auch bedeuten: {text}. Das liefert andere Zeilen.',
    'The answer comes from table and column descriptions. No SQL was needed.':
      'Die Antwort stammt aus den Beschreibungen von Tabellen und Spalten. SQL war nicht nötig.',
    'Nothing in the data is clearly unusual, so no cause is named.':
      'In den Daten ist nichts deutlich auffällig, deshalb wird keine Ursache genannt.',
    'The values named are clearly unusual for this data.':
      'Die genannten Werte weichen deutlich von den üblichen Werten in den Daten ab.',
    'No values were checked for outliers.':
      'Es wurde nicht beurteilt, ob Werte üblich oder auffällig sind.',
    'Every number shown is in the table, is the sum of a column, or is one of these: Change between {moment} and {moment2}: {amount} to {amount2}, {amount3} (+{n}%).':
      'Jede gezeigte Zahl steht in der Tabelle, ist die Summe einer Spalte oder daraus berechnet: Änderung zwischen {moment} und {moment2}: von {amount} auf {amount2}, {amount3} (+{n} %).',
    'Every number shown is in the table, is the sum of a column, or is one of these: Change between {moment} and {moment2}: {amount} to {amount2}, {amount3} (-{n}%).':
      'Jede gezeigte Zahl steht in der Tabelle, ist die Summe einer Spalte oder daraus berechnet: Änderung zwischen {moment} und {moment2}: von {amount} auf {amount2}, {amount3} (-{n} %).',

    // What the question asks for, but the SQL doesn't do.
    'The question asks for an average, but the SQL returns the sum of {text}.':
      'Gefragt ist ein Durchschnitt, das SQL liefert aber die Summe von {text}.',
    "The question asks for an average, but the SQL doesn't calculate one.":
      'Gefragt ist ein Durchschnitt, das SQL berechnet aber keinen.',
    'The question asks for a total, but the SQL uses {text}.':
      'Gefragt ist eine Summe, das SQL berechnet aber etwas anderes.',
    "The question asks for a total, but the SQL doesn't calculate one.":
      'Gefragt ist eine Summe, das SQL berechnet aber keine.',
    'The question asks for the highest, but the SQL takes the lowest.':
      'Gefragt ist der höchste Wert, das SQL nimmt aber den niedrigsten.',
    'The question asks for the lowest, but the SQL takes the highest.':
      'Gefragt ist der niedrigste Wert, das SQL nimmt aber den höchsten.',
    'The question asks for {label}, but the SQL uses {label2}.':
      'Gefragt ist {label}, das SQL verwendet aber {label2}.',
    'The question asks for "{text}", but the SQL accepts any one of them.':
      'Gefragt ist „{text}“, dem SQL genügt aber eines davon.',
    'The question asks for both {text}, but the SQL accepts either.':
      'Gefragt ist beides („{text}“), dem SQL genügt aber eines davon.',
    'The question asks for "{text}", but the SQL stops after {n} rows.':
      'Gefragt ist „{text}“, das SQL liefert aber höchstens {n} Zeilen.',
    'The question asks for the {text}, but the SQL shows all rows.':
      'Gefragt ist eine Auswahl („{text}“), das SQL zeigt aber alle Zeilen.',
    'The question asks for the {text}, but the SQL takes the opposite.':
      'In der Frage steht „{text}“, das SQL nimmt aber das Gegenteil.',
    'The question asks for the {text}, but the SQL takes the first.':
      'In der Frage steht „{text}“, das SQL liefert aber den ersten Platz.',
    "The question asks for the {text}, but the SQL doesn't look for it.":
      'In der Frage steht „{text}“, das SQL sucht aber nicht danach.',
    "The question asks for {text} order, but the SQL doesn't sort.":
      'Gefragt ist eine Sortierung („{text}“), das SQL sortiert aber nicht.',
    'The question asks for {text} order, but the SQL sorts the other way.':
      'Gefragt ist eine Sortierung („{text}“), das SQL sortiert aber umgekehrt.',
    'The question asks for the order "{text}", but the SQL doesn\'t sort.':
      'Gefragt ist die Sortierung „{text}“, das SQL sortiert aber nicht.',
    'The question asks for the order "{text}", but the SQL sorts the other way.':
      'Gefragt ist die Sortierung „{text}“, das SQL sortiert aber umgekehrt.',
    'The question ranks by {text}, but the SQL ranks by something else.':
      'Gefragt ist eine Rangfolge nach {text}, das SQL verwendet aber eine andere.',
    'The question asks for {text}, but the SQL excludes it.':
      'Gefragt ist „{text}“, das SQL schließt es aber aus.',
    'The question asks for "{text}", but the SQL doesn\'t show it.':
      'Gefragt ist auch „{text}“, das SQL zeigt es aber nicht.',
    'The question mentions "{text}", but the SQL doesn\'t use it.':
      'Die Frage nennt „{text}“, das SQL verwendet es aber nicht.',
    "The question mentions {text}, but the SQL doesn't use it.":
      'Die Frage nennt „{text}“, das SQL verwendet es aber nicht.',
    'The question excludes {text}, but the SQL filters for it.':
      'Die Frage schließt „{text}“ aus, das SQL filtert aber genau danach.',
    'The question excludes "{text}", but the SQL keeps those rows.':
      'Die Frage schließt „{text}“ aus, das SQL behält aber genau diese Zeilen.',
    'The question excludes {text}, but the SQL excludes everything else.':
      'Die Frage schließt {text} aus, das SQL aber alles andere.',
    "The SQL excludes {text}, but the question doesn't exclude anything.":
      'Das SQL schließt {text} aus, die Frage schließt aber nichts aus.',
    "The SQL excludes a value, but the question doesn't ask to exclude anything.":
      'Das SQL sucht einen Wert und schließt ihn aus, die Frage schließt aber nichts aus.',
    'The question says "{text}", but the SQL uses a different limit.':
      'In der Frage steht „{text}“, das SQL hat aber eine andere Grenze.',
    'The question says "{text}", but the SQL keeps the rows on the other side of the limit.':
      'In der Frage steht „{text}“, das SQL filtert aber in die andere Richtung.',
    'The question says "{text}", but the SQL uses {text2}.':
      'In der Frage steht {text}, das SQL verwendet aber {text2}.',
    'The question says "{text}", but the SQL uses {label}.':
      'In der Frage steht „{text}“, das SQL verwendet aber {label}.',
    'The question says "{text}", but the SQL filters by {label} and leaves all other rows out.':
      'In der Frage steht „{text}“, das SQL filtert aber nach {label} und lässt alle anderen Zeilen weg.',
    'The question says "{text}", but the SQL filters for more than {n}.':
      'In der Frage steht „{text}“, das SQL verlangt aber mehr als {n}.',
    'The question says "{text}", but the SQL filters for at least {n}.':
      'In der Frage steht „{text}“, das SQL verlangt aber mindestens {n}.',
    'The question says "{text}", but the SQL filters for less than {n}.':
      'In der Frage steht „{text}“, das SQL verlangt aber weniger als {n}.',
    'The question says "{text}", but the SQL filters for at most {n}.':
      'In der Frage steht „{text}“, das SQL verlangt aber höchstens {n}.',
    'The question says "{text}", but the SQL filters for exactly {n}.':
      'In der Frage steht „{text}“, das SQL verlangt aber genau {n}.',
    'The question says "{text}", but the SQL filters for anything but {n}.':
      'In der Frage steht „{text}“, das SQL filtert aber auf alles außer {n}.',
    'The question says "{text}", but the SQL adds up {label}.':
      'In der Frage steht „{text}“, das SQL summiert aber {label}.',
    'The question asks "{text}", but the SQL adds up {label}.':
      'In der Frage steht „{text}“, das SQL summiert aber {label}.',
    'The question asks "{text}", but the SQL uses {text2} of that column.':
      'In der Frage steht „{text}“, das SQL summiert diese Spalte aber nicht.',
    'The question asks "{text}", but the SQL uses {text2}.':
      'Die Frage lautet „{text}“, das SQL berechnet aber etwas anderes.',
    'The question asks "{text}", but the SQL doesn\'t count anything.':
      'Die Frage lautet „{text}“, das SQL zählt aber nichts.',
    'The question says "{text}", but the SQL compares {label}.':
      'In der Frage steht „{text}“, das SQL vergleicht aber {label}.',
    'The question says "{text}", but the SQL limits the period by {label}.':
      'In der Frage steht „{text}“, das SQL begrenzt den Zeitraum aber nach {label}.',
    'The question says "{text}", but the SQL doesn\'t exclude anything.':
      'In der Frage steht „{text}“, das SQL schließt aber nichts aus.',
    'The question says "{text}", but the SQL leaves out those that have none.':
      'In der Frage steht „{text}“, das SQL lässt aber Einträge weg, zu denen es keine Zeilen gibt.',
    'The question says "never", but the SQL only looks for rows with a different {label}.':
      'In der Frage steht „nie“, das SQL sucht aber nur Zeilen mit einem anderen Wert für {label}.',
    'The question says "{text}", but the SQL may show or count the same value more than once.':
      'In der Frage steht „{text}“, das SQL zeigt oder zählt denselben Wert aber womöglich mehrfach.',
    'The question says "{text}", but the SQL counts each value as often as it appears.':
      'In der Frage steht „{text}“, das SQL zählt aber jeden Wert so oft, wie er vorkommt.',
    'The question asks "{text}", but the SQL counts each one as often as it appears.':
      'Die Frage lautet „{text}“, das SQL zählt aber jeden Eintrag so oft, wie er vorkommt.',
    'The question asks "{text}", but the SQL shows {label}, which isn\'t a name.':
      'Die Frage lautet „{text}“, das SQL zeigt aber {label}. Das ist kein Name.',
    "The question asks for {text}, but the SQL shows {label}, which doesn't tell them apart.":
      'Gefragt ist „{text}“, das SQL zeigt aber {label}. Daran lassen sich die Einträge nicht unterscheiden.',
    'The question asks for {label}, but the SQL counts the rows that have a value for it.':
      'Gefragt ist {label}, das SQL zählt aber die Zeilen, die einen Wert dafür haben.',
    "The SQL counts the results of a calculation, which the question doesn't ask for.":
      'Das SQL zählt Ergebnisse einer Berechnung, obwohl nicht danach gefragt ist.',
    "The SQL uses {text} of {label}, which the question doesn't ask for.":
      'Das SQL fasst {label} anders zusammen, als gefragt ist.',
    'The question says "{text}", but the SQL uses other groups.':
      'In der Frage steht „{text}“, das SQL gruppiert aber anders.',
    'The question says "{text}", but the SQL returns one row for everything.':
      'In der Frage steht „{text}“, das SQL liefert aber eine einzige Zeile für alles.',
    'The question says "{text}", but the SQL doesn\'t group rows.':
      'In der Frage steht „{text}“, das SQL gruppiert aber nicht.',
    'The question says "{text}", but the SQL doesn\'t group by time.':
      'In der Frage steht „{text}“, das SQL gruppiert aber nicht nach der Zeit.',
    'The question asks for "{text}", but the SQL returns the others.':
      'Gefragt ist „{text}“, das SQL liefert aber die anderen.',
    'The question has an "or" between values, but in the SQL the other conditions apply to only one of them.':
      'In der Frage steht ein „oder“ zwischen Werten, im SQL gelten die übrigen Bedingungen aber nur für einen davon.',
    'The question has an "or", but the SQL requires all conditions at once.':
      'In der Frage steht ein „oder“, das SQL verlangt aber alle Bedingungen zugleich.',
    'A condition excludes nothing, because it combines several <> with OR.':
      'Eine Bedingung schließt nichts aus, weil sie mehrere <> mit OR verknüpft.',
    'The SQL divides by the number of rows with a value for {label}, not by {label} itself.':
      'Das SQL teilt durch die Anzahl der Zeilen mit einem Wert für {label}, nicht durch {label} selbst.',
    'The question mentions "{text}", but the SQL doesn\'t read that table.':
      'In der Frage geht es um „{text}“, das SQL liest diese Tabelle aber nicht.',
    "The SQL returns at most {n} rows, which the question doesn't ask for.":
      'Das SQL liefert höchstens {n} Zeilen, obwohl nicht danach gefragt ist.',
    "The SQL filters by {label} ({text}), which the question doesn't ask for.":
      'Das SQL filtert nach {label} ({text}), obwohl die Frage das nicht verlangt.',
    "The SQL skips the first {n} rows, which the question doesn't ask for.":
      'Das SQL überspringt die ersten {n} Zeilen, obwohl nicht danach gefragt ist.',
    'The SQL shows {label} twice.': 'Das SQL zeigt {label} zweimal.',
    'Rows from {text} to {text2} are left out, because the SQL starts at {text3}.':
      'Zeilen von {text} bis {text2} Uhr fehlen, weil das SQL erst um {text3} Uhr beginnt.',
    'Rows from {text} to {text2} are included, because the SQL ends at {text3}.':
      'Zeilen von {text} bis {text2} Uhr sind enthalten, weil das SQL erst um {text3} Uhr endet.',
    'Each row is compared with the previous one in order of {label}, not of time.':
      'Jede Zeile wird mit der vorherigen verglichen, sortiert nach {label} statt nach der Zeit.',
    "Ages are calculated from calendar years, so they're one year too high before the anniversary of {label}.":
      'Das Alter ist aus Kalenderjahren berechnet und deshalb vor dem Jahrestag von {label} um ein Jahr zu hoch.',
    "The sum of {label} doesn't take {label2} into account.":
      'Die Summe von {label} lässt {label2} außer Acht.',
    'The SQL keeps only rows whose {label} is "{text}", which isn\'t in the question.':
      'Das SQL behält nur Zeilen, bei denen {label} „{text}“ ist; das steht nicht in der Frage.',
    '{label} is rounded to multiples of {n}.': '{label} ist auf Vielfache von {n} gerundet.',
    '{day} is still included after midnight, because {label} includes times.':
      'Zeilen vom {day} sind enthalten, außer denen genau um Mitternacht, weil {label} Uhrzeiten enthält.',
    "{label} is divided by {label2}, which isn't the weight used in the sum. The weighted average may be wrong.":
      '{label} wird durch {label2} geteilt, die Summe ist aber anders gewichtet. Der gewichtete Durchschnitt kann falsch sein.',
    'The result contains text that comes from the SQL, not from the data.':
      'Das Ergebnis enthält einen Text, der aus dem SQL stammt, nicht aus den Daten.',
    'The SQL adds a number that is neither in the question nor in the data.':
      'Das SQL addiert eine Zahl, die weder in der Frage noch in den Daten steht.',
    'The SQL calculates with {n}, which is neither in the question nor in the data.':
      'Das SQL rechnet mit {n}. Diese Zahl steht weder in der Frage noch in den Daten.',
    '{label} and {label2} are keys of different tables.':
      '{label} und {label2} sind Schlüssel verschiedener Tabellen.',
    "{label} ignores case in the database, but this comparison doesn't. Rows may be missing; LOWER() on both sides finds them.":
      'Die Datenbank ignoriert bei {label} Groß- und Kleinschreibung, dieser Vergleich nicht. Es können Zeilen fehlen; LOWER() auf beiden Seiten findet sie.',
    'The first week is incomplete, so only days from {day} are included.':
      'Die erste Woche ist unvollständig: Es zählen nur Tage ab dem {day}.',
    'The last week is incomplete, so only days through {day} are included.':
      'Die letzte Woche ist unvollständig: Es zählen nur Tage bis zum {day}.',
    'The first and last weeks are incomplete, so only days from {day} through {day2} are included.':
      'Die erste und die letzte Woche sind unvollständig: Es zählen nur Tage vom {day} bis zum {day2}.',
    'The question mentions a period ({text}), but the answer also includes later dates.':
      'Die Frage nennt einen Zeitraum ({text}), die Antwort enthält aber auch spätere Datumswerte.',
    'The question mentions a period ({text}), but the answer also includes earlier dates.':
      'Die Frage nennt einen Zeitraum ({text}), die Antwort enthält aber auch frühere Datumswerte.',
    "The question doesn't mention a year, so the answer includes this month in every year.":
      'Die Frage nennt kein Jahr, deshalb enthält die Antwort diesen Monat aus allen Jahren.',
    "The question doesn't mention a year, so the answer includes this month in every year {when}.":
      'Die Frage nennt kein Jahr, deshalb enthält die Antwort diesen Monat aus allen Jahren {when}.',
    "The SQL filters rows by the remainder of {label} (modulo), which the question doesn't ask for.":
      'Das SQL wählt Zeilen nach dem Divisionsrest von {label} aus (Modulo), obwohl nicht danach gefragt ist.',
    'The total is part of another calculation.':
      'Der Gesamtwert ist Teil einer anderen Berechnung.',
    "The total isn't a finite number.": 'Der Gesamtwert ist keine endliche Zahl.',
    "The values aren't numbers that can be compared.":
      'Die Werte sind keine Zahlen, die sich vergleichen lassen.',
    'A row can have several {label}, but only rows with exactly "{text}" match. To match rows that also have other values, use FIND_IN_SET.':
      'Eine Zeile kann mehrere Werte für {label} haben, es passen aber nur Zeilen mit genau „{text}“. FIND_IN_SET findet den Wert auch neben anderen.',
    'Multi-value cells are compared as a whole.':
      'Zellen mit mehreren Werten werden als Ganzes verglichen.',
    'The database stores {label} in single precision, so {n} matches no rows, even those that show it.':
      'Die Datenbank speichert {label} mit einfacher Genauigkeit; {n} passt deshalb zu keiner Zeile, auch nicht zu denen, die diesen Wert zeigen.',
    'The database stores {label} in single precision, so rows that show {n} may fall on the wrong side of the limit.':
      'Die Datenbank speichert {label} mit einfacher Genauigkeit; Zeilen, die {n} zeigen, können deshalb auf der falschen Seite der Grenze liegen.',
    "{label} and another column are shown under each other's names.":
      '{label} und eine andere Spalte haben vertauschte Überschriften.',
    'Rows whose {label} is "{text}" are shown as "{text2}".':
      'Zeilen, bei denen {label} „{text}“ ist, werden als „{text2}“ angezeigt.',
    'Rows that are "{text}" are shown as "{text2}", and all others as "{text3}".':
      'Zeilen mit „{text}“ werden als „{text2}“ angezeigt und alle anderen als „{text3}“.',
    '"{text}" and "{text2}" are swapped.': '„{text}“ und „{text2}“ sind vertauscht.',
    '{label} has total rows ({text}) that add up other rows. They are counted too.':
      'In {label} gibt es Summenzeilen ({text}). Auch sie werden mitgezählt.',
    '{label} has summary rows ({text}) that describe other rows. They are counted too.':
      '{label} hat Übersichtszeilen ({text}), die andere Zeilen zusammenfassen. Sie werden mitgezählt.',
    "The data in {label} starts on {day}, so there's nothing before that.":
      'Die Daten in {label} beginnen am {day}, davor gibt es keine.',
    "The data in {label} ends on {day}, so there's nothing after that.":
      'Die Daten in {label} enden am {day}, danach gibt es keine.',
    "In {label}, {label2} begins on {day}, so there's nothing before that.":
      'In {label} beginnen die Werte von {label2} am {day}, davor gibt es keine.',
    "In {label}, {label2} ends on {day}, so there's nothing after that.":
      'In {label} enden die Werte von {label2} am {day}, danach gibt es keine.',
    "The data in {label} starts in {n}, so there's nothing before that.":
      'Die Daten in {label} beginnen im Jahr {n}, davor gibt es keine.',
    "The data in {label} ends in {n}, so there's nothing after that.":
      'Die Daten in {label} enden im Jahr {n}, danach gibt es keine.',
    "In {label}, {label2} begins in {n}, so there's nothing before that.":
      'In {label} beginnen die Werte von {label2} im Jahr {n}, davor gibt es keine.',
    "In {label}, {label2} ends in {n}, so there's nothing after that.":
      'In {label} enden die Werte von {label2} im Jahr {n}, danach gibt es keine.',
    "The SQL filters {label} by {text}, a number that isn't in the question ({text2}).":
      'Das SQL filtert {label} nach {text}. Das steht nicht in der Frage ({text2}).',
    "The SQL adds a row that isn't in the data.":
      'Das SQL fügt dem Ergebnis eine Zeile hinzu, die nicht aus den Daten stammt.',
    '{label} comes from the SQL, not from the data.':
      '{label} stammt aus dem SQL, nicht aus den Daten.',
    'The sign of {label} is reversed.': 'Das Vorzeichen von {label} ist umgekehrt.',
    '{label} is rounded to tens or more.': '{label} ist auf Zehner oder gröber gerundet.',
    "The SQL adds {n} to {label}, which the question doesn't ask for.":
      'Das SQL addiert {n} zu {label}, obwohl die Frage das nicht verlangt.',
    "The SQL multiplies or divides {label} by {n}, which the question doesn't ask for.":
      'Das SQL rechnet {label} mit dem Faktor oder Teiler {n} um, obwohl nicht danach gefragt ist.',
    'The period includes {day}, the first day of the next period.':
      'Der Zeitraum schließt den {day} ein, den ersten Tag des nächsten Zeitraums.',
    'Only midnight of {day} matches, because {label} includes times.':
      'Vom {day} zählen nur Zeilen um Mitternacht, weil {label} Uhrzeiten enthält.',
    'Only midnight of {day} is included, because {label} includes times.':
      'Vom {day} sind nur Zeilen um Mitternacht enthalten, weil {label} Uhrzeiten enthält.',
    'The {text} of {label} would count rows more than once, because several rows of {label2} match each row.':
      'Zeilen aus {label} würden mehrfach zählen, weil zu einer Zeile mehrere Zeilen aus {label2} gehören.',
    'The {text} of {label} may count rows more than once, because several rows of {label2} may match each row.':
      'Zeilen aus {label} zählen möglicherweise mehrfach, weil zu einer Zeile mehrere Zeilen aus {label2} gehören können.',
    'Only some groups are shown, in no particular order, because LIMIT has no ORDER BY.':
      'Es wird nur ein Teil der Gruppen angezeigt, ohne feste Reihenfolge, weil LIMIT kein ORDER BY hat.',
    'Only some rows are used, in no particular order, because an inner LIMIT has no ORDER BY.':
      'Es wird nur ein Teil der Zeilen verwendet, und welcher, ist zufällig: Ein inneres LIMIT hat kein ORDER BY.',
    "HAVING without GROUP BY only shows or hides the total. It doesn't filter any rows.":
      'HAVING ohne GROUP BY zeigt oder verbirgt nur den Gesamtwert. Es filtert keine Zeilen.',
    'The SQL picks random rows.': 'Das SQL wählt zufällige Zeilen aus.',
    "The SQL skips the first rows, which the question doesn't ask for.":
      'Das SQL überspringt die ersten Zeilen, obwohl die Frage das nicht verlangt.',
    'Tables are joined by names, not keys: {text} and {text2}.':
      'Tabellen sind über Namen statt über Schlüssel verknüpft: {text} und {text2}.',
    "Rows are counted again for each matching row of {label}, which the question doesn't mention.":
      'Zeilen werden einmal je Zeile aus {label} gezählt, obwohl die Frage das nicht verlangt.',
    'The {label} starting on {day} has no rows, so the next {label2} is compared with an earlier one.':
      'Für den Zeitraum ({label}) ab dem {day} gibt es keine Zeilen. Der nächste wird deshalb mit einem früheren verglichen.',
    'Some of the rows shown have no value to rank by, because too few rows have one.':
      'Nur wenige Zeilen haben einen Wert für die Rangfolge. Deshalb sind auch Zeilen ohne Wert dabei.',
  }),
);
