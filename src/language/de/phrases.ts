import type { Translation } from '#src/language/translation.ts';

/**
 * Phrases of questions and their wording in the language of the planner. Each row: what it is of the sentence, then
 * `German = English`, phrases that mean the same parted by `|`. `#` is a number. The longest that fits is taken.
 */
export const PHRASES: Translation['phrases'] = {
  /** `Wie viele Kunden haben wir`, `Wie hoch war der Umsatz` */
  asking: `
    wie viele | wieviele = how many
    wie viel | wieviel = how much
    wie viele verschiedene | wie viele unterschiedliche | wie vielen verschiedenen = how many different
    in wie vielen = how many
    in wie vielen verschiedenen = how many different
    wie hoch ist | wie hoch war | wie hoch sind | wie hoch waren | wie gross ist | wie gross war | was ist | was sind | was war | was waren | wie lautet | wie lauten | wie ist | wie war = what is
    welcher | welche | welches | welchen | welchem | was für | welch = which
    in welcher | in welchem | in welchen = in which
    zeige mir | zeig mir | zeige | zeig | liste | liste mir | gib mir | nenne | nenne mir | ich brauche | ich möchte | ich will | anzeigen | auflisten = show
    wer ist | wer sind = who is
    wer hat | wer haben = who has
    wann war | wann ist = when was
    prognose | vorhersage | prognostiziere = forecast
  `,
  /** Between a question word and what it is about: nothing is said of the rows. */
  being: `
    haben wir | hatten wir | gibt es | gab es | existieren | sind es | haben wir insgesamt | gibt es insgesamt | gibt es bei uns = are there
    ist | sind = are
    war | waren = were
    wurde | wurden | werden | worden = were
    hat | hatte = has
    haben | hatten = have
    kommen | kommt | stammen | wohnen | wohnt | leben | lebt | sitzen | sitzt | liegen | liegt | befinden sich | gehören | gehört | sein = are
    kommen aus | kommt aus | stammen aus | sind aus = are from
    gehören zu | gehören zur | gehören zum | gehört zu | gehört zur | gehört zum = with
  `,
  /** Articles and pronouns before a noun; `der` and `des` behind one are of the genitive. */
  article: `
    der | die | das | den | dem | des = the
    ein | eine | einen | einem | einer | eines = a
    alle | allen | aller = all
    unser | unsere | unserer | unserem | unseren | unseres | ihr | ihre | ihrer | ihrem | ihren | ihres | sein | seine | seiner = the
  `,
  relative: `
    deren | dessen = whose
  `,
  preposition: `
    in | im | in der | in dem | in den | auf | auf dem | auf der | an | bei | beim | bei der = in
    aus | aus der | aus dem | aus den = from
    mit | mit dem | mit der | mit den = with
    mit einem | mit einer | mit einen = with a
    ohne | ohne eine | ohne einen | ohne ein = without
    für | über den zeitraum = for
    zu | zur | zum = of
  `,
  /** `pro Monat`, `je Kategorie` */
  grouping: `
    pro | je | jeweils pro | jeweils je | nach jedem | nach jeder | gruppiert nach | aufgeteilt nach | aufgeschlüsselt nach | verteilt nach = by
    für jede | für jeden | für jedes | in jedem | in jeder | auf jedem | auf jeder | in jedes | zu jedem | zu jeder | jeder | jede | jedes | jeden | jedem = for each
  `,
  comparator: `
    mehr als | grösser als | höher als | teurer als | grösser | > = more than
    weniger als | kleiner als | geringer als | niedriger als | billiger als | günstiger als | kleiner | < = less than
    mindestens | wenigstens | nicht weniger als | minimal | >= = at least
    höchstens | maximal | nicht mehr als | <= = at most
    genau | exakt | gleich = exactly
    oberhalb von | jenseits von = above
    unterhalb von = below
    zwischen | zwischen dem | zwischen der = between
  `,
  boundAfter: `
    oder mehr | und mehr | oder höher | oder grösser = or more
    oder weniger | oder kleiner | oder niedriger = or less
  `,
  negation: `
    nicht = not
    kein | keine | keinen | keinem | keiner | keines | noch keine | noch keinen | noch kein | gar keine | keinerlei = no
    nie | niemals | noch nie | noch nichts | nichts = never
  `,
  conjunction: `
    und | sowie | und auch = and
    oder = or
  `,
  /** Said of one number of the rows. */
  aggregate: `
    anzahl | anzahl der | anzahl von | anzahl an | zahl der = number of
    anzahl verschiedener | anzahl der verschiedenen | anzahl unterschiedlicher | anzahl der unterschiedlichen = number of different
    durchschnittlicher | durchschnittliche | durchschnittliches | durchschnittlichen | durchschnittlich | durchschnitt | durchschnitt der | durchschnitt des | durchschnitt von | mittelwert der | mittlere | mittlerer | mittleres | mittelwert = average
    summe | summe der | summe des | summe von | summe aller | gesamtsumme der | gesamte | gesamter | gesamtes | gesamten | insgesamte = total
    median | median der | median des = median
    maximum der | maximum des | maximum von | maximaler | maximale | maximales | maximalen | max = maximum
    minimum der | minimum des | minimum von | minimaler | minimale | minimales | minimalen | min = minimum
    verschiedene | verschiedenen | verschiedener | unterschiedliche | unterschiedlichen | unterschiedlicher = different
  `,
  /** `Gehalt im Durchschnitt`: said behind the number, moved before it. */
  aggregateBehind: `
    im durchschnitt | im schnitt | im mittel | durchschnittlich = average
    insgesamt | in summe | gesamt = total
  `,
  /** Which end of which amount: `das teuerste Produkt`. */
  superlative: `
    teuerster | teuerste | teuerstes | teuersten | am teuersten = highest preis
    billigster | billigste | billigstes | billigsten | günstigster | günstigste | günstigstes | günstigsten | am billigsten | am günstigsten = lowest preis
    ältester | älteste | ältestes | ältesten = highest alter
    jüngster | jüngste | jüngstes | jüngsten = lowest alter
  `,
  ranking: `
    letzte | letzter | letztes | letzten = latest
    letzten # | die letzten # | letzte # = latest #

    höchster | höchste | höchstes | höchsten | grösster | grösste | grösstes | grössten | meisten = highest
    niedrigster | niedrigste | niedrigstes | niedrigsten | kleinster | kleinste | kleinstes | kleinsten | geringster | geringste | geringsten = lowest
    neuester | neueste | neuestes | neuesten | spätester | späteste | spätestes | spätesten = latest
    frühester | früheste | frühestes | frühesten = earliest
    die meisten | den meisten | am meisten = the most
    die wenigsten | den wenigsten | am wenigsten = the fewest
    häufigste | häufigster | häufigsten | häufigstes = most common
    # besten | die # besten | # beste | die besten # | den # besten | top # | die top # = top #
    # schlechtesten | die # schlechtesten = bottom #
  `,
  order: `
    sortiert nach | geordnet nach | sortiere nach | absteigend sortiert nach = sorted by
    aufsteigend = ascending
    absteigend = descending
    alphabetisch = alphabetically
  `,
  period: `
    q1 = Q1
    q2 = Q2
    q3 = Q3
    q4 = Q4
    h1 | im ersten halbjahr | erstes halbjahr | ersten halbjahr = H1
    h2 | im zweiten halbjahr | zweites halbjahr | zweiten halbjahr = H2
    kw # | in kw # | kalenderwoche # | in kalenderwoche # | in der kw # | woche # | in woche # = week #
    heute | von heute = today
    gestern | von gestern = yesterday
    vorgestern = the day before yesterday
    morgen = tomorrow
    seit jahresbeginn | jahr bis heute | bisher dieses jahr = year to date
    seit monatsbeginn | bisher diesen monat = month to date
    seit quartalsbeginn = quarter to date
    seit # tagen | innerhalb der letzten # tage = last # days
    heuer = this year
    dieses jahr | diesem jahr | in diesem jahr | im laufenden jahr | im aktuellen jahr = this year
    letztes jahr | letzten jahres | im letzten jahr | voriges jahr | im vorigen jahr | im vergangenen jahr | vergangenes jahr | vorjahr | im vorjahr | letzten jahr = last year
    dieser monat | diesen monat | in diesem monat | diesem monat | im laufenden monat | im aktuellen monat = this month
    letzter monat | letzten monat | im letzten monat | vorigen monat | im vorigen monat | im vergangenen monat | vormonat | im vormonat | letzten monats = last month
    nächste woche | nächster woche | in der nächsten woche | kommende woche | kommenden woche = next week
    nächster monat | nächsten monat | im nächsten monat | kommenden monat | im kommenden monat | nächsten monats = next month
    nächstes quartal | nächsten quartal | im nächsten quartal | kommende quartal | kommenden quartal | nächsten quartals = next quarter
    nächstes jahr | nächsten jahr | im nächsten jahr | kommende jahr | kommenden jahr | nächsten jahres = next year
    nächsten # wochen | kommenden # wochen = next # weeks
    nächsten # monate | nächsten # monaten | kommenden # monate = next # months
    diese woche | in dieser woche = this week
    letzte woche | in der letzten woche | vorige woche | letzter woche | vergangene woche | vorwoche | in der vorwoche = last week
    dieses quartal | in diesem quartal | im laufenden quartal = this quarter
    letztes quartal | im letzten quartal | im vorigen quartal | vorquartal | im vorquartal | letzten quartal = last quarter
    letzten # tage | in den letzten # tagen | die letzten # tage | letzten # tagen | der letzten # tage = last # days
    letzten # wochen | in den letzten # wochen | der letzten # wochen = last # weeks
    letzten # monate | in den letzten # monaten | letzten # monaten | der letzten # monate = last # months
    letzten # jahre | in den letzten # jahren | letzten # jahren | der letzten # jahre = last # years
    im jahr | im jahre | in = in
    seit | seit dem = since
    im # quartal | im # . quartal | # . quartal | # quartal = Q#
    im ersten quartal | erstes quartal | ersten quartal = Q1
    im zweiten quartal | zweites quartal | zweiten quartal = Q2
    im dritten quartal | drittes quartal | dritten quartal = Q3
    im vierten quartal | viertes quartal | vierten quartal = Q4
    quartal # = Q#
  `,
  /** Units that groups of time are made of: `pro Monat`. */
  unit: `
    tag | tagen | tage = day
    woche | wochen = week
    monat | monaten | monate = month
    quartal | quartale = quarter
    jahr | jahre | jahren = year
    monatlicher | monatliche | monatliches | monatlich = monthly
    jährlicher | jährliche | jährliches | jährlich = yearly
    wöchentliche | wöchentlicher | wöchentlich = weekly
    tägliche | täglicher | täglich = daily
  `,
  /** Stands for what is asked and says nothing of it. */
  passed: `
    bitte | mal | denn | eigentlich | bisher | alles | es | wir | uns | mir | gemacht | erzielt | derzeit = 
  `,
};
