/** A caller's own stable id of a person, as the specification allows it. */
export const END_USER_ID = /^[A-Za-z0-9._:@+-]{1,128}$/;
