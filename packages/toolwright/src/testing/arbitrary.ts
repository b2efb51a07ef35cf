export { arbitrary, type NearMiss, nearMiss } from '@toolwright/testing/arbitrary';
