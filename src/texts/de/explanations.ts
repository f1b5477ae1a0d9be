import { EXPLAIN } from '#src/texts/en/explanations.ts';

/**
 * Explanations in German. Names of the data have no gender that is known, so that sentences stand without articles
 * before them; conditions stand in brackets.
 */
export const EXPLANATIONS: Readonly<Record<(typeof EXPLAIN)[keyof typeof EXPLAIN], string>> = {
  [EXPLAIN.when]: ' {period}',
  [EXPLAIN.byDate]: ' {period} ({date})',
  [EXPLAIN.dateIs]: '{date} {period}',
  [EXPLAIN.dated]: ' ({date} {period})',
  [EXPLAIN.where]: ' ({conditions})',
  [EXPLAIN.with]: ' {attributes}',
  [EXPLAIN.firsts]: ' ({attributes})',

  [EXPLAIN.noRows]: 'Keine Zeilen gefunden{scope}.',
  [EXPLAIN.noThings]: 'Es gibt keine {things}{scope}.',
  [EXPLAIN.noValue]: '{label}{scope}: kein Ergebnis, weil Werte für die Berechnung fehlen.',
  [EXPLAIN.notFinite]:
    '{label}{scope}: kein gültiger Wert, zum Beispiel wegen einer Division durch null.',

  [EXPLAIN.counted]: 'Es gibt {n} {things}{scope}.',
  [EXPLAIN.countedThen]: 'Es gab {n} {things}{scope}.',
  [EXPLAIN.countedNoneThen]: 'Es gab keine {things}{scope}.',
  [EXPLAIN.total]: '{label}{scope}: {value}.',
  [EXPLAIN.totalThen]: '{label}{scope}: {value}.',
  [EXPLAIN.totals]: '{totals}{scope}.',
  [EXPLAIN.oneTotal]: '{label}: {value}',
  [EXPLAIN.oneTotalThen]: '{label}: {value}',
  [EXPLAIN.someThings]: '{n} {things}',
  [EXPLAIN.countedSeveral]: 'Es gibt {totals}{scope}.',

  [EXPLAIN.oneThing]: 'Ein Treffer ({thing}){scope}: {name}.',
  [EXPLAIN.oneRow]: 'Ein Treffer ({thing}){scope}: {cells}.',
  [EXPLAIN.oneRowOfAny]: 'Eine Zeile gefunden{scope}: {cells}.',
  [EXPLAIN.cell]: '{label} {value}',
  [EXPLAIN.first]: '{name} hat{scope} den {end} {label}.',
  [EXPLAIN.firstThen]: '{name} hatte{scope} den {end} {label}.',
  [EXPLAIN.firstNameless]: 'Der Eintrag mit dem {end} {label}{scope} hat keinen Wert für {thing}.',
  [EXPLAIN.firstValued]: '{name} hat{scope} mit {value} den {end} {label}.',
  [EXPLAIN.firstValuedThen]: '{name} hatte{scope} mit {value} den {end} {label}.',
  [EXPLAIN.firstIs]: 'Eintrag mit dem {end} {label}{scope}: {value}.',
  [EXPLAIN.firstOfThing]: '{thing} mit dem {end} {label}{scope}: {cells}.',
  [EXPLAIN.firstCells]: 'Eintrag mit dem {end} {label}{scope}: {cells}.',

  [EXPLAIN.fewGroups]: '{label} nach {names}{scope}: {groups}.',
  [EXPLAIN.group]: '{name} ({value})',
  [EXPLAIN.groupOfSeveral]: '{name}: {values}',
  [EXPLAIN.ranges]:
    '{label}{scope}: am höchsten {at} ({high}), am niedrigsten {at2} ({low}); insgesamt {n} {groups}.',
  [EXPLAIN.rangesThen]:
    '{label}{scope}: am höchsten {at} ({high}), am niedrigsten {at2} ({low}); insgesamt {n} {groups}.',
  [EXPLAIN.rangesAmong]:
    '{label}{scope} in den angezeigten Zeilen: am höchsten {at} ({high}), am niedrigsten {at2} ({low}).',
  [EXPLAIN.same]: '{label}{scope}: {value} in allen Gruppen ({n} {groups}).',
  [EXPLAIN.sameAmong]: 'Alle angezeigten Zeilen haben denselben Wert für {label}{scope}: {value}.',
  [EXPLAIN.sameOfThose]:
    '{label}{scope}: {value} in allen Gruppen, die einen Wert haben ({groups}).',
  [EXPLAIN.top]: 'Die Top {n} nach {label}{scope} reichen von {name} ({high}) bis {name2} ({low}).',
  [EXPLAIN.topThings]:
    'Die Top {n} {things} nach {label}{scope} reichen von {name} ({high}) bis {name2} ({low}).',
  [EXPLAIN.bottom]:
    'Die {n} niedrigsten Werte für {label}{scope} reichen von {name} ({low}) bis {name2} ({high}).',
  [EXPLAIN.bottomThings]:
    'Die {n} {things} mit dem niedrigsten Wert für {label}{scope} reichen von {name} ({low}) bis {name2} ({high}).',
  [EXPLAIN.forName]: 'bei {name}',
  [EXPLAIN.andOthers]: '{place} u. a.',
  [EXPLAIN.combinations]: 'Kombinationen von {names}',
  [EXPLAIN.groupsWithoutMeasure]: '{n} {groups}{scope}.',
  [EXPLAIN.alsoShown]: 'Die Tabelle zeigt außerdem {labels}.',
  [EXPLAIN.someHaveNone]: 'Einige haben keinen Wert.',

  [EXPLAIN.leads]:
    'Aufgeschlüsselt nach {names} liegt {name} mit {value} ({share}) vorn; Schlusslicht ist {name2} mit {low}.',
  [EXPLAIN.leadsAlone]:
    'Aufgeschlüsselt nach {names} liegt {name} mit {value} vorn; Schlusslicht ist {name2} mit {low}.',
  [EXPLAIN.spans]: 'Nach {names}: am höchsten {at} ({high}), am niedrigsten {at2} ({low}).',
  [EXPLAIN.allTheSame]: 'Der Wert ist in allen Gruppen gleich: {value} ({n} {groups}).',

  [EXPLAIN.thingsSorted]:
    '{n, plural, one {Ein Treffer: {things}} other {Es gibt {n} {things}}}{scope}, {order}.',
  [EXPLAIN.thingsNamed]: 'Es gibt {n} {things}{scope}: {list}.',
  [EXPLAIN.rowsWith]: '{n, plural, one {Eine Zeile} other {{n} Zeilen}} mit {labels}{scope}.',
  [EXPLAIN.rowsWithSorted]:
    '{n, plural, one {Eine Zeile} other {{n} Zeilen}} mit {labels}{scope}, {order}.',
  [EXPLAIN.thingsNamedSorted]: '{n} {things}{scope}, {order}: {list}.',
  [EXPLAIN.values]: '{label} hat {n} Werte{scope}: {list}.',
  [EXPLAIN.valuesAlone]: '{label} hat {n} Werte{scope}.',
  [EXPLAIN.valuesOf]: '{label} ({n} {things}){scope}: {list}.',
  [EXPLAIN.valuesOfAlone]: '{label} ({n} {things}){scope}.',
  [EXPLAIN.sortedBy]: 'sortiert nach {label}',
  [EXPLAIN.endFirst]: 'beginnend mit dem {end} {label}',
  [EXPLAIN.shown]:
    '{n, plural, one {Angezeigt wird die erste von {total} Zeilen} other {Angezeigt werden die ersten {n} von {total} Zeilen}}.',
  [EXPLAIN.shownTooLarge]:
    '{n, plural, one {Angezeigt wird die erste von {total} Zeilen} other {Angezeigt werden die ersten {n} von {total} Zeilen}}; mehr passen nicht in eine Antwort.',
  [EXPLAIN.moreThan]: 'mehr als {n}',
  [EXPLAIN.cut]: 'Lange Texte sind hier gekürzt, im vollständigen Ergebnis nicht.',

  [EXPLAIN.highest]: 'höchsten Wert für',
  [EXPLAIN.lowest]: 'niedrigsten Wert für',
  [EXPLAIN.latest]: 'spätesten Wert für',
  [EXPLAIN.earliest]: 'frühesten Wert für',
  [EXPLAIN.last]: 'letzten Wert für',
  [EXPLAIN.firstEnd]: 'ersten Wert für',

  [EXPLAIN.empty]: 'leer',
  [EXPLAIN.yes]: 'ja',
  [EXPLAIN.no]: 'nein',

  [EXPLAIN.draft]: 'Dieses SQL würde Folgendes liefern: {text}. Es wurde nicht ausgeführt.',
  [EXPLAIN.choices]: '{options}?',
  [EXPLAIN.instead]: 'Sie können zum Beispiel fragen: {questions}.',
  [EXPLAIN.didYouMean]: 'Meinten Sie {names}?',
  [EXPLAIN.inEnglish]: 'Diese Antwort ist auf Englisch, weil es keine Texte auf {language} gibt.',
  [EXPLAIN.inEnglishYet]:
    'Diese Antwort ist auf Englisch, weil die Übersetzung ({language}) noch nicht fertig ist.',
  [EXPLAIN.partlyEnglish]:
    'Teile dieser Antwort sind auf Englisch, weil dafür eine Übersetzung fehlt ({language}).',
};
