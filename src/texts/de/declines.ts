/** Declines and clarifications: English template → German. */
export const DECLINES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '"{text}" doesn\'t match any table, column or value in the data.':
      '„{text}“ kommt weder in Tabellen und Spalten noch in den Werten der Daten vor.',
    '"{text}" wasn\'t found where the question looks for it. It\'s a value of {label} in {label2}. Ask for {label3} together with {label4}.':
      'Die Frage sucht „{text}“ an der falschen Stelle: Es ist ein Wert von {label} ({label2}). Fragen Sie nach {label3} zusammen mit {label4}.',
    '"{text}" wasn\'t understood, because nothing in the data has that name. Use the names of tables and columns, or ask in English.':
      '„{text}“ wurde nicht verstanden: Nichts in den Daten heißt so. Verwenden Sie die Namen der Tabellen und Spalten oder fragen Sie auf Englisch.',
    '"{text}" doesn\'t fit the rest of the question.': '„{text}“ passt nicht zum Rest der Frage.',
    '"{text}" wasn\'t understood.': '„{text}“ wurde nicht verstanden.',
    '"{text}" matches no column, or more than one. Name one column.':
      '„{text}“ lässt sich keiner Spalte eindeutig zuordnen. Nennen Sie eine Spalte.',
    '"{text}" wasn\'t understood in this question.':
      'Der Teil „{text}“ der Frage wurde nicht verstanden.',
    '"{text}" wasn\'t understood. Name the column.':
      '„{text}“ wurde nicht verstanden. Nennen Sie die Spalte.',
    "The question doesn't mention any table, column or value in the data.":
      'Die Frage nennt keine Tabellen, Spalten oder Werte aus den Daten.',
    'The question is too long.': 'Die Frage ist zu lang.',
    "The question isn't complete.": 'Die Frage ist unvollständig.',
    'The question can mean several things.': 'Die Frage lässt mehrere Interpretationen zu.',
    'The question fits the data in more than one way. Use the full names of tables and columns.':
      'Die Wörter der Frage passen auf mehrere Stellen in den Daten. Nennen Sie Tabellen und Spalten vollständig.',
    'What does "{text}" mean?': 'Was bedeutet „{text}“?',
    'What is "{text}"?': 'Was ist „{text}“?',
    'Rank "{text}" by what?': 'Wonach soll „{text}“ bestimmt werden?',
    'Which column of {label} should be compared with "{text}"?':
      'Welche Spalte von {label} soll mit „{text}“ verglichen werden?',
    'Which date do you mean: {labels}?': 'Welches Datum ist gemeint: {labels}?',
    'Which one do you mean?': 'Was ist gemeint?',
    'Who do you mean: {text}?': 'Wer ist gemeint: {text}?',
    'Which year does "{text}" mean?': 'Welches Jahr ist mit „{text}“ gemeint?',
    '{label} has no dates.': '{label} enthält keine Datumswerte.',
    '{label} has no numbers to compare.': '{label} enthält keine Zahlen zum Vergleichen.',
    '"{text}" can mean several columns: {labels}.':
      'Mit „{text}“ können mehrere Spalten gemeint sein: {labels}.',
    "Without a model, Plumbline can't read questions in {text}. Ask in {text2}.":
      'Ohne Sprachmodell versteht Plumbline diese Sprache nicht ({text}). Fragen Sie zum Beispiel auf Deutsch oder Englisch.',
    "The built-in planner doesn't support this language. Ask in {text}.":
      'Ohne Sprachmodell versteht Plumbline diese Sprache nicht. Fragen Sie zum Beispiel auf Deutsch oder Englisch.',
    'Plumbline only reads: it answers questions and never changes data.':
      'Plumbline liest nur: Es beantwortet Fragen und ändert nie Daten.',
    "Yes-or-no questions aren't supported. Ask how many, which or what.":
      'Ja-Nein-Fragen werden nicht unterstützt. Fragen Sie mit „wie viele“, „welche“ oder „was“.',
    "The data doesn't give reasons. Ask how many, which or what.":
      'Die Daten enthalten keine Gründe. Fragen Sie mit „wie viele“, „welche“ oder „was“.',
    'No row can meet all of these conditions at once. Ask for one of them.':
      'Keine Zeile kann alle Bedingungen zugleich erfüllen. Fragen Sie nach einer davon.',
    "{text} isn't defined in this workspace. An admin can add it under Definitions as a rule, a metric or a synonym.":
      '{text} ist in diesem Arbeitsbereich nicht definiert. Ein Admin kann es unter „Definitionen“ als Regel, Kennzahl oder Synonym anlegen.',
    "Plumbline couldn't write a safe query for this question.":
      'Für diese Frage ließ sich kein sicheres SQL schreiben.',
    'Ask for the amounts instead.': 'Fragen Sie stattdessen nach den Beträgen.',
    'Ask for the share of a sum or count.':
      'Fragen Sie nach dem Anteil an einer Summe oder Anzahl.',
    'Ask for a sum or a count.': 'Fragen Sie nach einer Summe oder Anzahl.',
    'Ask for longer periods, such as months instead of days.':
      'Fragen Sie nach längeren Zeiträumen, etwa nach Monaten statt Tagen.',
    'Ask for a longer time range or a finer breakdown, such as days instead of months.':
      'Fragen Sie nach einem längeren Zeitraum oder einer feineren Aufschlüsselung, etwa nach Tagen statt Monaten.',
    'Name the part and the whole.': 'Nennen Sie den Anteil und worauf er sich bezieht.',
    "The data doesn't contain an answer to this question.":
      'Die Daten enthalten keine Antwort auf diese Frage.',
    'Ask again using table and column names.':
      'Fragen Sie noch einmal und nennen Sie dabei die Tabellen und Spalten.',
    'Ask for a shorter period, fewer groups, or a single total.':
      'Fragen Sie nach einem kürzeren Zeitraum, weniger Gruppen oder einer einzelnen Summe.',
    'Ask again in a few seconds.': 'Fragen Sie in ein paar Sekunden noch einmal.',
    'Ask the full question again and include that detail.':
      'Stellen Sie die ganze Frage noch einmal und ergänzen Sie diese Angabe.',
    'The answer took too long.': 'Die Antwort hat zu lange gedauert.',
    'The query took too long.': 'Die Abfrage hat zu lange gedauert.',
    'The result is too large.': 'Das Ergebnis ist zu groß.',
    'The question was cancelled.': 'Die Frage wurde abgebrochen.',
    'This question is too long to understand. Ask it in fewer words, or as several questions.':
      'Die Frage ist zu lang. Fragen Sie kürzer oder in mehreren Schritten.',
    "The query couldn't run on this data.":
      'Die Abfrage ließ sich mit diesen Daten nicht ausführen.',
    "The data can't be reached right now.": 'Die Daten sind gerade nicht erreichbar.',
    "The database server can't be reached right now.":
      'Der Datenbankserver ist gerade nicht erreichbar.',
    'All connections to the database are in use.': 'Alle Verbindungen zur Datenbank sind belegt.',
    'Something went wrong on the server. Include the trace ID of this answer when you report it.':
      'Auf dem Server ist ein Fehler aufgetreten. Nennen Sie die Trace-ID dieser Antwort, wenn Sie ihn melden.',
    'There are too many groups. Ask for fewer.':
      'Es gibt zu viele Gruppen. Fragen Sie nach weniger.',
    'There are too many periods. Ask for a shorter time range.':
      'Es gibt zu viele Zeiträume. Fragen Sie nach einem kürzeren Zeitraum.',
    'The data covers {day} to {day2}, so that period has no rows. Choose another period.':
      'Die Daten reichen vom {day} bis zum {day2}; für diesen Zeitraum gibt es keine Zeilen. Wählen Sie einen anderen.',
  }),
);

/** A sentence for each decline reason. It introduces declines that have no German translation and stay in English. */
export const BY_REASON = {
  no_safe_sql: 'Plumbline konnte für diese Frage keine verlässliche Abfrage erstellen.',
  not_in_data: 'Ein Teil der Frage kommt in den Daten nicht vor.',
  ambiguous: 'Die Frage ist nicht eindeutig.',
  value_not_found: 'Ein Wert aus der Frage kommt in den Daten nicht vor.',
  out_of_scope: 'Diese Frage lässt sich aus den Daten nicht beantworten.',
  unsupported_question: 'Plumbline konnte die Frage nicht zuverlässig verstehen.',
  source_unavailable: 'Die Daten sind gerade nicht erreichbar.',
} as const;
