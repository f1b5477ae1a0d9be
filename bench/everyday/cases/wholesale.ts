import { anyOf, none, right } from './case.ts';

const SALES = `Rechnungen r JOIN Kunden k ON k.KundenNr = r.KundenNr JOIN Artikel a ON a.ArtikelNr = r.ArtikelNr`;

export const WHOLESALE = [
  right(
    'SELECT COUNT(*) FROM Kunden',
    'Wie viele Kunden haben wir?',
    'Anzahl Kunden',
    'anzahl der kunden',
  ),
  right(
    "SELECT COUNT(*) FROM Kunden WHERE Ort = 'Köln'",
    'Wie viele Kunden sind in Köln?',
    'Anzahl der Kunden mit Ort Köln',
    'kunden in köln wie viele',
  ),
  right(
    'SELECT Branche, COUNT(*) FROM Kunden GROUP BY 1',
    'Wie viele Kunden gibt es je Branche?',
    'Anzahl Kunden nach Branche',
    'kunden pro branche',
  ),
  right(
    'SELECT SUM(Betrag) FROM Rechnungen',
    'Wie hoch ist der gesamte Betrag aller Rechnungen?',
    'Summe Betrag',
    'gesamtbetrag der rechnungen',
  ),
  right(
    "SELECT SUM(Betrag) FROM Rechnungen WHERE Rechnungsdatum >= '2025-01-01' AND Rechnungsdatum < '2026-01-01'",
    'Wie hoch war der gesamte Betrag der Rechnungen im Jahr 2025?',
    'Summe Betrag 2025',
    'betrag 2025 gesamt',
  ),
  right(
    `SELECT k.Ort, SUM(r.Betrag) FROM ${SALES} GROUP BY 1`,
    'Wie hoch ist die Summe der Beträge je Ort?',
    'Betrag nach Ort',
    'betrag pro ort',
  ),
  right(
    `SELECT a.Warengruppe, SUM(r.Menge) FROM ${SALES} GROUP BY 1`,
    'Welche Menge wurde je Warengruppe verkauft?',
    'Summe Menge nach Warengruppe',
    'menge pro warengruppe',
  ),
  anyOf(
    [
      `SELECT k.Firma, SUM(r.Betrag) FROM ${SALES} GROUP BY k.KundenNr, 1 ORDER BY 2 DESC LIMIT 5`,
      `SELECT k.Firma FROM ${SALES} GROUP BY k.KundenNr, 1 ORDER BY SUM(r.Betrag) DESC LIMIT 5`,
    ],
    'Welche fünf Kunden haben den höchsten gesamten Betrag?',
    'Top 5 Kunden nach Betrag',
    'top 5 kunden betrag',
  ),
  right(
    'SELECT Bezeichnung FROM Artikel ORDER BY Preis DESC LIMIT 1',
    'Welcher Artikel hat den höchsten Preis?',
    'teuerster Artikel',
    'der teuerste artikel',
  ),
  right(
    'SELECT AVG(Preis) FROM Artikel',
    'Was ist der durchschnittliche Preis der Artikel?',
    'durchschnittlicher Preis',
    'durchschnittspreis der artikel',
  ),
  right(
    'SELECT Warengruppe, AVG(Preis) FROM Artikel GROUP BY 1',
    'Was ist der durchschnittliche Preis je Warengruppe?',
    'durchschnittlicher Preis nach Warengruppe',
    'preis im schnitt pro warengruppe',
  ),
  right(
    "SELECT COUNT(*) FROM Rechnungen WHERE Bezahlt = 'nein'",
    'Wie viele Rechnungen sind nicht bezahlt?',
    'Anzahl unbezahlter Rechnungen',
    'offene rechnungen anzahl',
  ),
  right(
    "SELECT strftime(Rechnungsdatum, '%Y-%m'), SUM(Betrag) FROM Rechnungen WHERE Rechnungsdatum >= '2024-01-01' AND Rechnungsdatum < '2025-01-01' GROUP BY 1",
    'Wie hoch war der Betrag je Monat im Jahr 2024?',
    'Betrag nach Monat 2024',
    'betrag pro monat 2024',
  ),
  anyOf(
    [
      'SELECT Bezeichnung FROM Artikel WHERE Lagerbestand < 100',
      'SELECT ArtikelNr FROM Artikel WHERE Lagerbestand < 100',
    ],
    'Welche Artikel haben einen Lagerbestand unter 100?',
    'Artikel mit Lagerbestand kleiner als 100',
    'artikel lagerbestand < 100',
  ),
  right(
    'SELECT Firma FROM Kunden k WHERE NOT EXISTS (SELECT 1 FROM Rechnungen r WHERE r.KundenNr = k.KundenNr)',
    'Welche Kunden haben keine Rechnungen?',
    'Kunden ohne Rechnungen',
    'kunden ohne rechnung',
  ),
  right(
    "SELECT COUNT(*) FROM Rechnungen WHERE Rechnungsdatum >= '2025-08-01' AND Rechnungsdatum < '2025-09-01'",
    'Wie viele Rechnungen gab es im letzten Monat?',
    'Anzahl Rechnungen letzten Monat',
    'rechnungen august 2025 anzahl',
  ),
  right(
    "SELECT Bezeichnung FROM Artikel WHERE Warengruppe = 'Bier'",
    'Welche Artikel gehören zur Warengruppe Bier?',
    'alle Artikel der Warengruppe Bier',
    'liste artikel bier',
  ),
  right(
    'SELECT MAX(Betrag) FROM Rechnungen',
    'Was ist der höchste Betrag einer Rechnung?',
    'größter Betrag',
    'max betrag',
  ),
  right(
    'SELECT MAX(Rechnungsdatum) FROM Rechnungen',
    'Wann war die letzte Rechnung?',
    'spätestes Rechnungsdatum',
    'letztes rechnungsdatum',
  ),
  right(
    'SELECT COUNT(*) FROM Rechnungen WHERE Betrag > 1000',
    'Wie viele Rechnungen haben einen Betrag über 1000?',
    'Anzahl Rechnungen mit Betrag größer als 1000',
    'rechnungen > 1000',
  ),
  right(
    'SELECT COUNT(DISTINCT Ort) FROM Kunden',
    'In wie vielen verschiedenen Orten sind Kunden?',
    'Anzahl verschiedener Orte',
  ),
  right(
    `SELECT a.Bezeichnung FROM ${SALES} GROUP BY a.ArtikelNr, 1 ORDER BY SUM(r.Menge) DESC LIMIT 1`,
    'Welcher Artikel hat die größte gesamte Menge?',
    'Artikel mit der höchsten Summe Menge',
    'meistverkaufter artikel nach menge',
  ),
  right('SELECT COUNT(*) FROM Artikel', 'how many Artikel are there?', 'number of Artikel'),
  right(
    `SELECT k.Branche, SUM(r.Betrag) FROM ${SALES} GROUP BY 1`,
    'total Betrag by Branche',
    'sum of Betrag per Branche',
  ),
  none('Wie viele Mitarbeiter haben wir?', 'Wie hoch ist der Gewinn?', 'Temperatur im Lager'),
];
