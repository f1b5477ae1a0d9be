import { anyOf, none, right } from './case.ts';

const STAYS =
  'Buchungen b JOIN Gäste g ON g.GastNr = b.GastNr JOIN Zimmer z ON z.ZimmerNr = b.ZimmerNr';

export const HOTEL = [
  right(
    "SELECT COUNT(*) FROM Gäste WHERE Land = 'Österreich'",
    'Wie viele Gäste kommen aus Österreich?',
    'Anzahl Gäste aus Österreich',
    'gäste aus oesterreich anzahl',
  ),
  right(
    'SELECT Kategorie, AVG(Zimmerpreis) FROM Zimmer GROUP BY 1',
    'Wie hoch ist der durchschnittliche Zimmerpreis je Kategorie?',
    'Durchschnittlicher Zimmerpreis pro Kategorie',
    'zimmerpreis im schnitt nach kategorie',
  ),
  right(
    "SELECT COUNT(*) FROM Buchungen WHERE Status = 'storniert'",
    'Wie viele Buchungen wurden storniert?',
    'Anzahl der stornierten Buchungen',
    'stornierte buchungen anzahl',
  ),
  right(
    "SELECT SUM(Gesamtpreis) FROM Buchungen WHERE Buchungsdatum >= '2025-01-01' AND Buchungsdatum < '2026-01-01'",
    'Was ist die Summe der Gesamtpreise im Jahr 2025?',
    'Summe Gesamtpreis 2025',
  ),
  right(
    "SELECT strftime(Buchungsdatum, '%Y-%m'), COUNT(*) FROM Buchungen WHERE Buchungsdatum >= '2024-01-01' AND Buchungsdatum < '2025-01-01' GROUP BY 1",
    'Wie viele Buchungen gab es 2024 pro Monat?',
    'Buchungen je Monat 2024',
    'anzahl buchungen nach monat im jahr 2024',
  ),
  anyOf(
    [
      'SELECT ZimmerNr FROM Zimmer WHERE Zimmerpreis > 300',
      'SELECT ZimmerNr, Zimmerpreis FROM Zimmer WHERE Zimmerpreis > 300',
    ],
    'Welche Zimmer haben einen Zimmerpreis von mehr als 300?',
    'Zimmer mit Zimmerpreis über 300',
    'alle Zimmer, deren Zimmerpreis über 300 liegt',
  ),
  anyOf(
    [
      `SELECT g.Nachname, SUM(b.Gesamtpreis) FROM ${STAYS} GROUP BY g.GastNr, 1 ORDER BY 2 DESC LIMIT 10`,
      `SELECT g.Nachname FROM ${STAYS} GROUP BY g.GastNr, 1 ORDER BY SUM(b.Gesamtpreis) DESC LIMIT 10`,
    ],
    'Die zehn besten Gäste nach Summe des Gesamtpreises',
    'Top 10 Gäste nach Gesamtpreis',
  ),
  anyOf(
    [
      'SELECT Nachname FROM Gäste g WHERE NOT EXISTS (SELECT 1 FROM Buchungen b WHERE b.GastNr = g.GastNr)',
    ],
    'Welche Gäste haben keine Buchungen?',
    'Gäste ohne Buchung',
    'Gäste, die nie gebucht haben',
  ),
  right(
    'SELECT AVG(Sterne) FROM Bewertungen',
    'Wie viele Sterne haben wir im Durchschnitt?',
    'durchschnittliche Sterne der Bewertungen',
    'Durchschnitt der Sterne',
  ),
  right(
    `SELECT z.Kategorie, SUM(b.Nächte) FROM ${STAYS} GROUP BY 1`,
    'Summe der Nächte pro Kategorie',
    'Wie viele Nächte wurden je Kategorie gebucht?',
  ),
  right(
    'SELECT COUNT(*) FROM Gäste WHERE Geburtsjahr < 1960',
    'Wie viele Gäste haben ein Geburtsjahr vor 1960?',
    'Anzahl der Gäste mit Geburtsjahr unter 1960',
  ),
  right(
    "SELECT COUNT(*) FROM Buchungen WHERE Buchungsdatum >= '2025-04-01' AND Buchungsdatum < '2025-07-01'",
    'Wie viele Buchungen gab es im zweiten Quartal 2025?',
    'Anzahl Buchungen Q2 2025',
    'Buchungen von April bis Juni 2025, Anzahl',
  ),
  right(
    'SELECT Stockwerk, COUNT(*) FROM Zimmer GROUP BY 1',
    'Wie viele Zimmer gibt es auf jedem Stockwerk?',
    'Anzahl der Zimmer pro Stockwerk',
    'zimmer je stockwerk',
  ),
  right(
    "SELECT COUNT(*) FROM Buchungen WHERE Buchungsdatum >= '2025-08-01' AND Buchungsdatum < '2025-09-01'",
    'Wie viele Buchungen hatten wir letzten Monat?',
    'Anzahl Buchungen im letzten Monat',
  ),
  right(
    'SELECT COUNT(*) FROM Bewertungen WHERE Sterne >= 4',
    'Wie viele Bewertungen haben mindestens 4 Sterne?',
    'Anzahl Bewertungen mit 4 oder mehr Sternen',
  ),
  none('Wie viele Parkplätze haben wir?', 'Frühstück pro Gast', 'Umsatz der Bar'),
];
