import { type Shape, shape } from '#src/shapes/example.ts';

/** The first rows, groups and values by something. */
export const FIRSTS: readonly Shape[] = [
  shape(
    'show C; of T; first F N',
    `
    what is the C of the T with the F N
    {which|what} C does the T with the F N have
    which T has the F N ? {give|list|show} {me|} {its|their|the} C
    show the C of the T that has the F N
    find the C of the T whose N is the F
    find the C of the T having the F N
    give the C of the T with the F amount of N
    C of T with F N
    for the T with the F N , show the C
    what are the C of the T with the F value of N
    find the C of the F N T
    what is the C of the T who got the F N
    what is the C of the T which had the F N
    find the T with the F N and show its C
    which T has the F N and what is its C
    the T with the F N : what is the C
    find the C of the T that has the F number of N
    `,
  ),
  shape(
    'show T; of T; first F N',
    `
    which T has the F N
    what is the T with the F N
    who is the T with the F N
    show the T with the F N
    find the T that has the F N
    T with F N
    which T had the F amount of N
    what T has the F number of N
    the T whose N is the F
    `,
  ),
  shape(
    'show C; first F N',
    `
    which C has the F N
    what is the C with the F N
    show the C that has the F N
    find the C with the F N
    C with F N
    the C whose N is the F
    which C had the F value of N
    `,
  ),
  shape(
    'show C; of T; first I',
    `
    what is the C of the I T
    {which|what} C does the I T have
    show the C of the T who is the I
    find the C of the T that is the I
    who is the I T ? give the C
    which T is the I ? list the C
    the I T 's C
    the C of the I of all T
    which C has the I T
    in which C is the I T
    `,
  ),
  shape(
    'show C; of T; first F count T2',
    `
    which T has the F {number of|} T2 ? list the C
    what is the C of the T with the F number of T2
    what is the C of the T with the F T2
    what are the C of the T that has the F T2
    show the C of the T that has the F number of T2
    find the C of the T who made the F number of T2
    find the C of the T who took part in the F T2
    find the C of the T that appears in the F T2
    which T has F T2 and what is its C
    give the C of the T having the F T2
    C of the T with the F amount of T2
    which T had the F T2 ? give me the C
    what is the C of the T associated with the F T2
    what is the C of the T who has the F T2
    for the T with the F T2 , show the C
    find the C of the T with the F number of T2
    `,
  ),
  shape(
    'show T; of T; first F count T2',
    `
    which T has the F T2
    which T has the F number of T2
    what T has the F T2
    who is the T with the F T2
    find the T that made the F T2
    T with the F T2
    which T had the F number of T2
    which T appears in the F T2
    `,
  ),
  shape(
    'show C, count T2; of T; first F count T2',
    `
    which T has the F number of T2 ? list the C and the number of T2
    what is the C of the T with the F T2 and how many does it have
    show the C of the T with the F T2 and the number of T2
    find the C of the T with the F number of T2 and how many T2 it has
    give the C and the number of T2 of the T with the F T2
    which T has the F T2 and how many ? show the C
    `,
  ),
  shape(
    'show C; first F count T',
    `
    which C has the F {number of|} T
    what is the C with the F {number of|} T
    find the C that has the F {number of|} T
    show the C shared by the F {number of|} T
    show the C of the F number of T
    what is the C that F T have
    which C do F T have
    which C do F of the T have
    which C is used by the F {number of|} T
    which C has the F amount of T
    in which C are the F T
    what is the C that the F T belong to
    the C with the F T in it
    find the C where the F T are
    find the C in which there are the F {number of|} T
    find the C to which the F T belong
    C with the F T
    the C that appears in the F number of T
    which C was chosen by the F T
    which C had the F T
    what is the C for which there are the F T
    `,
  ),
  shape(
    'show C, count T; of T; by C; first F count T',
    `
    which C has the F {number of|} T and how many
    which C has the F number of T ? show the C and the number of T
    what is the C with the F number of T and what is the number
    find the C with the F T and the number of T
    give the C that has the F T and how many it has
    show the C with the F number of T and the corresponding number of T
    `,
  ),
  shape(
    'show C; of T; first P',
    `
    what is the P C of {all|the|} T
    which C is the P among the T
    find the P C of T
    which C is P for T
    the C that is the P among T
    the C that occurs P among T
    what is the P C for T
    which C do T have P
    which is the P C of the T
    what is the P used C of T
    show the P C that T have
    show the P C in which there are T
    `,
  ),
  shape(
    'show C; first P',
    `
    what is the P C
    which C is the P
    find the C that is P
    show the P C
    which C occurs P
    the C that is used P
    what was the P C
    find the P C of all
    `,
  ),
  shape(
    'show T2; first P',
    `
    which T2 is the P
    what is the P T2
    find the P T2
    the T2 that is P
    which is the P of the T2
    show the P T2
    `,
  ),
  shape(
    'show C; of T; first F N; limit K',
    `
    what are the C of the K T with the F N
    list the C of the F K T by N
    show the C of the K F N T
    which K T have the F N ? list their C
    find the C of the F K T in terms of N
    find the C of the F K T based on N
    give the C of the T with the K F N
    C of K T with F N
    C of the F K T ranked by N
    find the C of T with the F K N
    what are the C of the K F T by N
    `,
  ),
  shape(
    'show T; of T; first F N; limit K',
    `
    which K T have the F N
    list the F K T by N
    what are the K T with the F N
    the F K T in terms of N
    find the T with the F K N
    show the F K T based on N
    the K F T by N
    `,
  ),
  shape(
    'show C; of T; first F count T2; limit K',
    `
    what are the C of the K T with the F T2
    list the C of the F K T by number of T2
    which K T have the F number of T2 ? list the C
    find the C of the K T that have the F T2
    find the C of the F K T in terms of the number of T2
    C of K T with the F number of T2
    `,
  ),
  shape(
    'show C; first F count T; limit K',
    `
    what are the K C with the F T
    list the F K C by number of T
    which K C have the F number of T
    find the F K C in terms of the number of T
    show the K C that have the F T
    the K C shared by the F T
    `,
  ),
  shape(
    'show C; of T; first P; limit K',
    `
    what are the K P C of T
    list the P K C among the T
    find the K C that are P among T
    which K C are the P among the T
    show the K P C for T
    the K P C of all T
    `,
  ),
  shape(
    'show C; of T; first F G N',
    `
    which T has the F G N ? show the C
    what is the C of the T with the F G N
    find the C of the T that has the F G N
    show the C of the T whose G N is the F
    C of the T with the F G of N
    give the C of the T having the F G N
    `,
  ),
  shape(
    'show C; first F G N',
    `
    which C has the F G N
    what is the C with the F G N
    find the C that has the F G N
    show the C whose G N is the F
    the C with the F G of N
    which C had the F G N
    `,
  ),
  shape(
    'show C; of T; sort N D',
    `
    list the C of T sorted by N in D
    show the C of T in D order of N
    what are the C of all T , ordered by N D
    C of T in D order of their N
    give the C of T by D N
    what are the C of T in the D order of N
    list the C of all T in order of D N
    rank the C of the T by N from D
    sort the T by N in D order and list the C
    `,
  ),
  shape(
    'show C; of T; sort N asc',
    `
    list the C of T sorted by N
    show the C of T in order of N
    what are the C of all T ordered by N
    sort the C of T by N
    give the C of T , arranged by N
    list the C of the T by order of their N
    `,
  ),
  shape(
    'show C, G N; of T; first F G N',
    `
    what are the C and the G N of the T with the F G N
    find the T with the F G N ? show the C and G N
    which T has the F G N and what is it ? show the C
    show the C of the T with the F G N along with the G N
    the C of the T with the F G N and what is that N
    find the C and the value of the F G N of T
    `,
  ),
  shape(
    'show C, N; of T; first F N',
    `
    which T has the F N and what is it ? show the C
    show the C of the T with the F N and the value of that N
    what is the F N and the C of the T that has it
    which T has the F N , and how much is it ? list the C
    find the C of the T with the F N and its N
    give the C and N of the T with the F N
    `,
  ),
];
