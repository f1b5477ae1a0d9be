import { type Shape, shape } from '#src/shapes/example.ts';

/** Several columns, conditions and orders at once. */
export const COMBINATIONS: readonly Shape[] = [
  shape(
    'show C, N; of T; first F N; limit K',
    `
    what are the K T with the F N ? show the C and the N
    show the C and N of the K T with the F N
    which K T have the F N and how much is it ? list the C
    list the C of the K T with the F N together with the N
    give me the K T with the F N and show C and N
    for the K T that have the F N , list the C and the N
    `,
  ),
  shape(
    'show C; of T; where is V; where N B',
    `
    what are the C of the V T with a N B
    list the C of T in V whose N is B
    show the C of V T that have a N of B
    which V T have B N ? show the C
    find the C of T from V with N B
    C of all V T where the N is B
    `,
  ),
  shape(
    'show count T; of T; where is V; where N B',
    `
    how many V T have a N B
    count the T in V whose N is B
    number of V T with a N of B
    how many T from V have B N
    what is the number of V T where the N is B
    how many of the V T have N B
    `,
  ),
  shape(
    'show C; of T; where N B; sort N2 D',
    `
    list the C of T with N B in D order of N2
    show the C of the T whose N is B , sorted by N2 D
    which T have B N ? list the C in D order of N2
    C of T having a N of B , ordered by N2 D
    what are the C of T with B N , in D order of their N2
    find T with N B and list their C by N2 D
    `,
  ),
  shape(
    'show C; of T; where N B; first F N2',
    `
    of the T with N B , which has the F N2 ? show the C
    what is the C of the T with the F N2 among those with N B
    show the C of the T whose N is B that has the F N2
    among T with a N B , find the C of the one with the F N2
    which T with B N has the F N2 ? give its C
    C of the T with the F N2 and N B
    `,
  ),
  shape(
    'show C; of T; where some T2; sort N D',
    `
    list the C of T that have T2 in D order of N
    show the C of the T with a T2 , sorted by N D
    which T have T2 ? list the C by N in D order
    C of T with at least one T2 , in D order of N
    what are the C of the T that appear in T2 , ordered by N D
    find the C of all T with T2 and sort them by N D
    `,
  ),
  shape(
    'show C; of T; where N B; where no T2',
    `
    what are the C of T with N B that have no T2
    list the C of T without T2 whose N is B
    which T with a N B never had a T2 ? show the C
    C of T with B N and without any T2
    find the C of T that have N B and no T2
    show the C of the T that do not have T2 and whose N is B
    `,
  ),
  shape(
    'show C; of T; where is V; where no T2',
    `
    what are the C of the V T that have no T2
    list the C of T in V without T2
    which V T never had a T2 ? show the C
    C of the T from V that do not have any T2
    find the C of V T that do not appear in T2
    show the C of all V T without a T2
    `,
  ),
  shape(
    'show C; of T; where T2 B; where is V',
    `
    what are the C of V T with B T2
    list the C of T in V that have B T2
    which V T have B T2 ? show the C
    C of T from V having B T2
    find the C of the V T that appear in B T2
    show the C of T that are V and have B T2
    `,
  ),
  shape(
    'show G N, G2 N2; of T',
    `
    what are the G N and the G2 N2 of T
    show the G N and G2 N2 of all T
    find the G N as well as the G2 N2 across T
    G N and G2 N2 for T
    what is the G N of T and what is the G2 N2
    return the G N together with the G2 N2 of the T
    `,
  ),
  shape(
    'show A, G N, G2 N2; of T; by A',
    `
    for each A , show the G N and the G2 N2 of T
    what are the G N and the G2 N2 of T for each A
    list each A with the G N and the G2 N2 of its T
    show the G N and G2 N2 of T per A
    G N and G2 N2 of T by A
    what is the G N and the G2 N2 of the T in each A
    `,
  ),
  shape(
    'show C, N; of T; sort N D',
    `
    list the C and N of T in D order of N
    show the C of T with their N , sorted by N D
    what are the C and the N of all T , ordered D by N
    list T by N in D order , showing the C and the N
    give the C of each T and its N , in D order of the N
    C and N of T sorted D by that N
    `,
  ),
  shape(
    'show C; of T; where some T2; where is V',
    `
    what are the C of T that have a V T2
    list the C of the T with T2 in V
    which T have V T2 ? show the C
    C of T that have a T2 that is V
    find the C of the T whose T2 is V
    show the C of T having T2 from V
    `,
  ),
  shape(
    'show count T; of T; where some T2; where is V',
    `
    how many T have a V T2
    count the T with T2 in V
    number of T that have T2 that are V
    how many T have at least one T2 from V
    what is the number of T whose T2 is V
    how many of the T have a T2 that is V
    `,
  ),
  shape(
    'show A, max N; of T; by A',
    `
    what is the highest N of T for each A
    for each A , how high is the highest N of the T
    show the largest N of T in each A
    list each A with the top N of its T
    highest N of T per A
    the most N of any T for each A
    `,
  ),
  shape(
    'show A, min N; of T; by A',
    `
    what is the lowest N of T for each A
    for each A , how low is the lowest N of the T
    show the smallest N of T in each A
    list each A with the least N of its T
    lowest N of T per A
    the fewest N of any T for each A
    `,
  ),
];
