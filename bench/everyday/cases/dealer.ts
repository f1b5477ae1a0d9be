import { anyOf, none, right } from './case.ts';

const ALL = `verkaeufe v JOIN kunden k ON k.kunden_id = v.kunden_id JOIN fahrzeuge f ON f.fahrzeug_id = v.fahrzeug_id
  JOIN mitarbeiter m ON m.mitarbeiter_id = v.mitarbeiter_id`;

export const DEALER = [
  right(
    "SELECT COUNT(*) FROM kunden WHERE stadt = 'Kiel'",
    'Wie viele Kunden haben wir in Kiel?',
    'Anzahl der Kunden aus Kiel',
    'wieviele kunden in kiel',
  ),
  anyOf(
    [
      'SELECT name FROM mitarbeiter WHERE gehalt > 50000',
      'SELECT name, gehalt FROM mitarbeiter WHERE gehalt > 50000',
    ],
    'Welche Mitarbeiter verdienen mehr als 50.000 €?',
    'Mitarbeiter mit einem Gehalt über 50000',
    'mitarbeiter gehalt > 50.000',
  ),
  right(
    'SELECT abteilung, AVG(gehalt) FROM mitarbeiter GROUP BY 1',
    'Wie hoch ist das Durchschnittsgehalt je Abteilung?',
    'durchschnittliches Gehalt pro Abteilung',
    'Gehalt im Durchschnitt nach Abteilung',
  ),
  right(
    "SELECT COUNT(*) FROM verkaeufe WHERE verkaufsdatum >= '2024-01-01' AND verkaufsdatum < '2025-01-01'",
    'Wie viele Verkäufe gab es 2024?',
    'Anzahl Verkäufe im Jahr 2024',
    'Wie viele Verkäufe hatten wir zwischen dem 1.1.2024 und dem 31.12.2024?',
  ),
  right(
    "SELECT strftime(verkaufsdatum, '%Y-%m'), COUNT(*) FROM verkaeufe WHERE verkaufsdatum >= '2025-01-01' AND verkaufsdatum < '2026-01-01' GROUP BY 1",
    'Verkäufe pro Monat 2025',
    'Wie viele Verkäufe gab es 2025 je Monat?',
    'Anzahl der Verkäufe nach Monat in 2025',
  ),
  anyOf(
    [
      `SELECT k.kundenname, SUM(v.verkaufspreis) FROM ${ALL} GROUP BY k.kunden_id, 1 ORDER BY 2 DESC LIMIT 5`,
      `SELECT k.kundenname FROM ${ALL} GROUP BY k.kunden_id, 1 ORDER BY SUM(v.verkaufspreis) DESC LIMIT 5`,
    ],
    'die 5 besten Kunden nach Summe der Verkaufspreise',
    'Welche fünf Kunden haben die höchste Summe der Verkaufspreise?',
  ),
  right(
    `SELECT f.marke, SUM(v.verkaufspreis) FROM ${ALL} GROUP BY 1`,
    'Summe der Verkaufspreise pro Marke',
    'Wie hoch ist die Summe der Verkaufspreise für jede Marke?',
    'gesamter verkaufspreis nach marke',
  ),
  anyOf(
    [
      'SELECT kundenname FROM kunden k WHERE NOT EXISTS (SELECT 1 FROM verkaeufe v WHERE v.kunden_id = k.kunden_id)',
    ],
    'Welche Kunden haben keine Verkäufe?',
    'Kunden ohne Verkauf',
    'alle Kunden, die keine Verkäufe haben',
  ),
  anyOf(
    [
      'SELECT modell FROM fahrzeuge ORDER BY listenpreis DESC LIMIT 1',
      'SELECT marke, modell FROM fahrzeuge ORDER BY listenpreis DESC LIMIT 1',
      'SELECT fahrzeug_id FROM fahrzeuge ORDER BY listenpreis DESC LIMIT 1',
      'SELECT modell, listenpreis FROM fahrzeuge ORDER BY listenpreis DESC LIMIT 1',
    ],
    'Welches Fahrzeug hat den höchsten Listenpreis?',
    'das Fahrzeug mit dem höchsten Listenpreis',
    'teuerstes Fahrzeug nach Listenpreis',
  ),
  right(
    "SELECT COUNT(*) FROM fahrzeuge WHERE kraftstoff = 'Elektro' AND baujahr > 2020",
    'Wie viele Fahrzeuge mit Kraftstoff Elektro haben ein Baujahr größer als 2020?',
    'Anzahl Fahrzeuge mit Kraftstoff Elektro und Baujahr über 2020',
  ),
  right(
    'SELECT COUNT(DISTINCT marke) FROM fahrzeuge',
    'Wie viele verschiedene Marken gibt es?',
    'Anzahl unterschiedlicher Marken',
  ),
  right(
    "SELECT COUNT(*) FROM kunden WHERE stadt <> 'Hamburg'",
    'Wie viele Kunden sind nicht aus Hamburg?',
    'Anzahl der Kunden, die nicht in Hamburg sind',
  ),
  right(
    "SELECT COUNT(*) FROM verkaeufe WHERE verkaufsdatum >= '2025-08-01' AND verkaufsdatum < '2025-09-01'",
    'Wie viele Verkäufe gab es letzten Monat?',
    'Anzahl der Verkäufe im August 2025',
    'verkäufe im vormonat anzahl',
  ),
  anyOf(
    [
      'SELECT marke, COUNT(*) FROM fahrzeuge GROUP BY 1 HAVING COUNT(*) > 8',
      'SELECT marke FROM fahrzeuge GROUP BY 1 HAVING COUNT(*) > 8',
    ],
    'Welche Marken haben mehr als 8 Fahrzeuge?',
    'Marken mit mehr als 8 Fahrzeugen',
  ),
  anyOf(
    [
      'SELECT name FROM mitarbeiter ORDER BY eintrittsdatum DESC LIMIT 3',
      'SELECT name, eintrittsdatum FROM mitarbeiter ORDER BY eintrittsdatum DESC LIMIT 3',
    ],
    'Die 3 Mitarbeiter mit dem spätesten Eintrittsdatum',
    'Welche drei Mitarbeiter haben das neueste Eintrittsdatum?',
  ),
  none('Wie hoch ist der Krankenstand?', 'Fahrzeuge nach Farbe', 'Wie viele Filialen haben wir?'),
];
