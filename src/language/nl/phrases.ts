import type { Translation } from '#src/language/translation.ts';

/** Phrases of questions in Dutch and their wording in the language of the planner; see `de/phrases.ts`. */
export const PHRASES: Translation['phrases'] = {
  asking: `
    hoeveel = how many
    hoeveel verschillende = how many different
    in hoeveel = in how many
    wat is | wat zijn | wat was | wat waren | hoe hoog is | hoe hoog was | hoe groot is | hoe groot was | hoeveel is | hoeveel was | hoeveel bedraagt = what is
    welke | welk = which
    in welke | in welk = in which
    toon | laat zien | geef | geef mij | geef me | lijst | lijst van | toon mij | toon me | ik wil | som op = show
    wie is | wie zijn = who is
    wie heeft | wie hebben = who has
    wanneer = when
  `,
  being: `
    hadden we | hadden wij = are there
    zijn er | waren er | hebben we | hebben wij | hadden we | bestaan er | is er | we hebben = are there
    zijn | is | wonen | woont | liggen | ligt | zitten | zit | bevinden zich = are
    was | waren = were
    werd | werden | is geworden | worden | wordt = were
    heeft | had = has
    hebben | hadden = have
    komen uit | komt uit | zijn uit | afkomstig uit = are from
  `,
  article: `
    de | het = the
    een = a
    alle = all
    onze | ons | hun | zijn | haar | deze | dit = the
  `,
  relative: `
    waarvan de | waarvan het = whose
  `,
  preposition: `
    in | in de | in het | bij | bij de | bij het = in
    van de | van het = of the
    uit | uit de | uit het = from
    met | met de | met het = with
    met een = with a
    zonder | zonder een = without
    voor de | voor het = for
  `,
  grouping: `
    per | gegroepeerd per | gegroepeerd op | uitgesplitst naar | verdeeld over | verdeeld per = by
    voor elke | voor elk | in elke | in elk | voor iedere | elke | elk | iedere = for each
  `,
  comparator: `
    meer dan | groter dan | hoger dan | duurder dan | > = more than
    minder dan | kleiner dan | lager dan | goedkoper dan | < = less than
    minstens | ten minste | tenminste | minimaal | op zijn minst | >= = at least
    hoogstens | maximaal | ten hoogste | niet meer dan | <= = at most
    precies | exact | gelijk aan = exactly
    tussen | tussen de | tussen het = between
  `,
  boundAfter: `
    of meer | en meer | of hoger = or more
    of minder | en minder | of lager = or less
  `,
  negation: `
    niet = not
    geen | geen enkele | nog geen = no
    nooit | nog nooit | nog niets | niets = never
  `,
  conjunction: `
    vs | versus = vs
    en | evenals = and
    of = or
  `,
  aggregate: `
    aantal | het aantal | aantal van | totaal aantal = number of
    aantal verschillende | het aantal verschillende = number of different
    gemiddelde | gemiddeld | het gemiddelde van | gemiddelde van | gemiddelde van de = average
    som van | som van de | totale | totaal | het totaal van | totaal van | totaal van de = total
    mediaan | mediaan van | mediaan van de = median
    maximale | maximum | hoogste waarde van = maximum
    minimale | minimum = minimum
    verschillende = different
  `,
  aggregateBehind: `
    in totaal = total
  `,
  superlative: `
    duurste = highest prijs
    goedkoopste = lowest prijs
    oudste = highest leeftijd
    jongste = lowest leeftijd
  `,
  ranking: `
    laatste = latest
    laatste # | de laatste # = latest #
    hoogste | grootste = highest
    laagste | kleinste = lowest
    nieuwste | recentste | meest recente = latest
    vroegste = earliest
    de meeste | het meeste | meeste = the most
    de minste | het minste | minste = the fewest
    meest voorkomende | vaakst voorkomende = most common
    # beste | de # beste | beste # | de beste # | top # | de top # = top #
    # slechtste | de # slechtste = bottom #
  `,
  order: `
    gesorteerd op | gerangschikt op | geordend op = sorted by
    oplopend = ascending
    aflopend = descending
    alfabetisch = alphabetically
  `,
  period: `
    q1 | k1 | eerste kwartaal | in het eerste kwartaal | het eerste kwartaal | 1e kwartaal = Q1
    q2 | k2 | tweede kwartaal | in het tweede kwartaal | het tweede kwartaal | 2e kwartaal = Q2
    q3 | k3 | derde kwartaal | in het derde kwartaal | het derde kwartaal | 3e kwartaal = Q3
    q4 | k4 | vierde kwartaal | in het vierde kwartaal | het vierde kwartaal | 4e kwartaal = Q4
    eerste halfjaar | in het eerste halfjaar | eerste helft van = H1
    tweede halfjaar | in het tweede halfjaar = H2
    week # | in week # = week #
    vandaag | van vandaag = today
    gisteren | van gisteren = yesterday
    eergisteren = the day before yesterday
    morgen = tomorrow
    sinds het begin van het jaar | dit jaar tot nu toe = year to date
    sinds het begin van de maand = month to date
    dit jaar | van dit jaar | in dit jaar = this year
    vorig jaar | van vorig jaar | in het vorige jaar | afgelopen jaar | het afgelopen jaar = last year
    deze maand | van deze maand | in deze maand = this month
    vorige maand | van vorige maand | afgelopen maand | in de vorige maand = last month
    deze week | van deze week = this week
    vorige week | van vorige week | afgelopen week = last week
    dit kwartaal | van dit kwartaal | in dit kwartaal = this quarter
    vorig kwartaal | van vorig kwartaal | afgelopen kwartaal | in het vorige kwartaal | in het afgelopen kwartaal = last quarter
    laatste # dagen | de laatste # dagen | in de laatste # dagen | afgelopen # dagen | de afgelopen # dagen | in de afgelopen # dagen = last # days
    laatste # weken | de laatste # weken | in de laatste # weken | afgelopen # weken | de afgelopen # weken | in de afgelopen # weken = last # weeks
    laatste # maanden | de laatste # maanden | in de laatste # maanden | afgelopen # maanden | de afgelopen # maanden | in de afgelopen # maanden = last # months
    laatste # jaar | de laatste # jaar | afgelopen # jaar | de afgelopen # jaar | in de afgelopen # jaar = last # years
    sinds = since
    tot en met | t/m = through
    in het jaar | gedurende | tijdens = in
    in de maand = in
  `,
  unit: `
    dag | dagen = day
    week | weken = week
    maand | maanden = month
    kwartaal | kwartalen = quarter
    jaar | jaren = year
    maandelijkse | maandelijks = monthly
    jaarlijkse | jaarlijks = yearly
    wekelijkse | wekelijks = weekly
    dagelijkse | dagelijks = daily
  `,
  passed: `
    alstublieft | graag | er | we | wij | ons | ooit | gemaakt | behaald = 
  `,
};
