import { type Shape, shape } from '#src/shapes/example.ts';

/** Groups with their numbers, those of a size, and rows in an order of what is computed for them. */
export const GROUPS: readonly Shape[] = [
  shape(
    'show C, count T; of T; by C; sort count T D',
    `
    show each C and the number of T in D order of the number
    list the C and the number of T in each , sorted by the number of T D
    for each C , how many T are there ? sort by the number D
    what are the C and the number of T of each , in D order of the number of T
    number of T per C in D order
    how many T are there for each C ? order the result by the count D
    show the C and how many T have it , D by the number of T
    `,
  ),
  shape(
    'show C; of T; sort count T D; by C',
    `
    list the C of T in D order of the number of T
    show the C ordered by the number of T in D order
    list the C sorted by how many T have it , D
    what are the C in D order of the number of T
    show the C of T by the number of T D
    list the C in D order of their frequency among T
    `,
  ),
  shape(
    'show C, count T; of T; by C; where T B',
    `
    which C have B T and how many
    show the C with B T and the number of T in each
    for each C with B T , show the number of T
    list the C that have B T along with the number of T
    what are the C with B T and how many T does each have
    find the C having B T , and the number of T
    `,
  ),
  shape(
    'show C, count T2; of T; where T2 B',
    `
    which T have B T2 ? show the C and the number of T2
    show the C of T with B T2 and the number of T2
    list the C and the number of T2 of each T that has B T2
    find the C of T having B T2 , and how many T2 they have
    what are the C of T with B T2 and how many T2 does each have
    for each T with B T2 , show the C and the number of T2
    `,
  ),
  shape(
    'show count T; of T; where T2 B',
    `
    how many T have B T2
    count the T with B T2
    what is the number of T that have B T2
    number of T with B T2
    how many T are in B T2
    how many of the T have B T2
    count the number of T having B T2
    `,
  ),
  shape(
    'show count T; of T; where some T2',
    `
    how many T have {a|any|} T2
    count the T with at least one T2
    number of T that have a T2
    how many T appear in T2
    how many T took part in some T2
    how many of the T have T2
    what is the number of T that have T2
    `,
  ),
  shape(
    'show G N; of T; where some T2',
    `
    what is the G N of T that have {a|any|} T2
    find the G N of the T with T2
    G N of T who have a T2
    what is the G N of all T which appear in T2
    show the G N of T that have at least one T2
    what is the G N among T with some T2
    `,
  ),
  shape(
    'show G N; of T; where no T2',
    `
    what is the G N of T that have no T2
    find the G N of the T without {any|} T2
    G N of T who do not have any T2
    what is the G N of all T which do not appear in T2
    show the G N of T that never had a T2
    what is the G N among T with no T2
    `,
  ),
  shape(
    'show A, count distinct C; by A',
    `
    how many different C are there for each A
    for each A , how many different C are there
    show each A and the number of distinct C
    number of distinct C per A
    for each A , count the distinct C
    list the A and how many different C each has
    what is the number of different C for every A
    `,
  ),
  shape(
    'show A, G N, count T; of T; by A',
    `
    for each A , show the G N and the number of T
    show the number of T and the G N for each A
    what are the number of T and the G N of each A
    list each A with the number of T and the G N
    how many T are there and what is the G N for each A
    find the number and the G N of T for each A
    `,
  ),
  shape(
    'show A, sum N; of T; by A',
    `
    what is the total N of T for each A
    for each A , how much N do the T have in total
    show the total amount of N of T for each A
    list the A and the total N of the T in each
    total N of T per A
    sum of N of T by A
    for each A , what is the sum of N of the T
    what is the total number of N of T for each A
    `,
  ),
  shape(
    'show C; of T; sort count T2 D',
    `
    list the C of T in D order of the number of T2
    show the C of T sorted by their number of T2 D
    what are the C of T ordered by the number of T2 in D order
    list the C of the T by how many T2 they have , D
    sort the T by the number of T2 D and show the C
    C of T in D order of T2 count
    `,
  ),
  shape(
    'show C, count T2; of T; sort count T2 D',
    `
    list the C of T and the number of T2 in D order of the number of T2
    show the C of each T and how many T2 it has , sorted by the number of T2 D
    what are the C of T and their number of T2 , ordered by the number D
    for each T , list the C and the number of T2 , in D order of the number
    how many T2 does each T have ? list the C and the number in D order
    C of T with their number of T2 , D
    `,
  ),
  shape(
    'show sum N; of T; where some T2',
    `
    what is the total N of T that have {a|any|} T2
    find the sum of N of the T with T2
    total N of T who have a T2
    how much N do T with T2 have in total
    add up the N of T that appear in T2
    what is the combined N of the T with at least one T2
    `,
  ),
  shape(
    'show C, C2; of T',
    `
    show the C of T and the C2 of {their|its|the} T2
    list the C of each T and the C2 of the T2 it belongs to
    what are the C of T and the corresponding C2
    show the C of T along with the C2 of the T2
    what is the C of each T and the C2 of the T2
    list all T with their C and the C2 of their T2
    for each T , show its C and the C2 of the T2
    give the C of the T together with the C2 of the T2
    find the C of T as well as the C2 of the T2 they have
    `,
  ),
  shape(
    'show C, C2; of T; where some T2',
    `
    show the C and C2 of T that have T2
    what are the C as well as the C2 of the T with T2
    find the C of the T with T2 and also the C2
    list the C of T that have a T2 , and the C2
    give the C and also the C2 for T in T2
    which T have T2 ? list the C and the C2
    `,
  ),
];
