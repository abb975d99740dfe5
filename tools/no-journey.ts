/**
 * Calls of the specification that a page makes and no journey does yet: their test on the server is their proof. The list may
 * only become shorter; a test compares.
 */
export const NO_JOURNEY_YET: readonly string[] = [];
