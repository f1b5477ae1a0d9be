export { getSchema, runSelect } from '#src/client/generated/calls.ts';
