import type { Translation } from '#src/language/translation.ts';

/** Phrases of questions in French and their wording in the language of the planner; see `de/phrases.ts`. */
export const PHRASES: Translation['phrases'] = {
  asking: `
    on a combien de | on a combien d' = how many
    combien de | combien d' | combien y a-t-il de | combien y a-t-il d' | combien avons-nous de | combien avons-nous d' | combien | combien il y a de | il y a combien de | nombre total de | nombre total d' = how many
    combien de différents | combien d' différents | combien de différentes = how many different
    quel est | quelle est | quels sont | quelles sont | quel était | quelle était | quel a été | quelle a été | quels étaient | quelles étaient | c' est quoi | quel fut | qu' est-ce que = what is
    quel | quelle | quels | quelles | lequel | laquelle = which
    dans quel | dans quelle | dans quels | dans quelles | en quel | en quelle = in which
    montre | montrez | montre-moi | montrez-moi | affiche | affichez | affiche-moi | donne-moi | donnez-moi | liste | lister | listez | liste-moi | afficher | montrer | donne | je veux | je voudrais = show
    liste des | la liste des = show the
    qui est | qui sont = who is
    quand = when
  `,
  being: `
    a compté | a enregistré | a eu | a connu = has
    on a | on avait | a-t-on | avait-on = are there
    y a-t-il | avons-nous | avions-nous | existe-t-il | il y a | nous avons | il y avait | existent = are there
    est | sont | se trouvent | habitent | vivent | se situent = are
    était | étaient | fut | furent = were
    a été | ont été | ont-elles été | ont-ils été | a-t-elle été | a-t-il été = were
    a | avait | a-t-il | a-t-elle | possède = has
    ont | avaient | possèdent | ont-ils | ont-elles = have
    viennent de | vient de | sont de | venant de = are from
  `,
  article: `
    le | la | les | l' = the
    un | une = a
    tous les | toutes les | tous | toutes = all
    notre | nos | leur | leurs | son | sa | ses | ce | cet | cette | ces = the
  `,
  relative: `
    qui | que | qu' | lesquels | lesquelles = that
    dont le | dont la | dont les | dont l' = whose
  `,
  preposition: `
    en | dans | dans le | dans la | dans les | au | aux | chez = in
    sur | sur le | sur la = on
    d' = of
    du | des | de la | de l' = of the
    provenant de | originaires de = from
    avec | avec le | avec la | avec les | ayant = with
    avec un | avec une | ayant un | ayant une = with a
    sans | sans aucun | sans aucune = without
    pour | pour le | pour la | pour les = for
  `,
  grouping: `
    par | groupé par | groupés par | regroupé par | réparti par | répartis par | ventilé par | selon | selon le | selon la = by
    pour chaque | dans chaque | de chaque | par chaque | chaque = for each
  `,
  comparator: `
    compris entre | est compris entre | comprise entre | situé entre = between
    plus de | plus d' | plus que | supérieur à | supérieure à | supérieurs à | supérieures à | au-dessus de | dépassant | dépasse | dépassent | > = more than
    moins de | moins d' | moins que | inférieur à | inférieure à | inférieurs à | inférieures à | au-dessous de | en dessous de | < = less than
    au moins | au minimum | minimum | >= = at least
    au plus | au maximum | maximum | pas plus de | <= = at most
    exactement | égal à | égale à = exactly
    entre = between
  `,
  boundAfter: `
    ou plus | et plus = or more
    ou moins | et moins = or less
  `,
  negation: `
    pas | ne sont pas | n' est pas = not
    aucun | aucune | pas de | pas d' = no
    jamais | n' ont jamais | n' a jamais = never
  `,
  conjunction: `
    vs | contre = vs
    et | ainsi que = and
    ou = or
  `,
  aggregate: `
    nb de | nb d' | nbre de | cb de = number of
    nombre de | nombre d' | nombre des | le nombre de | le nombre d' = number of
    nombre de différents | nombre de différentes = number of different
    moyenne de | moyenne des | moyenne du | moyenne d' | moyenne de la | moyenne de l' | la moyenne des | la moyenne de | moyenne = average
    somme de | somme des | somme du | somme de la | total de | total des | total du | total d' | montant total des | montant total de = total
    médiane de | médiane du | médiane des | médiane = median
    maximum de | maximum du | maximum des = maximum
    minimum de | minimum du | minimum des = minimum
    différents | différentes | distincts | distinctes = different
  `,
  aggregateBehind: `
    moyen | moyenne | moyens | moyennes | en moyenne = average
    total | totale | totaux | totales | au total | en tout = total
    médian | médiane = median
    maximal | maximale = maximum
    minimal | minimale = minimum
    le plus élevé | la plus élevée | les plus élevés | les plus élevées | le plus grand | la plus grande | le plus haut | la plus haute = highest
    le plus bas | la plus basse | les plus bas | les plus basses | le plus faible | la plus faible | le plus petit | la plus petite = lowest
  `,
  superlative: `
    le plus cher | la plus chère | les plus chers | les plus chères | plus chers | plus chères = highest prix
    le moins cher | la moins chère | les moins chers | les moins chères | moins chers | moins chères = lowest prix
    le plus âgé | la plus âgée | les plus âgés = highest âge
    le plus jeune | la plus jeune | les plus jeunes = lowest âge
    le mieux payé | les mieux payés = highest salaire
  `,
  ranking: `
    les # plus grands | les # plus grandes | les # plus gros | les # premiers | les # premières | # premières = top #
    dernier | dernière | le dernier | la dernière = latest
    les # dernières | les # derniers | # dernières | # derniers = latest #
    le plus grand | la plus grande | plus grand | plus grande = highest
    le plus petit | la plus petite = lowest
    le plus récent | la plus récente | les plus récents | les plus récentes = latest
    le plus ancien | la plus ancienne | les plus anciens | les plus anciennes = earliest
    le plus de | le plus d' = the most
    le moins de | le moins d' = the fewest
    le plus fréquent | la plus fréquente | le plus courant = most common
    les # meilleurs | les # meilleures | # meilleurs | # meilleures | top # des | top # | le top # | les # premiers | # premiers = top #
    les # pires | # pires = bottom #
  `,
  order: `
    triés par | triées par | trié par | triée par | classés par | classées par | ordonnés par = sorted by
    croissant | par ordre croissant = ascending
    décroissant | par ordre décroissant = descending
    par ordre alphabétique = alphabetically
  `,
  period: `
    depuis le début de l' année = year to date
    t1 | q1 | au premier trimestre | premier trimestre | 1er trimestre | au 1er trimestre | au t1 = Q1
    t2 | q2 | au deuxième trimestre | deuxième trimestre | 2e trimestre | au 2e trimestre | au t2 = Q2
    t3 | q3 | au troisième trimestre | troisième trimestre | 3e trimestre | au 3e trimestre | au t3 = Q3
    t4 | q4 | au quatrième trimestre | quatrième trimestre | 4e trimestre | au 4e trimestre | au t4 = Q4
    s1 | premier semestre | au premier semestre | 1er semestre = H1
    s2 | deuxième semestre | second semestre | au deuxième semestre | au second semestre | 2e semestre = H2
    semaine # | en semaine # | la semaine # = week #
    aujourd'hui = today
    hier | d' hier = yesterday
    avant-hier = the day before yesterday
    demain = tomorrow
    depuis le début de l' année | depuis le début de l' an = year to date
    depuis le début du mois = month to date
    cette année | de cette année | l' année en cours | de l' année en cours = this year
    l' année dernière | l' an dernier | de l' année dernière | l' année passée | l' an passé | de l' an dernier = last year
    ce mois | ce mois-ci | de ce mois | le mois en cours = this month
    le mois dernier | du mois dernier | le mois passé | du mois passé | au mois dernier = last month
    cette semaine | de cette semaine = this week
    la semaine dernière | de la semaine dernière | la semaine passée = last week
    ce trimestre | de ce trimestre | le trimestre en cours = this quarter
    le trimestre dernier | du trimestre dernier | au trimestre dernier | le dernier trimestre | au dernier trimestre = last quarter
    les # derniers jours | ces # derniers jours | des # derniers jours | sur les # derniers jours | au cours des # derniers jours = last # days
    les # dernières semaines | ces # dernières semaines | des # dernières semaines | sur les # dernières semaines | au cours des # dernières semaines = last # weeks
    les # derniers mois | ces # derniers mois | des # derniers mois | sur les # derniers mois | au cours des # derniers mois = last # months
    les # dernières années | ces # dernières années | des # dernières années | au cours des # dernières années = last # years
    depuis | depuis le | depuis la = since
    jusqu' à | jusqu' en | jusqu'à | jusqu'en | jusqu' au = until
    en l' année | dans l' année | pendant | durant | au cours de | courant = in
    au mois de | au mois d' | le mois de = in
  `,
  unit: `
    jour | jours = day
    semaine | semaines = week
    mois = month
    trimestre | trimestres = quarter
    année | années | an | ans = year
    mensuel | mensuelle | mensuels | mensuelles = monthly
    annuel | annuelle = yearly
    hebdomadaire = weekly
    quotidien | quotidienne | journalier = daily
  `,
  passed: `
    génère | génèrent | font | fait | s' il vous plaît | svp | stp | moi | nous | ne | n' | est-ce que | est-ce qu' | y | réalisé | réalisés | généré = 
  `,
};
