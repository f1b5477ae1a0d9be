/** Sentences of analyses and of answers about the data itself: English form → German. */
export const ANALYSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '{label} rose by {amount} (+{n}%), from {amount2} {when} to {amount3} {when2}.':
      '{label}: Anstieg um {amount} (+{n} %), von {amount2} ({when}) auf {amount3} ({when2}).',
    '{label} rose by {amount}, from {amount2} {when} to {amount3} {when2}.':
      '{label}: Anstieg um {amount}, von {amount2} ({when}) auf {amount3} ({when2}).',
    '{label} fell by {amount} (-{n}%), from {amount2} {when} to {amount3} {when2}.':
      '{label}: Rückgang um {amount} (-{n} %), von {amount2} ({when}) auf {amount3} ({when2}).',
    '{label} fell by {amount}, from {amount2} {when} to {amount3} {when2}.':
      '{label}: Rückgang um {amount}, von {amount2} ({when}) auf {amount3} ({when2}).',
    "{label} didn't fall {when}.": '{label}: {when} kein Rückgang.',
    'It rose by {amount} (+{n}%), from {amount2} {when} to {amount3} {when2}.':
      'Der Wert ist um {amount} (+{n} %) gestiegen, von {amount2} ({when}) auf {amount3} ({when2}).',
    'It rose by {amount}, from {amount2} {when} to {amount3} {when2}.':
      'Der Wert ist um {amount} gestiegen, von {amount2} ({when}) auf {amount3} ({when2}).',
    "{label} didn't rise {when}.": '{label}: {when} kein Anstieg.',
    'It fell by {amount} (-{n}%), from {amount2} {when} to {amount3} {when2}.':
      'Der Wert ist um {amount} (-{n} %) gesunken, von {amount2} ({when}) auf {amount3} ({when2}).',
    'It fell by {amount}, from {amount2} {when} to {amount3} {when2}.':
      'Der Wert ist um {amount} gesunken, von {amount2} ({when}) auf {amount3} ({when2}).',
    "{label} didn't change: {amount} in both {moment} and {moment2}.":
      '{label}: unverändert {amount} ({moment} und {moment2}).',
    "{label} didn't change: {amount} in both {day} to {day2} and {day3} to {day4}.":
      '{label}: unverändert {amount} ({day} bis {day2} und {day3} bis {day4}).',
    'The data has too few earlier periods to tell whether that is unusual, so no cause is named.':
      'Die Daten enthalten zu wenige frühere Zeiträume, um zu sagen, ob das auffällig ist; deshalb wird keine Ursache genannt.',
    'A change of this size is normal between two such periods, so no cause stands out.':
      'Solche Schwankungen zwischen zwei Zeiträumen sind üblich, deshalb sticht keine Ursache hervor.',
    'The change is spread across {labels}, so no single cause stands out.':
      'Die Veränderung verteilt sich über {labels}, deshalb sticht keine einzelne Ursache hervor.',
    'A similar fall happened at the same time in every earlier year in the data.':
      'Einen ähnlichen Rückgang gab es in den Daten in jedem früheren Jahr zur selben Zeit.',
    'A similar rise happened at the same time in every earlier year in the data.':
      'Einen ähnlichen Anstieg gab es in den Daten in jedem früheren Jahr zur selben Zeit.',
    'The data has no dimension to break this change down by.':
      'Die Daten enthalten keine Spalte, anhand derer sich eine Ursache finden ließe.',
    'By {label}, the largest share of the change comes from {text}.':
      'Aufgeschlüsselt nach {label} entfällt der größte Teil der Veränderung auf {text}.',
    'By {label}, the largest share of the change comes from {text} ({amount} to {amount2}, {n}% of the change).':
      'Aufgeschlüsselt nach {label} entfällt der größte Teil auf {text} (von {amount} auf {amount2}, {n} % der Veränderung).',
    'Most of the change comes from {text}, whose change is unusually large compared with the rest.':
      'Die Veränderung kommt vor allem von {text}; dieser Wert hat sich im Vergleich zu den anderen weit stärker verändert als üblich.',
    'Most of the change comes from {text} ({amount} to {amount2}, {n}% of the change), whose change is unusually large compared with the rest.':
      'Die Veränderung kommt vor allem von {text} (von {amount} auf {amount2}, {n} % der Veränderung); sie ist dort im Vergleich zum Rest ungewöhnlich groß.',
    '{label} by {label2}, {moment} to {moment2}.': '{label} nach {label2}, {moment} bis {moment2}.',
    'Highest growth: {text}, {moment} +{n}% (from {amount} {when} to {amount2}).':
      'Stärkstes Wachstum: {text}, {moment} mit +{n} %, von {amount} ({when}) auf {amount2}.',
    'Highest growth: {moment} +{n}% (from {amount} {when} to {amount2}).':
      'Stärkstes Wachstum: {moment} mit +{n} %, von {amount} ({when}) auf {amount2}.',
    'Highest growth: {text} +{n}% (from {amount} {when} to {amount2}).':
      'Stärkstes Wachstum: {text} mit +{n} %, von {amount} ({when}) auf {amount2}.',
    'Steepest decline: {text}, {moment} -{n}% (from {amount} {when} to {amount2}).':
      'Stärkster Rückgang: {text}, {moment} mit -{n} %, von {amount} ({when}) auf {amount2}.',
    'Steepest decline: {moment} -{n}% (from {amount} {when} to {amount2}).':
      'Stärkster Rückgang: {moment} mit -{n} %, von {amount} ({when}) auf {amount2}.',
    'Steepest decline: {text} -{n}% (from {amount} {when} to {amount2}).':
      'Stärkster Rückgang: {text} mit -{n} %, von {amount} ({when}) auf {amount2}.',
    'Lowest growth: {text}, {moment} +{n}% (from {amount} {when} to {amount2}).':
      'Schwächstes Wachstum: {text}, {moment} mit +{n} %, von {amount} ({when}) auf {amount2}.',
    'Lowest growth: {moment} +{n}% (from {amount} {when} to {amount2}).':
      'Schwächstes Wachstum: {moment} mit +{n} %, von {amount} ({when}) auf {amount2}.',
    'Lowest growth: {text} +{n}% (from {amount} {when} to {amount2}).':
      'Schwächstes Wachstum: {text} mit +{n} %, von {amount} ({when}) auf {amount2}.',
    "There's no earlier period to compare with.": 'Es gibt keinen früheren Zeitraum zum Vergleich.',
    'So far: {moment} -{n}% (from {amount} {when} to {amount2}).':
      '{moment} bisher: -{n} %, von {amount} ({when}) auf {amount2}.',
    'So far: {moment} +{n}% (from {amount} {when} to {amount2}).':
      '{moment} bisher: +{n} %, von {amount} ({when}) auf {amount2}.',
    '{label} is {amount}.': '{label}: {amount}.',
    'By {label}, {text} accounts for {n}% ({amount}), {text2} for {n2}% ({amount2}) and {text3} for {n3}% ({amount3}).':
      'Aufgeschlüsselt nach {label} entfallen {n} % auf {text} ({amount}), {n2} % auf {text2} ({amount2}) und {n3} % auf {text3} ({amount3}).',
    'By {label}, {text} accounts for {n}% ({amount}) and {text2} for {n2}% ({amount2}).':
      'Aufgeschlüsselt nach {label} entfallen {n} % auf {text} ({amount}) und {n2} % auf {text2} ({amount2}).',
    "That doesn't mean that one causes the other.":
      'Das heißt nicht, dass das eine das andere verursacht.',
    '{label} and {label2} are {text}ly correlated over {n} rows (rank correlation {n2}): rows with higher {label3} tend to have higher {label4}.':
      '{label} und {label2} hängen zusammen (Rangkorrelation {n2}, {n} Zeilen): je höher {label3}, desto höher {label4}.',
    '{label} and {label2} are {text}ly correlated over {n} rows (rank correlation {n2}): rows with higher {label3} tend to have lower {label4}.':
      '{label} und {label2} hängen zusammen (Rangkorrelation {n2}, {n} Zeilen): je höher {label3}, desto niedriger {label4}.',
    "Spearman's rank correlation over rows that have both values (p {text}).":
      'Rangkorrelation nach Spearman über die Zeilen mit beiden Zahlen (p {text}).',
    "Trend by the Mann-Kendall test, and Sen's slope (p {text}).":
      'Trend nach dem Mann-Kendall-Test, Steigung nach Sen (p {text}).',
    "Trend by the Mann-Kendall test, each month compared with the same month of other years, and Sen's slope (p {text}).":
      'Trend nach dem Mann-Kendall-Test, jeder Monat verglichen mit demselben Monat anderer Jahre, Steigung nach Sen (p {text}).',
    'A {text} is unusual if it is far from the median of the {text2}s around it (median absolute deviation).':
      'Ein Zeitraum gilt als auffällig, wenn er stark vom Median der benachbarten Zeiträume abweicht (Median der absoluten Abweichungen).',
    'A {text} is unusual if it is far from the median of the {text2}s around it (median absolute deviation; days are compared with the same weekday).':
      'Ein Tag gilt als auffällig, wenn er stark vom Median der benachbarten Tage abweicht (Median der absoluten Abweichungen, verglichen mit demselben Wochentag).',
    'The share is "{text}" divided by "{text2}".':
      'Der Anteil setzt „{text}“ ins Verhältnis zu „{text2}“.',
    'Each share is "{text}" divided by "{text2}" for the same {label}.':
      'Jeder Anteil ist „{text}“ geteilt durch „{text2}“, jeweils für denselben Wert von {label}.',
    'The shares only cover {label}, not everything in each {label2}.':
      'Die Anteile beziehen sich nur auf {label}, nicht auf alles in {label2}.',
    "{moment} isn't over yet, or its data is incomplete.":
      '{moment} ist noch nicht vorbei oder in den Daten unvollständig.',
    'Its days through {day} are compared with the same number of days at the start of the other period.':
      'Die Tage bis zum {day} werden mit ebenso vielen Tagen am Anfang des anderen Zeitraums verglichen.',
    "{moment} isn't over yet or its data is incomplete: only days through {day} are included.":
      '{moment} ist noch nicht vorbei oder in den Daten unvollständig: Es zählen nur die Tage bis zum {day}.',
    "{moment} isn't over yet or its data is incomplete: only days through {day} are compared with {moment2}.":
      '{moment} ist noch nicht vorbei oder in den Daten unvollständig: Nur die Tage bis zum {day} werden mit {moment2} verglichen.',
    "{moment} isn't over yet or its data is incomplete: only days through {day} are compared with {day2} to {day3}.":
      '{moment} ist noch nicht vorbei oder in den Daten unvollständig: Nur die Tage bis zum {day} werden mit der Zeit vom {day2} bis zum {day3} verglichen.',
    'That is {amount} (+{n}%) more for {text} than for {text2}.':
      '{text} liegt um {amount} ({n} %) über {text2}.',
    'That is {amount} (-{n}%) less for {text} than for {text2}.':
      '{text} liegt um {amount} ({n} %) unter {text2}.',
    'That is {amount} more for {text} than for {text2}.': '{text} liegt um {amount} über {text2}.',
    'That is {amount} less for {text} than for {text2}.': '{text} liegt um {amount} unter {text2}.',
    'The contributions of all values add up to the total change.':
      'Die Beiträge aller Werte ergeben zusammen die gesamte Veränderung.',
    "{label} was left out because it has too many values or its values don't add up to the total.":
      '{label} wurde weggelassen, weil die Werte zusammen nicht den Gesamtwert ergeben oder weil es zu viele sind.',
    '{label} rises by about {amount} a month from {day} to {day2}.':
      '{label} stieg vom {day} bis zum {day2} um etwa {amount} pro Monat.',
    '{label} falls by about {amount} a month from {day} to {day2}.':
      '{label} fiel vom {day} bis zum {day2} um etwa {amount} pro Monat.',
    '{label} shows no clear trend from {day} to {day2}: its ups and downs could be chance.':
      '{label} zeigt vom {day} bis zum {day2} keinen klaren Trend. Das Auf und Ab kann Zufall sein.',
    '{label} and {label2} show no clear correlation over {n} rows (rank correlation {n2}).':
      'Zwischen {label} und {label2} zeigt sich kein klarer Zusammenhang (Rangkorrelation {n2}, {n} Zeilen).',
    '{text}: {text2} {amount}, {text3} {amount2}. Both are the same.':
      '{text}: {text2} {amount}, {text3} {amount2}. Beide Werte sind gleich.',
    '{label} for {moment} is estimated at {amount}, with an {n}% range of {amount2} to {amount3}.':
      '{label} für {moment}: geschätzt {amount}, mit {n} % Wahrscheinlichkeit zwischen {amount2} und {amount3}.',
    '{label} for {day} to {day2} is estimated at {amount}, with an {n}% range of {amount2} to {amount3}.':
      '{label} für {day} bis {day2}: geschätzt {amount}, mit {n} % Wahrscheinlichkeit zwischen {amount2} und {amount3}.',
    '{label} is estimated at {amount} for {moment} and {amount2} for {moment2}. The table shows the ranges.':
      '{label}: geschätzt {amount} für {moment} und {amount2} für {moment2}. Die Tabelle zeigt die Spannen.',
    '{label} is estimated at {amount} for {moment}, {amount2} for {moment2} and {amount3} for {moment3}. The table shows the ranges.':
      '{label}: geschätzt {amount} für {moment}, {amount2} für {moment2} und {amount3} für {moment3}. Die Tabelle zeigt die Spannen.',
    '{label} is estimated at {amount} for {day} and {amount2} for {day2}. The table shows the ranges.':
      '{label}: geschätzt {amount} für {day} und {amount2} für {day2}. Die Tabelle zeigt die Spannen.',
    '{label} is estimated at {amount} for {day}, {amount2} for {day2} and {amount3} for {day3}. The table shows the ranges.':
      '{label}: geschätzt {amount} für {day}, {amount2} für {day2} und {amount3} für {day3}. Die Tabelle zeigt die Spannen.',
    '{moment} is unusual with {amount}.': '{moment} fällt mit {amount} aus dem Rahmen.',
    'The estimate uses what is usual around it instead ({amount}).':
      'Die Schätzung rechnet stattdessen mit dem, was in der Nähe üblich ist ({amount}).',
    '{n} {label} are unusual, and the estimate uses what is usual around them instead.':
      '{n} Zeiträume ({label}) fallen aus dem Rahmen. Die Schätzung rechnet stattdessen mit dem, was in der Nähe üblich ist.',
    'That is {n}% more than {when} ({amount}).': 'Das sind {n} % mehr als {when} ({amount}).',
    'That is {n}% less than {when} ({amount}).': 'Das sind {n} % weniger als {when} ({amount}).',
    'That is about the same as {when} ({amount}).': 'Das ist etwa so viel wie {when} ({amount}).',
    '{label} for {moment} to {moment2} is estimated at {amount}, with an {n}% range of {amount2} to {amount3}.':
      '{label} für {moment} bis {moment2}: geschätzt {amount}, mit {n} % Wahrscheinlichkeit zwischen {amount2} und {amount3}.',
    '{amount} of it is already in the data.': '{amount} davon sind bereits in den Daten enthalten.',
    'There are {n} tables: {text}.': 'Es gibt {n} Tabellen: {text}.',
    'There is 1 table: {text}.': 'Es gibt eine Tabelle: {text}.',
    'The table {label} has {n} columns: {labels}.':
      'Die Tabelle {label} hat {n} Spalten: {labels}.',
    '{label} has these values: {text}.': '{label} hat diese Werte: {text}.',
    '{label} has {n} distinct values. The most frequent are {text}.':
      '{label} hat {n} verschiedene Werte. Am häufigsten: {text}.',
    "Values of {label} aren't shown.": 'Werte von {label} werden nicht angezeigt.',
    'The data has no dates.': 'Die Daten enthalten keine Datumsangaben.',
  }),
);
