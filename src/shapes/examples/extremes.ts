import { type Shape, shape } from '#src/shapes/example.ts';

/** Ends of a column, and rows at an end of a time or a number that a word says. */
export const EXTREMES: readonly Shape[] = [
  shape(
    'show max N; of T',
    `
    what is the most N that a T has
    how much N does the T with the most N have
    what is the largest number of N of any T
    how high is the highest N of the T
    what is the peak N of T
    what is the top N of all T
    `,
  ),
  shape(
    'show min N; of T',
    `
    what is the fewest N that a T has
    how much N does the T with the least N have
    what is the smallest number of N of any T
    how low is the lowest N of the T
    what is the bottom N of T
    what is the least N of all T
    `,
  ),
  shape(
    'show T; of T; first I',
    `
    who is the I T
    which T is the I
    what is the I T
    find the I T
    which is the I of all T
    show the T that is the I
    `,
  ),
  shape(
    'show C; of T; first I; limit K',
    `
    what are the C of the K I T
    list the C of the K T that are the I
    show the C of the K I of all T
    which K T are the I ? list the C
    C of the K I T
    give me the C of the I K T
    `,
  ),
  shape(
    'show C; of T; where N B',
    `
    what are the C of T whose N is B
    list the C of T with a N B
    which T have a N B ? show the C
    show the C of the T with B N
    find the C of all T with B N
    C of T where N is B
    which T have B N and what are their C
    find the C of the T that have N B
    for T with a N of B , show the C
    show C for T with N B
    `,
  ),
  shape(
    'show T; of T; where N B',
    `
    which T have a N B
    list the T whose N is B
    T with B N
    show all T that have N B
    find T where N is B
    what T have B N
    `,
  ),
  shape(
    'show count T; of T; where N B',
    `
    how many T have a N B
    count the T whose N is B
    number of T with B N
    how many T have B N
    what is the number of T with N B
    how many of the T have N B
    `,
  ),
  shape(
    'show G N; of T; where N2 B',
    `
    what is the G N of T whose N2 is B
    G N of T with N2 B
    find the G N of the T with B N2
    for T with N2 B , what is the G N
    what is the G N among T that have B N2
    show the G N for all T where N2 is B
    `,
  ),
  shape(
    'show C; of T; where is V',
    `
    what are the C of the V T
    list the C of T that are V
    show the C of T in V
    which T are V ? show the C
    C of T from V
    find the C of all T with V
    what are the C of T for which it is V
    what C do the V T have
    which T are from V and what are their C
    for T in V , list the C
    `,
  ),
  shape(
    'show C; of T; where not V',
    `
    what are the C of T that are not V
    list the C of T not in V
    show the C of T outside V
    which T are not V ? show the C
    C of T not from V
    find the C of all T except V
    find the C of T other than V
    find the C of T excluding V
    `,
  ),
  shape(
    'show count T; of T; where is V',
    `
    how many T are V
    count the V T
    number of T in V
    how many T are from V
    what is the number of T with V
    how many V T are there
    how many of the T are V
    count the T that are V
    `,
  ),
  shape(
    'show count T; of T; where not V',
    `
    how many T are not V
    count the T outside V
    number of T not in V
    how many T are not from V
    what is the number of T other than V
    how many T are there excluding V
    `,
  ),
  shape(
    'show G N; of T; where is V',
    `
    what is the G N of the V T
    G N of T in V
    find the G N of T from V
    for V T , what is the G N
    what is the G N of all T that are V
    show the G N of T with V
    what is the G N among the V T
    `,
  ),
  shape(
    'show sum N; of T; where is V',
    `
    what is the total N of the V T
    how much N do the V T have in total
    total N of T in V
    find the sum of the N of T from V
    what is the total amount of N for V T
    how many N do the V T have in total
    `,
  ),
  shape(
    'show C; of T; where is V; first F N',
    `
    what is the C of the V T with the F N
    which V T has the F N ? show the C
    among the V T , which has the F N ? list the C
    find the C of the T in V with the F N
    of all V T , show the C of the one with the F N
    C of the T from V that has the F N
    `,
  ),
  shape(
    'show C; of T; where is V; first I',
    `
    what is the C of the I V T
    who is the I V T ? show the C
    among the V T , who is the I ? list the C
    find the C of the I T in V
    of all V T , show the C of the I
    C of the I T from V
    `,
  ),
  shape(
    'show C; of T; where is V; sort N D',
    `
    list the C of the V T in D order of N
    show the C of T in V sorted by N D
    what are the C of V T , ordered by N D
    C of T from V in D order of N
    find the C of the T with V and sort them by N D
    sort the V T by N in D order and list the C
    `,
  ),
  shape(
    'show distinct C; of T; where is V',
    `
    what are the different C of the V T
    list the distinct C of T in V
    which different C do V T have
    show the unique C of T from V
    what are the distinct C of T that are V
    which C do the V T have , without duplicates
    `,
  ),
  shape(
    'show count distinct C; of T; where is V',
    `
    how many different C do the V T have
    count the distinct C of T in V
    number of different C of V T
    how many unique C are there for T from V
    in how many different C are the V T
    what is the number of distinct C among V T
    `,
  ),
  shape(
    'show C, count T; of T; where is V; by C',
    `
    for each C , how many V T are there
    how many V T does each C have
    number of V T per C
    show each C and the number of T in V
    what is the number of T from V for each C
    list the C and how many V T each has
    `,
  ),
  shape(
    'show C; of T; where is V; first P',
    `
    what is the P C of the V T
    which C is the P among the T in V
    find the P C of T from V
    among V T , which C is the P
    show the P C of T that are V
    which C do the V T have P
    `,
  ),
  shape(
    'show C; where is V; first F count T',
    `
    which C has the F V T
    what is the C with the F number of T in V
    find the C that has the F V T
    which C has the F T that are V
    show the C with the F T from V
    in which C are the F V T
    `,
  ),
];
