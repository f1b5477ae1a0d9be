/** Details of checks: English template → German. */
export const CHECKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '{n} checks passed.': '{n} Prüfungen bestanden.',
    '1 check passed.': 'Eine Prüfung bestanden.',
    'No values are summed.': 'Es werden keine Werte summiert.',
    'The summed columns can be added up.': 'Die summierten Spalten lassen sich addieren.',
    '{label} identifies rows, so a sum of it has no meaning.':
      '{label} kennzeichnet Zeilen, eine Summe davon ergibt keinen Sinn.',
    '{label} identifies rows, so an average of it has no meaning.':
      '{label} kennzeichnet Zeilen, ein Durchschnitt davon ergibt keinen Sinn.',
    'The sum of {label} may have no meaning, for example for prices or rates.':
      'Die Summe von {label} ergibt möglicherweise keinen Sinn, etwa bei Preisen oder Quoten.',
    '{label} is a snapshot, so its sum over time may have no meaning.':
      '{label} ist eine Momentaufnahme, die Summe über die Zeit ergibt möglicherweise keinen Sinn.',
    'Averages are calculated from rows, not from other averages.':
      'Durchschnitte sind aus Zeilen berechnet, nicht aus anderen Durchschnitten.',
    'No values are averaged.': 'Es werden keine Durchschnitte berechnet.',
    '{label} is already an average, so small groups count as much as large ones.':
      '{label} ist bereits ein Durchschnitt, kleine Gruppen zählen deshalb so viel wie große.',
    'No values are counted or summed.': 'Es wird nichts gezählt oder summiert.',
    'Counts and sums are shown unchanged.': 'Anzahlen und Summen sind unverändert dargestellt.',
    'The SQL counts the rows that the question names.':
      'Das SQL zählt die Zeilen, nach denen gefragt ist.',
    'No joined rows are counted.': 'Es werden keine verknüpften Zeilen gezählt.',
    'The SQL counts joined rows, but several of them can match one row of {label}.':
      'Das SQL zählt verknüpfte Zeilen, von denen mehrere zu einer Zeile von {label} gehören können.',
    'Periods start and end on whole days.': 'Zeiträume beginnen und enden mit ganzen Tagen.',
    'No dates are compared.': 'Es werden keine Datumswerte verglichen.',
    'Nothing is divided.': 'Es wird nichts geteilt.',
    'No division drops decimals.': 'Keine Division schneidet Nachkommastellen ab.',
    '{label} divides whole numbers and drops the decimals.':
      '{label} teilt ganze Zahlen und schneidet die Nachkommastellen ab.',
    'No joined row is counted more than once.': 'Keine verknüpfte Zeile zählt mehrfach.',
    'No values are summed over joined tables.':
      'Es werden keine Werte über verknüpfte Tabellen summiert.',
    'No conditions on groups.': 'Es gibt keine Bedingungen für Gruppen.',
    'Conditions on groups are used with GROUP BY.':
      'Bedingungen für Gruppen werden mit GROUP BY verwendet.',
    'No groups are shown.': 'Es werden keine Gruppen gezeigt.',
    'The result shows all columns it is grouped by.':
      'Das Ergebnis zeigt alle Spalten, nach denen gruppiert wird.',
    "Rows are also grouped by {label}, which isn't shown, so the same names appear several times.":
      'Gruppiert wird auch nach {label} (nicht gezeigt); gleiche Namen erscheinen deshalb mehrfach.',
    'All values are calculated from the data.': 'Alle Werte sind aus den Daten berechnet.',
    'The SQL reads no data.': 'Das SQL liest keine Daten.',
    'No tables are joined.': 'Es werden keine Tabellen verknüpft.',
    'Tables are joined by their keys.': 'Tabellen sind über ihre Schlüssel verknüpft.',
    'No key is known by which the joined tables belong together.':
      'Es ist kein Schlüssel bekannt, der die verknüpften Tabellen verbindet.',
    '{label} is combined with every row instead of being joined by a key.':
      '{label} wird mit jeder Zeile kombiniert, statt über einen Schlüssel verknüpft zu sein.',
    "{label} is joined by {text}, which isn't a known relationship.":
      '{label} ist über {text} verknüpft; diese Beziehung ist nicht bekannt.',
    'No case-insensitive texts are compared.':
      'Es werden keine Texte verglichen, bei denen Groß- und Kleinschreibung keine Rolle spielt.',
    'No row is missed because of upper or lower case.':
      'Keine Zeile fehlt wegen Groß- oder Kleinschreibung.',
    'Nothing is calculated from the first rows.':
      'Nichts wird nur aus den ersten Zeilen berechnet.',
    'The first rows used in the calculation are sorted.':
      'Die ersten Zeilen, aus denen gerechnet wird, sind sortiert.',
    'The calculation uses only some rows, in no order, because an inner LIMIT has no ORDER BY.':
      'Gerechnet wird nur mit einem Teil der Zeilen, ohne Reihenfolge, weil ein inneres LIMIT kein ORDER BY hat.',
    "The values in the question weren't looked up.":
      'Die Werte der Frage wurden nicht nachgeschlagen.',
    'No text values are compared.': 'Es werden keine Textwerte verglichen.',
    'Every value in the question is in the data.': 'Jeder Wert der Frage kommt in den Daten vor.',
    'No {label} is "{text}".': 'Der Wert „{text}“ kommt in {label} nicht vor.',
    'No {label} is "{text}". Did you mean "{text2}"?':
      'Der Wert „{text}“ kommt in {label} nicht vor. Meinten Sie „{text2}“?',
    'No period is compared with the previous one.':
      'Kein Zeitraum wird mit dem vorherigen verglichen.',
    'Each period is compared with the previous one.':
      'Jeder Zeitraum wird mit dem vorherigen verglichen.',
    'No model wrote this SQL.': 'Dieses SQL stammt nicht von einem Modell.',
    'Nothing is calculated over rows.': 'Es wird nichts über mehrere Zeilen hinweg berechnet.',
    'Column names match what is calculated.': 'Die Spaltennamen passen zu dem, was berechnet wird.',
    'The column "{text}" is actually {label}.': 'Die Spalte „{text}“ ist eigentlich {label}.',
    "The SQL doesn't use NOT IN.": 'Das SQL verwendet kein NOT IN.',
    'The NOT IN list has no empty values.': 'Die Liste von NOT IN enthält keine leeren Werte.',
    'NOT IN finds no rows, because {label} is empty in some rows.':
      'NOT IN findet keine Zeilen, weil {label} in einigen Zeilen leer ist.',
    'No column is counted.': 'Es wird keine Spalte gezählt.',
    'No row is left out of a count because of an empty value.':
      'Keine Zeile fehlt in einer Anzahl, weil ein Wert leer ist.',
    "Only rows with {label} are counted. It's empty in some rows of {label2}.":
      'Gezählt werden nur Zeilen mit einem Wert für {label}. In einigen Zeilen von {label2} ist er leer.',
    "Only rows with {label} are counted. It's empty in {n} rows of {label2}.":
      'Gezählt werden nur Zeilen mit einem Wert für {label}. In {n} Zeilen von {label2} ist er leer.',
    'No outer-join rows are counted.': 'Es werden keine Zeilen eines Outer Join gezählt.',
    'No row without a match is counted.': 'Es wird keine Zeile ohne Gegenstück gezählt.',
    'Groups without {label} are counted as 1 instead of 0.':
      'Gruppen ohne {label} zählen als 1 statt als 0.',
    'No periods are compared.': 'Es werden keine Zeiträume verglichen.',
    'All periods are complete.': 'Alle Zeiträume sind vollständig.',
    "The last {label} isn't over yet: it started on {day}, and today is {day2}.":
      'Der letzte Zeitraum ({label}) ist noch nicht zu Ende: Er begann am {day}, heute ist der {day2}.',
    'The last {label} is incomplete: it started on {day}, but the data ends on {day2}.':
      'Der letzte Zeitraum ({label}) ist unvollständig: Er begann am {day}, die Daten enden am {day2}.',
    'The question names no period.': 'Die Frage nennt keinen Zeitraum.',
    'The question names several periods.': 'Die Frage nennt mehrere Zeiträume.',
    'The SQL covers the period "{text}".': 'Das SQL deckt den Zeitraum „{text}“ ab.',
    "The dates in the SQL can't be compared with the period in the question.":
      'Die Datumswerte im SQL lassen sich nicht mit dem Zeitraum der Frage vergleichen.',
    'The question names a period ({text}), but the answer covers all dates.':
      'Die Frage nennt einen Zeitraum ({text}), die Antwort umfasst aber den gesamten Zeitraum der Daten.',
    'The question names a period ({text}), but the SQL uses other dates.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL verwendet aber andere Datumswerte.',
    'The question names a period ({text}), but the SQL leaves out part of it.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL lässt aber einen Teil davon aus.',
    'The question names a period ({text}), but the SQL goes beyond it.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL geht aber darüber hinaus.',
    "The question names a period ({text}), but the data used has no dates, so the answer isn't limited to it.":
      'Die Frage nennt einen Zeitraum ({text}), die verwendeten Daten haben aber kein Datum; die Antwort ist deshalb nicht darauf begrenzt.',
    'No rows are picked by position.': 'Keine Zeilen werden nach ihrer Position ausgewählt.',
    'Rows are filtered only by their values.': 'Zeilen werden nur nach ihren Werten gefiltert.',
    'The result has rows.': 'Das Ergebnis hat Zeilen.',
    'The result is empty.': 'Das Ergebnis ist leer.',
    'No rows match the question.': 'Keine Zeilen passen zur Frage.',
    "There's nothing to calculate, because no values match.":
      'Es gibt nichts zu berechnen, weil keine Werte passen.',
    'All rows were read.': 'Alle Zeilen wurden gelesen.',
    'The result was cut at {n} rows. There are more.':
      'Das Ergebnis wurde nach {n} Zeilen abgeschnitten. Es gibt weitere.',
    "There's no breakdown to compare with.": 'Es gibt keine Aufschlüsselung zum Vergleichen.',
    "The groups of this measure don't add up to its total.":
      'Die Gruppen dieser Kennzahl lassen sich nicht zu ihrem Gesamtwert addieren.',
    'The {n} groups add up to the total.': 'Die {n} Gruppen ergeben zusammen die Summe.',
    'Part of the total belongs to no group of the breakdown.':
      'Ein Teil der Summe gehört zu keiner Gruppe der Aufschlüsselung.',
    "The groups of the breakdown don't add up to the total.":
      'Die Gruppen der Aufschlüsselung ergeben nicht die Summe.',
    'No multi-value cells are compared.': 'Es werden keine Zellen mit mehreren Werten verglichen.',
    'No single-precision numbers are compared.':
      'Es werden keine Zahlen einfacher Genauigkeit verglichen.',
    'No limit is affected by single precision.':
      'Keine Grenze ist von einfacher Genauigkeit betroffen.',
    'No values are renamed.': 'Es werden keine Werte umbenannt.',
    'Values are shown under their own names.': 'Werte stehen unter ihren eigenen Namen.',
    'No tied row is left out.': 'Kein Gleichstand bleibt unberücksichtigt.',
    'Some groups have a tie for first place. The row shown is one of several.':
      'In einigen Gruppen teilen sich mehrere Zeilen den ersten Platz. Gezeigt wird eine davon.',
    'At least one more row ties with {text}. The row shown is one of several.':
      'Mindestens eine weitere Zeile liegt gleichauf. Gezeigt wird eine von mehreren.',
    'No row has a value to rank by.': 'Keine Zeile hat einen Wert für die Rangfolge.',
    "The question doesn't ask for top rows.": 'Die Frage verlangt keine Rangfolge.',
    'Rows that tie with place {n} are included: {n2} rows.':
      'Zeilen, die mit Platz {n} gleichauf liegen, sind enthalten: {n2} Zeilen.',
    'Rows that tie for place {n} of a group are included.':
      'Zeilen, die auf Platz {n} einer Gruppe gleichauf liegen, sind enthalten.',
    "Ties with the next row weren't checked.":
      'Gleichstände mit der nächsten Zeile wurden nicht geprüft.',
    'There are no groups.': 'Es gibt keine Gruppen.',
    'No group is a total of the others.': 'Keine Gruppe ist die Summe der anderen.',
    'One group is called "{text}". If it sums the others, those rows are counted twice.':
      'Eine Gruppe heißt „{text}“. Falls sie die anderen zusammenfasst, zählen deren Zeilen doppelt.',
    'No period is compared with known dates.':
      'Kein Zeitraum wird mit bekannten Datumswerten verglichen.',
    'The data has dates in the period.': 'Die Daten enthalten Datumswerte in diesem Zeitraum.',
    'All summed values have the same unit.': 'Alle summierten Werte haben dieselbe Einheit.',
    'No values with a known unit are combined.':
      'Es werden keine Werte mit bekannter Einheit kombiniert.',
    '{label} and {label2} are in different units.':
      '{label} und {label2} haben verschiedene Einheiten.',
    'Numbers are in the units that are asked for.': 'Die Zahlen stehen in den gefragten Einheiten.',
    'The question names no unit found in the data.':
      'Die Frage nennt keine Einheit, die in den Daten vorkommt.',
    'The question asks for {text}, but {label} is in {text2}.':
      'Die Frage verlangt die Einheit „{text}“, {label} hat aber die Einheit „{text2}“.',
    'The column "{text}" is actually in {text2}.':
      'Die Spalte „{text}“ hat eigentlich die Einheit „{text2}“.',
    "{label} uses the {label2} of each row, so different units can't be added or compared.":
      '{label} hat in jeder Zeile die Einheit aus {label2}; verschiedene Einheiten lassen sich nicht addieren oder vergleichen.',
    "{label} uses the {label2}, so different units can't be added or compared.":
      'Die Einheit von {label} steht in {label2}; verschiedene Einheiten lassen sich nicht addieren oder vergleichen.',
    'Every joined table is used.': 'Jede verknüpfte Tabelle wird verwendet.',
    'Rows repeat for each row of {label}, although the result shows nothing from it.':
      'Zeilen wiederholen sich für jede Zeile von {label}, obwohl das Ergebnis nichts davon zeigt.',
    'Rows without a match in {label} are left out, although nothing is read from it.':
      'Zeilen ohne Gegenstück in {label} fehlen, obwohl nichts daraus gelesen wird.',
    'The SQL comes from an approved example.': 'Das SQL stammt aus einem freigegebenen Beispiel.',
    'The metric {text} is certified by {text2}.':
      'Die Kennzahl {text} ist von {text2} zertifiziert.',
    'The SQL does what the question asks for.': 'Das SQL tut, was die Frage verlangt.',
    'The SQL uses what the question names.': 'Das SQL verwendet, was die Frage nennt.',
    'The question sets no conditions that the SQL has to meet.':
      'Die Frage stellt keine Bedingungen, die das SQL erfüllen muss.',
    'The same model, asked again, gives the same rows.':
      'Dasselbe Modell liefert bei erneuter Anfrage dieselben Zeilen.',
    'Two of three interpretations give these rows.': 'Zwei von drei Lesarten ergeben diese Zeilen.',
    'An independent second query gives the same rows.':
      'Eine unabhängige zweite Abfrage ergibt dieselben Zeilen.',
    "An independent second query gives the same rows, but doesn't confirm all of their numbers.":
      'Eine unabhängige zweite Abfrage ergibt dieselben Zeilen, bestätigt aber nicht alle ihre Zahlen.',
    'A second interpretation returned no rows to compare.':
      'Eine zweite Lesart ergab keine Zeilen zum Vergleichen.',
    'An independent second query gives different rows. Check that the explanation matches what you meant.':
      'Eine unabhängige zweite Abfrage ergibt andere Zeilen. Prüfen Sie, ob die Erklärung zu Ihrer Frage passt.',
    'The question could also mean: {text}. That gives different rows.':
      'Die Frage könnte auch bedeuten: {text}. Das ergibt andere Zeilen.',
    'The answer comes from table and column descriptions. No SQL was needed.':
      'Die Antwort stammt aus den Beschreibungen von Tabellen und Spalten. SQL war nicht nötig.',
    'Nothing differs clearly from what is usual in the data, so no cause is named.':
      'Nichts weicht deutlich vom Üblichen ab, deshalb wird keine Ursache genannt.',
    'The named values differ clearly from what is usual in the data.':
      'Die genannten Werte weichen deutlich vom Üblichen ab.',
    'No values were judged as usual or unusual.':
      'Es wurde nicht beurteilt, ob Werte üblich oder auffällig sind.',
    'Every number shown is a cell of the table, a sum of a column, or one of these: Change between {moment} and {moment2}: {amount} to {amount2}, {amount3} (+{n}%).':
      'Jede gezeigte Zahl ist eine Zelle der Tabelle, die Summe einer Spalte oder eine von diesen: Änderung zwischen {moment} und {moment2}: {amount} auf {amount2}, {amount3} (+{n} %).',
    'Every number shown is a cell of the table, a sum of a column, or one of these: Change between {moment} and {moment2}: {amount} to {amount2}, {amount3} (-{n}%).':
      'Jede gezeigte Zahl ist eine Zelle der Tabelle, die Summe einer Spalte oder eine von diesen: Änderung zwischen {moment} und {moment2}: {amount} auf {amount2}, {amount3} (-{n} %).',

    // What the question asks for and the SQL does not do.
    'The question asks for an average, but the SQL returns the sum of {text}.':
      'Die Frage verlangt einen Durchschnitt, das SQL liefert aber die Summe von {text}.',
    'The question asks for an average; the statement computes none.':
      'Die Frage verlangt einen Durchschnitt, das SQL berechnet keinen.',
    'The question asks for a total; the statement takes {text}.':
      'Gefragt ist eine Summe, das SQL berechnet aber keine.',
    'The question asks for the highest, but the SQL takes the lowest.':
      'Die Frage verlangt den höchsten Wert, das SQL nimmt aber den niedrigsten.',
    'The question asks for the lowest, but the SQL takes the highest.':
      'Die Frage verlangt den niedrigsten Wert, das SQL nimmt aber den höchsten.',
    'The question asks for {label}, but the SQL uses {label2}.':
      'Die Frage verlangt {label}, das SQL verwendet aber {label2}.',
    'The question asks for {text}; the SQL asks for any of them.':
      'Die Frage verlangt {text}, dem SQL genügt eines davon.',
    'The question asks for both {text}; the statement is content with either.':
      'Die Frage verlangt beides ({text}), dem SQL genügt eines davon.',
    'The question asks for "{text}"; the statement stops after {n} rows.':
      'Die Frage verlangt „{text}“, das SQL liefert aber höchstens {n} Zeilen.',
    'The question asks for a row {text}; the statement has none.':
      'Die Frage verlangt eine Zeile {text}, im SQL gibt es keine.',
    'The question asks for the {text}; the statement shows all rows.':
      'Die Frage verlangt eine Auswahl ({text}), das SQL zeigt alle Zeilen.',
    'The question asks for the {text}; the statement takes the other end.':
      'Gefragt ist das eine Ende der Rangfolge ({text}), das SQL nimmt das andere.',
    'The question asks for the {text}; the statement takes the first.':
      'Gefragt ist ein anderer Platz ({text}), das SQL nimmt den ersten.',
    'The question asks for {text} order; the statement has none.':
      'Die Frage verlangt eine Reihenfolge ({text}), das SQL hat keine.',
    'The question asks for {text} order; the statement has the other.':
      'Die Frage verlangt eine Reihenfolge ({text}), das SQL hat die umgekehrte.',
    'The question asks for {text}; the statement leaves it out.':
      'Die Frage verlangt {text}, das SQL lässt es weg.',
    'The question asks to see {text}; the statement does not show it.':
      'Gefragt ist auch {text}, das SQL zeigt es nicht.',
    'The question names "{text}"; the statement does not keep to it.':
      'Die Frage nennt „{text}“, das SQL berücksichtigt es nicht.',
    'The question names {text}; the statement does not keep to it.':
      'Die Frage nennt {text}, das SQL berücksichtigt es nicht.',
    "The question names {text}, but the SQL doesn't use it.":
      'Die Frage nennt {text}, das SQL verwendet es aber nicht.',
    'The question names a period ({text}); the statement keeps to other dates.':
      'Die Frage nennt einen Zeitraum ({text}), das SQL verwendet aber andere Datumswerte.',
    'The question names {text}; the statement does not read it.':
      'Die Frage nennt {text}, das SQL liest es nicht.',
    'The question leaves out {text}; the statement keeps to it.':
      'Die Frage schließt {text} aus, das SQL beschränkt sich gerade darauf.',
    'The question leaves nothing out; the statement leaves out {text}.':
      'Die Frage schließt nichts aus, im SQL fehlt aber {text}.',
    'The question says "{text}"; the statement keeps to another bound.':
      'In der Frage steht „{text}“, das SQL hat eine andere Grenze.',
    'The question says "{text}"; the statement keeps to the other side.':
      'In der Frage steht „{text}“, das SQL filtert die andere Seite.',
    'The question says {text}; the statement keeps to {text2}.':
      'In der Frage steht {text}, das SQL nimmt {text2}.',
    'The question says {text}; the statement takes {label}.':
      'In der Frage steht {text}, das SQL nimmt {label}.',
    'The question says "{text}", but the SQL filters by {label} and leaves all other rows out.':
      'In der Frage steht „{text}“, das SQL filtert aber nach {label} und lässt alle anderen Zeilen weg.',
    'The question says "{text}"; the statement keeps to more than {n}.':
      'In der Frage steht „{text}“, das SQL nimmt mehr als {n}.',
    'The question says "{text}"; the statement keeps to at least {n}.':
      'In der Frage steht „{text}“, das SQL nimmt mindestens {n}.',
    'The question says "{text}"; the statement keeps to less than {n}.':
      'In der Frage steht „{text}“, das SQL nimmt weniger als {n}.',
    'The question says "{text}"; the statement keeps to at most {n}.':
      'In der Frage steht „{text}“, das SQL nimmt höchstens {n}.',
    'The question says "{text}"; the statement keeps to exactly {n}.':
      'In der Frage steht „{text}“, das SQL nimmt genau {n}.',
    'The question says "{text}"; the statement keeps to anything but {n}.':
      'In der Frage steht „{text}“, das SQL nimmt alles außer {n}.',
    'The question says "{text}"; the statement adds up {label}.':
      'In der Frage steht „{text}“, das SQL summiert aber {label}.',
    'The question asks "{text}"; the statement adds up {label}.':
      'Gefragt ist „{text}“, das SQL summiert aber {label}.',
    'The question says "{text}"; the statement compares {label}.':
      'In der Frage steht „{text}“, das SQL vergleicht aber {label}.',
    'The question says {text}; the statement goes by {label}.':
      'In der Frage steht {text}, das SQL richtet sich nach {label}.',
    'The question says {text}; the statement keeps to a period by {label}.':
      'In der Frage steht {text}, das SQL begrenzt den Zeitraum aber nach {label}.',
    'The question says "{text}"; the statement leaves nothing out.':
      'In der Frage steht „{text}“, das SQL lässt aber nichts weg.',
    'The question says "{text}"; the statement leaves out those that have none.':
      'In der Frage steht „{text}“, im SQL fehlen aber Einträge, zu denen es nichts gibt.',
    'The question says "{text}"; the statement may show or count one several times.':
      'In der Frage steht „{text}“, das SQL zeigt oder zählt einen Eintrag womöglich mehrfach.',
    'The question asks "{text}"; the statement counts one as often as it comes up.':
      'Gefragt ist „{text}“, das SQL zählt aber jeden Eintrag so oft, wie er vorkommt.',
    'The question asks for {text} ones; the statement counts one as often as it comes up.':
      'Gefragt ist nach verschiedenen Einträgen ({text}), das SQL zählt aber jeden so oft, wie er vorkommt.',
    'The question asks for the {text} first; the statement has no order.':
      'Gefragt ist eine Reihenfolge (zuerst: {text}), das SQL sortiert aber nicht.',
    'The question asks for the {text} first; the statement begins with the other end.':
      'Gefragt ist eine Reihenfolge (zuerst: {text}), das SQL beginnt am anderen Ende.',
    'The question asks for the {text}; the statement takes no end of an order.':
      'Gefragt ist das eine Ende einer Rangfolge ({text}), das SQL nimmt keines.',
    "The question asks {text}; the statement shows {label}, which is nobody's name.":
      'Gefragt ist „{text}“, das SQL zeigt {label}; das ist kein Personenname.',
    'The question asks for {text}; the statement shows {label}, which does not tell them apart.':
      'Gefragt ist nach „{text}“, das SQL zeigt {label}; daran lassen sich die Einträge nicht unterscheiden.',
    'The question asks for {label}; the statement counts the rows that have one.':
      'Gefragt ist {label}, das SQL zählt aber die Zeilen, die einen Wert haben.',
    'The question asks for no count; the statement counts what it computes.':
      'Die Frage verlangt keine Anzahl, das SQL zählt aber, was es berechnet.',
    'The question asks for a row {text}; the statement gives other groups.':
      'Die Frage verlangt eine Zeile {text}, das SQL liefert andere Gruppen.',
    'The question asks for a row {text}; the statement gives one row for all.':
      'Die Frage verlangt eine Zeile {text}, das SQL liefert eine einzige für alles.',
    'The question asks for a row {text}; the statement gives a list.':
      'Die Frage verlangt eine Zeile {text}, das SQL liefert eine Liste.',
    'The question asks for those that are {text}; the statement keeps the others.':
      'Gefragt sind Einträge, auf die „{text}“ zutrifft, das SQL nimmt die anderen.',
    'The question asks for those that are not {text}; the statement keeps the others.':
      'Gefragt sind Einträge, auf die „{text}“ nicht zutrifft, das SQL nimmt die anderen.',
    'The question leaves nothing out; the statement keeps to all but what it looks for.':
      'Die Frage schließt nichts aus, das SQL nimmt aber alles außer dem Gesuchten.',
    'The question leaves out {text}; the statement leaves out all others.':
      'Die Frage schließt {text} aus, das SQL schließt alles andere aus.',
    'The question has an "or" between values; the statement holds only one of them to the other conditions.':
      'In der Frage steht ein „oder“ zwischen Werten, im SQL gelten die übrigen Bedingungen nur für einen davon.',
    'The statement divides by how many rows have {label}, not by {label} itself.':
      'Das SQL teilt durch die Anzahl der Zeilen mit einem Wert für {label}, nicht durch {label} selbst.',
    'The question speaks of {text}; the statement reads none.':
      'In der Frage geht es um {text}, das SQL liest nichts davon.',
    'The question has an "or"; the statement asks for all of it at once.':
      'Die Frage enthält ein „oder“, das SQL verlangt alles zugleich.',
    "The SQL stops after {n} rows, which the question doesn't ask for.":
      'Das SQL liefert höchstens {n} Zeilen, was die Frage nicht verlangt.',
    'The statement keeps to rows by {label} ({text}), which the question does not ask for.':
      'Das SQL schränkt die Zeilen nach {label} ein ({text}), was die Frage nicht verlangt.',
    'The statement passes over the first {n} rows, which the question does not ask for.':
      'Das SQL überspringt die ersten {n} Zeilen, was die Frage nicht verlangt.',
    'The statement shows {label} twice.': 'Das SQL zeigt {label} zweimal.',
    "The SQL filters {label} by {text}, which isn't in the question ({text2}).":
      'Das SQL filtert {label} nach {text}, was nicht in der Frage steht ({text2}).',
    'The SQL adds a row of its own to the data.': 'Das SQL fügt den Daten eine eigene Zeile hinzu.',
    '{label} comes from the SQL, not from the data.':
      '{label} stammt aus dem SQL, nicht aus den Daten.',
    'The sign of {label} is reversed.': 'Das Vorzeichen von {label} ist umgekehrt.',
    '{label} is rounded to tens or more.': '{label} ist auf Zehner oder gröber gerundet.',
    "The SQL adds {n} to {label}, which the question doesn't ask for.":
      'Das SQL addiert {n} zu {label}, was die Frage nicht verlangt.',
    "The SQL multiplies or divides {label} by {n}, which the question doesn't ask for.":
      'Das SQL multipliziert oder teilt {label} mit bzw. durch {n}, was die Frage nicht verlangt.',
    'The period includes {day}, the first day of the next period.':
      'Der Zeitraum schließt den {day} ein, den ersten Tag des nächsten Zeitraums.',
    'Only midnight of {day} matches, because {label} includes times.':
      'Vom {day} zählt nur Mitternacht, weil {label} Uhrzeiten enthält.',
    'Only midnight of {day} is included, because {label} includes times.':
      'Vom {day} ist nur Mitternacht enthalten, weil {label} Uhrzeiten enthält.',
    'The {text} of {label} would count rows more than once, because several rows of {label2} match one of them.':
      '{label}: Die Berechnung ({text}) würde Zeilen mehrfach zählen, weil mehrere Zeilen von {label2} zu einer davon gehören.',
    'Only some groups are shown, in no order, because LIMIT has no ORDER BY.':
      'Gezeigt wird nur ein Teil der Gruppen, ohne Reihenfolge, weil LIMIT kein ORDER BY hat.',
    'Only some rows are used, in no order, because an inner LIMIT has no ORDER BY.':
      'Verwendet wird nur ein Teil der Zeilen, ohne Reihenfolge, weil ein inneres LIMIT kein ORDER BY hat.',
    "HAVING without GROUP BY only shows or hides the total. It doesn't filter any rows.":
      'HAVING ohne GROUP BY zeigt oder verbirgt nur die Summe. Es filtert keine Zeilen.',
    'The SQL keeps random rows.': 'Das SQL nimmt zufällige Zeilen.',
    "The SQL skips the first rows, which the question doesn't ask for.":
      'Das SQL überspringt die ersten Zeilen, was die Frage nicht verlangt.',
    'Tables are joined by names, not keys: {text} and {text2}.':
      'Tabellen sind über Namen statt über Schlüssel verknüpft: {text} und {text2}.',
    "Rows are counted once for each row of {label}, which the question doesn't name.":
      'Gezählt wird einmal je Zeile von {label}, das nennt die Frage nicht.',
    'The {label} starting {day} has no rows, so the next {label2} is compared with an earlier one.':
      'Der Zeitraum ({label}) ab {day} hat keine Zeilen; der nächste wird deshalb mit einem früheren verglichen.',
    'Some of the rows shown have no value to rank by, because too few rows have one.':
      'Einige der gezeigten Zeilen haben keinen Wert für die Rangfolge, weil zu wenige Zeilen einen haben.',
  }),
);
