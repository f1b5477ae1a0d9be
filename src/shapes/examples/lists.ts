import { type Shape, shape } from '#src/shapes/example.ts';

/** Rows and their columns. */
export const LISTS: readonly Shape[] = [
  shape(
    'show C; of T',
    `
    {show|what are} the C of {all|the|} T
    {give|list} the C for {all|each} T
    list the T and their C
    list all T with their C
    {which|what} C do the T have
    for {all|each} T , {what is|show} the C
    for {all|each} T , list their C
    T C
    what is the C of each of the T
    C of the T that are listed
    the C corresponding to {each|all} T
    tell me about the T : their C
    what is the T 's C
    show T by their C
    what T are there and what are their C
    what C does each T have
    `,
  ),
  shape(
    'show T; of T',
    `
    which T are there
    list all T
    what T do we have
    show the T
    which are the T
    give me all T
    `,
  ),
  shape(
    'show C',
    `
    what are all the C
    list {all|the} C
    which C are there
    show every C that is listed
    give the C
    what C are available
    what C do we have
    `,
  ),
  shape(
    'show distinct C',
    `
    what are the different C
    list all distinct C
    how many different C are there and what are they
    show the unique C without repetition
    what are the possible C
    which different C exist
    list each C once
    list the C without any duplicates
    `,
  ),
  shape(
    'show distinct C; of T',
    `
    what are the different C of {all|the} T
    list the distinct C of T
    show the unique C for T
    which different C do the T have
    what are the distinct C among the T
    what different C are there among the T
    give the unique C that T have
    `,
  ),
  shape(
    'show T; of T; where no T2',
    `
    which T have no T2
    list the T without {any|} T2
    which T do not have any T2
    T that never had a T2
    T with no T2
    which T are not in any T2
    T that did not appear in any T2
    which T do not belong to any T2
    `,
  ),
  shape(
    'show C; of T; where no T2',
    `
    what are the C of T that have no T2
    list the C of the T without {any|} T2
    show the C of T who do not have any T2
    C of all T that never had a T2
    which C belong to T with no T2
    C of T that are not in any T2
    find the C of T who did not take part in any T2
    find the C of T for which there is no T2
    find the C of T that are not used by any T2
    find the C of T that are not associated with any T2
    find the C of T which do not appear in T2
    find the C of T not involved in any T2
    `,
  ),
  shape(
    'show count T; of T; where no T2',
    `
    how many T have no T2
    count the T without {any|} T2
    number of T that do not have any T2
    how many T never had a T2
    how many T are not in any T2
    what is the number of T with no T2
    how many T did not take part in any T2
    how many T are without T2
    `,
  ),
  shape(
    'show C; of T; where some T2',
    `
    what are the C of T that have {a|any|some|} T2
    list the C of T with at least one T2
    show the C of T who have some T2
    which C belong to T with T2
    C of T that have ever had a T2
    find the C of T that appear in T2
    find the C of the T that took part in some T2
    find the C of all T which are in a T2
    `,
  ),
  shape(
    'show C; of T; where T2 B',
    `
    what are the C of T that have B T2
    list the C of T with B T2
    which T have B T2 ? list their C
    show the C of T who made B T2
    C of T for which there are B T2
    find the C of T that appear in B T2
    which T have B T2 and what are their C
    find the C of T having B T2
    find the C of T associated with B T2
    for T with B T2 , show the C
    find the C of T whose number of T2 is B
    `,
  ),
  shape(
    'show T; of T; where T2 B',
    `
    which T have B T2
    list the T with B T2
    T that made B T2
    T having B T2
    which T are in B T2
    find T for which there are B T2
    what T had B T2
    `,
  ),
  shape(
    'show C; where T B',
    `
    which C have B T
    list the C with B T
    what are the C that have B T
    find the C shared by B T
    find the C of B T
    show the C for which there are B T
    show the C that are used by B T
    the C where there are B T
    which C appear in B T
    C that B T have
    `,
  ),
  shape(
    'show C; of T; where N above average',
    `
    what are the C of T {whose N is|with N} above the average
    list the C of T with a N higher than the average
    list the C of T whose N is {greater|larger|more|higher|bigger} than the average
    C of T that have more than the average N
    which T have a N above average ? show the C
    show the C of T with a higher than average N
    C of T with N above the average N
    C of T whose N is {greater|larger|higher} than the average N
    C of T with N larger than the average N of all T
    C of T with N larger than average
    `,
  ),
  shape(
    'show C; of T; where N below average',
    `
    what are the C of T {whose N is|with N} below the average
    list the C of T with a N lower than the average
    list the C of T whose N is {less|smaller|lower} than the average
    C of T that have less than the average N
    show the C of T with a lower than average N
    C of T with N below the average N
    C of T whose N is {less|smaller|lower} than the average N
    C of T with N smaller than the average N of all T
    `,
  ),
  shape(
    'show count T; of T; where N above average',
    `
    how many T have a N above {the|} average
    how many T have N {greater|higher|larger|more} than the average
    count the T whose N is {above|over} the average N
    number of T with a higher than average N
    how many T have a N {greater|higher|larger} than the average N
    what is the number of T with more than the average N
    `,
  ),
  shape(
    'show count T; of T; where N below average',
    `
    how many T have a N below {the|} average
    how many T have N {less|lower|smaller} than the average
    count the T whose N is below the average N
    number of T with a lower than average N
    how many T have a N {less|lower|smaller} than the average N
    what is the number of T with less than the average N
    `,
  ),
];
